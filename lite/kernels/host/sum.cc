#include "lite/operators/sum.h"

#include <algorithm>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class SumKernel final : public KernelFor<operators::Sum> {
 public:
  Status RunOp(const operators::Sum& op, const RunContext& context) override {
    switch (op.out->precision()) {
      case PrecisionType::kFloat:
        return RunTyped<float>(op, context);
      case PrecisionType::kFP64:
        return RunTyped<double>(op, context);
      case PrecisionType::kInt32:
        return RunTyped<uint32_t>(op, context);  // wraps around
      case PrecisionType::kInt64:
        return RunTyped<uint64_t>(op, context);
      default:
        return Unsupported("X: element type ", PrecisionToStr(op.out->precision()));
    }
  }

 private:
  // Blocks are accumulated in a separate buffer, because the output may share memory with the first
  // input, which may be listed more than once.
  template <typename T>
  static Status RunTyped(const operators::Sum& op, const RunContext& context) {
    constexpr int64_t kBlock = 512;
    T* out = op.out->mutable_data<T>();
    const int64_t count = op.out->numel();
    context.pool->ParallelFor((count + kBlock - 1) / kBlock, 8,
                              [&](int64_t begin, int64_t end, int) {
                                for (int64_t block = begin; block < end; ++block) {
                                  const int64_t first = block * kBlock;
                                  const int64_t size = std::min(kBlock, count - first);
                                  T total[kBlock];
                                  std::copy_n(op.x[0]->data<T>() + first, size, total);
                                  for (size_t k = 1; k < op.x.size(); ++k) {
                                    const T* x = op.x[k]->data<T>() + first;
                                    for (int64_t i = 0; i < size; ++i) total[i] += x[i];
                                  }
                                  std::copy_n(total, size, out + first);
                                }
                              });
    return OkStatus();
  }
};

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(sum, kHost, kFloat, kNCHW, paddle::lite::kernels::host::SumKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(sum, kHost, kAny, kNCHW, paddle::lite::kernels::host::SumKernel, def)
    .Finalize();
