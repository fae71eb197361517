#include "lite/operators/clip.h"

#include <algorithm>
#include <type_traits>

#include "lite/kernels/host/number_conversion.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class ClipKernel final : public KernelFor<operators::Clip> {
 public:
  Status RunOp(const operators::Clip& op, const RunContext& context) override {
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
  static Result<T> Limit(const char* slot, const Tensor* tensor, float attribute) {
    if (tensor != nullptr) {
      if (tensor->precision() == PrecisionTypeTrait<T>::Type()) return *tensor->data<T>();
      if (tensor->precision() != PrecisionType::kFloat) {
        return InvalidArgument(slot, ": expected float or X's type, found ",
                               PrecisionToStr(tensor->precision()));
      }
      attribute = *tensor->data<float>();
    }
    if constexpr (std::is_integral_v<T>) {
      return RealToInteger<T>(attribute);
    } else {
      return static_cast<T>(attribute);
    }
  }

  template <typename T>
  static Status RunTyped(const operators::Clip& op, const RunContext& context) {
    LITE_ASSIGN_OR_RETURN(const T low, Limit<T>("Min", op.min_tensor, op.min));
    LITE_ASSIGN_OR_RETURN(const T high, Limit<T>("Max", op.max_tensor, op.max));
    if (!(low <= high)) return InvalidArgument("Min: ", low, " is above Max ", high);
    const T* src = op.x->data<T>();
    T* dst = op.out->mutable_data<T>();
    constexpr int64_t kGrain = 4096;  // elements that justify a thread
    context.pool->ParallelFor(op.x->numel(), kGrain, [=](int64_t begin, int64_t end, int) {
      for (int64_t i = begin; i < end; ++i) dst[i] = std::min(std::max(src[i], low), high);
    });
    return OkStatus();
  }
};

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(clip, kHost, kFloat, kAny, paddle::lite::kernels::host::ClipKernel, def)
    .BindInput("Min", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .BindInput("Max", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .Finalize();

REGISTER_LITE_KERNEL(clip, kHost, kAny, kAny, paddle::lite::kernels::host::ClipKernel, def)
    .Finalize();
