#pragma once

#include <utility>
#include <vector>

#include "lite/operators/lod_items.h"
#include "lite/operators/op.h"
#include "lite/operators/unwritten.h"

namespace paddle::lite::operators {

// The inverse of split_lod_tensor: Out takes the next item of InTrue or InFalse, as Mask says.
// Their LoD begins at `level`; X has the levels above. A branch that did not run has no items.
struct MergeLodTensor final : Op {
  const Tensor* x = nullptr;
  const Tensor* mask = nullptr;
  const Tensor* in_true = nullptr;
  const Tensor* in_false = nullptr;
  int level = 0;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Mask", &mask);
    v.Input("InTrue", &in_true, Need::kOptional);
    v.Input("InFalse", &in_false, Need::kOptional);
    v.Attr("level", &level);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const std::vector<Piece> pieces, Pieces());
    const Tensor* like = Like();
    if (Ran(in_true) && Ran(in_false) && !SameRows()) {
      return InvalidArgument("InTrue ", in_true->dims(), " ", PrecisionToStr(in_true->precision()),
                             " and InFalse ", in_false->dims(), " ",
                             PrecisionToStr(in_false->precision()), ": expected rows of one kind");
    }
    if (level < 0 || static_cast<size_t>(level) > x->lod().size()) {
      return InvalidArgument("attribute level: found ", level, ", expected 0 to ", x->lod().size(),
                             ", the levels of detail of X");
    }
    DDim dims = like->dims();
    dims[0] = 0;
    LoD below(like->lod().size(), {0});
    for (const auto& [from, item] : pieces) {
      dims[0] += item.end - item.begin;
      AppendLengths(item, &below);
    }
    LoD lod(x->lod().begin(), x->lod().begin() + level);
    lod.insert(lod.end(), below.begin(), below.end());
    out->Resize(dims);
    out->set_lod(std::move(lod));
    return OkStatus();
  }
  Status InferType() override {
    if (!Ran(in_true) && !Ran(in_false)) {
      return FailedPrecondition("InTrue, InFalse: neither branch ran");
    }
    out->set_precision(Like()->precision());
    return OkStatus();
  }
  bool ShapeDependsOnData() const override { return true; }

  using Piece = std::pair<const Tensor*, LodItem>;
  // The items in the order of the result.
  Result<std::vector<Piece>> Pieces() const {
    LITE_ASSIGN_OR_RETURN(const std::vector<bool> sides, ReadMask(*mask));
    std::vector<LodItem> items[2];
    for (const bool side : {false, true}) {
      const Tensor* in = side ? in_true : in_false;
      if (!Ran(in)) continue;
      LITE_ASSIGN_OR_RETURN(items[side], LodItems(side ? "InTrue" : "InFalse", *in, 0));
    }
    std::vector<Piece> pieces;
    size_t next[2] = {0, 0};
    for (const bool side : sides) {
      if (next[side] == items[side].size()) break;
      pieces.emplace_back(side ? in_true : in_false, items[side][next[side]++]);
    }
    if (pieces.size() != sides.size() || next[0] != items[0].size() || next[1] != items[1].size()) {
      return InvalidArgument("Mask ", mask->dims(), " does not fit the ", items[1].size(),
                             " items of InTrue and the ", items[0].size(), " of InFalse");
    }
    return pieces;
  }

 private:
  static bool Ran(const Tensor* in) { return in != nullptr && !IsUnwritten(*in); }
  const Tensor* Like() const { return Ran(in_true) ? in_true : in_false; }
  bool SameRows() const {
    DDim a = in_true->dims(), b = in_false->dims();
    a[0] = b[0] = 0;  // both have rows, as their items say
    return a == b && in_true->precision() == in_false->precision() &&
           in_true->lod().size() == in_false->lod().size();
  }
};

LITE_OP(merge_lod_tensor, MergeLodTensor);
LITE_OP(merge_lod_tensor_infer, MergeLodTensor);

}  // namespace paddle::lite::operators
