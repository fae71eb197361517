// Attention by blocks of rows: the scores of a block stay in the cache from the first product to
// the second, and the matrix of all scores is never stored.
#pragma once

#include <algorithm>
#include <memory>

#include "lite/base/checked_math.h"
#include "lite/kernels/cpu/gemm_f32.h"
#include "lite/operators/dot_product_attention.h"

namespace paddle::lite::kernels::LITE_CPU {

// softmax(scale * Q * K^T + mask) * V of every product of a batch.
class AttentionBlocks {
 public:
  // Where the first product of the batch has its operands; the mask may be null.
  struct Operands {
    const float* q;
    const float* k;
    const float* v;
    const float* mask;
    float* out;
  };

  Status Prepare(const operators::AttentionGeometry& geometry, float scale, bool has_mask,
                 PrepareContext* context) {
    g_ = geometry;
    scale_ = scale;
    empty_ = g_.n == 0 || g_.m == 0 || g_.width == 0 || g_.batch_count() == 0;
    if (empty_) return OkStatus();
    // Queries or keys that a mask repeats, and scores without terms.
    plain_ = g_.depth == 0 || (g_.q_row == 0 && g_.m > 1) || (g_.k_row == 0 && g_.n > 1) ||
             (has_mask && g_.mask_column == 0 && g_.n > 1);
    const int64_t threads = context->pool->threads();
    const int64_t products = g_.batch_count();
    block_ = std::clamp<int64_t>(kBlockBytes / (g_.n * kFloat) / kRows, 1, g_.m) * kRows;
    block_ = std::min(block_, g_.m);
    const int64_t blocks = (g_.m + block_ - 1) / block_;
    // Every part of a product packs K and V again: only as many parts as the threads need.
    parts_ = threads == 1 ? 1 : std::clamp<int64_t>((4 * threads - 1) / products + 1, 1, blocks);
    size_t score_floats = 0;
    if (!CheckedMul(static_cast<size_t>(block_), static_cast<size_t>(g_.n), &score_floats) ||
        score_floats > SIZE_MAX / 8 / static_cast<size_t>(threads)) {
      return OutOfRange("scores: ", block_, " rows of ", g_.n, " are too large");
    }
    score_bytes_ = RoundUp(score_floats * sizeof(float), 64);
    key_bytes_ = 0;
    query_bytes_ = 0;
    if (!plain_) {
      scores_ = PlanRows(g_.n, g_.depth);
      key_bytes_ = RoundUp(scores_->packed_bytes(), 64);
      if (g_.q_row != g_.depth && g_.m > 1) {
        query_bytes_ = RoundUp(static_cast<size_t>(block_ * g_.depth) * sizeof(float), 64);
      }
    }
    mix_ = PlanRows(g_.width, g_.n);
    value_bytes_ = RoundUp(mix_->packed_bytes(), 64);
    scratch_ = context->BookScratch(static_cast<size_t>(threads) * WorkerBytes());
    return OkStatus();
  }

  void Run(const Operands& first, const RunContext& context) const {
    if (empty_) {
      std::fill_n(first.out, g_.batch_count() * g_.m * g_.width, 0.0f);
      return;
    }
    const int64_t products = g_.batch_count();
    context.pool->ParallelFor(products * parts_, 1, [&](int64_t begin, int64_t end, int thread) {
      char* const scratch =
          context.scratch + scratch_ + static_cast<size_t>(thread) * WorkerBytes();
      int64_t packed = -1;
      for (int64_t i = begin; i < end; ++i) {
        const Operands operands = OperandsOf(first, i / parts_);
        const int64_t from = g_.m * (i % parts_) / parts_;
        const int64_t to = g_.m * (i % parts_ + 1) / parts_;
        if (i / parts_ != packed) Pack(operands, scratch);
        packed = i / parts_;
        for (int64_t r = from; r < to; r += block_) {
          RunBlock(operands, r, std::min(block_, to - r), scratch);
        }
      }
    });
  }

 private:
  static constexpr int64_t kFloat = sizeof(float);
  static constexpr int64_t kBlockBytes = 64 << 10;  // scores of a block: a part of the L2 cache
  static constexpr int64_t kRows = 12;              // a multiple of the rows of most tiles

  size_t WorkerBytes() const { return score_bytes_ + key_bytes_ + value_bytes_ + query_bytes_; }

