#include "lite/kernels/transposition_kernel.h"

namespace paddle::lite::kernels::host {

using ShuffleChannelKernel = TranspositionKernel<operators::ShuffleChannel>;

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(shuffle_channel, kHost, kAny, kAny,
                     paddle::lite::kernels::host::ShuffleChannelKernel, def)
    .Finalize();
