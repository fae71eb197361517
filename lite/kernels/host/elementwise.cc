#include "lite/operators/elementwise.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <type_traits>

#include "lite/core/element.h"
#include "lite/kernels/host/apply_activation.h"
#include "lite/kernels/host/broadcast_loop.h"
#include "lite/kernels/host/number_conversion.h"
#include "lite/kernels/host/quantize.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {
namespace {

using ElementwiseTypes = IntegerTypes::And<float, double>;

template <typename T>
bool IsNegative(T value) {
  if constexpr (std::is_unsigned_v<T>) return false;
  return value < T{0};
}
// Whether dividing by the value may overflow.
template <typename T>
bool IsMinusOne(T value) {
  return std::is_signed_v<T> && value == static_cast<T>(-1);
}

// Integers wrap around, as in Paddle.
template <typename F>
struct Wrapping {
  template <typename T>
  T operator()(T a, T b) const {
    using U = typename UnsignedOr<T>::Type;
    return static_cast<T>(F()(static_cast<U>(a), static_cast<U>(b)));
  }
};
using Add = Wrapping<std::plus<>>;
using Sub = Wrapping<std::minus<>>;
using Mul = Wrapping<std::multiplies<>>;

// Integers truncate toward zero. The smallest integer divided by -1 stays the same.
struct Div {
  template <typename T>
  T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>) {
      return IsMinusOne(b) ? Sub()(T{0}, a) : static_cast<T>(a / b);
    } else {
      return a / b;
    }
  }
};
// If the comparison fails, as with NaN, the result is the second operand.
struct Max {
  template <typename T>
  T operator()(T a, T b) const {
    return a > b ? a : b;
  }
};
struct Min {
  template <typename T>
  T operator()(T a, T b) const {
    return a < b ? a : b;
  }
};
// The same, but the other operand if one is NaN.
struct FMax {
  template <typename T>
  T operator()(T a, T b) const {
    return b != b ? a : Max()(a, b);
  }
};
struct FMin {
  template <typename T>
  T operator()(T a, T b) const {
    return b != b ? a : Min()(a, b);
  }
};
// The step from 0 to 1 at 0, where it is b. NaN becomes 0.
struct Heaviside {
  template <typename T>
  T operator()(T a, T b) const {
    return a == 0 ? b : static_cast<T>(a > 0);
  }
};
struct Pow {
  template <typename T>
  T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>) {
      return RealToInteger<T>(std::rint(std::pow(static_cast<double>(a), static_cast<double>(b))));
    } else {
      return std::pow(a, b);
    }
  }
};
// The result has the sign of the divisor.
struct Mod {
  template <typename T>
  T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>) {
      const T rest = IsMinusOne(b) ? T{0} : static_cast<T>(a % b);
      return rest != 0 && IsNegative(rest) != IsNegative(b) ? static_cast<T>(rest + b) : rest;
    } else {
      const T rest = std::fmod(a, b);
      return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
    }
  }
};
// Rounds toward minus infinity.
struct FloorDiv {
  template <typename T>
  T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>) {
      if (IsMinusOne(b)) return Sub()(T{0}, a);
      const T quotient = static_cast<T>(a / b);
      const bool exact = static_cast<T>(quotient * b) == a;  // one division
      return !exact && IsNegative(a) != IsNegative(b) ? static_cast<T>(quotient - 1) : quotient;
    } else {
      return std::floor(a / b);
    }
  }
};

template <typename F>
constexpr bool kComparesOperands =
    std::is_same_v<F, Max> || std::is_same_v<F, Min> || std::is_same_v<F, FMax> ||
    std::is_same_v<F, FMin> || std::is_same_v<F, Heaviside>;
template <typename F>
constexpr bool kDivides =
    std::is_same_v<F, Div> || std::is_same_v<F, Mod> || std::is_same_v<F, FloorDiv>;

}  // namespace

// Out = epilogue(F(X, Y)) with broadcasting, on plain memory.
template <typename F>
class ElementwiseKernel : public KernelFor<operators::ElementwiseBase> {
 public:
  static Status Supports(const operators::ElementwiseBase& op) {
    const PrecisionType precision = op.x->precision();
    if (precision == PrecisionType::kFloat || precision == PrecisionType::kUnk) return OkStatus();
    if (precision == PrecisionType::kInt8 && !op.scales().Of("X").empty()) {
      return Unsupported("integers with a scale");
    }
    LITE_RETURN_IF_ERROR(CheckElementType<Types>("X", precision));
    LITE_ASSIGN_OR_RETURN(const operators::Epilogue epilogue, op.ResolveEpilogue());
    if (!epilogue.empty())
      return Unsupported("a fused activation or scale on ", PrecisionToStr(precision));
    return OkStatus();
  }

