#include "lite/operators/inverse.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "lite/core/element.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

// Gauss-Jordan elimination with the largest pivot of each column.
class InverseKernel final : public KernelFor<operators::Inverse> {
 public:
  Status PrepareOp(const operators::Inverse& op, PrepareContext* context) override {
    const int64_t n = op.input->dims().at(-1);
    size_t bytes = 0;
    if (!CheckedMul(static_cast<size_t>(n) * static_cast<size_t>(n), sizeof(double), &bytes))
      return OutOfRange("Input: shape ", op.input->dims(), " is too large");
    per_thread_ = RoundUp(bytes, 64);
    scratch_ = context->BookScratch(per_thread_ * static_cast<size_t>(context->pool->threads()));
    return OkStatus();
  }
  Status RunOp(const operators::Inverse& op, const RunContext& context) override {
    if (op.input->numel() == 0) return OkStatus();
    return VisitElementType<RealTypes>("Input", op.input->precision(),
                                       [&](auto type) { return RunTyped(type, op, context); });
  }

 private:
  template <typename T>
  Status RunTyped(ElementTag<T>, const operators::Inverse& op, const RunContext& context) const {
    const int64_t n = op.input->dims().at(-1);
    const int64_t matrices = op.input->numel() / (n * n);
    std::atomic<int64_t> singular{matrices};  // the first one
    context.pool->ParallelFor(
        matrices, 4096 / (n * n * n) + 1, [&](int64_t begin, int64_t end, int thread) {
          T* work = reinterpret_cast<T*>(context.scratch + scratch_ +
                                         per_thread_ * static_cast<size_t>(thread));
          for (int64_t i = begin; i < end; ++i) {
            const T* from = op.input->data<T>() + i * n * n;
            std::copy(from, from + n * n, work);
            if (Invert(work, op.output->mutable_data<T>() + i * n * n, n)) continue;
            int64_t first = singular.load();
            while (i < first && !singular.compare_exchange_weak(first, i)) {
            }
          }
        });
    if (singular.load() == matrices) return OkStatus();
    return InvalidArgument("Input: matrix ", singular.load(), " of ", matrices, " is singular");
  }

  // False if `a` is singular; `a` is overwritten.
  template <typename T>
  static bool Invert(T* a, T* out, int64_t n) {
    std::fill(out, out + n * n, T{0});
    for (int64_t i = 0; i < n; ++i) out[i * n + i] = 1;
    for (int64_t column = 0; column < n; ++column) {
      int64_t pivot = column;
      for (int64_t r = column + 1; r < n; ++r) {
        if (std::fabs(a[r * n + column]) > std::fabs(a[pivot * n + column])) pivot = r;
      }
      if (a[pivot * n + column] == 0) return false;
      if (pivot != column) {
        std::swap_ranges(a + pivot * n, a + pivot * n + n, a + column * n);
        std::swap_ranges(out + pivot * n, out + pivot * n + n, out + column * n);
      }
      const T divisor = a[column * n + column];
      for (int64_t c = 0; c < n; ++c) {
        a[column * n + c] /= divisor;
        out[column * n + c] /= divisor;
      }
      for (int64_t r = 0; r < n; ++r) {
        const T factor = a[r * n + column];
        if (r == column || factor == 0) continue;
        for (int64_t c = 0; c < n; ++c) {
          a[r * n + c] -= factor * a[column * n + c];
          out[r * n + c] -= factor * out[column * n + c];
        }
      }
    }
    return true;
  }

  size_t scratch_ = 0;
  size_t per_thread_ = 0;
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, InverseKernel, inverse);
LITE_KERNELS(kHost, kFP64, kNCHW, def, InverseKernel, inverse);

}  // namespace paddle::lite::kernels::host
