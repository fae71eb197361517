#pragma once

#include "lite/operators/op.h"

namespace paddle::lite::operators {

// The inverse of each matrix [n, n] in the last two dimensions. A singular matrix is an error.
struct Inverse final : Op {
  const Tensor* input = nullptr;
  Tensor* output = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Output("Output", &output);
  }
  Status InferShape() override {
    const DDim& dims = input->dims();
    if (dims.rank() < 2 || dims.at(-1) != dims.at(-2))
      return InvalidArgument("Input: expected square matrices, found shape ", dims);
    output->Resize(dims);
    output->set_lod(input->lod());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {2.0 * static_cast<double>(input->numel()) * static_cast<double>(input->dims().at(-1)),
            2.0 * static_cast<double>(input->memory_size())};
  }
};

LITE_OP(inverse, Inverse);

}  // namespace paddle::lite::operators
