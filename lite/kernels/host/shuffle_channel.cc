#include "lite/kernels/transposition_kernel.h"

namespace paddle::lite::kernels::host {

LITE_KERNELS(kHost, kAny, kAny, def, TranspositionKernel<operators::ShuffleChannel>,
             shuffle_channel);
LITE_KERNELS(kHost, kAny, kNCHW, def, TranspositionKernel<operators::ChannelShuffle>,
             channel_shuffle);

}  // namespace paddle::lite::kernels::host
