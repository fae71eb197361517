#pragma once

#include "lite/core/element.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Base of the poolings that divide every region of ROIs [R, 4] into pooled_height x pooled_width
// bins of whole pixels of X [N, C, H, W]. RoisNum, RoisLod or the level of detail of ROIs selects
// the image.
struct RegionPool : Op {
  const Tensor* x = nullptr;
  const Tensor* rois = nullptr;
  const Tensor* rois_num = nullptr;  // rows of each image
  int pooled_height = 1;
  int pooled_width = 1;
  float spatial_scale = 1.0f;  // pixels of X per unit of ROIs
  Tensor* out = nullptr;

  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckType());
    if (rois->precision() != x->precision()) {
      return InvalidArgument("ROIs: expected element type ", PrecisionToStr(x->precision()),
                             " of X, found ", PrecisionToStr(rois->precision()));
    }
    out->set_precision(x->precision());
    return OkStatus();
  }
  virtual Status CheckType() const { return CheckElementType<RealTypes>("X", x->precision()); }
  Cost Estimate() const override {
    return {10.0 * static_cast<double>(out->numel()),
            static_cast<double>(x->memory_size() + out->memory_size())};
  }

 protected:
  Status CheckRegions() const {
    if (pooled_height < 1 || pooled_width < 1) {
      return InvalidArgument(
          "attributes pooled_height and pooled_width: expected positive values, found ",
          pooled_height, " and ", pooled_width);
    }
    const DDim& dims = x->dims();
    if (dims.rank() != 4) return InvalidArgument("X: expected rank 4, found shape ", dims);
    if (dims[2] > kMaxExtent || dims[3] > kMaxExtent) {
      return OutOfRange("X: spatial extent beyond ", kMaxExtent, " in ", dims);
    }
    if (rois->dims().rank() != 2 || rois->dims()[1] != 4) {
      return InvalidArgument("ROIs: expected shape [R, 4], found ", rois->dims());
    }
    return OkStatus();
  }

 private:
  static constexpr int64_t kMaxExtent = int64_t{1} << 30;
};

// The maximum of every bin, and in Argmax its position within the plane: 0 and -1 for a bin without
// pixels.
struct RoiPool final : RegionPool {
  const Tensor* rois_lod = nullptr;  // first row of each image, and the end; of Paddle 1.x
  Tensor* argmax = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("ROIs", &rois);
    v.Input("RoisNum", &rois_num, Need::kOptional);
    v.Input("RoisLod", &rois_lod, Need::kOptional);
    v.Attr("pooled_height", &pooled_height);
    v.Attr("pooled_width", &pooled_width);
    v.Attr("spatial_scale", &spatial_scale);
    v.Output("Out", &out);
    v.Output("Argmax", &argmax, Need::kOptional);
  }
  Status CheckType() const override {
    return CheckElementType<RealTypes::And<int32_t>>("X", x->precision());
  }
  Status InferShape() override {
    LITE_RETURN_IF_ERROR(CheckRegions());
    const DDim shape{rois->dims()[0], x->dims()[1], pooled_height, pooled_width};
    LITE_RETURN_IF_ERROR(SetShape("Out", shape, out));
    out->set_lod(LoD());
    if (argmax != nullptr) {
      argmax->Resize(shape);
      argmax->set_lod(LoD());
    }
    return OkStatus();
  }
  Status InferType() override {
    if (argmax != nullptr) argmax->set_precision(PrecisionType::kInt64);
    return RegionPool::InferType();
  }
};

// The average of every bin, of a plane of its own: X has output_channels * pooled_height *
// pooled_width planes.
struct PsroiPool final : RegionPool {
  int output_channels = 1;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("ROIs", &rois);
    v.Input("RoisNum", &rois_num, Need::kOptional);
    v.Attr("pooled_height", &pooled_height);
    v.Attr("pooled_width", &pooled_width);
    v.Attr("output_channels", &output_channels);
    v.Attr("spatial_scale", &spatial_scale);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    if (output_channels < 1) {
      return InvalidArgument("attribute output_channels: expected a positive value, found ",
                             output_channels);
    }
    LITE_RETURN_IF_ERROR(CheckRegions());
    int64_t planes = int64_t{pooled_height} * pooled_width;
    if (!CheckedMul(planes, int64_t{output_channels}, &planes) || planes != x->dims()[1]) {
      return InvalidArgument("X: expected ", output_channels, " * ", pooled_height, " * ",
                             pooled_width, " channels, found shape ", x->dims());
    }
    out->set_lod(LoD());
    return SetShape("Out", DDim{rois->dims()[0], output_channels, pooled_height, pooled_width},
                    out);
  }
};

LITE_OP(roi_pool, RoiPool);
LITE_OP(psroi_pool, PsroiPool);

}  // namespace paddle::lite::operators
