#include "lite/operators/shuffle_channel.h"

#include "lite/kernels/cpu/cpu_kernel.h"

namespace paddle::lite::kernels::LITE_CPU {

// Channels-last: transposes the channels of every pixel, viewed as a small matrix.
template <typename Types>
class ShuffleChannelKernel final : public CpuKernelFor<operators::ShuffleChannel, Types> {
 public:
  using Element = typename Types::Element;

  Status RunOp(const operators::ShuffleChannel& op, const RunContext& context) override {
    if (op.x->numel() == 0) return OkStatus();
    const int64_t channels = op.x->dims()[1];
    const int64_t per_group = channels / op.group;
    const Element* src = op.x->data<Element>();
    Element* dst = op.out->mutable_data<Element>();
    constexpr int64_t kGrain = 8192;  // elements that justify a thread
    context.pool->ParallelFor(
        op.x->numel() / channels, kGrain / channels + 1, [&](int64_t begin, int64_t end, int) {
          for (int64_t i = begin * channels; i < end * channels; i += channels) {
            if (op.group == 2) {
              this->tables_.vector.interleave(src + i, src + i + per_group, dst + i, per_group);
            } else {
              this->tables_.vector.transpose(src + i, per_group, dst + i, op.group, op.group,
                                             per_group);
            }
          }
        });
    return OkStatus();
  }
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNHWC, def, ShuffleChannelKernel<F32>, shuffle_channel);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kNHWC, def, ShuffleChannelKernel<F16>, shuffle_channel);

}  // namespace paddle::lite::kernels::LITE_CPU
