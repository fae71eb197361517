#pragma once

#include <cmath>
#include <vector>

#include "lite/operators/attribute_cost.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Boxes of fixed sizes around the centre of every cell of the feature map Input, in units of the
// image, and their variances: [H, W, P, 4] both.
struct PriorBox final : Op {
  const Tensor* input = nullptr;
  const Tensor* image = nullptr;
  std::vector<float> min_sizes;
  std::vector<float> max_sizes;
  std::vector<float> aspect_ratios;
  std::vector<float> variances;
  bool flip = true;
  bool clip = true;
  float step_w = 0.0f;  // pixels per cell; both are computed if either is 0
  float step_h = 0.0f;
  float offset = 0.5f;  // of the centre in its cell
  bool min_max_aspect_ratios_order = false;
  Tensor* boxes = nullptr;
  Tensor* variances_out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Input("Image", &image);
    v.Attr("min_sizes", &min_sizes);
    v.Attr("max_sizes", &max_sizes);
    v.Attr("aspect_ratios", &aspect_ratios);
    v.Attr("variances", &variances);
    v.Attr("flip", &flip);
    v.Attr("clip", &clip);
    v.Attr("step_w", &step_w);
    v.Attr("step_h", &step_h);
    v.Attr("offset", &offset);
    v.Attr("min_max_aspect_ratios_order", &min_max_aspect_ratios_order);
    v.Output("Boxes", &boxes);
    v.Output("Variances", &variances_out);
  }

  // 1, then the distinct ratios, each followed by its inverse if `flip` is set.
  std::vector<float> ExpandedRatios() const {
    constexpr float kSame = 1e-6f;
    std::vector<float> ratios = {1.0f};
    for (const float ratio : aspect_ratios) {
      bool known = false;
      for (const float other : ratios) known |= std::fabs(ratio - other) < kSame;
      if (known) continue;
      ratios.push_back(ratio);
      if (flip) ratios.push_back(1.0f / ratio);
    }
    return ratios;
  }

  // Boxes of a feature map in half precision are floats.
  Status InferType() override {
    const PrecisionType type = input->precision();
    for (Tensor* out : {boxes, variances_out}) {
      out->set_precision(type == PrecisionType::kFP16 ? PrecisionType::kFloat : type);
    }
    return OkStatus();
  }
  bool ReadsData() const override { return false; }
  Status InferShape() override {
    const DDim& cells = input->dims();
    if (cells.rank() != 4) return InvalidArgument("Input: expected rank 4, found shape ", cells);
    if (image->dims().rank() != 4)
      return InvalidArgument("Image: expected rank 4, found shape ", image->dims());
    LITE_RETURN_IF_ERROR(CheckAttributeLength("min_sizes", min_sizes.size()));
    LITE_RETURN_IF_ERROR(CheckAttributeLength("aspect_ratios", aspect_ratios.size()));
    if (min_sizes.empty())
      return InvalidArgument("attribute min_sizes: expected at least one size");
    if (!max_sizes.empty() && max_sizes.size() != min_sizes.size()) {
      return InvalidArgument("attribute max_sizes: expected ", min_sizes.size(), " values as in ",
                             "min_sizes, found ", max_sizes.size());
    }
    if (variances.size() != 4)
      return InvalidArgument("attribute variances: expected 4 values, found ", variances.size());
    const int64_t priors =
        static_cast<int64_t>(ExpandedRatios().size() * min_sizes.size() + max_sizes.size());
    const DDim shape{cells[2], cells[3], priors, 4};
    for (Tensor* out : {boxes, variances_out}) {
      LITE_RETURN_IF_ERROR(SetShape("Boxes", shape, out));
      out->set_lod(LoD());
    }
    return OkStatus();
  }
  Cost Estimate() const override {
    return {4.0 * static_cast<double>(boxes->numel()),
            2.0 * static_cast<double>(boxes->memory_size())};
  }
};

LITE_OP(prior_box, PriorBox);

}  // namespace paddle::lite::operators
