#include "lite/operators/vector_products.h"

#include "lite/kernels/host/gemm.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {
namespace {

// Integers wrap around, which is only defined for unsigned types.
template <typename T>
using ProductNumber = typename GemmSum<T>::Type;

}  // namespace

template <typename T>
class DotKernel final : public KernelFor<operators::Dot> {
 public:
  Status RunOp(const operators::Dot& op, const RunContext& context) override {
    using Number = ProductNumber<T>;
    const DDim& dims = op.x->dims();
    const int64_t width = dims.at(-1);
    const auto* x = reinterpret_cast<const Number*>(op.x->data<T>());
    const auto* y = reinterpret_cast<const Number*>(op.y->data<T>());
    auto* out = reinterpret_cast<Number*>(op.out->mutable_data<T>());
    context.pool->ForEach(op.out->numel(), kGemmGrain / (width + 1) + 1, [=](int64_t row) {
      Number sum = 0;
      for (int64_t i = 0; i < width; ++i) sum += x[row * width + i] * y[row * width + i];
      out[row] = sum;
    });
    return OkStatus();
  }
};

template <typename T>
class MatrixVectorKernel final : public KernelFor<operators::MatrixVector> {
 public:
  Status RunOp(const operators::MatrixVector& op, const RunContext& context) override {
    const DDim& dims = op.x->dims();
    const int64_t width = dims[1];
    const T* x = op.x->data<T>();
    const T* y = op.y->data<T>();
    T* out = op.out->mutable_data<T>();
    context.pool->ForEach(dims[0], kGemmGrain / (width + 1) + 1, [=](int64_t row) {
      T sum = 0;
      for (int64_t i = 0; i < width; ++i) sum += x[row * width + i] * y[i];
      out[row] = sum;
    });
    return OkStatus();
  }
};

template <typename T>
class AddMatrixProductKernel final : public KernelFor<operators::AddMatrixProduct> {
 public:
  Status RunOp(const operators::AddMatrixProduct& op, const RunContext& context) override {
    const DDim& added = op.input->dims();
    const int64_t m = op.x->dims()[0], k = op.x->dims()[1], n = op.y->dims()[1];
    const int64_t column_step = added.at(-1) == 1 ? 0 : 1;
    const int64_t row_step = added.rank() == 1 || added[0] == 1 ? 0 : added.at(-1);
    const T* input = op.input->data<T>();
    const T* x = op.x->data<T>();
    const T* y = op.y->data<T>();
    T* out = op.out->mutable_data<T>();
    const T alpha = static_cast<T>(op.alpha), beta = static_cast<T>(op.beta);
    Gemm<T>(
        context.pool, 1, m, n, k,
        [=](int64_t, MatrixView<T>* a, MatrixView<T>* b) {
          *a = {x, k, 1};
          *b = {y, n, 1};
        },
        [=](int64_t, int64_t row, int64_t column, int64_t count, const T* sums) {
          for (int64_t j = 0; j < count; ++j) {
            // A factor of 0 also removes what is not a number, as in Paddle.
            const T product = alpha == T(0) ? T(0) : alpha * sums[j];
            const T rest =
                beta == T(0) ? T(0) : beta * input[row * row_step + (column + j) * column_step];
            out[row * n + column + j] = product + rest;
          }
        });
    return OkStatus();
  }
};

