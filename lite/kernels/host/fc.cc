#include "lite/operators/fc.h"

#include <type_traits>

#include "lite/kernels/host/apply_activation.h"
#include "lite/kernels/host/gemm.h"
#include "lite/kernels/host/quantize.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

// In is float, double, or int8 with scales.
template <typename In, typename Out = In>
class FcKernel final : public KernelFor<operators::Fc> {
 public:
  Status PrepareOp(const operators::Fc& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(shape_, op.Gemm());
    LITE_ASSIGN_OR_RETURN(activation_, op.ResolveActivation());
    slopes_ =
        !op.prelu_alpha || activation_.type != ActivationType::kPRelu ? 0 : op.prelu_alpha->numel();
    if constexpr (kInteger) {
      LITE_ASSIGN_OR_RETURN(
          scales_, ScalesOfProduct(op, "Input", "W", "Out", std::is_same_v<Out, int8_t>, shape_.n));
    }
    return OkStatus();
  }
  Status RunOp(const operators::Fc& op, const RunContext& context) override {
    const MatrixView<In> input{op.input->data<In>(), shape_.k, 1};
    const MatrixView<In> weights{op.w->data<In>(), shape_.w_stride, 1};
    const Real* bias = op.bias != nullptr ? op.bias->data<Real>() : nullptr;
    const Real* slopes = slopes_ > 0 ? op.prelu_alpha->data<Real>() : nullptr;
    Out* out = op.out->mutable_data<Out>();
    const int64_t per_item = op.out->dims().rank() > 1 && op.out->dims()[0] > 0
                                 ? op.out->numel() / op.out->dims()[0]
                                 : 1;
    Gemm<In>(
        context.pool, 1, shape_.m, shape_.n, shape_.k,
        [&](int64_t, MatrixView<In>* a, MatrixView<In>* b) {
          *a = input;
          *b = weights;
        },
        [&](int64_t, int64_t row, int64_t column, int64_t count,
            const typename GemmSum<In>::Type* sums) {
          Real values[kGemmColumns];
          for (int64_t j = 0; j < count; ++j) {
            Real value = static_cast<Real>(sums[j]);
            if constexpr (kInteger) value *= scales_.factors[column + j];
            if (bias != nullptr) {
              value += bias[column + j] / scales_.unit;
            }
            values[j] = value;
          }
          if (slopes != nullptr) {
            for (int64_t j = 0; j < count; ++j) {
              const int64_t at = row * shape_.n + column + j;
              values[j] = LeakyRelu(values[j], slopes[SlopeOf(op, at, per_item)]);
            }
          } else if constexpr (kInteger) {
            ApplyScaledActivation(activation_, scales_.unit, 1, 0, values, count);
          } else {
            ApplyActivation(activation_, values, count);
          }
          Out* dst = out + row * shape_.n + column;
          for (int64_t j = 0; j < count; ++j) {
            if constexpr (std::is_same_v<Out, int8_t>) {
              dst[j] = QuantizeToInt8(values[j]);
            } else {
              dst[j] = values[j];
            }
          }
        });
    return OkStatus();
  }

 private:
  static constexpr bool kInteger = std::is_same_v<In, int8_t>;
  // The type of the arithmetic after the sums.
  using Real = std::conditional_t<kInteger, float, In>;

  // The index of the fused prelu's slope for output element `at`.
  int64_t SlopeOf(const operators::Fc& op, int64_t at, int64_t per_item) const {
    if (op.prelu_mode == "all") return 0;
    const int64_t in_item = at % per_item;
    return op.prelu_mode == "element" ? in_item : in_item / (per_item / slopes_);
  }

  operators::Fc::GemmShape shape_;
  Activation activation_;
  int64_t slopes_ = 0;  // number of slopes of a fused prelu
  operators::ProductScales scales_;
};

using FcInt8ToFloat = FcKernel<int8_t, float>;

LITE_KERNELS(kHost, kFloat, kNCHW, def, FcKernel<float>, fc);
LITE_KERNELS(kHost, kFP64, kNCHW, def, FcKernel<double>, fc);
LITE_KERNELS(kHost, kInt8, kNCHW, fp32_out, FcInt8ToFloat, fc)
    .In({"Bias", "Alpha"}, PRECISION(kFloat))
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt8, kNCHW, int8_out, FcKernel<int8_t>, fc)
    .In({"Bias", "Alpha"}, PRECISION(kFloat));

}  // namespace paddle::lite::kernels::host
