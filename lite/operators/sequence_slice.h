#pragma once

#include <vector>

#include "lite/core/element.h"
#include "lite/operators/lod_items.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Length[s] rows from row Offset[s] of sequence s of X, which has one level of detail.
struct SequenceSlice final : Op {
  const Tensor* x = nullptr;
  const Tensor* offset = nullptr;
  const Tensor* length = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Offset", &offset);
    v.Input("Length", &length);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* offsets, OnlyLevel("X", *x));
    const int64_t sequences = static_cast<int64_t>(offsets->size()) - 1;
    for (const Tensor* tensor : {offset, length}) {
      if (tensor->numel() >= sequences) continue;
      return InvalidArgument(tensor == offset ? "Offset" : "Length", ": expected ", sequences,
                             " values, one for each sequence of X, found shape ", tensor->dims());
    }
    return OkStatus();
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<NumberTypes>("X", x->precision()));
    out->set_precision(x->precision());
    return OkStatus();
  }
  bool KernelAllocatesOutput() const override { return true; }
};

// Out = X [N, ...] with Updates added to the elements of row s that the ids of sequence s name. Ids
// has up to N sequences; as in Paddle, Updates has a level of detail too, which is not read.
struct SequenceScatter final : Op {
  const Tensor* x = nullptr;
  const Tensor* ids = nullptr;
  const Tensor* updates = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Ids", &ids);
    v.Input("Updates", &updates);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    const DDim& dims = x->dims();
    if (dims.rank() < 2) return InvalidArgument("X: expected rank 2 or more, found shape ", dims);
    LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* offsets, OnlyLevel("Ids", *ids));
    if (static_cast<int64_t>(offsets->size()) - 1 > dims[0]) {
      return InvalidArgument("Ids: expected at most ", dims[0],
                             " sequences, one for a row of X, found ", offsets->size() - 1);
    }
    for (const Tensor* tensor : {ids, updates}) {
      const DDim& rows = tensor->dims();  // of which Paddle reads the first values
      if (rows.rank() >= 1 && rows[0] == ids->dims()[0] && tensor->numel() >= rows[0]) continue;
      return InvalidArgument(tensor == ids ? "Ids" : "Updates", ": expected ", ids->dims()[0],
                             " values, found shape ", tensor->dims());
    }
    LITE_RETURN_IF_ERROR(OnlyLevel("Updates", *updates).status());
    out->Resize(dims);
    out->set_lod(x->lod());
    return OkStatus();
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<NumberTypes>("X", x->precision()));
    if (updates->precision() != x->precision()) {
      return InvalidArgument("Updates: expected element type ", PrecisionToStr(x->precision()),
                             " of X, found ", PrecisionToStr(updates->precision()));
    }
    out->set_precision(x->precision());
    return OkStatus();
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(x->memory_size())}; }
};

LITE_OP(sequence_slice, SequenceSlice);
LITE_OP(sequence_scatter, SequenceScatter);

}  // namespace paddle::lite::operators
