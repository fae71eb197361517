#include "lite/operators/interpolate.h"

#include "lite/kernels/interpolation_taps.h"
#include "lite/kernels/opencl/images.h"

namespace paddle::lite::kernels::opencl {

using operators::InterpolateBase;

// Each axis has a table of input pixels and weights, by the rule that the host uses.
class InterpolateKernel final : public KernelFor<InterpolateBase> {
 public:
  static Status Supports(const InterpolateBase& op) {
    if (!op.IsImage()) return Unsupported("X must have rank 4, found shape ", op.x->dims());
    if (op.channels_last()) return Unsupported("data_layout ", op.data_layout);
    return op.ShapeDependsOnData() ? Unsupported("a size that the program computes") : OkStatus();
  }

  Status PrepareOp(const InterpolateBase& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const InterpolateBase::Geometry g, op.ResolveGeometry());
    const TapTables tables = TapTablesOf(op, {&g.h, &g.w});
    LITE_ASSIGN_OR_RETURN(pixels_, UploadValues(*context, tables.pixels.data(),
                                                tables.pixels.size() * sizeof(int32_t)));
    LITE_ASSIGN_OR_RETURN(weights_, UploadValues(*context, tables.weights.data(),
                                                 tables.weights.size() * sizeof(float)));
    taps_ = tables.taps;
    size_ = {static_cast<int32_t>(g.h.in), static_cast<int32_t>(g.w.in),
             static_cast<int32_t>(g.h.out), static_cast<int32_t>(g.w.out)};
    in_images_ = IsImageLayout(op.out->layout());
    return function_.Load(*context, "sampling", in_images_ ? "interpolate_image" : "interpolate");
  }

  Status RunOp(const InterpolateBase& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    Call call = function_.On(context);
    call.Add(op.x).Add(op.out).Add(pixels_).Add(weights_).Add(size_).Add(taps_);
    if (in_images_) {
      const ImageShape shape(op.out->dims());
      return call.Add(shape.c).Over(shape.items(), kCube);
    }
    return call.Over({size_.w, size_.z, op.x->dims().Count(0, 2)}, kCube);
  }

 private:
  Block pixels_, weights_;
  Int4 size_ = {};  // input height and width, output height and width
  int32_t taps_ = 0;
  bool in_images_ = false;
  LoadedFunction function_;
};

}  // namespace paddle::lite::kernels::opencl

REGISTER_LITE_KERNEL(nearest_interp, kOpenCL, kFloat, kNCHW,
                     paddle::lite::kernels::opencl::InterpolateKernel, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(nearest_interp_v2, kOpenCL, kFloat, kNCHW,
                     paddle::lite::kernels::opencl::InterpolateKernel, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(bilinear_interp, kOpenCL, kFloat, kNCHW,
                     paddle::lite::kernels::opencl::InterpolateKernel, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(bilinear_interp_v2, kOpenCL, kFloat, kNCHW,
                     paddle::lite::kernels::opencl::InterpolateKernel, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(bicubic_interp, kOpenCL, kFloat, kNCHW,
                     paddle::lite::kernels::opencl::InterpolateKernel, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(bicubic_interp_v2, kOpenCL, kFloat, kNCHW,
                     paddle::lite::kernels::opencl::InterpolateKernel, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(nearest_interp, kOpenCL, kFloat, kImageDefault,
                     paddle::lite::kernels::opencl::InterpolateKernel, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(nearest_interp_v2, kOpenCL, kFloat, kImageDefault,
                     paddle::lite::kernels::opencl::InterpolateKernel, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(bilinear_interp, kOpenCL, kFloat, kImageDefault,
                     paddle::lite::kernels::opencl::InterpolateKernel, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(bilinear_interp_v2, kOpenCL, kFloat, kImageDefault,
                     paddle::lite::kernels::opencl::InterpolateKernel, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
