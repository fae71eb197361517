#include "lite/kernels/cpu/transpose.h"
#include "lite/kernels/transposition_kernel.h"

namespace paddle::lite::kernels::LITE_CPU {

using PixelShuffleKernel = TranspositionKernel<operators::PixelShuffle, &Matrix32>;

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, PixelShuffleKernel, pixel_shuffle);

}  // namespace paddle::lite::kernels::LITE_CPU
