// Products of many rows that a kernel has to write first: blocks of rows that stay in the
// second-level cache until they are multiplied.
#pragma once

#include <algorithm>
#include <memory>

#include "lite/kernels/cpu/gemm_f32.h"

namespace paddle::lite::kernels::LITE_CPU {

// dst [rows, columns] = the rows that a function writes, [rows, depth], times a constant matrix.
class RowBlocks {
 public:
  // All sizes are positive. `pack` writes the packed matrix for a plan, named `form` among those of
  // the weight.
  template <typename Pack>
  Status Prepare(const Tensor& weight, const std::string& form, int64_t rows, int64_t columns,
                 int64_t depth, const Pack& pack, PrepareContext* context) {
    constexpr int64_t kBlockElements = 128 << 10;
    constexpr int64_t kMinRows = 32;
    rows_ = rows;
    columns_ = columns;
    depth_ = depth;
    const int threads = context->pool->threads();
    const int64_t most = std::max(kMinRows * threads, kBlockElements / depth);
    const int64_t blocks = (rows + most - 1) / most;
    block_ = (rows + blocks - 1) / blocks;
    plan_ = PlanGemm<F32>(block_, columns, depth, threads, backend::ActivationF32());
    if (plan_ == nullptr) return NoPlan();
    LITE_ASSIGN_OR_RETURN(packed_,
                          context->packed->Get(weight, form + plan_->form(), plan_->packed_bytes(),
                                               [&](void* to) { pack(*plan_, to); }));
    plan_scratch_ = context->BookScratch(plan_->scratch_bytes());
    rows_scratch_ = context->BookScratch(static_cast<size_t>(block_ * depth) * sizeof(float));
    return OkStatus();
  }

  // write_row(i, to) writes row i.
  template <typename WriteRow>
  void Run(const RunContext& context, const float* bias, const WriteRow& write_row,
           float* dst) const {
    auto* const rows = reinterpret_cast<float*>(context.scratch + rows_scratch_);
    backend::ConvBuffers buffers;
    buffers.src = rows;
    buffers.weights = packed_;
    buffers.bias = bias;
    buffers.scratch = context.scratch + plan_scratch_;
    buffers.pool = context.pool;
    for (int64_t at = 0; at < rows_; at += block_) {
      // The last block overlaps the one before it, whose results it repeats.
      const int64_t first = std::min(at, rows_ - block_);
      context.pool->ForEach(block_, kGrain / depth_ + 1,
                            [&](int64_t i) { write_row(first + i, rows + i * depth_); });
      buffers.dst = dst + first * columns_;
      plan_->Run(buffers);
    }
  }

  Span<const char> constants() const { return ConstantsOf(plan_.get(), packed_); }

 private:
  static constexpr int64_t kGrain = 2048;  // elements that justify a thread

  int64_t rows_ = 0, columns_ = 0, depth_ = 0;
  int64_t block_ = 0;
  std::unique_ptr<backend::ConvPlan> plan_;
  const void* packed_ = nullptr;
  size_t plan_scratch_ = 0;
  size_t rows_scratch_ = 0;
};

}  // namespace paddle::lite::kernels::LITE_CPU
