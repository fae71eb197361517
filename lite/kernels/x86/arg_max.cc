// arg_max and arg_min over the columns of a matrix, many at a time. If the values of a line are
// contiguous, blocks of lines are transposed first.

#include "lite/operators/arg_max.h"

#include <algorithm>

#include "lite/backends/x86/kernel_tables.h"
#include "lite/core/memory_order.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::x86 {

namespace backend = ::paddle::lite::x86;

template <bool kMax>
class ArgExtremeKernel : public KernelFor<operators::ArgMinMax> {
 public:
  static Status Supports(const operators::ArgMinMax& op) {
    constexpr int64_t kMaxValues = int64_t{1} << 24;
    const int64_t longest = op.flatten ? op.x->numel() : op.x->dims().rank() == 0 ? 1 : Extent(op);
    if (longest > kMaxValues) return Unsupported("lines of ", longest, " values");
    return OkStatus();
  }

  Status PrepareOp(const operators::ArgMinMax& op, PrepareContext*) override {
    vector_ = &backend::VectorF32(backend::ActiveIsa());
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
        vector_->arg_extreme[kMax](src + at / inner_ * count_ * inner_ + column, inner_, count_,
                                   results, indices);
      } else if (results == 1) {
        vector_->arg_extreme[kMax](src + at * count_, 1, count_, 1, indices);
      } else {
        vector_->transpose(src + at * count_, count_, transposed, results, results, count_);
        vector_->arg_extreme[kMax](transposed, results, count_, results, indices);
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

  const backend::VectorF32Kernels* vector_ = nullptr;
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

using ArgMax = ArgExtremeKernel<true>;
using ArgMin = ArgExtremeKernel<false>;
using ArgMaxNhwc = ArgExtremeNhwc<true>;
using ArgMinNhwc = ArgExtremeNhwc<false>;

}  // namespace paddle::lite::kernels::x86

REGISTER_LITE_KERNEL(arg_max, kX86, kFloat, kNCHW, paddle::lite::kernels::x86::ArgMax, def)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kX86), PRECISION(kAny), DATALAYOUT(kNCHW))})
    .Finalize();

REGISTER_LITE_KERNEL(arg_max, kX86, kFloat, kNHWC, paddle::lite::kernels::x86::ArgMaxNhwc, def)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kX86), PRECISION(kAny), DATALAYOUT(kNHWC))})
    .Finalize();

REGISTER_LITE_KERNEL(arg_min, kX86, kFloat, kNCHW, paddle::lite::kernels::x86::ArgMin, def)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kX86), PRECISION(kAny), DATALAYOUT(kNCHW))})
    .Finalize();

REGISTER_LITE_KERNEL(arg_min, kX86, kFloat, kNHWC, paddle::lite::kernels::x86::ArgMinNhwc, def)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kX86), PRECISION(kAny), DATALAYOUT(kNHWC))})
    .Finalize();
