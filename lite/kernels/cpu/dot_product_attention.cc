// Attention by blocks of rows: the scores of a block stay in the cache from the first product to
// the second, and the matrix of all scores is never stored.

#include "lite/operators/dot_product_attention.h"

#include <algorithm>

#include "lite/base/checked_math.h"
#include "lite/kernels/cpu/gemm_f32.h"

namespace paddle::lite::kernels::LITE_CPU {

class DotProductAttentionKernel final : public CpuKernelFor<operators::DotProductAttention> {
 public:
  Status PrepareOp(const operators::DotProductAttention& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(g_, op.Geometry());
    empty_ = op.out->numel() == 0 || g_.n == 0;
    if (empty_) return OkStatus();
    // Queries or keys that a mask repeats, and scores without terms.
    plain_ = g_.depth == 0 || (g_.q_row == 0 && g_.m > 1) || (g_.k_row == 0 && g_.n > 1) ||
             (op.mask != nullptr && g_.mask_column == 0 && g_.n > 1);
    const int64_t threads = context->pool->threads();
    const int64_t products = g_.batch_count();
    block_ = std::clamp<int64_t>(kBlockBytes / (g_.n * kFloat) / kRows, 1, g_.m) * kRows;
    block_ = std::min(block_, g_.m);
    const int64_t blocks = (g_.m + block_ - 1) / block_;
    // Parts of a product have to pack K and V again, so there are no more than threads need.
    parts_ = threads == 1 ? 1 : std::clamp<int64_t>((4 * threads - 1) / products + 1, 1, blocks);
    size_t score_floats = 0;
    if (!CheckedMul(static_cast<size_t>(block_), static_cast<size_t>(g_.n), &score_floats) ||
        score_floats > SIZE_MAX / 8 / static_cast<size_t>(threads)) {
      return OutOfRange("K: ", op.k->dims(), " is too large");
    }
    score_bytes_ = RoundUp(score_floats * sizeof(float), 64);
    key_bytes_ = 0;
    if (!plain_) {
      scores_ = PlanRows(g_.n, g_.depth);
      key_bytes_ = RoundUp(scores_->packed_bytes(), 64);
    }
    mix_ = PlanRows(g_.width, g_.n);
    value_bytes_ = RoundUp(mix_->packed_bytes(), 64);
    scratch_ = context->BookScratch(static_cast<size_t>(threads) * WorkerBytes());
    return OkStatus();
  }

  Status RunOp(const operators::DotProductAttention& op, const RunContext& context) override {
    if (empty_) {
      std::fill_n(op.out->mutable_data<float>(), op.out->numel(), 0.0f);
      return OkStatus();
    }
    const int64_t products = g_.batch_count();
    context.pool->ParallelFor(products * parts_, 1, [&](int64_t begin, int64_t end, int thread) {
      char* const scratch =
          context.scratch + scratch_ + static_cast<size_t>(thread) * WorkerBytes();
      int64_t packed = -1;
      for (int64_t i = begin; i < end; ++i) {
        const Operands operands = OperandsOf(op, i / parts_);
        const int64_t first = g_.m * (i % parts_) / parts_;
        const int64_t last = g_.m * (i % parts_ + 1) / parts_;
        if (i / parts_ != packed) Pack(op, operands, scratch);
        packed = i / parts_;
        for (int64_t r = first; r < last; r += block_) {
          RunBlock(op, operands, r, std::min(block_, last - r), scratch);
        }
      }
    });
    return OkStatus();
  }

 private:
  // Of one product of the batch.
  struct Operands {
    const float* q;
    const float* k;
    const float* v;
    const float* mask;  // or null
    float* out;
  };

  static constexpr int64_t kFloat = sizeof(float);
  static constexpr int64_t kBlockBytes = 64 << 10;  // scores of a block: a part of the L2 cache
  static constexpr int64_t kRows = 12;              // a multiple of the rows of most tiles

  size_t WorkerBytes() const { return score_bytes_ + key_bytes_ + value_bytes_; }

