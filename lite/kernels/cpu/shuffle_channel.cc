#include "lite/operators/shuffle_channel.h"

#include <algorithm>
#include <vector>

#include "lite/core/memory_order.h"
#include "lite/kernels/cpu/cpu_kernel.h"

namespace paddle::lite::kernels::LITE_CPU {

// Channels-last: transposes the channels of every pixel, viewed as a small matrix. With two groups,
// parts of the result of even width are alternating channels of the groups, too.
template <typename Types>
class ShuffleChannelKernel final : public CpuKernelFor<operators::ShuffleChannel, Types> {
 public:
  using Element = typename Types::Element;

  Status PrepareOp(const operators::ShuffleChannel& op, PrepareContext*) override {
    pairs_ = op.group == 2;
    return OkStatus();
  }

  Status RunOp(const operators::ShuffleChannel& op, const RunContext& context) override {
    if (op.x->numel() == 0) return OkStatus();
    if (!context.parts.empty()) {
      int64_t first = 0;
      for (Tensor* const part : context.parts) {
        Interleave(op, first, RowLength(*part), part->mutable_data<Element>(), context.pool);
        first += RowLength(*part);
      }
      return OkStatus();
    }
    const int64_t channels = op.x->dims()[1];
    Element* const dst = op.out->mutable_data<Element>();
    if (pairs_) {
      Interleave(op, 0, channels, dst, context.pool);
      return OkStatus();
    }
    const int64_t per_group = channels / op.group;
    const Element* const src = op.x->data<Element>();
    ForEachPixel(op, context.pool, [&](int64_t pixel) {
      this->tables_.vector.transpose(src + pixel * channels, per_group, dst + pixel * channels,
                                     op.group, op.group, per_group);
    });
    return OkStatus();
  }

  bool stores_cut(const std::vector<int64_t>& lengths) const override {
    return pairs_ && std::all_of(lengths.begin(), lengths.end(),
                                 [](int64_t length) { return length > 0 && length % 2 == 0; });
  }

 private:
  template <typename Function>
  static void ForEachPixel(const operators::ShuffleChannel& op, ThreadPool* pool,
                           const Function& function) {
    constexpr int64_t kGrain = 8192;  // elements that justify a thread
    const int64_t channels = op.x->dims()[1];
    pool->ParallelFor(op.x->numel() / channels, kGrain / channels + 1,
                      [&](int64_t begin, int64_t end, int) {
                        for (int64_t i = begin; i < end; ++i) function(i);
                      });
  }

  // The `width` channels of the result from `first` on, both even, of all pixels.
  void Interleave(const operators::ShuffleChannel& op, int64_t first, int64_t width, Element* dst,
                  ThreadPool* pool) const {
    const int64_t channels = op.x->dims()[1];
    const Element* const src = op.x->data<Element>() + first / 2;
    ForEachPixel(op, pool, [&](int64_t pixel) {
      const Element* const a = src + pixel * channels;
      this->tables_.vector.interleave(a, a + channels / 2, dst + pixel * width, width / 2);
    });
  }

  bool pairs_ = false;  // two groups
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNHWC, def, ShuffleChannelKernel<F32>, shuffle_channel);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kNHWC, def, ShuffleChannelKernel<F16>, shuffle_channel);

}  // namespace paddle::lite::kernels::LITE_CPU
