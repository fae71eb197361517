// Reductions of float32, also along the channels of channels-last tensors.

#include "lite/operators/reduce.h"

#include <algorithm>

#include "lite/core/memory_order.h"
#include "lite/kernels/cpu/cpu_kernel.h"
#include "lite/kernels/strided_dims.h"

namespace paddle::lite::kernels::LITE_CPU {

using backend::FoldF32;

// Splits the dimensions of X, in memory order, into kept and reduced groups. If the last group is
// reduced, every element of the result folds contiguous runs; if it is kept, whole rows are folded
// into one.
template <FoldF32 kFold, bool kMean = false>
class ReduceKernel : public CpuKernelFor<operators::Reduce> {
 public:
  static Status Supports(const operators::Reduce& op) {
    constexpr int kFloat32 = 5;  // in Paddle's numbering of types
    if (op.out_dtype < 0 || op.out_dtype == kFloat32) return OkStatus();
    return Unsupported("attribute out_dtype: a result of another type than float32");
  }

  Status PrepareOp(const operators::Reduce& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(const auto reduced, op.Reduced());
    const DDim dims = MemoryDims(*op.x);
    std::array<bool, DDim::kMaxRank> reduced_in_memory{};
    for (int i = 0; i < dims.rank(); ++i) reduced_in_memory[MemoryAxis(*op.x, i)] = reduced[i];
    kept_dims_ = StridedDims();
    reduced_dims_ = StridedDims();
    last_kept_ = false;
    int64_t stride = op.x->numel();
    for (int i = 0; i < dims.rank() && stride != 0; ++i) {
      if (dims[i] == 1) continue;
      stride /= dims[i];
      (reduced_in_memory[i] ? reduced_dims_ : kept_dims_).Add(dims[i], stride);
      last_kept_ = !reduced_in_memory[i];
    }
    count_ = reduced_dims_.sizes.production();
    return OkStatus();
  }

  Status RunOp(const operators::Reduce& op, const RunContext& context) override {
    const int64_t results = op.out->numel();
    float* const dst = op.out->mutable_data<float>();
    if (op.x->numel() == 0) {
      std::fill_n(dst, results, Finish(backend::kFoldF32Start[static_cast<int>(kFold)], 0));
      return OkStatus();
    }
    const float* const src = op.x->data<float>();
    if (last_kept_) {
      FoldRows(src, dst, results, context.pool);
    } else {
      FoldRuns(src, dst, results, context.pool);
    }
    return OkStatus();
  }

 private:
  static constexpr int64_t kGrain = 8192;  // elements that justify a thread
  static constexpr int64_t kColumns = 64;  // columns of the result folded at a time
  static constexpr int kKind = static_cast<int>(kFold);

  static float Finish(double folded, int64_t count) {
    return static_cast<float>(kMean ? folded / static_cast<double>(count) : folded);
  }

  static double Join(double a, double b) {
    if constexpr (kFold == FoldF32::kSum) return a + b;
    // NaN is kept.
    if constexpr (kFold == FoldF32::kMax) return a >= b || a != a ? a : b;
    if constexpr (kFold == FoldF32::kMin) return a <= b || a != a ? a : b;
  }

  void FoldRuns(const float* src, float* dst, int64_t results, ThreadPool* pool) const {
    const auto fold = tables_.vector.fold[kKind];
    const int64_t run = reduced_dims_.innermost_size();
    const int64_t runs = count_ / run;
    pool->ParallelFor(results, kGrain / count_ + 1, [&](int64_t begin, int64_t end, int) {
      for (int64_t o = begin; o < end; ++o) {
        const float* base = src + kept_dims_.Offset(o, 0);
        double total = fold(base, run);
        for (int64_t r = 1; r < runs; ++r)
          total = Join(total, fold(base + reduced_dims_.Offset(r, 1), run));
        dst[o] = Finish(total, count_);
      }
    });
  }