  // The product of rows of `depth` values with a matrix of `columns` columns.
  std::unique_ptr<backend::ConvPlan> PlanRows(int64_t columns, int64_t depth) const {
    backend::ConvShape shape = GemmShape(1, columns, depth);
    shape.in_h = shape.out_h = g_.m;
    backend::ConvOptions options;
    options.algorithm = backend::ConvAlgorithm::kGemm;
    return backend::PlanConv(shape, tables_, options);
  }

  Operands OperandsOf(const operators::DotProductAttention& op, int64_t product) const {
    const auto at = g_.Locate(product);
    return {op.q->data<float>() + at.q, op.k->data<float>() + at.k, op.v->data<float>() + at.v,
            op.mask == nullptr ? nullptr : op.mask->data<float>() + at.mask,
            op.out->mutable_data<float>() + product * g_.m * g_.width};
  }

  // The factor goes into the packed keys: they are fewer than scores.
  void PackKeys(const operators::DotProductAttention& op, const Operands& operands,
                float* keys) const {
    scores_->Pack(operands.k, MatrixStrides(1, g_.depth), keys);
    if (op.scale == 1.0f) return;
    const float factor[backend::kUnaryF32Params] = {op.scale};
    tables_.vector.unary[static_cast<int>(backend::UnaryF32::kAffine)](
        keys, keys, static_cast<int64_t>(scores_->packed_bytes() / sizeof(float)), factor);
  }
  void Pack(const operators::DotProductAttention& op, const Operands& operands,
            char* scratch) const {
    if (!plain_) PackKeys(op, operands, reinterpret_cast<float*>(scratch + score_bytes_));
    mix_->Pack(operands.v, MatrixStrides(g_.width, 1), scratch + score_bytes_ + key_bytes_);
  }

  void RunScores(const Operands& operands, int64_t first, int64_t count, char* scratch) const {
    backend::ConvBuffers buffers;
    buffers.src = operands.q + first * g_.q_row;
    buffers.weights = scratch + score_bytes_;
    buffers.dst = reinterpret_cast<float*>(scratch);
    // A mask for all rows is a bias of the columns.
    if (operands.mask != nullptr) {
      (g_.mask_row == 0 ? buffers.bias : buffers.residual) = operands.mask + first * g_.mask_row;
    }
    scores_->RunRows(buffers, {0, count, 0});
  }
  void RunPlainScores(float scale, const Operands& operands, int64_t first, int64_t count,
                      float* scores) const {
    for (int64_t r = first; r < first + count; ++r) {
      for (int64_t j = 0; j < g_.n; ++j) {
        float sum = 0;
        for (int64_t d = 0; d < g_.depth; ++d) {
          sum += operands.q[r * g_.q_row + d] * operands.k[j * g_.k_row + d];
        }
        *scores = scale * sum;
        if (operands.mask != nullptr) {
          *scores += operands.mask[r * g_.mask_row + j * g_.mask_column];
        }
        ++scores;
      }
    }
  }

  void RunBlock(const operators::DotProductAttention& op, const Operands& operands, int64_t first,
                int64_t count, char* scratch) const {
    float* const scores = reinterpret_cast<float*>(scratch);
    if (plain_) {
      RunPlainScores(op.scale, operands, first, count, scores);
    } else {
      RunScores(operands, first, count, scratch);
    }
    for (int64_t r = 0; r < count; ++r) {
      tables_.vector.softmax(scores + r * g_.n, scores + r * g_.n, g_.n);
    }
    backend::ConvBuffers buffers;
    buffers.src = scores;
    buffers.weights = scratch + score_bytes_ + key_bytes_;
    buffers.dst = operands.out + first * g_.width;
    mix_->RunRows(buffers, {0, count, 0});
  }

  operators::AttentionGeometry g_;
  bool empty_ = false;
  bool plain_ = false;  // scores one by one
  int64_t block_ = 1;   // rows whose scores are in the cache together
  int64_t parts_ = 1;   // of each product, for threads
  std::unique_ptr<backend::ConvPlan> scores_;
  std::unique_ptr<backend::ConvPlan> mix_;
  // Per worker: the scores of a block, packed keys, packed values.
  size_t score_bytes_ = 0, key_bytes_ = 0, value_bytes_ = 0;
  size_t scratch_ = 0;
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, DotProductAttentionKernel, dot_product_attention);

}  // namespace paddle::lite::kernels::LITE_CPU
