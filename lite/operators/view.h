#pragma once

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Base of the operators whose output is the input's bytes in another shape.
struct View : Op {
  const Tensor* x = nullptr;
  Tensor* out = nullptr;
  Tensor* xshape = nullptr;  // only in the forms whose type ends in 2

  void Fields(FieldVisitor& v) final {
    v.Input("X", &x);
    Attributes(v);
    v.Output("Out", &out);
    v.Output("XShape", &xshape, Need::kOptional);
  }
  Status InferShape() final {
    LITE_ASSIGN_OR_RETURN(const DDim shape, OutputShape());
    LITE_RETURN_IF_ERROR(SetShape("Out", shape, out));
    ShareLoDIfRowsKept(*x, out);
    SetShapeHolder(*x, xshape);
    return OkStatus();
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(x->memory_size())}; }
  OutputReuse output_reuse() const override { return OutputReuse::kView; }

 protected:
  virtual void Attributes(FieldVisitor& v) = 0;
  virtual Result<DDim> OutputShape() const = 0;
};

}  // namespace paddle::lite::operators
