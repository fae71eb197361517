#include "lite/operators/matmul.h"

#include <type_traits>

#include "lite/kernels/host/gemm.h"
#include "lite/kernels/host/quantize.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

// matmul and matmul_v2. T is float, double, int32 or int64 with the same Out, or int8 with scales
// and an output of float or int8.
template <typename T, typename Out = T>
class MatmulKernel final : public KernelFor<operators::MatmulBase> {
 public:
  static Status Supports(const operators::MatmulBase& op) {
    if (kQuantized) return op.CheckOneHead();
    if (!std::is_floating_point_v<Out> && op.alpha != 1.0f) {
      return Unsupported("alpha ", op.alpha, " with integers");
    }
    return OkStatus();
  }
  Status PrepareOp(const operators::MatmulBase& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(g_, op.Geometry());
    if constexpr (kQuantized) {
      LITE_RETURN_IF_ERROR(requantize_.Prepare(op, g_.n));
      requantize_.Multiply(op.alpha);
    }
    return OkStatus();
  }
  Status RunOp(const operators::MatmulBase& op, const RunContext& context) override {
    const T* x = op.x->data<T>();
    const T* y = op.y->data<T>();
    Out* out = op.out->mutable_data<Out>();
    const Out alpha = static_cast<Out>(op.alpha);
    // With a shared right matrix, the batch is one tall left matrix.
    const bool fold = g_.folds_into_one();
    const int64_t heads = g_.heads;
    const int64_t batch = fold ? 1 : g_.batch_count() * heads;
    const int64_t m = fold ? g_.batch_count() * g_.m : g_.m;
    const int64_t x_columns = heads * g_.k;
    const int64_t y_rows = g_.splits_columns ? g_.k : x_columns;
    const int64_t y_columns = g_.splits_columns ? heads * g_.n : g_.n;
    const int64_t out_columns = heads * g_.n;
    Gemm<T>(
        context.pool, batch, m, g_.n, g_.k,
        [&](int64_t index, MatrixView<T>* a, MatrixView<T>* b) {
          int64_t x_index = 0;
          int64_t y_index = 0;
          if (!fold) g_.Locate(index / heads, &x_index, &y_index);
          const int64_t head = index % heads;
          const int64_t x_column = g_.transpose_x ? g_.m : 1;
          const int64_t y_row = g_.transpose_y ? 1 : y_columns;
          const int64_t y_column = g_.transpose_y ? y_rows : 1;
          *a = {x + x_index * g_.m * x_columns + head * g_.k * x_column,
                g_.transpose_x ? 1 : x_columns, x_column};
          *b = {y + y_index * y_rows * y_columns +
                    head * (g_.splits_columns ? g_.n * y_column : g_.k * y_row),
                y_row, y_column};
        },
        [&](int64_t index, int64_t row, int64_t column, int64_t count,
            const typename GemmSum<T>::Type* sums) {
          Out* dst = out + (index / heads * m + row) * out_columns + index % heads * g_.n + column;
          for (int64_t j = 0; j < count; ++j) {
            if constexpr (kQuantized) {
              dst[j] = requantize_(sums[j], column + j);
            } else {
              dst[j] = alpha * static_cast<Out>(sums[j]);
            }
          }
        });
    return OkStatus();
  }

 private:
  static constexpr bool kQuantized = std::is_same_v<T, int8_t>;

  operators::MatmulGeometry g_;
  Requantizer<Out> requantize_;
};

using MatmulInt8ToFloat = MatmulKernel<int8_t, float>;

LITE_KERNELS(kHost, kFloat, kNCHW, def, MatmulKernel<float>, matmul, matmul_v2, bmm);
LITE_KERNELS(kHost, kFP64, kNCHW, def, MatmulKernel<double>, matmul, matmul_v2, bmm);
LITE_KERNELS(kHost, kInt32, kNCHW, def, MatmulKernel<int32_t>, matmul_v2);
LITE_KERNELS(kHost, kInt64, kNCHW, def, MatmulKernel<int64_t>, matmul_v2);
LITE_KERNELS(kHost, kInt8, kNCHW, fp32_out, MatmulInt8ToFloat, matmul, matmul_v2)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt8, kNCHW, int8_out, MatmulKernel<int8_t>, matmul, matmul_v2);

}  // namespace paddle::lite::kernels::host
