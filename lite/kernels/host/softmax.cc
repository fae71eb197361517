#include "lite/operators/softmax.h"

#include <algorithm>
#include <cmath>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

// Paddle's lower bound of x - max(x), on every axis.
constexpr int kLowest = -64;
// Columns of one row of the image [extent, inner] that are processed together.
constexpr int64_t kColumns = 64;
// Rows per chunk of work.
constexpr int64_t kSoftmaxGrain = 4096;

template <typename T>
class SoftmaxKernel final : public KernelFor<operators::Softmax> {
 public:
  Status RunOp(const operators::Softmax& op, const RunContext& context) override {
    const operators::Softmax::Extents e = op.Split();
    const T* src = op.x->data<T>();
    T* dst = op.out->mutable_data<T>();
    if (e.extent <= 0 || e.inner <= 0) return OkStatus();
    if (op.x->dims().rank() == 0) {
      *dst = T{1};  // also of NaN, as in Paddle
      return OkStatus();
    }
    if (e.inner == 1) {
      context.pool->ForEach(
          e.outer, std::max<int64_t>(1, kSoftmaxGrain / e.extent),
          [=](int64_t i) { Row(src + i * e.extent, dst + i * e.extent, e.extent); });
      return OkStatus();
    }
    const int64_t blocks = (e.inner + kColumns - 1) / kColumns;
    context.pool->ForEach(e.outer * blocks,
                          std::max<int64_t>(1, kSoftmaxGrain / (e.extent * kColumns)),
                          [=](int64_t i) {
                            const int64_t column = i % blocks * kColumns;
                            const int64_t offset = i / blocks * e.extent * e.inner + column;
                            Columns(src + offset, dst + offset, e.extent, e.inner,
                                    std::min(kColumns, e.inner - column));
                          });
    return OkStatus();
  }

 private:
  static T Term(T x, T largest) { return std::exp(std::max(x - largest, T(kLowest))); }

  // The comparisons propagate NaN: it becomes the maximum, or stays in the difference.
  static T Larger(T x, T y) { return y > x || std::isnan(y) ? y : x; }

  static void Row(const T* src, T* dst, int64_t extent) {
    T largest = src[0];
    for (int64_t i = 1; i < extent; ++i) largest = Larger(largest, src[i]);
    T sum = 0;
    for (int64_t i = 0; i < extent; ++i) {
      dst[i] = Term(src[i], largest);
      sum += dst[i];
    }
    const T scale = T(1) / sum;
    for (int64_t i = 0; i < extent; ++i) dst[i] *= scale;
  }

  // `width` neighbouring columns at once, so that memory is read along rows.
  static void Columns(const T* src, T* dst, int64_t extent, int64_t stride, int64_t width) {
    T largest[kColumns];
    T sum[kColumns];
    for (int64_t j = 0; j < width; ++j) {
      largest[j] = src[j];
      sum[j] = 0;
    }
    for (int64_t i = 1; i < extent; ++i) {
      for (int64_t j = 0; j < width; ++j) largest[j] = Larger(largest[j], src[i * stride + j]);
    }
    for (int64_t i = 0; i < extent; ++i) {
      for (int64_t j = 0; j < width; ++j) {
        const T term = Term(src[i * stride + j], largest[j]);
        dst[i * stride + j] = term;
        sum[j] += term;
      }
    }
    for (int64_t j = 0; j < width; ++j) sum[j] = T(1) / sum[j];
    for (int64_t i = 0; i < extent; ++i) {
      for (int64_t j = 0; j < width; ++j) dst[i * stride + j] *= sum[j];
    }
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, SoftmaxKernel<float>, softmax, search_seq_softmax);
LITE_KERNELS(kHost, kFP64, kNCHW, def, SoftmaxKernel<double>, softmax);

}  // namespace paddle::lite::kernels::host
