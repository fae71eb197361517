#include "lite/operators/is_finite.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "lite/core/element.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {
namespace {

using FiniteTypes = NumberTypes::And<Half>;

enum class Finiteness { kNaN, kInfinite, kFinite };

template <Finiteness kKind, typename T>
bool IsOfKind(T value) {
  if constexpr (std::is_integral_v<T>) return kKind == Finiteness::kFinite;
  const auto number = static_cast<ComputedAs<T>>(value);
  return kKind == Finiteness::kNaN        ? std::isnan(number)
         : kKind == Finiteness::kInfinite ? std::isinf(number)
                                          : std::isfinite(number);
}

}  // namespace

template <Finiteness kKind>
class IsFiniteEachKernel final : public KernelFor<operators::IsFiniteEach> {
 public:
  Status RunOp(const operators::IsFiniteEach& op, const RunContext& context) override {
    return VisitElementType<FiniteTypes>("X", op.x->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      const T* x = op.x->data<T>();
      bool* out = op.out->mutable_data<bool>();
      constexpr int64_t kGrain = 8192;  // elements that justify a thread
      context.pool->ForEachElement(op.x->numel(), kGrain,
                                   [=](int64_t i) { out[i] = IsOfKind<kKind>(x[i]); });
    });
  }
};

template <Finiteness kKind>
class IsFiniteAllKernel final : public KernelFor<operators::IsFiniteAll> {
 public:
  Status RunOp(const operators::IsFiniteAll& op, const RunContext&) override {
    return VisitElementType<FiniteTypes>("X", op.x->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      const T* x = op.x->data<T>();
      const auto is_of_kind = [](T value) { return IsOfKind<kKind>(value); };
      *op.out->mutable_data<bool>() = kKind == Finiteness::kFinite
                                          ? std::all_of(x, x + op.x->numel(), is_of_kind)
                                          : std::any_of(x, x + op.x->numel(), is_of_kind);
    });
  }
};

LITE_KERNELS(kHost, kAny, kAny, def, IsFiniteEachKernel<Finiteness::kNaN>, isnan_v2)
    .Out({"Out"}, PRECISION(kBool));
LITE_KERNELS(kHost, kAny, kAny, def, IsFiniteEachKernel<Finiteness::kInfinite>, isinf_v2)
    .Out({"Out"}, PRECISION(kBool));
LITE_KERNELS(kHost, kAny, kAny, def, IsFiniteEachKernel<Finiteness::kFinite>, isfinite_v2)
    .Out({"Out"}, PRECISION(kBool));
LITE_KERNELS(kHost, kAny, kNCHW, def, IsFiniteAllKernel<Finiteness::kNaN>, isnan)
    .Out({"Out"}, PRECISION(kBool));
LITE_KERNELS(kHost, kAny, kNCHW, def, IsFiniteAllKernel<Finiteness::kInfinite>, isinf)
    .Out({"Out"}, PRECISION(kBool));
LITE_KERNELS(kHost, kAny, kNCHW, def, IsFiniteAllKernel<Finiteness::kFinite>, isfinite)
    .Out({"Out"}, PRECISION(kBool));

}  // namespace paddle::lite::kernels::host
