#include "lite/operators/log_softmax.h"

#include <algorithm>
#include <cmath>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

template <typename T>
class LogSoftmaxKernel final : public KernelFor<operators::LogSoftmax> {
 public:
  Status RunOp(const operators::LogSoftmax& op, const RunContext& context) override {
    LITE_ASSIGN_OR_RETURN(const int axis, op.Axis());
    const DDim& dims = op.x->dims();
    const int64_t extent = axis < 0 ? 1 : dims[axis];
    const int64_t inner = axis < 0 ? 1 : dims.Count(axis + 1, dims.rank());
    const int64_t lines = axis < 0 ? 1 : dims.Count(0, axis) * inner;
    const T* x = op.x->data<T>();
    T* out = op.out->mutable_data<T>();
    if (extent == 0) return OkStatus();
    if (dims.rank() == 0) {
      *out = 0;  // also of NaN, as in Paddle
      return OkStatus();
    }
    constexpr int64_t kGrain = 512;  // elements that justify a thread: exponentials are slow
    context.pool->ForEach(lines, kGrain / extent + 1, [=](int64_t l) {
      const int64_t offset = l / inner * extent * inner + l % inner;
      Line(x + offset, extent, inner, out + offset);
    });
    return OkStatus();
  }

 private:
  static void Line(const T* src, int64_t extent, int64_t stride, T* dst) {
    T largest = src[0];
    for (int64_t i = 1; i < extent; ++i) {
      const T value = src[i * stride];
      if (value > largest || std::isnan(value)) largest = value;
    }
    double sum = 0;
    for (int64_t i = 0; i < extent; ++i) {
      const T term = std::max(src[i * stride] - largest, T(-64));
      dst[i * stride] = term;
      sum += std::exp(term);
    }
    const T logarithm = static_cast<T>(std::log(sum));
    for (int64_t i = 0; i < extent; ++i) dst[i * stride] -= logarithm;
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, LogSoftmaxKernel<float>, log_softmax);
LITE_KERNELS(kHost, kFP64, kNCHW, def, LogSoftmaxKernel<double>, log_softmax);

}  // namespace paddle::lite::kernels::host
