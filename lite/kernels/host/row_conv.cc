#include "lite/operators/row_conv.h"

#include <algorithm>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class RowConvKernel final : public KernelFor<operators::RowConv> {
 public:
  Status RunOp(const operators::RowConv& op, const RunContext& context) override {
    operators::ForEachSequence(
        *op.x, [&](int64_t begin, int64_t end) { Sequence(op, begin, end, context); });
    return OkStatus();
  }

 private:
  static void Sequence(const operators::RowConv& op, int64_t begin, int64_t end,
                       const RunContext& context) {
    const int64_t width = op.filter->dims()[1];
    const int64_t ahead = op.filter->dims()[0];
    const float* x = op.x->data<float>();
    const float* filter = op.filter->data<float>();
    float* out = op.out->mutable_data<float>();
    constexpr int64_t kGrain = 4096;  // elements that justify a thread
    context.pool->ForEach(end - begin, kGrain / (width + 1) + 1, [=](int64_t row) {
      const int64_t t = begin + row;
      std::fill_n(out + t * width, width, 0.0f);
      for (int64_t k = 0; k < std::min(ahead, end - t); ++k) {
        for (int64_t i = 0; i < width; ++i) {
          out[t * width + i] += x[(t + k) * width + i] * filter[k * width + i];
        }
      }
    });
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, RowConvKernel, row_conv);

}  // namespace paddle::lite::kernels::host
