#pragma once

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Regions of X [N, C, H, W] that are quadrilaterals, x and y of four corners in order, transformed
// to rectangles. Mask is 1 where a pixel of the rectangle comes from inside of the region and of
// the image; Out is 0 elsewhere. TransformMatrix maps pixels of the rectangle to X. The rows of
// ROIs of each image follow from its level of detail. (Paddle 1.8)
struct RoiPerspectiveTransform final : Op {
  const Tensor* x = nullptr;
  const Tensor* rois = nullptr;
  float spatial_scale = 1.0f;
  int transformed_height = 1;
  int transformed_width = 1;
  Tensor* out = nullptr;
  Tensor* mask = nullptr;
  Tensor* transform_matrix = nullptr;
  // Scratch of the original kernels, left empty.
  Tensor* out2in_idx = nullptr;
  Tensor* out2in_weights = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("ROIs", &rois);
    v.Attr("spatial_scale", &spatial_scale);
    v.Attr("transformed_height", &transformed_height);
    v.Attr("transformed_width", &transformed_width);
    v.Output("Out", &out);
    v.Output("Mask", &mask);
    v.Output("TransformMatrix", &transform_matrix);
    v.Output("Out2InIdx", &out2in_idx, Need::kOptional);
    v.Output("Out2InWeights", &out2in_weights, Need::kOptional);
  }
  Status InferShape() override {
    const DDim& dims = x->dims();
    const DDim& regions = rois->dims();
    if (dims.rank() != 4) return InvalidArgument("X: expected rank 4, found shape ", dims);
    if (regions.rank() != 2 || regions[1] != 8) {
      return InvalidArgument("ROIs: expected rows of 8 coordinates, found shape ", regions);
    }
    if (transformed_height <= 0) {
      return InvalidArgument("attribute transformed_height: expected a positive number, found ",
                             transformed_height);
    }
    if (transformed_width <= 0) {
      return InvalidArgument("attribute transformed_width: expected a positive number, found ",
                             transformed_width);
    }
    for (int i = 2; i < 4; ++i) {
      if (dims[i] == 0 || dims[i] > INT32_MAX) {
        return InvalidArgument("X: expected an image, found shape ", dims);
      }
    }
    LITE_RETURN_IF_ERROR(
        SetShape("Out", DDim{regions[0], dims[1], transformed_height, transformed_width}, out));
    LITE_RETURN_IF_ERROR(
        SetShape("Mask", DDim{regions[0], 1, transformed_height, transformed_width}, mask));
    LITE_RETURN_IF_ERROR(SetShape("TransformMatrix", DDim{regions[0], 9}, transform_matrix));
    out->set_lod(rois->lod());
    for (Tensor* tensor : {out2in_idx, out2in_weights}) {
      if (tensor != nullptr) tensor->Resize(DDim{0});
    }
    return OkStatus();
  }
  Status InferType() override {
    for (Tensor* tensor : {out, transform_matrix, out2in_weights}) {
      if (tensor != nullptr) tensor->set_precision(x->precision());
    }
    for (Tensor* tensor : {mask, out2in_idx}) {
      if (tensor != nullptr) tensor->set_precision(PrecisionType::kInt32);
    }
    return OkStatus();
  }
  Cost Estimate() const override {
    return {40.0 * static_cast<double>(out->numel()),
            2.0 * static_cast<double>(out->memory_size())};
  }
};

LITE_OP(roi_perspective_transform, RoiPerspectiveTransform);

}  // namespace paddle::lite::operators
