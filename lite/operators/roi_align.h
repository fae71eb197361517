#pragma once

#include <algorithm>

#include "lite/operators/attribute_cost.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Crops every region of ROIs [R, 4] from its image of X [N, C, H, W] and resizes it to a common
// size by averaging interpolated samples. RoisNum, RoisLod or the level of detail of ROIs selects
// the image.
struct RoiAlign final : Op {
  const Tensor* x = nullptr;
  const Tensor* rois = nullptr;
  const Tensor* rois_num = nullptr;  // rows of each image
  const Tensor* rois_lod = nullptr;  // first row of each image, and the end; of Paddle 1.x
  int pooled_height = 1;
  int pooled_width = 1;
  float spatial_scale = 1.0f;  // pixels of X per unit of ROIs
  int sampling_ratio =
      -1;  // samples per output pixel along an axis; not above 0 = derived from the size
  bool aligned = false;  // pixel centres are at half-integer coordinates
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("ROIs", &rois);
    v.Input("RoisNum", &rois_num, Need::kOptional);
    v.Input("RoisLod", &rois_lod, Need::kOptional);
    v.Attr("pooled_height", &pooled_height);
    v.Attr("pooled_width", &pooled_width);
    v.Attr("spatial_scale", &spatial_scale);
    v.Attr("sampling_ratio", &sampling_ratio);
    v.Attr("aligned", &aligned);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    const DDim& dims = x->dims();
    if (dims.rank() != 4) return InvalidArgument("X: expected rank 4, found shape ", dims);
    if (rois->dims().rank() != 2 || rois->dims()[1] != 4)
      return InvalidArgument("ROIs: expected shape [R, 4], found ", rois->dims());
    if (pooled_height < 1 || pooled_width < 1) {
      return InvalidArgument(
          "attributes pooled_height and pooled_width: expected positive values, "
          "found ",
          pooled_height, " and ", pooled_width);
    }
    LITE_RETURN_IF_ERROR(
        CheckAttributeCount("sampling_ratio", sampling_ratio, std::max(dims[2], dims[3]), "X"));
    out->set_lod(LoD());
    return SetShape("Out", DDim{rois->dims()[0], dims[1], pooled_height, pooled_width}, out);
  }
  Cost Estimate() const override {
    return {40.0 * static_cast<double>(out->numel()),
            static_cast<double>(x->memory_size() + out->memory_size())};
  }
};

LITE_OP(roi_align, RoiAlign);

}  // namespace paddle::lite::operators
