#include "lite/kernels/x86/transpose.h"

#include "lite/kernels/transposition_kernel.h"

namespace paddle::lite::kernels::x86 {

using TransposeKernel = TranspositionKernel<operators::Transpose, &Matrix32>;
using ReorderingTransposeKernel = kernels::ReorderingTransposeKernel<&Matrix32>;

}  // namespace paddle::lite::kernels::x86

REGISTER_LITE_KERNEL(transpose, kX86, kFloat, kNCHW, paddle::lite::kernels::x86::TransposeKernel,
                     def)
    .Finalize();

REGISTER_LITE_KERNEL(transpose2, kX86, kFloat, kNCHW, paddle::lite::kernels::x86::TransposeKernel,
                     def)
    .Finalize();

REGISTER_LITE_KERNEL(transpose, kX86, kFloat, kNCHW,
                     paddle::lite::kernels::x86::ReorderingTransposeKernel, nhwc_in)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kX86), PRECISION(kFloat), DATALAYOUT(kNHWC))})
    .Finalize();

REGISTER_LITE_KERNEL(transpose, kX86, kFloat, kNHWC,
                     paddle::lite::kernels::x86::ReorderingTransposeKernel, nhwc_out)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kX86), PRECISION(kFloat), DATALAYOUT(kNCHW))})
    .Finalize();

REGISTER_LITE_KERNEL(transpose2, kX86, kFloat, kNCHW,
                     paddle::lite::kernels::x86::ReorderingTransposeKernel, nhwc_in)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kX86), PRECISION(kFloat), DATALAYOUT(kNHWC))})
    .Finalize();

REGISTER_LITE_KERNEL(transpose2, kX86, kFloat, kNHWC,
                     paddle::lite::kernels::x86::ReorderingTransposeKernel, nhwc_out)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kX86), PRECISION(kFloat), DATALAYOUT(kNCHW))})
    .Finalize();
