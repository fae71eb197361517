#include "lite/operators/fc.h"

#include <type_traits>
#include <vector>

#include "lite/kernels/host/apply_activation.h"
#include "lite/kernels/host/gemm.h"
#include "lite/kernels/host/quantize.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

// In is float, or int8 with scales.
template <typename In, typename Out = In>
class FcKernel final : public KernelFor<operators::Fc> {
 public:
  Status PrepareOp(const operators::Fc& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(shape_, op.Gemm());
    LITE_ASSIGN_OR_RETURN(activation_, op.ResolveActivation());
    slopes_ =
        !op.prelu_alpha || activation_.type != ActivationType::kPRelu ? 0 : op.prelu_alpha->numel();
    if constexpr (kInteger) {
      LITE_ASSIGN_OR_RETURN(factors_, DequantizingFactors(op.quant, shape_.n));
      if constexpr (std::is_same_v<Out, int8_t>) {
        LITE_ASSIGN_OR_RETURN(out_scale_, OutputScale(op.quant));
        for (float& factor : factors_) factor /= out_scale_;
      }
    }
    return OkStatus();
  }
  Status RunOp(const operators::Fc& op, const RunContext& context) override {
    const MatrixView<In> input{op.input->data<In>(), shape_.k, 1};
    const MatrixView<In> weights{op.w->data<In>(), shape_.w_stride, 1};
    const float* bias = op.bias != nullptr ? op.bias->data<float>() : nullptr;
    const float* slopes = slopes_ > 0 ? op.prelu_alpha->data<float>() : nullptr;
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
          float values[kGemmColumns];
          for (int64_t j = 0; j < count; ++j) {
            float value = static_cast<float>(sums[j]);
            if constexpr (kInteger) value *= factors_[column + j];
            if (bias != nullptr) {
              value +=
                  std::is_same_v<Out, int8_t> ? bias[column + j] / out_scale_ : bias[column + j];
            }
            values[j] = value;
          }
          if (slopes != nullptr) {
            for (int64_t j = 0; j < count; ++j) {
              const int64_t at = row * shape_.n + column + j;
              values[j] = LeakyRelu(values[j], slopes[SlopeOf(op, at, per_item)]);
            }
          } else if constexpr (std::is_same_v<Out, int8_t>) {
            ApplyScaledActivation(activation_, out_scale_, values, count);
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

  // The index of the fused prelu's slope for output element `at`.
  int64_t SlopeOf(const operators::Fc& op, int64_t at, int64_t per_item) const {
    if (op.prelu_mode == "all") return 0;
    const int64_t in_item = at % per_item;
    return op.prelu_mode == "element" ? in_item : in_item / (per_item / slopes_);
  }

  operators::Fc::GemmShape shape_;
  Activation activation_;
  int64_t slopes_ = 0;  // number of slopes of a fused prelu
  std::vector<float> factors_;
  float out_scale_ = 1;
};

using FcInt8ToFloat = FcKernel<int8_t, float>;

LITE_KERNELS(kHost, kFloat, kNCHW, def, FcKernel<float>, fc);
LITE_KERNELS(kHost, kInt8, kNCHW, fp32_out, FcInt8ToFloat, fc)
    .In({"Bias", "Alpha"}, PRECISION(kFloat))
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt8, kNCHW, int8_out, FcKernel<int8_t>, fc)
    .In({"Bias", "Alpha"}, PRECISION(kFloat));

}  // namespace paddle::lite::kernels::host
