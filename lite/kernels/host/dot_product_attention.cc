#include "lite/operators/dot_product_attention.h"

#include "lite/base/checked_math.h"
#include "lite/kernels/host/attention_row.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class DotProductAttentionKernel final : public KernelFor<operators::DotProductAttention> {
 public:
  Status PrepareOp(const operators::DotProductAttention& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(g_, op.Geometry());
    row_ = {g_.n, g_.depth, g_.width, g_.k_row, g_.v_row, g_.mask_column, op.scale};
    size_t bytes = 0;
    if (!CheckedMul(static_cast<size_t>(context->pool->threads()), static_cast<size_t>(g_.n),
                    &bytes) ||
        !CheckedMul(bytes, sizeof(float), &bytes)) {
      return OutOfRange("K: ", op.k->dims(), " is too large");
    }
    scores_ = context->BookScratch(bytes);
    return OkStatus();
  }
  Status RunOp(const operators::DotProductAttention& op, const RunContext& context) override {
    auto* scores = reinterpret_cast<float*>(context.scratch + scores_);
    const float* q = op.q->data<float>();
    const float* k = op.k->data<float>();
    const float* v = op.v->data<float>();
    const float* mask = op.mask == nullptr ? nullptr : op.mask->data<float>();
    float* out = op.out->mutable_data<float>();
    const int64_t rows = op.out->numel() == 0 ? 0 : g_.batch_count() * g_.m;
    context.pool->ParallelFor(rows, 1, [&](int64_t begin, int64_t end, int thread) {
      for (int64_t i = begin; i < end; ++i) {
        const auto at = g_.Locate(i / g_.m);
        const int64_t r = i % g_.m;
        row_.Run(q + at.q + r * g_.q_row, k + at.k, v + at.v,
                 mask == nullptr ? nullptr : mask + at.mask + r * g_.mask_row,
                 scores + thread * g_.n, out + i * g_.width);
      }
    });
    return OkStatus();
  }

 private:
  operators::AttentionGeometry g_;
  AttentionRow row_;
  size_t scores_ = 0;  // one row for each thread
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, DotProductAttentionKernel, dot_product_attention);

}  // namespace paddle::lite::kernels::host
