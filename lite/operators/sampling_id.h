#pragma once

#include "lite/core/element.h"
#include "lite/operators/op.h"

namespace paddle::lite::operators {

// For each row of X [B, W] the first index at which the sum of its values exceeds a random number
// from [min, max), or the last index. `seed` 0: another sequence of numbers in every run; else the
// same in every run, that of PaddlePaddle.
struct SamplingId final : Op {
  const Tensor* x = nullptr;
  float min = 0.0f;
  float max = 1.0f;
  int seed = 0;
  Tensor* out = nullptr;  // int64 [B]

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("min", &min);
    v.Attr("max", &max);
    v.Attr("seed", &seed);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    if (!(min < max)) {
      return InvalidArgument("attribute min: expected less than max, found ", min, " and ", max);
    }
    const DDim& dims = x->dims();
    if (dims.rank() != 2 || dims[1] < 1) {
      return InvalidArgument("X: expected rank 2 with columns, found shape ", dims);
    }
    out->Resize(DDim{dims[0]});
    out->set_lod(x->lod());
    return OkStatus();
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<RealTypes>("X", x->precision()));
    out->set_precision(PrecisionType::kInt64);
    return OkStatus();
  }
};

LITE_OP(sampling_id, SamplingId);

}  // namespace paddle::lite::operators
