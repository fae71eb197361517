#include "lite/operators/temporal_shift.h"

#include <algorithm>

#include "lite/kernels/host/element_bits.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class TemporalShiftKernel final : public KernelFor<operators::TemporalShift> {
 public:
  Status RunOp(const operators::TemporalShift& op, const RunContext& context) override {
    const DDim& dims = op.x->dims();
    const bool channels_last = op.channels_last();
    const int64_t channels = dims[channels_last ? 3 : 1];
    const int64_t plane = dims.Count(1, 4) / std::max<int64_t>(channels, 1);
    const int64_t from_before = static_cast<int64_t>(static_cast<float>(channels) * op.shift_ratio);
    const int64_t from_after =
        static_cast<int64_t>(static_cast<float>(channels) * 2.0f * op.shift_ratio);
    // Runs of neighbouring elements with one source, and the number of repetitions in a frame.
    const int64_t repeats = channels_last ? plane : 1;
    const int64_t run = channels_last ? 1 : plane;
    const int64_t frame = channels * plane;
    WithBitsOf(op.x->precision(), [&](auto zero) {
      const auto* src = op.x->data<decltype(zero)>();
      auto* dst = op.out->mutable_data<decltype(zero)>();
      context.pool->ForEach(dims[0], 1, [&](int64_t n) {
        const int64_t t = n % op.seg_num;
        for (int64_t r = 0; r < repeats; ++r) {
          const int64_t first = n * frame + r * channels * run;
          const auto copy = [&](int64_t low, int64_t high, int64_t shift) {
            auto* to = dst + first + low * run;
            if (t + shift < 0 || t + shift >= op.seg_num) {
              std::fill_n(to, (high - low) * run, zero);
            } else {
              std::copy_n(src + first + low * run + shift * frame, (high - low) * run, to);
            }
          };
          copy(0, from_before, -1);
          copy(from_before, from_after, 1);
          copy(from_after, channels, 0);
        }
      });
    });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, TemporalShiftKernel, temporal_shift);
LITE_KERNELS(kHost, kFP64, kNCHW, def, TemporalShiftKernel, temporal_shift);

}  // namespace paddle::lite::kernels::host
