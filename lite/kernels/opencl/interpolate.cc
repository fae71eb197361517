#include "lite/operators/interpolate.h"

#include <vector>

#include "lite/kernels/interpolation_taps.h"
#include "lite/kernels/opencl/images.h"

namespace paddle::lite::kernels::opencl {

using operators::InterpolateBase;

// Each axis has a table of input pixels and weights, by the rule that the host uses.
template <typename Rule>
class InterpolateKernel final : public KernelFor<InterpolateBase> {
 public:
  static Status Supports(const InterpolateBase& op) {
    if (op.channels_last()) return Unsupported("data_layout ", op.data_layout);
    return op.ShapeDependsOnData() ? Unsupported("a size that the program computes") : OkStatus();
  }

  Status PrepareOp(const InterpolateBase& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const InterpolateBase::Geometry g, op.ResolveGeometry());
    std::vector<int32_t> pixels;
    std::vector<float> weights;
    for (const InterpolateBase::Axis* axis : {&g.h, &g.w}) {
      for (int64_t i = 0; i < axis->out; ++i) {
        const auto taps = Rule::Find(op, *axis, i);
        for (const int64_t pixel : taps.index) pixels.push_back(static_cast<int32_t>(pixel));
        weights.insert(weights.end(), std::begin(taps.weight), std::end(taps.weight));
      }
    }
    LITE_ASSIGN_OR_RETURN(pixels_,
                          UploadValues(*context, pixels.data(), pixels.size() * sizeof(int32_t)));
    LITE_ASSIGN_OR_RETURN(weights_,
                          UploadValues(*context, weights.data(), weights.size() * sizeof(float)));
    size_ = {static_cast<int32_t>(g.h.in), static_cast<int32_t>(g.w.in),
             static_cast<int32_t>(g.h.out), static_cast<int32_t>(g.w.out)};
    in_images_ = IsImageLayout(op.out->layout());
    return function_.Load(*context, "sampling", in_images_ ? "interpolate_image" : "interpolate");
  }

  Status RunOp(const InterpolateBase& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    Call call = function_.On(context);
    call.Add(op.x).Add(op.out).Add(pixels_).Add(weights_).Add(size_).Add(int32_t{Rule::kTaps});
    if (in_images_) {
      const ImageShape shape(op.out->dims());
      return call.Add(shape.c).Over(shape.items(), kCube);
    }
    return call.Over({size_.w, size_.z, op.x->dims().Count(0, 2)}, kCube);
  }

 private:
  Block pixels_, weights_;
  Int4 size_ = {};  // input height and width, output height and width
  bool in_images_ = false;
  LoadedFunction function_;
};

using NearestKernel = InterpolateKernel<NearestTap>;
using LinearKernel = InterpolateKernel<LinearTaps>;
using CubicKernel = InterpolateKernel<CubicTaps>;

}  // namespace paddle::lite::kernels::opencl

REGISTER_LITE_KERNEL(nearest_interp, kOpenCL, kFloat, kNCHW,
                     paddle::lite::kernels::opencl::NearestKernel, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(nearest_interp_v2, kOpenCL, kFloat, kNCHW,
                     paddle::lite::kernels::opencl::NearestKernel, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(bilinear_interp, kOpenCL, kFloat, kNCHW,
                     paddle::lite::kernels::opencl::LinearKernel, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(bilinear_interp_v2, kOpenCL, kFloat, kNCHW,
                     paddle::lite::kernels::opencl::LinearKernel, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(bicubic_interp, kOpenCL, kFloat, kNCHW,
                     paddle::lite::kernels::opencl::CubicKernel, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(bicubic_interp_v2, kOpenCL, kFloat, kNCHW,
                     paddle::lite::kernels::opencl::CubicKernel, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(nearest_interp, kOpenCL, kFloat, kImageDefault,
                     paddle::lite::kernels::opencl::NearestKernel, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(nearest_interp_v2, kOpenCL, kFloat, kImageDefault,
                     paddle::lite::kernels::opencl::NearestKernel, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(bilinear_interp, kOpenCL, kFloat, kImageDefault,
                     paddle::lite::kernels::opencl::LinearKernel, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(bilinear_interp_v2, kOpenCL, kFloat, kImageDefault,
                     paddle::lite::kernels::opencl::LinearKernel, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
