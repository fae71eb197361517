#pragma once

#include <algorithm>
#include <vector>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Maps the pixels of an image of output_shape to positions in a source image by one affine map per
// image: Output[n, h, w] = Theta[n] * (x, y, 1), with coordinates from -1 to 1. The map of an image
// is the first 2 * 3 numbers of Theta[n], whatever its shape; that of a volume, which makes
// Output[n, d, h, w] of (x, y, z, 1), all 3 * 4.
struct AffineGrid final : Op {
  const Tensor* theta = nullptr;  // [N, 2 or 3, 3 or 4]
  const Tensor* output_shape_tensor = nullptr;
  std::vector<int> output_shape;  // [N, C, H, W] or [N, C, D, H, W]
  bool align_corners = true;      // -1 and 1 are the centres of the outermost pixels, not the edges
  Tensor* output = nullptr;       // [N, H, W, 2] or [N, D, H, W, 3]

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
    // Paddle does not look at further dimensions: the first numbers of each image are what counts.
    const bool ranked = dims.rank() >= 3 && dims[1] >= 2 && dims[1] <= 3 && dims[2] >= 3 &&
                        dims[2] <= 4 && dims.Count(3, dims.rank()) > 0;
    if (!ranked) return InvalidArgument("Theta: expected shape [N, 2 or 3, 3 or 4], found ", dims);
    std::vector<int64_t> size(output_shape.begin(), output_shape.end());
    if (output_shape_tensor != nullptr) {
      LITE_ASSIGN_OR_RETURN(size, ReadIntegers("OutputShape", *output_shape_tensor));
      if (size.size() > 5) size.resize(5);  // Paddle does not look at further numbers
    }
    const bool sized = size.size() == 4 || size.size() == 5;
    if (!sized || *std::min_element(size.begin() + 2, size.end()) < 1) {
      return InvalidArgument("output_shape: expected [N, C, H, W] or [N, C, D, H, W], found ",
                             ListToString(size));
    }
    if (size.size() == 5 && dims.Count(1, dims.rank()) < 12)
      return InvalidArgument("Theta: expected shape [N, 3, 4] for volumes, found ", dims);
    size.erase(size.begin() + 1);
    size[0] = dims[0];
    size.push_back(static_cast<int64_t>(size.size()) - 1);
    LITE_RETURN_IF_ERROR(SetShape("Output", DDim(size), output));
    ShareLoDIfRowsKept(*theta, output);
    return OkStatus();
  }
  Cost Estimate() const override {
    return {4.0 * static_cast<double>(output->numel()), static_cast<double>(output->memory_size())};
  }
};

LITE_OP(affine_grid, AffineGrid);

}  // namespace paddle::lite::operators
