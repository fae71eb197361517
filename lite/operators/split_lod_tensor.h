#pragma once

#include <vector>

#include "lite/operators/lod_items.h"
#include "lite/operators/op.h"

namespace paddle::lite::operators {

// The items of X at a level of detail (its rows without one) go to OutTrue or OutFalse, as Mask
// says for each of them.
struct SplitLodTensor final : Op {
  const Tensor* x = nullptr;
  const Tensor* mask = nullptr;
  int level = 0;
  Tensor* out_true = nullptr;
  Tensor* out_false = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Mask", &mask);
    v.Attr("level", &level);
    v.Output("OutTrue", &out_true);
    v.Output("OutFalse", &out_false);
  }
  Status InferShape() override {
    if (level < 0) return InvalidArgument("attribute level: expected 0 or more, found ", level);
    for (const bool side : {true, false}) {
      LITE_ASSIGN_OR_RETURN(const std::vector<LodItem> items, Chosen(side));
      DDim dims = x->dims();
      dims[0] = 0;
      LoD lod;
      if (static_cast<size_t>(level) < x->lod().size()) {
        lod.resize(x->lod().size() - static_cast<size_t>(level), {0});
      }
      for (const LodItem& item : items) {
        dims[0] += item.end - item.begin;
        AppendLengths(item, &lod);
      }
      Tensor* out = side ? out_true : out_false;
      out->Resize(dims);
      out->set_lod(std::move(lod));
    }
    return OkStatus();
  }
  Status InferType() override {
    out_true->set_precision(x->precision());
    out_false->set_precision(x->precision());
    return OkStatus();
  }
  bool ShapeDependsOnData() const override { return true; }

  Result<std::vector<LodItem>> Chosen(bool side) const {
    LITE_ASSIGN_OR_RETURN(const std::vector<bool> sides, ReadMask(*mask));
    LITE_ASSIGN_OR_RETURN(std::vector<LodItem> items,
                          LodItems("X", *x, static_cast<size_t>(level)));
    if (sides.size() != items.size()) {
      return InvalidArgument("Mask: expected ", items.size(), " values, found shape ",
                             mask->dims());
    }
    std::vector<LodItem> chosen;
    for (size_t i = 0; i < items.size(); ++i) {
      if (sides[i] == side) chosen.push_back(std::move(items[i]));
    }
    return chosen;
  }
};

LITE_OP(split_lod_tensor, SplitLodTensor);

}  // namespace paddle::lite::operators
