#pragma once

#include "lite/core/element.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Out is X with the rows Ids ([n], [n, 1], or one number) replaced by those of Updates: with the
// last of several for one row if `overwrite`, with their sum otherwise. A row out of range is an
// error. As in Paddle, the one row of Updates for an Ids without dimensions may have another size,
// which is then that of the rows of X.
struct Scatter final : Op {
  const Tensor* x = nullptr;
  const Tensor* ids = nullptr;
  const Tensor* updates = nullptr;
  bool overwrite = true;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Ids", &ids);
    v.Input("Updates", &updates);
    v.Attr("overwrite", &overwrite);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    const DDim& dims = x->dims();
    const DDim& which = ids->dims();
    if (dims.rank() < 1) return InvalidArgument("X: expected rank 1 or more, found a scalar");
    if (which.rank() > 2 || (which.rank() == 2 && which[1] != 1))
      return InvalidArgument("Ids: expected shape [n] or [n, 1], found ", which);
    DDim expected;
    if (which.rank() > 0) expected.push_back(which[0]);
    for (int i = 1; i < dims.rank(); ++i) expected.push_back(dims[i]);
    const bool one_row = which.rank() == 0 && updates->dims().rank() == dims.rank() - 1;
    if (updates->dims() != expected && !one_row) {
      return InvalidArgument("Updates: expected shape ", expected, " for X ", dims, " and Ids ",
                             which, ", found ", updates->dims());
    }
    out->Resize(dims);
    out->set_lod(x->lod());
    return OkStatus();
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<IndexTypes>("Ids", ids->precision()));
    if (updates->precision() != x->precision()) {
      return InvalidArgument("Updates has element type ", PrecisionToStr(updates->precision()),
                             ", expected that of X, ", PrecisionToStr(x->precision()));
    }
    out->set_precision(x->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {0, 2.0 * static_cast<double>(out->memory_size() + updates->memory_size())};
  }
  OutputReuse output_reuse() const override { return OutputReuse::kInplace; }
};

LITE_OP(scatter, Scatter);

}  // namespace paddle::lite::operators
