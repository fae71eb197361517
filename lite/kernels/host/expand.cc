#include "lite/operators/expand.h"

#include <algorithm>
#include <cstring>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class RepeatKernel final : public KernelFor<operators::RepeatBase> {
 public:
  Status RunOp(const operators::RepeatBase& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    const DDim& out = op.out->dims();
    // The shape of X with the rank of the output.
    DDim in;
    for (int i = op.x->dims().rank(); i < out.rank(); ++i) in.push_back(1);
    for (const int64_t d : op.x->dims()) in.push_back(d);
    // Rows of the result begin at the innermost repeated dimension: each repeats `run` bytes of X.
    int last = out.rank() - 1;
    while (last >= 0 && in[last] == out[last]) --last;
    last = std::max(last, 0);
    const size_t element = PrecisionTypeLength(op.x->precision());
    const int64_t in_row = in.Count(last, in.rank());
    const int64_t out_row = out.Count(last, out.rank());
    const size_t run = static_cast<size_t>(in_row) * element;
    const size_t bytes = static_cast<size_t>(out_row) * element;
    const char* src = static_cast<const char*>(op.x->raw_data());
    char* dst = static_cast<char*>(op.out->mutable_raw_data());
    constexpr size_t kGrain = 16384;  // bytes that justify a thread
    context.pool->ForEach(out.Count(0, std::min(last, out.rank())),
                          static_cast<int64_t>(kGrain / bytes) + 1, [&](int64_t row) {
                            int64_t rest = row;
                            int64_t from = 0;
                            int64_t stride = 1;
                            for (int i = last - 1; i >= 0; --i) {
                              from += rest % out[i] % in[i] * stride;
                              rest /= out[i];
                              stride *= in[i];
                            }
                            char* to = dst + static_cast<size_t>(row) * bytes;
                            std::memcpy(to, src + static_cast<size_t>(from) * run, run);
                            // Doubles what is complete.
                            for (size_t done = run; done < bytes;) {
                              const size_t part = std::min(done, bytes - done);
                              std::memcpy(to + done, to, part);
                              done += part;
                            }
                          });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, RepeatKernel, expand)
    .In({"ExpandTimes", "expand_times_tensor"}, PRECISION(kAny), DATALAYOUT(kAny));
LITE_KERNELS(kHost, kAny, kNCHW, def, RepeatKernel, expand_v2)
    .In({"Shape", "expand_shapes_tensor"}, PRECISION(kAny), DATALAYOUT(kAny));
LITE_KERNELS(kHost, kAny, kNCHW, def, RepeatKernel, tile)
    .In({"RepeatTimes", "repeat_times_tensor"}, PRECISION(kAny), DATALAYOUT(kAny));
LITE_KERNELS(kHost, kAny, kNCHW, def, RepeatKernel, expand_as)
    .In({"target_tensor"}, PRECISION(kAny), DATALAYOUT(kAny));
LITE_KERNELS(kHost, kAny, kNCHW, def, RepeatKernel, expand_as_v2)
    .In({"Y"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
