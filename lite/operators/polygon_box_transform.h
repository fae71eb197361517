#pragma once

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Converts offsets of text corners, on a map of a quarter of the image's size, to positions in the
// image. The planes of Input alternate between x and y.
struct PolygonBoxTransform final : Op {
  const Tensor* input = nullptr;
  Tensor* output = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Output("Output", &output);
  }
  Status InferShape() override {
    const DDim& dims = input->dims();
    if (dims.rank() != 4) return InvalidArgument("Input: expected rank 4, found shape ", dims);
    if (dims[1] % 2 != 0)
      return InvalidArgument("Input: expected pairs of channels, found shape ", dims);
    output->Resize(dims);
    output->set_lod(input->lod());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {2.0 * static_cast<double>(input->numel()),
            2.0 * static_cast<double>(input->memory_size())};
  }
  OutputReuse output_reuse() const override { return OutputReuse::kInplace; }
};

LITE_OP(polygon_box_transform, PolygonBoxTransform);

}  // namespace paddle::lite::operators
