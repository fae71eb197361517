// Copies between the device's memory and the host's.
#include "lite/kernels/device_copy.h"

REGISTER_LITE_KERNEL(io_copy, kXPU, kAny, kAny, paddle::lite::kernels::DeviceCopy, host_to_device)
    .BindInput("Input", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(io_copy, kXPU, kAny, kAny, paddle::lite::kernels::DeviceCopy, device_to_host)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(io_copy_once, kXPU, kAny, kAny, paddle::lite::kernels::DeviceCopy,
                     host_to_device)
    .BindInput("Input", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(io_copy_once, kXPU, kAny, kAny, paddle::lite::kernels::DeviceCopy,
                     device_to_host)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .Finalize();
