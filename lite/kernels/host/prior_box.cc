#include "lite/kernels/prior_box_kernel.h"

namespace paddle::lite::kernels::host {

using FloatPriorBoxKernel = PriorBoxKernel<float>;
using DoublePriorBoxKernel = PriorBoxKernel<double>;

}  // namespace paddle::lite::kernels::host

// The inputs' elements are not read, so they may be in the memory of a device.
REGISTER_LITE_KERNEL(prior_box, kHost, kFloat, kNCHW,
                     paddle::lite::kernels::host::FloatPriorBoxKernel, def)
    .BindInput("Input", {LiteType::GetTensorTy(TARGET(kAny), PRECISION(kFloat), DATALAYOUT(kAny))})
    .BindInput("Image", {LiteType::GetTensorTy(TARGET(kAny), PRECISION(kAny), DATALAYOUT(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(prior_box, kHost, kFP64, kNCHW,
                     paddle::lite::kernels::host::DoublePriorBoxKernel, def)
    .BindInput("Input", {LiteType::GetTensorTy(TARGET(kAny), PRECISION(kFP64), DATALAYOUT(kAny))})
    .BindInput("Image", {LiteType::GetTensorTy(TARGET(kAny), PRECISION(kAny), DATALAYOUT(kAny))})
    .Finalize();
