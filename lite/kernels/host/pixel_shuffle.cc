#include "lite/kernels/transposition_kernel.h"

namespace paddle::lite::kernels::host {

using PixelShuffleKernel = TranspositionKernel<operators::PixelShuffle>;

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(pixel_shuffle, kHost, kAny, kAny,
                     paddle::lite::kernels::host::PixelShuffleKernel, def)
    .Finalize();
