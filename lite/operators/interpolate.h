#pragma once

#include <string>
#include <vector>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Images in another size. The size comes from SizeTensor (one integer each for height and width),
// else from OutSize, else from Scale or the attribute scale, else from out_h and out_w.
struct InterpolateBase : Op {
  const Tensor* x = nullptr;
  const Tensor* out_size = nullptr;
  std::vector<const Tensor*> size_tensor;
  const Tensor* scale_tensor = nullptr;
  std::string data_layout = "NCHW";
  int out_h = 0;
  int out_w = 0;
  std::string interp_method = "bilinear";
  bool align_corners = true;
  int align_mode = 1;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) final {
    v.Input("X", &x);
    v.Input("OutSize", &out_size, Need::kOptional);
    v.Inputs("SizeTensor", &size_tensor, Need::kOptional);
    v.Input("Scale", &scale_tensor, Need::kOptional);
    v.Attr("data_layout", &data_layout);
    v.Attr("out_h", &out_h);
    v.Attr("out_w", &out_w);
    ScaleAttribute(v);
    v.Attr("interp_method", &interp_method);
    v.Attr("align_corners", &align_corners);
    v.Attr("align_mode", &align_mode);
    v.Output("Out", &out);
  }

  bool channels_last() const { return data_layout == "NHWC"; }
  int height_axis() const { return channels_last() ? 1 : 2; }

  // Steps in the input per pixel of the output, for height and width.
  struct Geometry {
    int64_t height = 0;
    int64_t width = 0;
    float step_y = 0;
    float step_x = 0;
  };
  Result<Geometry> ResolveGeometry() const {
    const DDim& dims = x->dims();
    if (dims.rank() != 4) return InvalidArgument("X: expected rank 4, found shape ", dims);
    const int64_t in_h = dims[height_axis()];
    const int64_t in_w = dims[height_axis() + 1];
    float scale_h = 0.0f;
    float scale_w = 0.0f;
    LITE_RETURN_IF_ERROR(ReadScale(&scale_h, &scale_w));
    std::vector<int64_t> size = {out_h, out_w};
    if (scale_h > 0.0f && scale_w > 0.0f) {
      const float height = static_cast<float>(in_h) * scale_h;
      const float width = static_cast<float>(in_w) * scale_w;
      constexpr float kLimit = 2147483648.0f;
      if (!(height < kLimit && width < kLimit))
        return OutOfRange("scale: ", scale_h, " is too large for X ", dims);
      size = {static_cast<int64_t>(height), static_cast<int64_t>(width)};
    }
    if (!size_tensor.empty()) {
      LITE_ASSIGN_OR_RETURN(size, ReadIntegers("SizeTensor", size_tensor));
      scale_h = scale_w = 0.0f;
    } else if (out_size != nullptr) {
      LITE_ASSIGN_OR_RETURN(size, ReadIntegers("OutSize", *out_size));
    }
    if (size.size() != 2 || size[0] < 1 || size[1] < 1 || in_h < 1 || in_w < 1) {
      return InvalidArgument("output size ", ListToString(size), " for X ", dims,
                             ": expected two positive sizes");
    }
    Geometry geometry;
    geometry.height = size[0];
    geometry.width = size[1];
    geometry.step_y = Step(in_h, geometry.height, scale_h);
    geometry.step_x = Step(in_w, geometry.width, scale_w);
    return geometry;
  }

  Status InferShape() final {
    if (data_layout != "NCHW" && data_layout != "NHWC") {
      return InvalidArgument("attribute data_layout: expected NCHW or NHWC, found '", data_layout,
                             "'");
    }
    LITE_ASSIGN_OR_RETURN(const Geometry geometry, ResolveGeometry());
    DDim shape = x->dims();
    shape[height_axis()] = geometry.height;
    shape[height_axis() + 1] = geometry.width;
    out->set_lod(x->lod());
    return SetShape("Out", shape, out);
  }
  Status InferType() final {
    out->set_precision(x->precision());
    return OkStatus();
  }
  Cost Estimate() const final {
    return {8.0 * static_cast<double>(out->numel()),
            static_cast<double>(x->memory_size() + out->memory_size())};
  }
  bool ShapeDependsOnData() const final {
    return IsVariableData(out_size) || IsVariableData(size_tensor) || IsVariableData(scale_tensor);
  }

 protected:
  virtual void ScaleAttribute(FieldVisitor& v) = 0;
  // The attribute's factors for height and width; not above 0 = unset.
  virtual Status AttributeScale(float* scale_h, float* scale_w) const = 0;
  // Whether the step is 1 / scale even where the size does not follow from the scale.
  virtual bool StepFollowsScale() const = 0;

 private:
  Status ReadScale(float* scale_h, float* scale_w) const {
    if (scale_tensor == nullptr) return AttributeScale(scale_h, scale_w);
    if (!scale_tensor->IsInitialized())
      return FailedPrecondition("Scale: the values are not known yet");
    const int64_t count = scale_tensor->numel();
    if (scale_tensor->precision() != PrecisionType::kFloat || count < 1 || count > 2) {
      return InvalidArgument("Scale: expected one or two floats, found ",
                             PrecisionToStr(scale_tensor->precision()), " of shape ",
                             scale_tensor->dims());
    }
    *scale_h = scale_tensor->data<float>()[0];
    *scale_w = scale_tensor->data<float>()[count - 1];
    if (!(*scale_h > 0.0f && *scale_w > 0.0f))
      return InvalidArgument("Scale: ", *scale_h, ", ", *scale_w, " is not above 0");
    return OkStatus();
  }

  float Step(int64_t in, int64_t out_pixels, float scale) const {
    if (out_pixels == 1) return 0.0f;
    if (align_corners) return static_cast<float>(in - 1) / static_cast<float>(out_pixels - 1);
    if (StepFollowsScale() && scale > 0.0f) return 1.0f / scale;
    return static_cast<float>(in) / static_cast<float>(out_pixels);
  }
};

struct Interpolate final : InterpolateBase {
  float scale = 0.0f;

 protected:
  void ScaleAttribute(FieldVisitor& v) override { v.Attr("scale", &scale); }
  Status AttributeScale(float* scale_h, float* scale_w) const override {
    *scale_h = *scale_w = scale;
    return OkStatus();
  }
  bool StepFollowsScale() const override { return false; }
};

struct InterpolateV2 final : InterpolateBase {
  std::vector<float> scale;

 protected:
  void ScaleAttribute(FieldVisitor& v) override { v.Attr("scale", &scale); }
  Status AttributeScale(float* scale_h, float* scale_w) const override {
    if (scale.empty()) return OkStatus();
    if (scale.size() > 2)
      return InvalidArgument("attribute scale: expected at most two factors, found ", scale.size());
    *scale_h = scale.front();
    *scale_w = scale.back();
    return OkStatus();
  }
  bool StepFollowsScale() const override { return true; }
};

LITE_OP(nearest_interp, Interpolate);
LITE_OP(bilinear_interp, Interpolate);
LITE_OP(nearest_interp_v2, InterpolateV2);
LITE_OP(bilinear_interp_v2, InterpolateV2);

}  // namespace paddle::lite::operators
