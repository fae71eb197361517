#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Resizes lines, images or volumes (1 to 3 spatial axes, as X has). As in Paddle, interp_method
// decides how, whatever the operator is named: linear for lines; nearest, bilinear or bicubic for
// images; trilinear or, in the second version, nearest for volumes. The size comes from SizeTensor
// (one integer per spatial axis: depth, height, width), else from OutSize, else from Scale or the
// attribute scale, else from out_d, out_h and out_w.
struct InterpolateBase : Op {
  const Tensor* x = nullptr;
  const Tensor* out_size = nullptr;
  std::vector<const Tensor*> size_tensor;
  const Tensor* scale_tensor = nullptr;
  std::string data_layout = "NCHW";
  int out_d = 0;
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
    v.Attr("out_d", &out_d);
    v.Attr("out_h", &out_h);
    v.Attr("out_w", &out_w);
    ScaleAttribute(v);
    v.Attr("interp_method", &interp_method);
    v.Attr("align_corners", &align_corners);
    v.Attr("align_mode", &align_mode);
    v.Output("Out", &out);
  }

  // As in Paddle, AnyLayout and NCDHW mean channels last.
  bool channels_last() const { return data_layout != "NCHW"; }
  int first_spatial_axis() const { return channels_last() ? 1 : 2; }

  enum class Method { kNearest, kLinear, kCubic };
  Method method() const {
    if (interp_method == "nearest") return Method::kNearest;
    return interp_method == "bicubic" ? Method::kCubic : Method::kLinear;
  }
  // Whether X has rank 4, also if its shape is not known yet.
  bool IsImage() const {
    return interp_method == "bilinear" || interp_method == "bicubic" || x->dims().rank() == 4;
  }

  // Input and output pixels of an axis, and the step in the input per output pixel.
  struct Axis {
    int64_t in = 1;
    int64_t out = 1;
    float step = 0;
  };
  // The last one for positions beyond it, and for infinity and NaN: a scale may be tiny.
  static int64_t PixelAt(const Axis& axis, double position) {
    return static_cast<int64_t>(std::min(static_cast<double>(axis.in - 1), position));
  }
  // The elements of the input that element i of the output is computed from along an axis, as in
  // Paddle: positions in double, or in float in the second version, and weights in float, of
  // positions rounded to float.
  int64_t NearestPosition(const Axis& axis, int64_t i) const {
    const float position = axis.step * static_cast<float>(i);
    const double rounded = align_corners ? static_cast<double>(position) + 0.5 : position;
    return PixelAt(axis, rounded);
  }
  struct LinearPosition {
    int64_t low;
    int64_t high;
    float weight;  // of `high`
  };
  LinearPosition LinearPositionOf(const Axis& axis, int64_t i) const {
    const auto index = static_cast<float>(i);
    double at = axis.step * index;
    if (align_mode == 0 && !align_corners) {
      at = IsVersion2() ? axis.step * (index + 0.5f) - 0.5f
                        : static_cast<double>(axis.step) * (static_cast<double>(i) + 0.5) - 0.5;
    }
    const double position = std::max(at, 0.0);
    const int64_t low = PixelAt(axis, position);
    return {low, std::min(low + 1, axis.in - 1),
            static_cast<float>(position) - static_cast<float>(low)};
  }

  // Depth, height and width; an axis that the operator lacks is one pixel.
  struct Geometry {
    Axis d;
    Axis h;
    Axis w;
  };
  Result<Geometry> ResolveGeometry() const {
    const DDim& dims = x->dims();
    LITE_RETURN_IF_ERROR(CheckMethod());
    const int spatial = dims.rank() - 2;
    LITE_ASSIGN_OR_RETURN(std::vector<float> scales, ReadScale(spatial));
    std::vector<int64_t> size = {out_d, out_h, out_w};
    size.erase(size.begin(), size.end() - spatial);
    if (!scales.empty()) {
      for (int i = 0; i < spatial; ++i) {
        const float pixels = static_cast<float>(dims[first_spatial_axis() + i]) * scales[i];
        constexpr float kLimit = 2147483648.0f;
        if (!(pixels < kLimit))
          return OutOfRange("scale: ", scales[i], " is too large for X ", dims);
        size[i] = static_cast<int64_t>(pixels);
      }
    }
    if (!size_tensor.empty()) {
      LITE_ASSIGN_OR_RETURN(size, ReadFirstIntegers("SizeTensor", size_tensor));
      scales.clear();
    } else if (out_size != nullptr) {
      LITE_ASSIGN_OR_RETURN(size, ReadIntegers("OutSize", *out_size));
    }
    Geometry geometry;
    Axis* const axes[] = {&geometry.d, &geometry.h, &geometry.w};
    // Only a result without elements has an image without pixels.
    const bool no_images = dims[0] == 0 || dims[channels_last() ? spatial + 1 : 1] == 0;
    bool possible = size.size() == static_cast<size_t>(spatial);
    for (int i = 0; i < spatial && possible; ++i) {
      Axis& axis = *axes[3 - spatial + i];
      axis.in = dims[first_spatial_axis() + i];
      axis.out = size[i];
      possible = (axis.in > 0 || no_images) && axis.out > 0;
      if (!possible) break;
      // Kernels keep a table per axis, even where the result has no element.
      constexpr int64_t kMaxPixels = 1 << 16;
      constexpr int64_t kMaxTimes = 64;
      if (axis.out > std::max(kMaxPixels, axis.in * kMaxTimes)) {
        return OutOfRange("output size ", ListToString(size), " for X ", dims,
                          ": expected extents up to ", kMaxPixels, ", or ", kMaxTimes,
                          " times that of X");
      }
      axis.step = Step(axis.in, axis.out, scales.empty() ? 0.0f : scales[i]);
    }
    if (!possible) {
      constexpr const char* kSizes[] = {"one positive size", "two positive sizes",
                                        "three positive sizes"};
      return InvalidArgument("output size ", ListToString(size), " for X ", dims, ": expected ",
                             kSizes[spatial - 1]);
    }
    return geometry;
  }

  Status InferShape() final {
    constexpr const char* kLayouts[] = {"NCHW", "NHWC", "AnyLayout", "NCDHW", "NDHWC"};
    if (std::count(std::begin(kLayouts), std::end(kLayouts), data_layout) == 0) {
      return InvalidArgument(
          "attribute data_layout: expected NCHW, NHWC, AnyLayout, NCDHW or NDHWC, found '",
          data_layout, "'");
    }
    LITE_ASSIGN_OR_RETURN(const Geometry geometry, ResolveGeometry());
    DDim shape = x->dims();
    const int64_t sizes[] = {geometry.d.out, geometry.h.out, geometry.w.out};
    const int spatial = shape.rank() - 2;
    for (int i = 0; i < spatial; ++i) shape[first_spatial_axis() + i] = sizes[3 - spatial + i];
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
  // The factors of the attribute.
  virtual std::vector<float> AttributeScale() const = 0;
  // The first version takes one factor for all axes, and ignores one that is not above 0. In the
  // second, the step is 1 / scale even if the size does not follow from the scale.
  virtual bool IsVersion2() const = 0;

 private:
  Status CheckMethod() const {
    const int rank = x->dims().rank();
    if (rank < 3 || rank > 5)
      return InvalidArgument("X: expected rank 3, 4 or 5, found shape ", x->dims());
    const bool fits =
        rank == 3   ? interp_method == "linear"
        : rank == 4 ? interp_method == "nearest" || interp_method == "bilinear" ||
                          interp_method == "bicubic"
                    : interp_method == "trilinear" || (IsVersion2() && interp_method == "nearest");
    if (fits) return OkStatus();
    const char* const kMethods[] = {"linear", "nearest, bilinear or bicubic",
                                    IsVersion2() ? "nearest or trilinear" : "trilinear"};
    return InvalidArgument("attribute interp_method: expected ", kMethods[rank - 3], " for X ",
                           x->dims(), ", found '", interp_method, "'");
  }

  // One factor per axis, or none if the size comes from elsewhere.
  Result<std::vector<float>> ReadScale(int spatial) const {
    const auto count = static_cast<size_t>(spatial);
    std::vector<float> scales = AttributeScale();
    if (scale_tensor != nullptr) {
      LITE_ASSIGN_OR_RETURN(scales, ReadScaleTensor(spatial));
    }
    if (scales.size() == 1) scales.resize(count, scales[0]);
    if (!scales.empty() && scales.size() < count) {
      return InvalidArgument("attribute scale: expected one factor or ", spatial, ", found ",
                             scales.size());
    }
    // As in Paddle, further factors are ignored.
    if (!scales.empty()) scales.resize(count);
    const bool positive =
        std::all_of(scales.begin(), scales.end(), [](float scale) { return scale > 0.0f; });
    return positive ? scales : std::vector<float>();
  }

  Result<std::vector<float>> ReadScaleTensor(int spatial) const {
    if (!scale_tensor->IsInitialized())
      return FailedPrecondition("Scale: the values are not known yet");
    const int64_t count = scale_tensor->numel();
    const bool fits = IsVersion2() ? count == 1 || count == spatial : count >= 1;
    if (scale_tensor->precision() != PrecisionType::kFloat || !fits) {
      return InvalidArgument(
          "Scale: expected one float or ", IsVersion2() ? StrCat(spatial) : "more", ", found ",
          PrecisionToStr(scale_tensor->precision()), " of shape ", scale_tensor->dims());
    }
    const float* numbers = scale_tensor->data<float>();
    if (!IsVersion2()) return std::vector<float>{numbers[0]};
    for (int64_t i = 0; i < count; ++i) {
      if (!(numbers[i] > 0.0f)) return InvalidArgument("Scale: ", numbers[i], " is not above 0");
    }
    return std::vector<float>(numbers, numbers + count);
  }

  float Step(int64_t in, int64_t out_pixels, float scale) const {
    if (out_pixels == 1) return 0.0f;
    if (align_corners) return static_cast<float>(in - 1) / static_cast<float>(out_pixels - 1);
    if (IsVersion2() && scale > 0.0f) return 1.0f / scale;
    return static_cast<float>(in) / static_cast<float>(out_pixels);
  }
};

struct Interpolate final : InterpolateBase {
  float scale = 0.0f;

 protected:
  void ScaleAttribute(FieldVisitor& v) override { v.Attr("scale", &scale); }
  std::vector<float> AttributeScale() const override { return {scale}; }
  bool IsVersion2() const override { return false; }
};

struct InterpolateV2 final : InterpolateBase {
  std::vector<float> scale;

 protected:
  void ScaleAttribute(FieldVisitor& v) override { v.Attr("scale", &scale); }
  std::vector<float> AttributeScale() const override { return scale; }
  bool IsVersion2() const override { return true; }
};

LITE_OP(linear_interp, Interpolate);
LITE_OP(linear_interp_v2, InterpolateV2);
LITE_OP(nearest_interp, Interpolate);
LITE_OP(nearest_interp_v2, InterpolateV2);
LITE_OP(bilinear_interp, Interpolate);
LITE_OP(bilinear_interp_v2, InterpolateV2);
LITE_OP(bicubic_interp, Interpolate);
LITE_OP(bicubic_interp_v2, InterpolateV2);
LITE_OP(trilinear_interp, Interpolate);
LITE_OP(trilinear_interp_v2, InterpolateV2);

}  // namespace paddle::lite::operators
