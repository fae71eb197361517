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
    constexpr int64_t kGrain = 4096;  // elements that justify a thread
    const int64_t outer = op.x->numel() / (count * inner);
    if (inner == 1) {
      // Lines that wait for one addition each are added in turns.
      constexpr int64_t kLines = 4;
      pool->ForEach((outer + kLines - 1) / kLines, kGrain / (count * kLines) + 1,
                    [=](int64_t block) {
                      const int64_t line = block * kLines;
                      const int64_t lines = std::min(kLines, outer - line);
                      const T* x = src + line * count + first;
                      T* out = dst + line * count + first;
                      const auto add = [=](T total, int64_t i) {
                        const T sum = static_cast<T>(static_cast<U>(total) + static_cast<U>(x[i]));
                        out[i] = exclusive ? total : sum;
                        return sum;
                      };
                      if (lines < kLines) {
                        for (int64_t l = 0; l < lines; ++l) {
                          T total = 0;
                          for (int64_t i = 0; i < count; ++i)
                            total = add(total, l * count + i * step);
                        }
                        return;
                      }
                      T a = 0, b = 0, c = 0, d = 0;
                      for (int64_t i = 0; i < count; ++i) {
                        const int64_t at = i * step;
                        a = add(a, at);
                        b = add(b, at + count);
                        c = add(c, at + 2 * count);
                        d = add(d, at + 3 * count);
                      }
                    });
      return;
    }
    // Blocks of neighbouring positions, so that the inner loop runs along memory.
    constexpr int64_t kBlock = 256;
    const int64_t blocks = (inner + kBlock - 1) / kBlock;
    const int64_t width = std::min(kBlock, inner);
    pool->ForEach(outer * blocks, kGrain / (count * width) + 1, [=](int64_t b) {
      const int64_t column = b % blocks * kBlock;
      const int64_t size = std::min(kBlock, inner - column);
      const int64_t start = b / blocks * count * inner + first + column;
      T total[kBlock] = {};
      for (int64_t i = 0; i < count; ++i) {
        const T* x = src + start + i * step;
        T* out = dst + start + i * step;
        for (int64_t c = 0; c < size; ++c) {
          const T before = total[c];
          const T sum = static_cast<T>(static_cast<U>(before) + static_cast<U>(x[c]));
          out[c] = exclusive ? before : sum;
          total[c] = sum;
        }
      }
    });
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, CumsumKernel, cumsum);

}  // namespace paddle::lite::kernels::host