  Status PrepareOp(const operators::ElementwiseBase& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(const operators::Broadcast shapes,
                          operators::BroadcastShapes(op.x->dims(), op.y->dims(), op.axis));
    loop_ = BroadcastLoop(shapes);
    LITE_ASSIGN_OR_RETURN(epilogue_, op.ResolveEpilogue());
    return OkStatus();
  }

  Status RunOp(const operators::ElementwiseBase& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    return VisitElementType<Types>("X", op.x->precision(),
                                   [&](auto type) { return RunTyped(type, op, context); });
  }

 private:
  // The product of truth values is true if both are; so is the quotient, whose divisor is true.
  using Types = std::conditional_t<std::is_same_v<F, Mul> || std::is_same_v<F, Div>,
                                   ElementwiseTypes::And<bool>, ElementwiseTypes>;

  Status RunTyped(ElementTag<bool>, const operators::ElementwiseBase& op,
                  const RunContext& context) const {
    const uint8_t* x = op.x->data<uint8_t>();
    const uint8_t* y = op.y->data<uint8_t>();
    uint8_t* out = op.out->mutable_data<uint8_t>();
    if constexpr (kDivides<F>) {
      const uint8_t* end = y + op.y->numel();
      if (std::find(y, end, 0) != end) return InvalidArgument("Y: division by zero");
    }
    loop_.Run(context.pool, [&](int64_t x_at, int64_t x_step, int64_t y_at, int64_t y_step,
                                int64_t at, int64_t count) {
      BroadcastRow(x + x_at, x_step, y + y_at, y_step, out + at, count,
                   [](uint8_t a, uint8_t b) { return static_cast<uint8_t>(a != 0 && b != 0); });
    });
    return OkStatus();
  }
  template <typename T>
  Status RunTyped(ElementTag<T>, const operators::ElementwiseBase& op,
                  const RunContext& context) const {
    const T* x = op.x->data<T>();
    const T* y = op.y->data<T>();
    T* out = op.out->mutable_data<T>();
    if constexpr (kDivides<F> && std::is_integral_v<T>) {
      const T* end = y + op.y->numel();
      if (std::find(y, end, T{0}) != end) return InvalidArgument("Y: division by zero");
    }
    loop_.Run(context.pool, [&](int64_t x_at, int64_t x_step, int64_t y_at, int64_t y_step,
                                int64_t at, int64_t count) {
      if (kComparesOperands<F> && op.ComparesYWithX()) {
        BroadcastRow(y + y_at, y_step, x + x_at, x_step, out + at, count, F());
      } else {
        BroadcastRow(x + x_at, x_step, y + y_at, y_step, out + at, count, F());
      }
      if constexpr (std::is_same_v<T, float>) {
        if (epilogue_.empty()) return;
        for (int64_t i = at; i < at + count; ++i)
          out[i] = out[i] * epilogue_.scale + epilogue_.bias;
        ApplyActivation(epilogue_.activation, out + at, count);
      }
    });
    return OkStatus();
  }

  BroadcastLoop loop_;
  operators::Epilogue epilogue_;
};

// int8 with scales: the bits of casts before and after the operator. Out is float or int8_t.
template <typename F, typename Out>
class Int8ElementwiseKernel : public KernelFor<operators::ElementwiseBase> {
 public:
  static Status Supports(const operators::ElementwiseBase& op) {
    for (const char* slot : {"X", "Y"}) {
      if (!operators::ActivationScale(op, slot).ok()) return Unsupported("no scale of ", slot);
    }
    return OkStatus();
  }

  Status PrepareOp(const operators::ElementwiseBase& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(const operators::Broadcast shapes,
                          operators::BroadcastShapes(op.x->dims(), op.y->dims(), op.axis));
    loop_ = BroadcastLoop(shapes);
    LITE_ASSIGN_OR_RETURN(epilogue_, op.ResolveEpilogue());
    LITE_ASSIGN_OR_RETURN(x_scale_, operators::ActivationScale(op, "X"));
    LITE_ASSIGN_OR_RETURN(y_scale_, operators::ActivationScale(op, "Y"));
    if constexpr (std::is_same_v<Out, int8_t>) {
      LITE_ASSIGN_OR_RETURN(const float unit, operators::ActivationScale(op, "Out"));
      steps_per_unit_ = 1.0f / unit;
    }
    return OkStatus();
  }

