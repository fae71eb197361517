#pragma once

#include <vector>

#include "lite/operators/attribute_cost.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Boxes of every ratio (height / width) and size around each cell of the feature map Input, in
// pixels: Anchors and Variances are [H, W, ratios * sizes, 4].
struct AnchorGenerator final : Op {
  const Tensor* input = nullptr;
  std::vector<float> anchor_sizes;
  std::vector<float> aspect_ratios;
  std::vector<float> variances;
  std::vector<float> stride = {16.0f, 16.0f};  // pixels per cell, along the width and the height
  float offset = 0.5f;
  Tensor* anchors = nullptr;
  Tensor* variances_out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Attr("anchor_sizes", &anchor_sizes);
    v.Attr("aspect_ratios", &aspect_ratios);
    v.Attr("variances", &variances);
    v.Attr("stride", &stride);
    v.Attr("offset", &offset);
    v.Output("Anchors", &anchors);
    v.Output("Variances", &variances_out);
  }
  bool ReadsData() const override { return false; }
  Status InferShape() override {
    const DDim& cells = input->dims();
    if (cells.rank() != 4) return InvalidArgument("Input: expected rank 4, found shape ", cells);
    if (stride.size() != 2)
      return InvalidArgument("attribute stride: expected 2 values, found ", stride.size());
    if (variances.size() != 4)
      return InvalidArgument("attribute variances: expected 4 values, found ", variances.size());
    LITE_RETURN_IF_ERROR(CheckAttributeLength("anchor_sizes", anchor_sizes.size()));
    LITE_RETURN_IF_ERROR(CheckAttributeLength("aspect_ratios", aspect_ratios.size()));
    const int64_t count = static_cast<int64_t>(anchor_sizes.size() * aspect_ratios.size());
    const DDim shape{cells[2], cells[3], count, 4};
    for (Tensor* out : {anchors, variances_out}) {
      LITE_RETURN_IF_ERROR(SetShape("Anchors", shape, out));
      out->set_lod(LoD());
    }
    return OkStatus();
  }
  Cost Estimate() const override {
    return {4.0 * static_cast<double>(anchors->numel()),
            2.0 * static_cast<double>(anchors->memory_size())};
  }
};

LITE_OP(anchor_generator, AnchorGenerator);

}  // namespace paddle::lite::operators
