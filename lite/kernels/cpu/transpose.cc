#include "lite/kernels/cpu/transpose.h"

#include "lite/kernels/transposition_kernel.h"

namespace paddle::lite::kernels::LITE_CPU {

using TransposeKernel = TranspositionKernel<operators::Transpose, &Matrix32>;
using ReorderingTransposeKernel = kernels::ReorderingTransposeKernel<&Matrix32>;

}  // namespace paddle::lite::kernels::LITE_CPU

REGISTER_CPU_KERNEL(transpose, kFloat, kNCHW, TransposeKernel, def).Finalize();
REGISTER_CPU_KERNEL(transpose2, kFloat, kNCHW, TransposeKernel, def).Finalize();

REGISTER_CPU_KERNEL(transpose, kFloat, kNCHW, ReorderingTransposeKernel, nhwc_in)
    .BindInput("X", CpuTensor(PRECISION(kFloat), DATALAYOUT(kNHWC)))
    .Finalize();

REGISTER_CPU_KERNEL(transpose, kFloat, kNHWC, ReorderingTransposeKernel, nhwc_out)
    .BindInput("X", CpuTensor(PRECISION(kFloat), DATALAYOUT(kNCHW)))
    .Finalize();

REGISTER_CPU_KERNEL(transpose2, kFloat, kNCHW, ReorderingTransposeKernel, nhwc_in)
    .BindInput("X", CpuTensor(PRECISION(kFloat), DATALAYOUT(kNHWC)))
    .Finalize();

REGISTER_CPU_KERNEL(transpose2, kFloat, kNHWC, ReorderingTransposeKernel, nhwc_out)
    .BindInput("X", CpuTensor(PRECISION(kFloat), DATALAYOUT(kNCHW)))
    .Finalize();
