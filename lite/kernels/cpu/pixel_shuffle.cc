#include "lite/kernels/cpu/transpose.h"
#include "lite/kernels/transposition_kernel.h"

namespace paddle::lite::kernels::LITE_CPU {

using PixelShuffleKernel = TranspositionKernel<operators::PixelShuffle, &Matrix32>;

}  // namespace paddle::lite::kernels::LITE_CPU

REGISTER_CPU_KERNEL(pixel_shuffle, kFloat, kAny, PixelShuffleKernel, def).Finalize();
