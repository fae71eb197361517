#include "lite/operators/xpu_multi_encoder.h"

#include <algorithm>
#include <cmath>

#include "lite/kernels/host/apply_activation.h"
#include "lite/kernels/host/attention_row.h"
#include "lite/kernels/host/gemm.h"
#include "lite/kernels/host/layer_norm_row.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class XpuMultiEncoderKernel final : public KernelFor<operators::XpuMultiEncoder> {
 public:
  Status PrepareOp(const operators::XpuMultiEncoder& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(s_, op.Geometry());
    LITE_ASSIGN_OR_RETURN(activation_, operators::ActivationByName(op.act_type));
    int64_t rows = 0;
    if (!CheckedMul(s_.batch, s_.rows, &rows)) return OutOfRange("Input: ", op.input->dims());
    const int64_t inner = *std::max_element(s_.inner.begin(), s_.inner.end());
    projected_ = context->BookScratch(BytesOfFloats(rows, 3 * s_.width()));
    mixed_ = context->BookScratch(BytesOfFloats(rows, s_.width()));
    middle_ = context->BookScratch(BytesOfFloats(rows, s_.hidden));
    last_ = context->BookScratch(BytesOfFloats(rows, s_.hidden));
    inner_ = context->BookScratch(BytesOfFloats(rows, inner));
    const bool repeats = op.input->dims()[0] != s_.batch;
    repeated_ = context->BookScratch(repeats ? BytesOfFloats(rows, s_.hidden) : 0);
    scores_ = context->BookScratch(BytesOfFloats(context->pool->threads(), s_.rows));
    return OkStatus();
  }

  Status RunOp(const operators::XpuMultiEncoder& op, const RunContext& context) override {
    if (op.output->numel() == 0) return OkStatus();
    const auto scratch = [&](size_t at) { return reinterpret_cast<float*>(context.scratch + at); };
    const float* x = op.input->data<float>();
    if (op.input->dims()[0] != s_.batch) {
      for (int64_t i = 0; i < s_.batch; ++i) {
        std::copy_n(x, s_.rows * s_.hidden, scratch(repeated_) + i * s_.rows * s_.hidden);
      }
      x = scratch(repeated_);
    }
    float* out = op.output->mutable_data<float>();
    for (int layer = 0; layer < op.n_layers; ++layer) {
      const auto product = static_cast<size_t>(layer * operators::XpuMultiEncoder::kProducts);
      const auto norm = static_cast<size_t>(layer * operators::XpuMultiEncoder::kNorms);
      Multiply(op, product, {x, nullptr, scratch(projected_)}, Activation(), context);
      Attend(op, scratch(projected_), scratch(scores_), scratch(mixed_), context);
      Multiply(op, product + 3, {scratch(mixed_), x, scratch(middle_)}, Activation(), context);
      Normalise(op, norm, scratch(middle_), context);
      Multiply(op, product + 4, {scratch(middle_), nullptr, scratch(inner_)}, activation_, context);
      const bool is_result = layer + 1 == op.n_layers && !op.is_sliced();
      float* y = is_result ? out : scratch(last_);
      Multiply(op, product + 5, {scratch(inner_), scratch(middle_), y}, Activation(), context);
      Normalise(op, norm + 1, y, context);
      x = y;
    }
    for (int64_t i = 0; op.is_sliced() && i < s_.batch; ++i) {
      std::copy_n(x + i * s_.rows * s_.hidden, s_.hidden, out + i * s_.hidden);
    }
    return OkStatus();
  }

 private:
  struct Rows {
    const float* x;
    const float* residual;  // may be null
    float* y;
  };
  // y = act(x * FCWeight[index]^T + FCBias[index]) + residual, for the rows of all sequences.
  void Multiply(const operators::XpuMultiEncoder& op, size_t index, const Rows& rows,
                const Activation& activation, const RunContext& context) const {
    const int64_t n = op.fc_weight[index]->dims()[0];
    const int64_t k = op.fc_weight[index]->dims()[1];
    const float* bias = op.fc_bias[index]->data<float>();
    const MatrixView<float> input{rows.x, k, 1};
    const MatrixView<float> weight{op.fc_weight[index]->data<float>(), 1, k};
    Gemm<float>(
        context.pool, 1, s_.batch * s_.rows, n, k,
        [&](int64_t, MatrixView<float>* a, MatrixView<float>* b) {
          *a = input;
          *b = weight;
        },
        [&](int64_t, int64_t row, int64_t column, int64_t count, const float* sums) {
          float* dst = rows.y + row * n + column;
          for (int64_t j = 0; j < count; ++j) dst[j] = sums[j] + bias[column + j];
          ApplyActivation(activation, dst, count);
          if (rows.residual == nullptr) return;
          const float* residual = rows.residual + row * n + column;
          for (int64_t j = 0; j < count; ++j) dst[j] += residual[j];
        });
  }

  // mixed[batch, rows, heads, depth] of projected[batch, rows, 3, heads, depth].
  void Attend(const operators::XpuMultiEncoder& op, const float* projected, float* scores,
              float* mixed, const RunContext& context) const {
    const int64_t width = s_.width();
    const int64_t step = 3 * width;
    const float scale = 1.0f / std::sqrt(static_cast<float>(s_.depth));
    const AttentionRow attention{s_.rows, s_.depth, s_.depth, step, step, s_.mask_stride[3], scale};
    const int64_t units = s_.batch * s_.heads * s_.rows;
    context.pool->ParallelFor(units, 1, [&](int64_t begin, int64_t end, int thread) {
      for (int64_t unit = begin; unit < end; ++unit) {
        const int64_t row = unit % s_.rows;
        const int64_t head = unit / s_.rows % s_.heads;
        const int64_t image = unit / s_.rows / s_.heads;
        const float* k = projected + image * s_.rows * step + width + head * s_.depth;
        const float* q = k - width + row * step;
        const float* mask = op.mask->data<float>() + image * s_.mask_stride[0] +
                            head * s_.mask_stride[1] + row * s_.mask_stride[2];
        attention.Run(q, k, k + width, mask, scores + thread * s_.rows,
                      mixed + (image * s_.rows + row) * width + head * s_.depth);
      }
    });
  }

  void Normalise(const operators::XpuMultiEncoder& op, size_t index, float* x,
                 const RunContext& context) const {
    const float* scale = op.ln_scale[index]->data<float>();
    const float* bias = op.ln_bias[index]->data<float>();
    constexpr int64_t kGrain = 2048;  // elements that justify a thread
    context.pool->ForEach(s_.batch * s_.rows, kGrain / (s_.hidden + 1) + 1, [&](int64_t r) {
      float* row = x + r * s_.hidden;
      NormaliseRow(row, s_.hidden, op.epsilon, scale, bias, row);
    });
  }

  operators::XpuMultiEncoder::Sizes s_{};
  Activation activation_;
  size_t projected_ = 0;  // q, k and v
  size_t mixed_ = 0;
  size_t middle_ = 0;
  size_t last_ = 0;
  size_t inner_ = 0;
  size_t repeated_ = 0;  // Input for each element of the batch
  size_t scores_ = 0;    // one row for each thread
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, XpuMultiEncoderKernel, __xpu__multi_encoder);

}  // namespace paddle::lite::kernels::host
