#include "lite/operators/interpolate.h"

#include "lite/backends/cuda/sampling_body.h"
#include "lite/core/memory_order.h"
#include "lite/kernels/cuda/call.h"
#include "lite/kernels/interpolation_taps.h"

namespace paddle::lite::kernels::cuda {

using operators::InterpolateBase;

// Each axis has a table of input pixels and weights, by the rule that the host uses.
template <typename T>
class InterpolateKernel final : public CudaKernel<InterpolateBase> {
 public:
  static Status Supports(const InterpolateBase& op) {
    if (!op.IsImage()) return Unsupported("X must have rank 4, found shape ", op.x->dims());
    if (op.channels_last()) return Unsupported("data_layout ", op.data_layout);
    return op.ShapeDependsOnData() ? Unsupported("a size that the program computes") : OkStatus();
  }

  Status PrepareCuda(const InterpolateBase& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const InterpolateBase::Geometry g, op.ResolveGeometry());
    const TapTables tables = TapTablesOf(op, {&g.h, &g.w});
    LITE_ASSIGN_OR_RETURN(pixels_, UploadValues(*context, tables.pixels.data(),
                                                tables.pixels.size() * sizeof(int32_t)));
    LITE_ASSIGN_OR_RETURN(weights_, UploadValues(*context, tables.weights.data(),
                                                 tables.weights.size() * sizeof(float)));
    body_ = {nullptr,      nullptr,
             nullptr,      nullptr,
             Int(g.h.in),  Int(g.w.in),
             Int(g.h.out), Int(g.w.out),
             tables.taps,  StoredChannelsLast(*op.x) ? Int(op.x->dims()[1]) : 1};
    return OkStatus();
  }

  Status RunOp(const InterpolateBase& op, const RunContext& context) override {
    lite::cuda::InterpolateBody<T> body = body_;
    body.x = From<T>(op.x);
    body.out = To<T>(op.out);
    body.pixels = From<int32_t>(pixels_);
    body.weights = From<float>(weights_);
    return QueueOf(context)->Launch("interpolate", body, op.out->numel());
  }

 private:
  Block pixels_, weights_;
  lite::cuda::InterpolateBody<T> body_ = {};
};

using InterpolateFloat = InterpolateKernel<float>;
using InterpolateHalf = InterpolateKernel<Half>;

}  // namespace paddle::lite::kernels::cuda

REGISTER_LITE_KERNEL(nearest_interp, kCUDA, kFloat, kNCHW,
                     paddle::lite::kernels::cuda::InterpolateFloat, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(nearest_interp_v2, kCUDA, kFloat, kNCHW,
                     paddle::lite::kernels::cuda::InterpolateFloat, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(bilinear_interp, kCUDA, kFloat, kNCHW,
                     paddle::lite::kernels::cuda::InterpolateFloat, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(bilinear_interp_v2, kCUDA, kFloat, kNCHW,
                     paddle::lite::kernels::cuda::InterpolateFloat, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(bicubic_interp, kCUDA, kFloat, kNCHW,
                     paddle::lite::kernels::cuda::InterpolateFloat, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(bicubic_interp_v2, kCUDA, kFloat, kNCHW,
                     paddle::lite::kernels::cuda::InterpolateFloat, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(nearest_interp, kCUDA, kFP16, kAny,
                     paddle::lite::kernels::cuda::InterpolateHalf, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(nearest_interp_v2, kCUDA, kFP16, kAny,
                     paddle::lite::kernels::cuda::InterpolateHalf, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(bilinear_interp, kCUDA, kFP16, kAny,
                     paddle::lite::kernels::cuda::InterpolateHalf, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(bilinear_interp_v2, kCUDA, kFP16, kAny,
                     paddle::lite::kernels::cuda::InterpolateHalf, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(bicubic_interp, kCUDA, kFP16, kAny,
                     paddle::lite::kernels::cuda::InterpolateHalf, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(bicubic_interp_v2, kCUDA, kFP16, kAny,
                     paddle::lite::kernels::cuda::InterpolateHalf, def)
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("SizeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
