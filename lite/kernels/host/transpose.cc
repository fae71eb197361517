#include "lite/kernels/transposition_kernel.h"

namespace paddle::lite::kernels::host {

using ReorderingTransposeKernel = kernels::ReorderingTransposeKernel<>;

LITE_KERNELS(kHost, kAny, kNCHW, def, TranspositionKernel<operators::Transpose>, transpose,
             transpose2);
LITE_KERNELS(kHost, kAny, kNCHW, nhwc_in, ReorderingTransposeKernel, transpose, transpose2)
    .In({"X"}, PRECISION(kAny), DATALAYOUT(kNHWC));
LITE_KERNELS(kHost, kAny, kNHWC, nhwc_out, ReorderingTransposeKernel, transpose, transpose2)
    .In({"X"}, PRECISION(kAny), DATALAYOUT(kNCHW));

}  // namespace paddle::lite::kernels::host
