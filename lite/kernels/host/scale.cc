#include "lite/operators/scale.h"

#include <type_traits>

#include "lite/core/element.h"
#include "lite/kernels/host/apply_activation.h"
#include "lite/kernels/host/number_conversion.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class ScaleKernel final : public KernelFor<operators::Scale> {
 public:
  static Status Supports(const operators::Scale& op) {
    const PrecisionType precision = op.x->precision();
    if (precision == PrecisionType::kFloat || precision == PrecisionType::kUnk) return OkStatus();
    LITE_RETURN_IF_ERROR(CheckElementType<Types>("X", precision));
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
    return VisitElementType<Types>("X", op.x->precision(),
                                   [&](auto type) { return RunTyped(type, op, context); });
  }

 private:
  using Types = IntegerTypes::And<bool, float, double>;

  // Any number other than 0 is true.
  template <typename T>
  static T Number(float value) {
    if constexpr (std::is_same_v<T, bool>) return value != 0.0f;
    return NumberFromReal<T>(value);
  }

  template <typename T>
  Status RunTyped(ElementTag<T>, const operators::Scale& op, const RunContext& context) const {
    constexpr int64_t kGrain = 4096;  // elements that justify a thread
    using Wide = typename UnsignedOr<T>::Type;
    LITE_ASSIGN_OR_RETURN(const T typed_scale, ScaleOf<T>(op));
    const Wide scale = static_cast<Wide>(typed_scale);
    const T typed_bias = Number<T>(op.bias);
    // (x + bias) * scale must be rounded in that order.
    const Wide before = op.bias_after_scale ? Wide{0} : static_cast<Wide>(typed_bias);
    const Wide after = op.bias_after_scale ? static_cast<Wide>(typed_bias) : Wide{0};
    using Stored = StoredAs<T>;
    const Stored* src = op.x->data<Stored>();
    T* dst = op.out->mutable_data<T>();
    const bool epilogue = !activation_.is_identity() || op.fuse_scaleact;
    context.pool->ParallelFor(op.x->numel(), kGrain, [&](int64_t begin, int64_t end, int) {
      VectorLoop(begin, end, [=](int64_t i) {
        dst[i] =
            static_cast<T>((static_cast<Wide>(static_cast<T>(src[i])) + before) * scale + after);
      });
      if constexpr (std::is_same_v<T, float>) {
        if (!epilogue) return;
        ApplyActivation(activation_, dst + begin, end - begin);
        if (!op.fuse_scaleact) return;
        for (int64_t i = begin; i < end; ++i) dst[i] = dst[i] * op.scale1 + op.bias1;
      }
    });
    return OkStatus();
  }

  // The attribute or the value of ScaleTensor, of any element type.
  template <typename T>
  static Result<T> ScaleOf(const operators::Scale& op) {
    const Tensor* const given = op.scale_tensor;
    if (given == nullptr) return Number<T>(op.scale);
    if (given->precision() == op.x->precision()) {
      return static_cast<T>(*given->data<StoredAs<T>>());
    }
    LITE_RETURN_IF_ERROR(CheckElementType<Types>("ScaleTensor", given->precision()));
    const double value = ElementAt(given->raw_data(), given->precision(), 0);
    if constexpr (std::is_same_v<T, double>) return value;
    return Number<T>(static_cast<float>(value));
  }

  Activation activation_;
};

LITE_KERNELS(kHost, kFloat, kAny, def, ScaleKernel, scale).In({"ScaleTensor"}, PRECISION(kAny));
LITE_KERNELS(kHost, kAny, kAny, def, ScaleKernel, scale);

}  // namespace paddle::lite::kernels::host
