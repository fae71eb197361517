#include "lite/operators/matmul.h"

#include <type_traits>

#include "lite/kernels/host/gemm.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

// matmul and matmul_v2.
template <typename T>
class MatmulKernel final : public KernelFor<operators::MatmulBase> {
 public:
  static Status Supports(const operators::MatmulBase& op) {
    if (!std::is_floating_point_v<T> && op.alpha != 1.0f) {
      return Unsupported("alpha ", op.alpha, " with integers");
    }
    return OkStatus();
  }
  Status PrepareOp(const operators::MatmulBase& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(g_, op.Geometry());
    return OkStatus();
  }
  Status RunOp(const operators::MatmulBase& op, const RunContext& context) override {
    const T* x = op.x->data<T>();
    const T* y = op.y->data<T>();
    T* out = op.out->mutable_data<T>();
    const T alpha = static_cast<T>(op.alpha);
    // A shared right matrix makes the batch one tall left matrix.
    const bool fold = g_.folds_into_one();
    const int64_t batch = fold ? 1 : g_.batch_count();
    const int64_t m = fold ? g_.batch_count() * g_.m : g_.m;
    Gemm<T>(
        context.pool, batch, m, g_.n, g_.k,
        [&](int64_t index, MatrixView<T>* a, MatrixView<T>* b) {
          int64_t x_index = 0;
          int64_t y_index = 0;
          if (!fold) g_.Locate(index, &x_index, &y_index);
          *a = {x + x_index * g_.m * g_.k, g_.transpose_x ? 1 : g_.k, g_.transpose_x ? g_.m : 1};
          *b = {y + y_index * g_.k * g_.n, g_.transpose_y ? 1 : g_.n, g_.transpose_y ? g_.k : 1};
        },
        [&](int64_t index, int64_t row, int64_t column, int64_t count,
            const typename GemmSum<T>::Type* sums) {
          T* dst = out + (index * m + row) * g_.n + column;
          for (int64_t j = 0; j < count; ++j) dst[j] = alpha * static_cast<T>(sums[j]);
        });
    return OkStatus();
  }

 private:
  operators::MatmulGeometry g_;
};

using MatmulFloat = MatmulKernel<float>;
using MatmulDouble = MatmulKernel<double>;
using MatmulInt32 = MatmulKernel<int32_t>;
using MatmulInt64 = MatmulKernel<int64_t>;

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(matmul, kHost, kFloat, kNCHW, paddle::lite::kernels::host::MatmulFloat, def)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat))})
    .BindInput("Y", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat))})
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat))})
    .Finalize();

REGISTER_LITE_KERNEL(matmul, kHost, kFP64, kNCHW, paddle::lite::kernels::host::MatmulDouble, def)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFP64))})
    .BindInput("Y", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFP64))})
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFP64))})
    .Finalize();

REGISTER_LITE_KERNEL(matmul_v2, kHost, kFloat, kNCHW, paddle::lite::kernels::host::MatmulFloat, def)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat))})
    .BindInput("Y", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat))})
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat))})
    .Finalize();

REGISTER_LITE_KERNEL(matmul_v2, kHost, kFP64, kNCHW, paddle::lite::kernels::host::MatmulDouble, def)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFP64))})
    .BindInput("Y", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFP64))})
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFP64))})
    .Finalize();

REGISTER_LITE_KERNEL(matmul_v2, kHost, kInt32, kNCHW, paddle::lite::kernels::host::MatmulInt32, def)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kInt32))})
    .BindInput("Y", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kInt32))})
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kInt32))})
    .Finalize();

REGISTER_LITE_KERNEL(matmul_v2, kHost, kInt64, kNCHW, paddle::lite::kernels::host::MatmulInt64, def)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kInt64))})
    .BindInput("Y", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kInt64))})
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kInt64))})
    .Finalize();
