#include "lite/kernels/transposition_kernel.h"
#include "lite/kernels/x86/transpose.h"

namespace paddle::lite::kernels::x86 {

using PixelShuffleKernel = TranspositionKernel<operators::PixelShuffle, &Matrix32>;

}  // namespace paddle::lite::kernels::x86

REGISTER_LITE_KERNEL(pixel_shuffle, kX86, kFloat, kAny,
                     paddle::lite::kernels::x86::PixelShuffleKernel, def)
    .Finalize();
