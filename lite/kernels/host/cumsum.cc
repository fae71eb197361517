#include "lite/operators/cumsum.h"

#include <algorithm>

#include "lite/core/element.h"
#include "lite/kernels/host/copy_elements.h"
#include "lite/kernels/host/number_conversion.h"
#include "lite/kernels/kernel_without_half.h"

namespace paddle::lite::kernels::host {

// Every sum adds one element after another in the element type, like Paddle's. Positions beside the
// axis are independent of each other: threads divide them.
class CumsumKernel final : public KernelWithoutHalf<operators::Cumsum> {
 public:
  Status RunOp(const operators::Cumsum& op, const RunContext& context) override {
    if (op.x->numel() == 0) return OkStatus();
    if (op.x->numel() == 1) {
      CopyElements(*op.x, op.out);  // also with `exclusive`, as in Paddle 2.6
      return OkStatus();
    }
    LITE_ASSIGN_OR_RETURN(const int axis, op.Axis());
    const DDim& dims = op.x->dims();
    const int64_t count = op.flatten ? op.x->numel() : dims[axis];
    const int64_t inner = op.flatten ? 1 : dims.Count(axis + 1, dims.rank());
    return VisitElementType<IntegerTypes::And<float, double>>(
        "X", op.x->precision(), [&](auto type) { RunTyped(type, op, count, inner, context.pool); });
  }

 private:
  template <typename T>
  static void RunTyped(ElementTag<T>, const operators::Cumsum& op, int64_t count, int64_t inner,
                       ThreadPool* pool) {
    using U = typename UnsignedOr<T>::Type;
    const T* src = op.x->data<T>();
    T* dst = op.out->mutable_data<T>();
    const int64_t step = op.reverse ? -inner : inner;
    const bool exclusive = op.exclusive;
    const int64_t first = op.reverse ? (count - 1) * inner : 0;
    // Blocks of neighbouring positions, so that the inner loop runs along memory.
    constexpr int64_t kBlock = 256;
    constexpr int64_t kGrain = 4096;  // elements that justify a thread
    const int64_t blocks = (inner + kBlock - 1) / kBlock;
    const int64_t width = std::min(kBlock, inner);
    pool->ForEach(
        op.x->numel() / (count * inner) * blocks, kGrain / (count * width) + 1, [=](int64_t b) {
          const int64_t column = b % blocks * kBlock;
          const int64_t size = std::min(kBlock, inner - column);
          const int64_t start = b / blocks * count * inner + first + column;
          if (size == 1) {
            Line<T, U>(src + start, dst + start, count, step, exclusive);
            return;
          }
          T total[kBlock] = {};
          for (int64_t i = 0; i < count; ++i) {
            const T* x = src + start + i * step;
            T* out = dst + start + i * step;
            for (int64_t c = 0; c < size; ++c) {
              const T sum = static_cast<T>(static_cast<U>(total[c]) + static_cast<U>(x[c]));
              out[c] = exclusive ? total[c] : sum;
              total[c] = sum;
            }
          }
        });
  }
  template <typename T, typename U>
  static void Line(const T* x, T* out, int64_t count, int64_t step, bool exclusive) {
    T total = 0;
    for (int64_t i = 0; i < count; ++i) {
      const T sum = static_cast<T>(static_cast<U>(total) + static_cast<U>(x[i * step]));
      out[i * step] = exclusive ? total : sum;
      total = sum;
    }
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, CumsumKernel, cumsum);

}  // namespace paddle::lite::kernels::host
