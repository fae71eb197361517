#include "lite/operators/sum.h"

#include <algorithm>
#include <type_traits>

#include "lite/base/simd.h"
#include "lite/core/element.h"
#include "lite/kernels/host/number_conversion.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class SumKernel final : public KernelFor<operators::Sum> {
 public:
  Status RunOp(const operators::Sum& op, const RunContext& context) override {
    return VisitElementType<NumberTypes::And<Half>>("X", op.out->precision(), [&](auto type) {
      RunTyped<typename UnsignedOr<typename decltype(type)::Type>::Type>(op, context);
    });
  }

 private:
  // Blocks are accumulated in a separate buffer, because the output may share memory with the first
  // input, which may be listed more than once.
  template <typename T>
  static void RunTyped(const operators::Sum& op, const RunContext& context) {
    using Total = std::conditional_t<std::is_same_v<T, Half>, float, T>;
    constexpr int64_t kBlock = 512;
    T* out = op.out->mutable_data<T>();
    const int64_t count = op.out->numel();
    context.pool->ForEach((count + kBlock - 1) / kBlock, 8, [&](int64_t block) {
      const int64_t first = block * kBlock;
      const int64_t size = std::min(kBlock, count - first);
      Total total[kBlock];
      Total* const sums = total;
      bool begun = false;
      for (const Tensor* tensor : op.x) {
        if (tensor->numel() == 0) continue;
        const T* x = tensor->data<T>() + first;
        if (begun) {
          VectorLoop(0, size, [=](int64_t i) { sums[i] += x[i]; });
        } else {
          std::copy_n(x, size, total);
        }
        begun = true;
      }
      if (!begun) std::fill_n(total, size, Total{});
      T* const to = out + first;
      VectorLoop(0, size, [=](int64_t i) { to[i] = static_cast<T>(sums[i]); });
    });
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, SumKernel, sum);
LITE_KERNELS(kHost, kAny, kNCHW, def, SumKernel, sum);

}  // namespace paddle::lite::kernels::host
