#include "lite/kernels/prior_box_kernel.h"

namespace paddle::lite::kernels::fpga {

// The boxes are floats in the host's memory. A feature map stays on the device, because a kernel of
// the host would only take it as floats in NCHW.
using FpgaPriorBoxKernel = PriorBoxKernel<float>;

}  // namespace paddle::lite::kernels::fpga

REGISTER_LITE_KERNEL(prior_box, kFPGA, kFP16, kNHWC,
                     paddle::lite::kernels::fpga::FpgaPriorBoxKernel, def)
    .BindInput("Image", {LiteType::GetTensorTy(TARGET(kAny), PRECISION(kFloat), DATALAYOUT(kAny))})
    .BindOutput("Boxes", {LiteType::GetTensorTy(TARGET(kHost))})
    .BindOutput("Variances", {LiteType::GetTensorTy(TARGET(kHost))})
    .Finalize();
