#include "lite/operators/scale.h"

#include <type_traits>

#include "lite/kernels/host/apply_activation.h"
#include "lite/kernels/host/number_conversion.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class ScaleKernel final : public KernelFor<operators::Scale> {
 public:
  static Status Supports(const operators::Scale& op) {
    const PrecisionType precision = op.x->precision();
    if (precision == PrecisionType::kFloat || precision == PrecisionType::kUnk) return OkStatus();
    if (precision != PrecisionType::kFP64 && precision != PrecisionType::kInt32 &&
        precision != PrecisionType::kInt64) {
      return Unsupported("element type ", PrecisionToStr(precision));
    }
    if (!op.activation.activation_type.empty() || op.fuse_scaleact) {
      return Unsupported("a fused activation on ", PrecisionToStr(precision));
    }
    return OkStatus();
  }

  Status PrepareOp(const operators::Scale& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(activation_, op.activation.Resolve());
    return OkStatus();
  }

  Status RunOp(const operators::Scale& op, const RunContext& context) override {
    switch (op.x->precision()) {
      case PrecisionType::kFloat:
        return RunTyped<float>(op, context);
      case PrecisionType::kFP64:
        return RunTyped<double>(op, context);
      case PrecisionType::kInt32:
        return RunTyped<int32_t>(op, context);
      case PrecisionType::kInt64:
        return RunTyped<int64_t>(op, context);
      default:
        return Unsupported("X: element type ", PrecisionToStr(op.x->precision()));
    }
  }

 private:
  template <typename T>
  Status RunTyped(const operators::Scale& op, const RunContext& context) const {
    constexpr int64_t kGrain = 4096;  // elements that justify a thread
    // Integers wrap around, because signed overflow is undefined.
    using Wide = typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>,
                                             std::common_type<T>>::type;
    LITE_ASSIGN_OR_RETURN(const T typed_scale, ScaleOf<T>(op));
    const Wide scale = static_cast<Wide>(typed_scale);
    const T typed_bias = Typed<T>(op.bias);
    // (x + bias) * scale must be rounded in that order.
    const Wide before = op.bias_after_scale ? Wide{0} : static_cast<Wide>(typed_bias);
    const Wide after = op.bias_after_scale ? static_cast<Wide>(typed_bias) : Wide{0};
    const T* src = op.x->data<T>();
    T* dst = op.out->mutable_data<T>();
    const bool epilogue = !activation_.is_identity() || op.fuse_scaleact;
    context.pool->ParallelFor(op.x->numel(), kGrain, [&](int64_t begin, int64_t end, int) {
      for (int64_t i = begin; i < end; ++i) {
        dst[i] = static_cast<T>((static_cast<Wide>(src[i]) + before) * scale + after);
      }
      if constexpr (std::is_same_v<T, float>) {
        if (!epilogue) return;
        ApplyActivation(activation_, dst + begin, end - begin);
        if (!op.fuse_scaleact) return;
        for (int64_t i = begin; i < end; ++i) dst[i] = dst[i] * op.scale1 + op.bias1;
      }
    });
    return OkStatus();
  }

  template <typename T>
  static T Typed(float value) {
    if constexpr (std::is_integral_v<T>) {
      return RealToInteger<T>(value);
    } else {
      return static_cast<T>(value);
    }
  }

  // The attribute or the value of ScaleTensor, which has X's element type or is a float.
  template <typename T>
  static Result<T> ScaleOf(const operators::Scale& op) {
    if (op.scale_tensor == nullptr) return Typed<T>(op.scale);
    if (op.scale_tensor->precision() == PrecisionType::kFloat) {
      return Typed<T>(*op.scale_tensor->data<float>());
    }
    if (op.scale_tensor->precision() == op.x->precision()) return *op.scale_tensor->data<T>();
    return InvalidArgument("ScaleTensor: expected float or X's type, found ",
                           PrecisionToStr(op.scale_tensor->precision()));
  }

  Activation activation_;
};

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(scale, kHost, kFloat, kAny, paddle::lite::kernels::host::ScaleKernel, def)
    .BindInput("ScaleTensor",
               {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .Finalize();

REGISTER_LITE_KERNEL(scale, kHost, kAny, kAny, paddle::lite::kernels::host::ScaleKernel, def)
    .Finalize();
