#pragma once

#include <algorithm>
#include <vector>

#include "lite/operators/attribute_cost.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Boxes of fixed sizes and ratios around the cells of the feature map Input. Each size has a grid
// of densities[i] by densities[i] boxes spread evenly over the cell. Boxes and Variances are [H, W,
// P, 4], or [H * W * P, 4] when flattened.
struct DensityPriorBox final : Op {
  const Tensor* input = nullptr;
  const Tensor* image = nullptr;
  std::vector<float> variances;
  std::vector<float> fixed_sizes;
  std::vector<float> fixed_ratios;
  std::vector<int> densities;  // one per size
  bool clip = true;            // ignored: boxes are always clipped to the image
  bool flatten_to_2d = false;
  float step_w = 0.0f;  // pixels per cell; both are computed if either is 0
  float step_h = 0.0f;
  float offset = 0.5f;  // of the centre in its cell
  Tensor* boxes = nullptr;
  Tensor* variances_out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Input("Image", &image);
    v.Attr("variances", &variances);
    v.Attr("fixed_sizes", &fixed_sizes);
    v.Attr("fixed_ratios", &fixed_ratios);
    v.Attr("densities", &densities);
    v.Attr("clip", &clip);
    v.Attr("flatten_to_2d", &flatten_to_2d);
    v.Attr("step_w", &step_w);
    v.Attr("step_h", &step_h);
    v.Attr("offset", &offset);
    v.Output("Boxes", &boxes);
    v.Output("Variances", &variances_out);
  }

  bool ReadsData() const override { return false; }
  Status InferShape() override {
    const DDim& cells = input->dims();
    if (cells.rank() != 4) return InvalidArgument("Input: expected rank 4, found shape ", cells);
    if (image->dims().rank() != 4)
      return InvalidArgument("Image: expected rank 4, found shape ", image->dims());
    if (densities.size() != fixed_sizes.size()) {
      return InvalidArgument("attribute densities: expected ", fixed_sizes.size(),
                             " values as in fixed_sizes, found ", densities.size());
    }
    if (variances.size() != 4)
      return InvalidArgument("attribute variances: expected 4 values, found ", variances.size());
    LITE_RETURN_IF_ERROR(CheckAttributeLength("fixed_sizes", fixed_sizes.size()));
    LITE_RETURN_IF_ERROR(CheckAttributeLength("fixed_ratios", fixed_ratios.size()));
    // Boxes of one cell are whole pixels apart.
    const int64_t pixels = std::max(image->dims()[2], image->dims()[3]);
    int64_t priors = 0;
    for (const int density : densities) {
      if (density < 1) {
        return InvalidArgument("attribute densities: expected positive values, found ", density);
      }
      LITE_RETURN_IF_ERROR(CheckAttributeCount("densities", density, pixels, "Image"));
      int64_t added = 0;
      if (!CheckedMul(static_cast<int64_t>(fixed_ratios.size()), int64_t{density} * density,
                      &added) ||
          !CheckedAdd(priors, added, &priors)) {
        return OutOfRange("attribute densities: too many boxes per cell");
      }
    }
    LITE_RETURN_IF_ERROR(SetShape("Boxes", DDim{cells[2], cells[3], priors, 4}, boxes));
    if (flatten_to_2d) boxes->Resize(DDim{boxes->dims().Count(0, 3), 4});
    variances_out->Resize(boxes->dims());
    for (Tensor* out : {boxes, variances_out}) out->set_lod(LoD());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {4.0 * static_cast<double>(boxes->numel()),
            2.0 * static_cast<double>(boxes->memory_size())};
  }
};

LITE_OP(density_prior_box, DensityPriorBox);

}  // namespace paddle::lite::operators
