#include "lite/operators/lrn.h"

#include <algorithm>
#include <cmath>

#include "lite/core/memory_order.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class LrnKernel final : public KernelFor<operators::Lrn> {
 public:
  Status RunOp(const operators::Lrn& op, const RunContext& context) override {
    const DDim dims = MemoryDims(*op.x);
    const int axis = MemoryAxis(*op.x, op.channel_axis());
    const int64_t channels = dims[axis];
    // Elements between two channels of a pixel.
    const int64_t step = dims.Count(axis + 1, dims.rank());
    const int64_t before = (op.n - 1) / 2;
    const int64_t after = op.n - 1 - before;
    const float* x = op.x->data<float>();
    float* out = op.out->mutable_data<float>();
    float* mid = op.mid_out != nullptr ? op.mid_out->mutable_data<float>() : nullptr;
    constexpr int64_t kGrain = 512;  // elements that justify a thread: powers are slow
    context.pool->ForEach(op.x->numel(), kGrain, [&](int64_t i) {
      const int64_t c = i / step % channels;
      const float* pixel = x + (i - c * step);
      double sum = 0;
      for (int64_t j = std::max<int64_t>(c - before, 0); j <= std::min(c + after, channels - 1);
           ++j) {
        sum += static_cast<double>(pixel[j * step]) * pixel[j * step];
      }
      const double base = op.k + op.alpha * sum;
      out[i] = static_cast<float>(x[i] * std::pow(base, -static_cast<double>(op.beta)));
      if (mid != nullptr) mid[i] = static_cast<float>(base);
    });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kAny, def, LrnKernel, lrn);

}  // namespace paddle::lite::kernels::host
