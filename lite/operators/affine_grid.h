#pragma once

#include <vector>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Maps the pixels of an image of output_shape to positions in a source image by one affine map per
// image: Output[n, h, w] = Theta[n] * (x, y, 1), with coordinates from -1 to 1.
struct AffineGrid final : Op {
  const Tensor* theta = nullptr;  // [N, 2, 3]
  const Tensor* output_shape_tensor = nullptr;
  std::vector<int> output_shape;  // [N, C, H, W]
  bool align_corners = true;      // -1 and 1 are the centres of the outermost pixels, not the edges
  Tensor* output = nullptr;       // [N, H, W, 2]

  void Fields(FieldVisitor& v) override {
    v.Input("Theta", &theta);
    v.Input("OutputShape", &output_shape_tensor, Need::kOptional);
    v.Attr("output_shape", &output_shape);
    v.Attr("align_corners", &align_corners);
    v.Output("Output", &output);
  }
  bool ShapeDependsOnData() const override { return IsVariableData(output_shape_tensor); }

  Status InferShape() override {
    const DDim& dims = theta->dims();
    if (dims.rank() != 3 || dims[1] != 2 || dims[2] != 3)
      return InvalidArgument("Theta: expected shape [N, 2, 3], found ", dims);
    std::vector<int64_t> size(output_shape.begin(), output_shape.end());
    if (output_shape_tensor != nullptr) {
      LITE_ASSIGN_OR_RETURN(size, ReadIntegers("OutputShape", *output_shape_tensor));
    }
    if (size.size() != 4 || size[2] < 1 || size[3] < 1) {
      return InvalidArgument("output_shape: expected [N, C, H, W], found ", ListToString(size));
    }
    LITE_RETURN_IF_ERROR(SetShape("Output", DDim{dims[0], size[2], size[3], 2}, output));
    ShareLoDIfRowsKept(*theta, output);
    return OkStatus();
  }
  Cost Estimate() const override {
    return {4.0 * static_cast<double>(output->numel()), static_cast<double>(output->memory_size())};
  }
};

LITE_OP(affine_grid, AffineGrid);

}  // namespace paddle::lite::operators
