#include "lite/operators/mul.h"

#include <algorithm>
#include <type_traits>

#include "lite/kernels/host/gemm.h"
#include "lite/kernels/host/quantize.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

// T is float or double, or int8 with scales and an output of float or int8.
template <typename T, typename Out = T>
class MulKernel final : public KernelFor<operators::Mul> {
 public:
  Status PrepareOp(const operators::Mul& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(shape_, op.Gemm());
    if constexpr (kInteger) return requantize_.Prepare(op, shape_.n);
    return OkStatus();
  }
  Status RunOp(const operators::Mul& op, const RunContext& context) override {
    const MatrixView<T> x{op.x->data<T>(), shape_.k, 1};
    const MatrixView<T> y{op.y->data<T>(), shape_.n, 1};
    Out* out = op.out->mutable_data<Out>();
    Gemm<T>(
        context.pool, 1, shape_.m, shape_.n, shape_.k,
        [&](int64_t, MatrixView<T>* a, MatrixView<T>* b) {
          *a = x;
          *b = y;
        },
        [&](int64_t, int64_t row, int64_t column, int64_t count,
            const typename GemmSum<T>::Type* sums) {
          Out* dst = out + row * shape_.n + column;
          if constexpr (kInteger) {
            for (int64_t j = 0; j < count; ++j) dst[j] = requantize_(sums[j], column + j);
          } else {
            std::copy(sums, sums + count, dst);
          }
        });
    return OkStatus();
  }

 private:
  static constexpr bool kInteger = std::is_same_v<T, int8_t>;

  operators::Mul::GemmShape shape_;
  Requantizer<Out> requantize_;
};

using MulInt8ToFloat = MulKernel<int8_t, float>;

LITE_KERNELS(kHost, kFloat, kNCHW, def, MulKernel<float>, mul);
LITE_KERNELS(kHost, kFP64, kNCHW, def, MulKernel<double>, mul);
LITE_KERNELS(kHost, kInt8, kNCHW, fp32_out, MulInt8ToFloat, mul).Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt8, kNCHW, int8_out, MulKernel<int8_t>, mul);

}  // namespace paddle::lite::kernels::host
