#include "lite/operators/mul.h"

#include "lite/kernels/host/gemm.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

template <typename T>
class MulKernel final : public KernelFor<operators::Mul> {
 public:
  Status PrepareOp(const operators::Mul& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(shape_, op.Gemm());
    return OkStatus();
  }
  Status RunOp(const operators::Mul& op, const RunContext& context) override {
    const MatrixView<T> x{op.x->data<T>(), shape_.k, 1};
    const MatrixView<T> y{op.y->data<T>(), shape_.n, 1};
    T* out = op.out->mutable_data<T>();
    Gemm<T>(
        context.pool, 1, shape_.m, shape_.n, shape_.k,
        [&](int64_t, MatrixView<T>* a, MatrixView<T>* b) {
          *a = x;
          *b = y;
        },
        [&](int64_t, int64_t row, int64_t column, int64_t count, const T* sums) {
          std::copy(sums, sums + count, out + row * shape_.n + column);
        });
    return OkStatus();
  }

 private:
  operators::Mul::GemmShape shape_;
};

using MulFloat = MulKernel<float>;
using MulDouble = MulKernel<double>;

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(mul, kHost, kFloat, kNCHW, paddle::lite::kernels::host::MulFloat, def)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kHost))})
    .BindInput("Y", {LiteType::GetTensorTy(TARGET(kHost))})
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost))})
    .Finalize();

REGISTER_LITE_KERNEL(mul, kHost, kFP64, kNCHW, paddle::lite::kernels::host::MulDouble, def)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFP64))})
    .BindInput("Y", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFP64))})
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFP64))})
    .Finalize();