  // The product of rows of `depth` values with a matrix of `columns` columns.
  std::unique_ptr<backend::ConvPlan> PlanRows(int64_t columns, int64_t depth) const {
    backend::ConvShape shape = GemmShape(1, columns, depth);
    shape.in_h = shape.out_h = g_.m;
    backend::ConvOptions options;
    options.algorithm = backend::ConvAlgorithm::kGemm;
    return backend::PlanConv(shape, tables_, options);
  }

  Operands OperandsOf(const Operands& first, int64_t product) const {
    const auto at = g_.Locate(product);
    return {first.q + at.q, first.k + at.k, first.v + at.v,
            first.mask == nullptr ? nullptr : first.mask + at.mask,
            first.out + product * g_.m * g_.width};
  }

  // The factor goes into the packed keys: they are fewer than scores.
  void PackKeys(const Operands& operands, float* keys) const {
    scores_->Pack(operands.k, MatrixStrides(1, g_.k_row), keys);
    if (scale_ == 1.0f) return;
    const float factor[backend::kUnaryF32Params] = {scale_};
    tables_.vector.unary[static_cast<int>(backend::UnaryF32::kAffine)](
        keys, keys, static_cast<int64_t>(scores_->packed_bytes() / sizeof(float)), factor);
  }
  void Pack(const Operands& operands, char* scratch) const {
    if (!plain_) PackKeys(operands, reinterpret_cast<float*>(scratch + score_bytes_));
    mix_->Pack(operands.v, MatrixStrides(g_.v_row, 1), scratch + score_bytes_ + key_bytes_);
  }

  // `count` rows of Q one after the other.
  const float* QueriesOf(const Operands& operands, int64_t first, int64_t count,
                         char* scratch) const {
    const float* const queries = operands.q + first * g_.q_row;
    if (query_bytes_ == 0) return queries;
    auto* const rows = reinterpret_cast<float*>(scratch + score_bytes_ + key_bytes_ + value_bytes_);
    tables_.vector.copy(queries, g_.q_row, rows, g_.depth, count, g_.depth);
    return rows;
  }
  void RunScores(const Operands& operands, int64_t first, int64_t count, char* scratch) const {
    backend::ConvBuffers buffers;
    buffers.src = QueriesOf(operands, first, count, scratch);
    buffers.weights = scratch + score_bytes_;
    buffers.dst = reinterpret_cast<float*>(scratch);
    // A mask for all rows is a bias of the columns.
    if (operands.mask != nullptr) {
      (g_.mask_row == 0 ? buffers.bias : buffers.residual) = operands.mask + first * g_.mask_row;
    }
    scores_->RunRows(buffers, {0, count, 0});
  }
  void RunPlainScores(const Operands& operands, int64_t first, int64_t count, float* scores) const {
    for (int64_t r = first; r < first + count; ++r) {
      for (int64_t j = 0; j < g_.n; ++j) {
        float sum = 0;
        for (int64_t d = 0; d < g_.depth; ++d) {
          sum += operands.q[r * g_.q_row + d] * operands.k[j * g_.k_row + d];
        }
        *scores = scale_ * sum;
        if (operands.mask != nullptr) {
          *scores += operands.mask[r * g_.mask_row + j * g_.mask_column];
        }
        ++scores;
      }
    }
  }

  void RunBlock(const Operands& operands, int64_t first, int64_t count, char* scratch) const {
    float* const scores = reinterpret_cast<float*>(scratch);
    if (plain_) {
      RunPlainScores(operands, first, count, scores);
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

  const F32::Tables& tables_ = F32::ActiveTables();
  operators::AttentionGeometry g_;
  float scale_ = 1;
  bool empty_ = false;
  bool plain_ = false;  // scores one by one
  int64_t block_ = 1;   // rows whose scores are in the cache together
  int64_t parts_ = 1;   // of each product, for threads
  std::unique_ptr<backend::ConvPlan> scores_;
  std::unique_ptr<backend::ConvPlan> mix_;
  // Per worker: the scores of a block, packed keys, packed values, queries that are not contiguous.
  size_t score_bytes_ = 0, key_bytes_ = 0, value_bytes_ = 0, query_bytes_ = 0;
  size_t scratch_ = 0;
};

}  // namespace paddle::lite::kernels::LITE_CPU