  Status RunOp(const operators::ElementwiseBase& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    const int8_t* x = op.x->data<int8_t>();
    const int8_t* y = op.y->data<int8_t>();
    Out* out = op.out->mutable_data<Out>();
    loop_.Run(context.pool, [&](int64_t x_at, int64_t x_step, int64_t y_at, int64_t y_step,
                                int64_t at, int64_t count) {
      for (int64_t i = 0; i < count; i += kPiece) {
        RunPiece(x + x_at + i * x_step, x_step, y + y_at + i * y_step, y_step, out + at + i,
                 std::min(kPiece, count - i));
      }
    });
    return OkStatus();
  }

 private:
  static constexpr int64_t kPiece = 512;

  void RunPiece(const int8_t* x, int64_t x_step, const int8_t* y, int64_t y_step, Out* out,
                int64_t count) const {
    float values[kPiece];
    BroadcastRow(x, x_step, y, y_step, values, count,
                 [by_x = x_scale_, by_y = y_scale_](int8_t a, int8_t b) {
                   return F()(static_cast<float>(a) * by_x, static_cast<float>(b) * by_y);
                 });
    if (!epilogue_.empty()) {
      for (int64_t i = 0; i < count; ++i) values[i] = values[i] * epilogue_.scale + epilogue_.bias;
      ApplyActivation(epilogue_.activation, values, count);
    }
    if constexpr (std::is_same_v<Out, int8_t>) {
      for (int64_t i = 0; i < count; ++i) out[i] = QuantizeToInt8(values[i] * steps_per_unit_);
    } else {
      std::copy_n(values, count, out);
    }
  }

  BroadcastLoop loop_;
  operators::Epilogue epilogue_;
  float x_scale_ = 1;
  float y_scale_ = 1;
  float steps_per_unit_ = 1;
};

// Any of the kernels for images in any layout. Requires both images to have the same shape apart
// from the batch, or one side to be a single value.
template <typename Plain>
class OnImages final : public Plain {
 public:
  static Status Supports(const operators::ElementwiseBase& op) {
    const DDim& x = op.x->dims();
    const DDim& y = op.y->dims();
    if (x.rank() != 4) return Unsupported("layouts other than NCHW: X has rank ", x.rank());
    bool alike = y.rank() == 4;
    for (int i = 0; alike && i < 4; ++i) alike = x[i] == y[i] && (i == 0 || x[i] > 0);
    if (!alike && (y.HasUnknown() || y.production() != 1)) {
      return Unsupported("layouts other than NCHW: X ", x, " and Y ", y, " have different shapes");
    }
    return Plain::Supports(op);
  }
};
template <typename F>
using ImageElementwiseKernel = OnImages<ElementwiseKernel<F>>;
template <typename F>
using Int8ToInt8 = Int8ElementwiseKernel<F, int8_t>;
template <typename F>
using Int8ToFloat = Int8ElementwiseKernel<F, float>;

LITE_KERNELS(kHost, kFloat, kNCHW, def, ElementwiseKernel<Add>, elementwise_add,
             fusion_elementwise_add_activation);
LITE_KERNELS(kHost, kFloat, kAny, def, ImageElementwiseKernel<Add>, elementwise_add,
             fusion_elementwise_add_activation);
LITE_KERNELS(kHost, kAny, kNCHW, def, ElementwiseKernel<Add>, elementwise_add);
LITE_KERNELS(kHost, kFloat, kNCHW, def, ElementwiseKernel<Sub>, elementwise_sub,
             fusion_elementwise_sub_activation);
LITE_KERNELS(kHost, kFloat, kAny, def, ImageElementwiseKernel<Sub>, elementwise_sub,
             fusion_elementwise_sub_activation);
LITE_KERNELS(kHost, kAny, kNCHW, def, ElementwiseKernel<Sub>, elementwise_sub);
LITE_KERNELS(kHost, kFloat, kNCHW, def, ElementwiseKernel<Mul>, elementwise_mul,
             fusion_elementwise_mul_activation);
LITE_KERNELS(kHost, kFloat, kAny, def, ImageElementwiseKernel<Mul>, elementwise_mul,
             fusion_elementwise_mul_activation);
LITE_KERNELS(kHost, kAny, kNCHW, def, ElementwiseKernel<Mul>, elementwise_mul);
LITE_KERNELS(kHost, kFloat, kNCHW, def, ElementwiseKernel<Div>, elementwise_div,
             fusion_elementwise_div_activation);
LITE_KERNELS(kHost, kFloat, kAny, def, ImageElementwiseKernel<Div>, elementwise_div,
             fusion_elementwise_div_activation);