template <typename T>
class KronKernel final : public KernelFor<operators::Kron> {
 public:
  Status RunOp(const operators::Kron& op, const RunContext& context) override {
    using Number = ProductNumber<T>;
    const DDim& a = op.x->dims();
    const DDim& b = op.y->dims();
    const DDim& dims = op.out->dims();
    const int rank = dims.rank();
    const auto* x = reinterpret_cast<const Number*>(op.x->data<T>());
    const auto* y = reinterpret_cast<const Number*>(op.y->data<T>());
    auto* out = reinterpret_cast<Number*>(op.out->mutable_data<T>());
    constexpr int64_t kGrain = 1024;  // elements that justify a thread
    context.pool->ForEach(op.out->numel(), kGrain, [&](int64_t i) {
      int64_t rest = i, of_x = 0, of_y = 0, x_step = 1, y_step = 1;
      for (int d = rank - 1; d >= 0; --d) {
        const int64_t x_extent = operators::Kron::Extent(a, rank, d);
        const int64_t y_extent = operators::Kron::Extent(b, rank, d);
        const int64_t at = rest % dims[d];
        rest /= dims[d];
        of_x += at / y_extent * x_step;
        of_y += at % y_extent * y_step;
        x_step *= x_extent;
        y_step *= y_extent;
      }
      out[i] = x[of_x] * y[of_y];
    });
    return OkStatus();
  }
};

template <typename T>
class CrossKernel final : public KernelFor<operators::Cross> {
 public:
  Status RunOp(const operators::Cross& op, const RunContext& context) override {
    using Number = ProductNumber<T>;
    LITE_ASSIGN_OR_RETURN(const int axis, op.Axis());
    const DDim& dims = op.x->dims();
    if (op.x->numel() == 0) return OkStatus();
    const int64_t inner = dims.Count(axis + 1, dims.rank());
    const auto* x = reinterpret_cast<const Number*>(op.x->data<T>());
    const auto* y = reinterpret_cast<const Number*>(op.y->data<T>());
    auto* out = reinterpret_cast<Number*>(op.out->mutable_data<T>());
    constexpr int64_t kGrain = 1024;  // vectors that justify a thread
    context.pool->ForEach(op.x->numel() / 3, kGrain, [=](int64_t i) {
      const int64_t first = i / inner * 3 * inner + i % inner;
      const Number a[] = {x[first], x[first + inner], x[first + 2 * inner]};
      const Number b[] = {y[first], y[first + inner], y[first + 2 * inner]};
      out[first] = a[1] * b[2] - a[2] * b[1];
      out[first + inner] = a[2] * b[0] - a[0] * b[2];
      out[first + 2 * inner] = a[0] * b[1] - a[1] * b[0];
    });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, DotKernel<float>, dot);
LITE_KERNELS(kHost, kFP64, kNCHW, def, DotKernel<double>, dot);
LITE_KERNELS(kHost, kInt32, kNCHW, def, DotKernel<int32_t>, dot);
LITE_KERNELS(kHost, kInt64, kNCHW, def, DotKernel<int64_t>, dot);
LITE_KERNELS(kHost, kFloat, kNCHW, def, MatrixVectorKernel<float>, mv);
LITE_KERNELS(kHost, kFP64, kNCHW, def, MatrixVectorKernel<double>, mv);
LITE_KERNELS(kHost, kFloat, kNCHW, def, AddMatrixProductKernel<float>, addmm);
LITE_KERNELS(kHost, kFP64, kNCHW, def, AddMatrixProductKernel<double>, addmm);
LITE_KERNELS(kHost, kFloat, kNCHW, def, KronKernel<float>, kron);
LITE_KERNELS(kHost, kFP64, kNCHW, def, KronKernel<double>, kron);
LITE_KERNELS(kHost, kInt32, kNCHW, def, KronKernel<int32_t>, kron);
LITE_KERNELS(kHost, kInt64, kNCHW, def, KronKernel<int64_t>, kron);
LITE_KERNELS(kHost, kFloat, kNCHW, def, CrossKernel<float>, cross);
LITE_KERNELS(kHost, kFP64, kNCHW, def, CrossKernel<double>, cross);
LITE_KERNELS(kHost, kInt32, kNCHW, def, CrossKernel<int32_t>, cross);
LITE_KERNELS(kHost, kInt64, kNCHW, def, CrossKernel<int64_t>, cross);

}  // namespace paddle::lite::kernels::host
