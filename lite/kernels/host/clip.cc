#include "lite/operators/clip.h"

#include <algorithm>
#include <type_traits>

#include "lite/core/element.h"
#include "lite/kernels/host/number_conversion.h"
#include "lite/kernels/kernel_without_half.h"

namespace paddle::lite::kernels::host {

class ClipKernel final : public KernelWithoutHalf<operators::Clip> {
 public:
  Status RunOp(const operators::Clip& op, const RunContext& context) override {
    return VisitElementType<NumberTypes>("X", op.x->precision(),
                                         [&](auto type) { return RunTyped(type, op, context); });
  }

 private:
  using LimitTypes = IntegerTypes::And<bool, float, double>;

  template <typename T>
  static Result<T> Limit(const char* slot, const Tensor* tensor, float attribute) {
    if (tensor != nullptr) {
      T limit{};
      LITE_RETURN_IF_ERROR(VisitElementType<LimitTypes>(slot, tensor->precision(), [&](auto type) {
        using Number = typename decltype(type)::Type;
        const auto number = *tensor->data<Number>();
        if constexpr (std::is_integral_v<T> && std::is_floating_point_v<Number>) {
          limit = RealToInteger<T>(number);
        } else {
          limit = static_cast<T>(number);
        }
      }));
      return limit;
    }
    return NumberFromReal<T>(attribute);
  }

  template <typename T>
  static Status RunTyped(ElementTag<T>, const operators::Clip& op, const RunContext& context) {
    LITE_ASSIGN_OR_RETURN(const T low, Limit<T>("Min", op.min_tensor, op.min));
    LITE_ASSIGN_OR_RETURN(const T high, Limit<T>("Max", op.max_tensor, op.max));
    if (!(low <= high)) return InvalidArgument("Min: ", low, " is above Max ", high);
    const T* src = op.x->data<T>();
    T* dst = op.out->mutable_data<T>();
    constexpr int64_t kGrain = 4096;  // elements that justify a thread
    context.pool->ForEachElement(op.x->numel(), kGrain, [=](int64_t i) {
      const T x = src[i];
      const T above = x < low ? low : x;
      dst[i] = high < above ? high : above;
    });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kAny, def, ClipKernel, clip).In({"Min", "Max"}, PRECISION(kAny));
LITE_KERNELS(kHost, kAny, kAny, def, ClipKernel, clip);

}  // namespace paddle::lite::kernels::host