LITE_KERNELS(kHost, kAny, kNCHW, def, ElementwiseKernel<Div>, elementwise_div);
LITE_KERNELS(kHost, kFloat, kNCHW, def, ElementwiseKernel<Max>, elementwise_max,
             fusion_elementwise_max_activation);
LITE_KERNELS(kHost, kFloat, kAny, def, ImageElementwiseKernel<Max>, elementwise_max,
             fusion_elementwise_max_activation);
LITE_KERNELS(kHost, kAny, kNCHW, def, ElementwiseKernel<Max>, elementwise_max);
LITE_KERNELS(kHost, kFloat, kNCHW, def, ElementwiseKernel<Min>, elementwise_min,
             fusion_elementwise_min_activation);
LITE_KERNELS(kHost, kFloat, kAny, def, ImageElementwiseKernel<Min>, elementwise_min,
             fusion_elementwise_min_activation);
LITE_KERNELS(kHost, kAny, kNCHW, def, ElementwiseKernel<Min>, elementwise_min);
LITE_KERNELS(kHost, kFloat, kNCHW, def, ElementwiseKernel<Pow>, elementwise_pow,
             fusion_elementwise_pow_activation);
LITE_KERNELS(kHost, kFloat, kAny, def, ImageElementwiseKernel<Pow>, elementwise_pow,
             fusion_elementwise_pow_activation);
LITE_KERNELS(kHost, kAny, kNCHW, def, ElementwiseKernel<Pow>, elementwise_pow);
LITE_KERNELS(kHost, kFloat, kNCHW, def, ElementwiseKernel<Mod>, elementwise_mod);
LITE_KERNELS(kHost, kFloat, kAny, def, ImageElementwiseKernel<Mod>, elementwise_mod);
LITE_KERNELS(kHost, kAny, kNCHW, def, ElementwiseKernel<Mod>, elementwise_mod);
LITE_KERNELS(kHost, kFloat, kNCHW, def, ElementwiseKernel<FloorDiv>, elementwise_floordiv,
             fusion_elementwise_floordiv_activation);
LITE_KERNELS(kHost, kFloat, kAny, def, ImageElementwiseKernel<FloorDiv>, elementwise_floordiv,
             fusion_elementwise_floordiv_activation);
LITE_KERNELS(kHost, kAny, kNCHW, def, ElementwiseKernel<FloorDiv>, elementwise_floordiv);
LITE_KERNELS(kHost, kFloat, kNCHW, def, ElementwiseKernel<FMax>, elementwise_fmax);
LITE_KERNELS(kHost, kAny, kNCHW, def, ElementwiseKernel<FMax>, elementwise_fmax);
LITE_KERNELS(kHost, kFloat, kNCHW, def, ElementwiseKernel<FMin>, elementwise_fmin);
LITE_KERNELS(kHost, kAny, kNCHW, def, ElementwiseKernel<FMin>, elementwise_fmin);
LITE_KERNELS(kHost, kFloat, kNCHW, def, ElementwiseKernel<Heaviside>, elementwise_heaviside);
LITE_KERNELS(kHost, kAny, kNCHW, def, ElementwiseKernel<Heaviside>, elementwise_heaviside);
LITE_KERNELS(kHost, kInt8, kAny, int8_out, OnImages<Int8ToInt8<Add>>, elementwise_add);
LITE_KERNELS(kHost, kInt8, kAny, fp32_out, OnImages<Int8ToFloat<Add>>, elementwise_add)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt8, kNCHW, int8_out, Int8ToInt8<Add>, elementwise_add);
LITE_KERNELS(kHost, kInt8, kNCHW, fp32_out, Int8ToFloat<Add>, elementwise_add)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt8, kAny, int8_out, OnImages<Int8ToInt8<Sub>>, elementwise_sub);
LITE_KERNELS(kHost, kInt8, kAny, fp32_out, OnImages<Int8ToFloat<Sub>>, elementwise_sub)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt8, kNCHW, int8_out, Int8ToInt8<Sub>, elementwise_sub);
LITE_KERNELS(kHost, kInt8, kNCHW, fp32_out, Int8ToFloat<Sub>, elementwise_sub)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt8, kAny, int8_out, OnImages<Int8ToInt8<Mul>>, elementwise_mul);
LITE_KERNELS(kHost, kInt8, kAny, fp32_out, OnImages<Int8ToFloat<Mul>>, elementwise_mul)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt8, kNCHW, int8_out, Int8ToInt8<Mul>, elementwise_mul);
LITE_KERNELS(kHost, kInt8, kNCHW, fp32_out, Int8ToFloat<Mul>, elementwise_mul)
    .Out({"Out"}, PRECISION(kFloat));

}  // namespace paddle::lite::kernels::host
