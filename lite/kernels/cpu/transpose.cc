#include "lite/kernels/cpu/transpose.h"

#include "lite/kernels/transposition_kernel.h"

namespace paddle::lite::kernels::LITE_CPU {

using TransposeKernel = TranspositionKernel<operators::Transpose, &Matrix32>;

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, TransposeKernel, transpose, transpose2);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, nhwc_in, kernels::ReorderingTransposeKernel<&Matrix32>,
             transpose, transpose2)
    .In({"X"}, PRECISION(kFloat), DATALAYOUT(kNHWC));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNHWC, nhwc_out,
             kernels::ReorderingTransposeKernel<&Matrix32>, transpose, transpose2)
    .In({"X"}, PRECISION(kFloat), DATALAYOUT(kNCHW));

}  // namespace paddle::lite::kernels::LITE_CPU
