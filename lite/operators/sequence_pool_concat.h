#pragma once

#include <string>
#include <vector>

#include "lite/operators/lod_items.h"
#include "lite/operators/op.h"
#include "lite/operators/sequence_pool.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// sequence_pool of each X, in the manner of its pooltype, beside each other: Out [sequences, sum of
// the widths]. Empty sequences give zeros. Only Paddle Lite has this operator; its optimiser makes
// it of sequence_pool and concat.
struct SequencePoolConcat final : Op {
  std::vector<const Tensor*> x;
  std::vector<std::string> pooltype;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Inputs("X", &x);
    v.Attr("pooltype", &pooltype);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    if (pooltype.size() != x.size()) {
      return InvalidArgument("attribute pooltype: expected ", x.size(), " values, one for each X, ",
                             "found ", pooltype.size());
    }
    DDim shape{0, 0};
    for (size_t i = 0; i < x.size(); ++i) {
      LITE_RETURN_IF_ERROR(SequencePool::CheckPoolType(pooltype[i]));
      const std::string slot = StrCat("X[", i, "]");
      LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* offsets,
                            SequenceOffsets(slot.c_str(), *x[i]));
      const int64_t sequences = static_cast<int64_t>(offsets->size()) - 1;
      if (i == 0) shape[0] = sequences;
      if (sequences != shape[0]) {
        return InvalidArgument(slot, ": expected ", shape[0], " sequences as in X[0], found ",
                               sequences);
      }
      const DDim& dims = x[i]->dims();
      LITE_ASSIGN_OR_RETURN(const int64_t width, CountOf(dims, 1, dims.rank()));
      if (!CheckedAdd(shape[1], width, &shape[1])) return OutOfRange(slot, ": too many columns");
    }
    const LoD& lod = x[0]->lod();
    out->set_lod(LoD(lod.begin(), lod.end() - 1));
    return SetShape("Out", shape, out);
  }
  Cost Estimate() const override {
    Cost cost;
    for (const Tensor* tensor : x) cost.flops += static_cast<double>(tensor->numel());
    return cost;
  }
};

LITE_OP(sequence_pool_concat, SequencePoolConcat);

}  // namespace paddle::lite::operators
