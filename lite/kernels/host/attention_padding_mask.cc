#include "lite/operators/attention_padding_mask.h"

#include <algorithm>
#include <cmath>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class AttentionPaddingMaskKernel final : public KernelFor<operators::AttentionPaddingMask> {
 public:
  Status RunOp(const operators::AttentionPaddingMask& op, const RunContext& context) override {
    const int64_t columns = op.x->dims()[1];
    const float* ids = op.y->data<float>();
    int32_t* begin = op.pad_begin->mutable_data<int32_t>();
    const int64_t count = op.pad_begin->numel();
    for (int64_t s = 0; s < count; ++s) {
      int64_t position = columns;
      while (position > 0 &&
             std::trunc(static_cast<double>(ids[s * columns + position - 1])) == op.pad_id) {
        --position;
      }
      begin[s] = static_cast<int32_t>(position);
    }
    const std::vector<uint64_t>& offsets = op.x->lod()[0];
    const int64_t rows = offsets.size() < 2 ? 0 : operators::LengthOf(offsets, 0);
    const float* src = op.x->data<float>();
    float* dst = op.out->mutable_data<float>();
    constexpr int64_t kGrain = 4096;  // elements that justify a thread
    context.pool->ForEach(op.x->dims()[0], kGrain / (columns + 1) + 1, [&](int64_t row) {
      const int64_t kept = begin[row / rows % count];
      std::copy_n(src + row * columns, kept, dst + row * columns);
      std::fill(dst + row * columns + kept, dst + (row + 1) * columns, op.mask);
    });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, AttentionPaddingMaskKernel, attention_padding_mask,
             search_attention_padding_mask)
    .Out({"pad_begin"}, PRECISION(kInt32));

}  // namespace paddle::lite::kernels::host
