// arg_max and arg_min over the columns of a matrix, many at a time. If the values of a line are
// contiguous, blocks of lines are transposed first.

#include "lite/operators/arg_max.h"

#include <algorithm>

#include "lite/core/memory_order.h"
#include "lite/kernels/cpu/cpu_kernel.h"

namespace paddle::lite::kernels::LITE_CPU {

template <bool kMax>
class ArgExtremeKernel : public CpuKernelFor<operators::ArgMinMax> {
 public:
  static Status Supports(const operators::ArgMinMax& op) {
    LITE_RETURN_IF_ERROR(op.CheckIntegerResult());
    constexpr int64_t kMaxValues = int64_t{1} << 24;
    const int64_t longest = op.flatten ? op.x->numel() : op.x->dims().rank() == 0 ? 1 : Extent(op);
    if (longest > kMaxValues) return Unsupported("lines of ", longest, " values");
    return OkStatus();
  }

  Status PrepareOp(const operators::ArgMinMax& op, PrepareContext*) override {
    const DDim dims = MemoryDims(*op.x);
    count_ = op.x->numel();
    inner_ = 1;
    if (!op.flatten && dims.rank() > 0) {
      const int axis = MemoryAxis(*op.x, static_cast<int>(Axis(op)));
      count_ = dims[axis];
      inner_ = dims.Count(axis + 1, dims.rank());
    }
    return OkStatus();
  }

  Status RunOp(const operators::ArgMinMax& op, const RunContext& context) override {
    constexpr int64_t kGrain = 8192;  // elements that justify a thread
    context.pool->ParallelFor(op.out->numel(), kGrain / count_ + 1,
                              [&](int64_t begin, int64_t end, int) { RunRange(op, begin, end); });
    return OkStatus();
  }

 private:
  static constexpr int64_t kBlock = 64;                // results at a time
  static constexpr int64_t kTransposed = kBlock * 64;  // values of a transposed block

  static int64_t Axis(const operators::ArgMinMax& op) {
    return op.axis < 0 ? op.axis + op.x->dims().rank() : op.axis;
  }
  static int64_t Extent(const operators::ArgMinMax& op) {
    return op.x->dims()[static_cast<int>(Axis(op))];
  }

  void RunRange(const operators::ArgMinMax& op, int64_t begin, int64_t end) const {
    const float* src = op.x->data<float>();
    float indices[kBlock];
    float transposed[kTransposed];
    const int64_t most = inner_ > 1 ? kBlock : std::clamp<int64_t>(kTransposed / count_, 1, kBlock);
    for (int64_t at = begin; at < end;) {
      const int64_t column = at % inner_;
      int64_t results = std::min(most, end - at);
      if (inner_ > 1) {
        results = std::min(results, inner_ - column);
        tables_.vector.arg_extreme[kMax](src + at / inner_ * count_ * inner_ + column, inner_,
                                         count_, results, indices);
      } else if (results == 1) {
        tables_.vector.arg_extreme[kMax](src + at * count_, 1, count_, 1, indices);
      } else {
        tables_.vector.transpose(src + at * count_, count_, transposed, results, results, count_);
        tables_.vector.arg_extreme[kMax](transposed, results, count_, results, indices);
      }
      Store(op, at, results, indices);
      at += results;
    }
  }

  static void Store(const operators::ArgMinMax& op, int64_t at, int64_t count,
                    const float* indices) {
    if (op.out->precision() == PrecisionType::kInt32) {
      std::copy_n(indices, count, op.out->mutable_data<int32_t>() + at);
    } else {
      std::copy_n(indices, count, op.out->mutable_data<int64_t>() + at);
    }
  }

  int64_t count_ = 1;  // values per line
  int64_t inner_ = 1;  // elements between consecutive values
};

// Over the channels of channels-last images: results are in pixel order in any layout.
template <bool kMax>
class ArgExtremeNhwc final : public ArgExtremeKernel<kMax> {
 public:
  static Status Supports(const operators::ArgMinMax& op) {
    if (op.x->dims().rank() != 4 || op.flatten || (op.axis != 1 && op.axis != -3))
      return Unsupported("channels-last and not along the channels");
    return ArgExtremeKernel<kMax>::Supports(op);
  }
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, ArgExtremeKernel<true>, arg_max)
    .Out({"Out"}, PRECISION(kAny));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNHWC, def, ArgExtremeNhwc<true>, arg_max)
    .Out({"Out"}, PRECISION(kAny));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, ArgExtremeKernel<false>, arg_min)
    .Out({"Out"}, PRECISION(kAny));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNHWC, def, ArgExtremeNhwc<false>, arg_min)
    .Out({"Out"}, PRECISION(kAny));

}  // namespace paddle::lite::kernels::LITE_CPU
