#include "lite/operators/cumulative.h"

#include <cmath>
#include <limits>

#include "lite/core/element.h"
#include "lite/kernels/host/copy_elements.h"
#include "lite/kernels/host/number_conversion.h"
#include "lite/kernels/kernel_without_half.h"

namespace paddle::lite::kernels::host {
namespace {

// Calls line(first, count, step) for each line along an axis: its elements are first + i * step.
// A scalar is a line of one element.
template <typename F>
void ForEachLine(const Tensor& x, int axis, ThreadPool* pool, const F& line) {
  if (x.numel() == 0) return;
  const DDim& dims = x.dims();
  const int64_t count = dims.rank() == 0 ? 1 : dims[axis];
  const int64_t step = dims.rank() == 0 ? 1 : dims.Count(axis + 1, dims.rank());
  constexpr int64_t kGrain = 2048;  // elements that justify a thread
  pool->ForEach(x.numel() / count, kGrain / count + 1,
                [&](int64_t l) { line(l / step * count * step + l % step, count, step); });
}

// log(exp(a) + exp(b)). As in Paddle, comparisons decide about NaN: b is ignored if it is NaN.
double LogOfSum(double a, double b) {
  const double larger = a < b ? b : a;
  const double smaller = b < a ? b : a;
  return larger + std::log1p(std::exp(smaller - larger));
}

}  // namespace

class CumprodKernel final : public KernelWithoutHalf<operators::Cumprod> {
 public:
  Status RunOp(const operators::Cumprod& op, const RunContext& context) override {
    LITE_ASSIGN_OR_RETURN(const int axis, op.Axis());
    return VisitElementType<NumberTypes>("X", op.x->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      using Wrapping = typename UnsignedOr<T>::Type;
      const T* x = op.x->data<T>();
      T* out = op.out->mutable_data<T>();
      ForEachLine(*op.x, axis, context.pool, [=](int64_t first, int64_t count, int64_t step) {
        Wrapping product = 1;
        for (int64_t i = first; i < first + count * step; i += step) {
          product *= static_cast<Wrapping>(x[i]);
          out[i] = static_cast<T>(product);
        }
      });
    });
  }
};

class LogCumsumExpKernel final : public KernelFor<operators::Cumsum> {
 public:
  Status RunOp(const operators::Cumsum& op, const RunContext& context) override {
    if (op.x->numel() <= 1) {
      CopyElements(*op.x, op.out);  // also with `exclusive`, as in Paddle
      return OkStatus();
    }
    LITE_ASSIGN_OR_RETURN(const int axis, op.flatten ? Result<int>(0) : op.Axis());
    return VisitElementType<RealTypes>("X", op.x->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      const T* x = op.x->data<T>();
      T* out = op.out->mutable_data<T>();
      const bool reverse = op.reverse;
      const bool exclusive = op.exclusive;
      ForEachLine(*op.out, axis, context.pool, [=](int64_t first, int64_t count, int64_t step) {
        // The logarithm of an empty sum is the lowest number in Paddle, not -inf.
        double total = std::numeric_limits<T>::lowest();
        for (int64_t n = 0; n < count; ++n) {
          const int64_t i = first + (reverse ? count - 1 - n : n) * step;
          const double before = total;
          total = LogOfSum(total, static_cast<double>(x[i]));
          out[i] = static_cast<T>(exclusive ? before : total);
        }
      });
    });
  }
};

template <bool kMax>
class CumulativeExtremeKernel final : public KernelWithoutHalf<operators::CumulativeExtreme> {
 public:
  Status RunOp(const operators::CumulativeExtreme& op, const RunContext& context) override {
    LITE_ASSIGN_OR_RETURN(const int axis, op.Axis());
    return VisitElementType<NumberTypes>("x", op.x->precision(), [&](auto type) {
      return VisitElementType<IndexTypes>("indices", op.indices->precision(), [&](auto position) {
        using T = typename decltype(type)::Type;
        using Position = typename decltype(position)::Type;
        const T* x = op.x->data<T>();
        T* out = op.out->mutable_data<T>();
        Position* indices = op.indices->mutable_data<Position>();
        ForEachLine(*op.x, axis, context.pool, [=](int64_t first, int64_t count, int64_t step) {
          T best = x[first];
          Position at = 0;
          for (int64_t n = 0; n < count; ++n) {
            const int64_t i = first + n * step;
            const T value = x[i];
            if (value != value || (kMax ? value >= best : value <= best)) {
              best = value;
              at = static_cast<Position>(n);
            }
            out[i] = best;
            indices[i] = at;
          }
        });
      });
    });
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, CumprodKernel, cumprod);
LITE_KERNELS(kHost, kFloat, kNCHW, def, LogCumsumExpKernel, logcumsumexp);
LITE_KERNELS(kHost, kFP64, kNCHW, def, LogCumsumExpKernel, logcumsumexp);
LITE_KERNELS(kHost, kAny, kNCHW, def, CumulativeExtremeKernel<true>, cummax);
LITE_KERNELS(kHost, kAny, kNCHW, def, CumulativeExtremeKernel<false>, cummin);

}  // namespace paddle::lite::kernels::host
