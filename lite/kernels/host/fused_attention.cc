#include "lite/operators/fused_attention.h"

#include "lite/kernels/host/attention_row.h"
#include "lite/kernels/host/gemm.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class FusedAttentionKernel final : public KernelFor<operators::FusedAttention> {
  static constexpr int kParts = operators::FusedAttention::kParts;

 public:
  Status PrepareOp(const operators::FusedAttention& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(s_, op.Geometry());
    projected_ = context->BookScratch(BytesOfFloats(s_.batch * s_.rows, kParts * s_.width()));
    scores_ = context->BookScratch(BytesOfFloats(context->pool->threads(), s_.rows));
    return OkStatus();
  }
  Status RunOp(const operators::FusedAttention& op, const RunContext& context) override {
    const int64_t width = kParts * s_.width();
    auto* projected = reinterpret_cast<float*>(context.scratch + projected_);
    const float* bias = op.bias != nullptr ? op.bias->data<float>() : nullptr;
    const MatrixView<float> input{op.input->data<float>(), s_.k, 1};
    const MatrixView<float> weights{op.w->data<float>(), width, 1};
    Gemm<float>(
        context.pool, 1, s_.batch * s_.rows, width, s_.k,
        [&](int64_t, MatrixView<float>* a, MatrixView<float>* b) {
          *a = input;
          *b = weights;
        },
        [&](int64_t, int64_t row, int64_t column, int64_t count, const float* sums) {
          float* dst = projected + row * width + column;
          for (int64_t j = 0; j < count; ++j) {
            dst[j] = bias != nullptr ? sums[j] + bias[column + j] : sums[j];
          }
        });
    auto* scores = reinterpret_cast<float*>(context.scratch + scores_);
    const int64_t units = s_.batch * s_.heads * s_.rows;
    context.pool->ParallelFor(units, 1, [&](int64_t begin, int64_t end, int thread) {
      for (int64_t unit = begin; unit < end; ++unit) {
        Row(op, projected, unit, scores + thread * s_.rows);
      }
    });
    return OkStatus();
  }

 private:
  // One row of a head.
  void Row(const operators::FusedAttention& op, const float* projected, int64_t unit,
           float* scores) const {
    const int64_t row = unit % s_.rows;
    const int64_t head = unit / s_.rows % s_.heads;
    const int64_t image = unit / s_.rows / s_.heads;
    const int64_t width = kParts * s_.width();
    const float* q = projected + image * s_.rows * width + row * width + head * s_.depth;
    const float* k = projected + image * s_.rows * width + s_.width() + head * s_.depth;
    const float* v = k + s_.width();
    const auto& stride = s_.residual_stride;
    const float* residual =
        op.residual->data<float>() + image * stride[0] + head * stride[1] + row * stride[2];
    const AttentionRow attention{s_.rows, s_.depth, s_.depth, width, width, stride[3], op.scale};
    attention.Run(q, k, v, residual, scores, op.out->mutable_data<float>() + unit * s_.depth);
  }

  operators::FusedAttention::Sizes s_{};
  size_t projected_ = 0;
  size_t scores_ = 0;  // one row for each thread
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, FusedAttentionKernel, fused_attention);

}  // namespace paddle::lite::kernels::host
