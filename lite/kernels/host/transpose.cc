#include "lite/kernels/transposition_kernel.h"

namespace paddle::lite::kernels::host {

using TransposeKernel = TranspositionKernel<operators::Transpose>;
using ReorderingTransposeKernel = kernels::ReorderingTransposeKernel<>;

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(transpose, kHost, kAny, kNCHW, paddle::lite::kernels::host::TransposeKernel,
                     def)
    .Finalize();

REGISTER_LITE_KERNEL(transpose2, kHost, kAny, kNCHW, paddle::lite::kernels::host::TransposeKernel,
                     def)
    .Finalize();

REGISTER_LITE_KERNEL(transpose, kHost, kAny, kNCHW,
                     paddle::lite::kernels::host::ReorderingTransposeKernel, nhwc_in)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kNHWC))})
    .Finalize();

REGISTER_LITE_KERNEL(transpose, kHost, kAny, kNHWC,
                     paddle::lite::kernels::host::ReorderingTransposeKernel, nhwc_out)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kNCHW))})
    .Finalize();

REGISTER_LITE_KERNEL(transpose2, kHost, kAny, kNCHW,
                     paddle::lite::kernels::host::ReorderingTransposeKernel, nhwc_in)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kNHWC))})
    .Finalize();

REGISTER_LITE_KERNEL(transpose2, kHost, kAny, kNHWC,
                     paddle::lite::kernels::host::ReorderingTransposeKernel, nhwc_out)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kNCHW))})
    .Finalize();
