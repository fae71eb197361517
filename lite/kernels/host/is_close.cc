#include "lite/operators/is_close.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>

#include "lite/core/element.h"
#include "lite/kernels/host/number_text.h"
#include "lite/kernels/kernel_without_half.h"

namespace paddle::lite::kernels::host {
namespace {

// What two elements may differ by.
struct Tolerances {
  double relative;
  double absolute;
  bool equal_nan;

  explicit Tolerances(const operators::IsCloseBase& op)
      : relative(Value(op.rtol_tensor, op.rtol)),
        absolute(Value(op.atol_tensor, op.atol)),
        equal_nan(op.equal_nan) {}

  // The comparison of Paddle, which admits a rounding error of 1e-15: infinities of both signs are
  // close, unless the relative tolerance is 0.
  template <typename T>
  bool Admit(T a, T b) const {
    if (std::isnan(a) || std::isnan(b)) return equal_nan && std::isnan(a) == std::isnan(b);
    const T difference = std::fabs(a - b);
    const T bound = static_cast<T>(absolute + relative * std::fabs(static_cast<double>(b)));
    return a == b || difference <= bound || std::fabs(difference - bound) <= T(1e-15);
  }

 private:
  static double Value(const Tensor* tensor, const std::string& text) {
    if (tensor != nullptr) return ElementAt(tensor->raw_data(), tensor->precision(), 0);
    return RealFromText(text);
  }
};

template <typename T>
bool IsSame(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) return a == b || std::fabs(a - b) < T(1e-8);
  return a == b;
}

}  // namespace

class IsCloseKernel final : public KernelWithoutHalf<operators::IsClose> {
 public:
  Status RunOp(const operators::IsClose& op, const RunContext& context) override {
    return VisitElementType<RealTypes>("Input", op.input->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      const Tolerances tolerances(op);
      const T* a = op.input->data<T>();
      const T* b = op.other->data<T>();
      bool* out = op.out->mutable_data<bool>();
      constexpr int64_t kGrain = 4096;  // elements that justify a thread
      context.pool->ForEach(op.input->numel(), kGrain,
                            [=](int64_t i) { out[i] = tolerances.Admit(a[i], b[i]); });
    });
  }
};

class AllCloseKernel final : public KernelWithoutHalf<operators::AllClose> {
 public:
  Status RunOp(const operators::AllClose& op, const RunContext&) override {
    return VisitElementType<RealTypes>("Input", op.input->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      const Tolerances tolerances(op);
      const T* a = op.input->data<T>();
      *op.out->mutable_data<bool>() =
          std::equal(a, a + op.input->numel(), op.other->data<T>(),
                     [&](T left, T right) { return tolerances.Admit(left, right); });
    });
  }
};

class EqualAllKernel final : public KernelWithoutHalf<operators::EqualAll> {
 public:
  Status RunOp(const operators::EqualAll& op, const RunContext&) override {
    if (op.x->dims() != op.y->dims()) {
      *op.out->mutable_data<bool>() = false;
      return OkStatus();
    }
    return VisitElementType<NumberTypes::And<bool>>("X", op.x->precision(), [&](auto type) {
      using T = StoredAs<typename decltype(type)::Type>;
      const T* x = op.x->data<T>();
      *op.out->mutable_data<bool>() = std::equal(x, x + op.x->numel(), op.y->data<T>(), IsSame<T>);
    });
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, IsCloseKernel, isclose).Out({"Out"}, PRECISION(kBool));
LITE_KERNELS(kHost, kAny, kNCHW, def, AllCloseKernel, allclose).Out({"Out"}, PRECISION(kBool));
LITE_KERNELS(kHost, kAny, kNCHW, def, EqualAllKernel, equal_all).Out({"Out"}, PRECISION(kBool));

}  // namespace paddle::lite::kernels::host