  void FoldRows(const float* src, float* dst, int64_t results, ThreadPool* pool) const {
    const int64_t width = kept_dims_.innermost_size();
    const int64_t rows = reduced_dims_.innermost_size();
    const int64_t stride = reduced_dims_.innermost_stride();
    const int64_t runs = count_ / rows;
    const int64_t blocks = (width + kColumns - 1) / kColumns;
    const float count = static_cast<float>(count_);
    pool->ParallelFor(results / width * blocks, kGrain / (count_ * kColumns) + 1,
                      [&](int64_t begin, int64_t end, int) {
                        for (int64_t i = begin; i < end; ++i) {
                          const int64_t line = i / blocks;
                          const int64_t first = i % blocks * kColumns;
                          const int64_t columns = std::min(kColumns, width - first);
                          const float* base = src + kept_dims_.Offset(line, 1) + first;
                          float* to = dst + line * width + first;
                          // What is folded so far, and the next part.
                          float parts[2][kColumns];
                          tables_.vector.fold_rows[kKind](base, stride, rows,
                                                          runs == 1 ? to : parts[0], columns);
                          for (int64_t r = 1; r < runs; ++r) {
                            tables_.vector.fold_rows[kKind](base + reduced_dims_.Offset(r, 1),
                                                            stride, rows, parts[1], columns);
                            tables_.vector.fold_rows[kKind](parts[0], kColumns, 2,
                                                            r + 1 == runs ? to : parts[0], columns);
                          }
                          if constexpr (kMean) {
                            constexpr int kDivide = static_cast<int>(backend::BinaryF32::kDiv);
                            tables_.vector.binary_scalar[kDivide](to, &count, to, columns);
                          }
                        }
                      });
  }

  StridedDims kept_dims_;
  StridedDims reduced_dims_;
  bool last_kept_ = false;
  int64_t count_ = 1;  // values folded into each result
};

// Channels-last images to a result in program order, which equals the memory order if only the
// channels are kept, or if they are reduced.
template <FoldF32 kFold, bool kMean = false>
class ReduceImagesKernel : public ReduceKernel<kFold, kMean> {
 public:
  static Status Supports(const operators::Reduce& op) {
    LITE_RETURN_IF_ERROR((ReduceKernel<kFold, kMean>::Supports(op)));
    if (op.x->dims().rank() != 4 || op.keep_dim) {
      return Unsupported("channels-last X of rank ", op.x->dims().rank(), " with keep_dim ",
                         op.keep_dim);
    }
    LITE_ASSIGN_OR_RETURN(const auto reduced, op.Reduced());
    if (reduced[1] || (reduced[2] && reduced[3])) return OkStatus();
    return Unsupported("channels-last X with rows or columns beside channels in the result");
  }
};

// Channels-last images to channels-last images.
template <FoldF32 kFold, bool kMean = false>
class ReduceKeepingKernel : public ReduceKernel<kFold, kMean> {
 public:
  static Status Supports(const operators::Reduce& op) {
    LITE_RETURN_IF_ERROR((ReduceKernel<kFold, kMean>::Supports(op)));
    if (op.x->dims().rank() == 4 && op.keep_dim) return OkStatus();
    return Unsupported("a channels-last result of rank ", op.x->dims().rank(), " with keep_dim ",
                       op.keep_dim);
  }
};

using ReduceMeanKernel = ReduceKernel<FoldF32::kSum, true>;
using ReduceMeanOfImagesKernel = ReduceImagesKernel<FoldF32::kSum, true>;
using ReduceMeanKeepingKernel = ReduceKeepingKernel<FoldF32::kSum, true>;

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, ReduceKernel<FoldF32::kSum>, reduce_sum);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, nhwc_in, ReduceImagesKernel<FoldF32::kSum>, reduce_sum)
    .In({"X"}, PRECISION(kFloat), DATALAYOUT(kNHWC));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNHWC, nhwc, ReduceKeepingKernel<FoldF32::kSum>, reduce_sum);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, ReduceMeanKernel, reduce_mean, mean);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, nhwc_in, ReduceMeanOfImagesKernel, reduce_mean)
    .In({"X"}, PRECISION(kFloat), DATALAYOUT(kNHWC));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNHWC, nhwc, ReduceMeanKeepingKernel, reduce_mean);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, ReduceKernel<FoldF32::kMax>, reduce_max);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, nhwc_in, ReduceImagesKernel<FoldF32::kMax>, reduce_max)
    .In({"X"}, PRECISION(kFloat), DATALAYOUT(kNHWC));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNHWC, nhwc, ReduceKeepingKernel<FoldF32::kMax>, reduce_max);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, ReduceKernel<FoldF32::kMin>, reduce_min);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, nhwc_in, ReduceImagesKernel<FoldF32::kMin>, reduce_min)
    .In({"X"}, PRECISION(kFloat), DATALAYOUT(kNHWC));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNHWC, nhwc, ReduceKeepingKernel<FoldF32::kMin>, reduce_min);

}  // namespace paddle::lite::kernels::LITE_CPU
