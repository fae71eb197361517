#pragma once

#include "lite/core/element.h"
#include "lite/operators/op.h"

namespace paddle::lite::operators {

// The sequences at whose ends beams are after the last of T steps: Ids and Parents are [T, B, K],
// where Parents says for each beam which one of the step before it continues. Further dimensions
// have size 1.
struct GatherTree final : Op {
  const Tensor* ids = nullptr;
  const Tensor* parents = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Ids", &ids);
    v.Input("Parents", &parents);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    const int rank = ids->dims().rank();
    if (rank < 3 || ids->dims().Count(3, rank) != 1)
      return InvalidArgument("Ids: expected rank 3, found shape ", ids->dims());
    if (parents->dims() != ids->dims()) {
      return InvalidArgument("Parents: expected shape ", ids->dims(), " of Ids, found ",
                             parents->dims());
    }
    out->Resize(ids->dims());
    out->set_lod(LoD());
    return OkStatus();
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<IndexTypes>("Ids", ids->precision()));
    if (parents->precision() != ids->precision()) {
      return InvalidArgument("Parents: expected element type ", PrecisionToStr(ids->precision()),
                             " of Ids, found ", PrecisionToStr(parents->precision()));
    }
    return Op::InferType();
  }
};

LITE_OP(gather_tree, GatherTree);

}  // namespace paddle::lite::operators
