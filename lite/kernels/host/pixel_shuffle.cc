#include "lite/kernels/transposition_kernel.h"

namespace paddle::lite::kernels::host {

LITE_KERNELS(kHost, kAny, kAny, def, TranspositionKernel<operators::PixelShuffle>, pixel_shuffle);
LITE_KERNELS(kHost, kAny, kNCHW, def, TranspositionKernel<operators::PixelUnshuffle>,
             pixel_unshuffle);

}  // namespace paddle::lite::kernels::host
