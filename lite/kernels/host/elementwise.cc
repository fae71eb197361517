#include "lite/operators/elementwise.h"

#include <cmath>
#include <limits>
#include <type_traits>

#include "lite/kernels/host/apply_activation.h"
#include "lite/kernels/host/broadcast_loop.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {
namespace {

// Integers wrap around, as in Paddle, because signed overflow is undefined.
template <typename T, typename F>
T Wrapping(T a, T b, F f) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    return static_cast<T>(f(static_cast<U>(a), static_cast<U>(b)));
  } else {
    return f(a, b);
  }
}

struct Add {
  template <typename T>
  T operator()(T a, T b) const {
    return Wrapping(a, b, [](auto p, auto q) { return p + q; });
  }
};
struct Sub {
  template <typename T>
  T operator()(T a, T b) const {
    return Wrapping(a, b, [](auto p, auto q) { return p - q; });
  }
};
struct Mul {
  template <typename T>
  T operator()(T a, T b) const {
    return Wrapping(a, b, [](auto p, auto q) { return p * q; });
  }
};
// Integers truncate toward zero. The smallest integer divided by -1 stays the same.
struct Div {
  template <typename T>
  T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>) {
      return b == -1 ? Sub()(T{0}, a) : static_cast<T>(a / b);
    } else {
      return a / b;
    }
  }
};
// If the comparison fails, as with NaN, the result is Y.
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
struct Pow {
  template <typename T>
  T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(std::llrint(std::pow(static_cast<double>(a), static_cast<double>(b))));
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
      const T rest = b == -1 ? T{0} : static_cast<T>(a % b);
      return rest != 0 && (rest < 0) != (b < 0) ? static_cast<T>(rest + b) : rest;
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
      if (b == -1) return Sub()(T{0}, a);
      const T quotient = static_cast<T>(a / b);
      return a % b != 0 && (a < 0) != (b < 0) ? static_cast<T>(quotient - 1) : quotient;
    } else {
      return std::floor(a / b);
    }
  }
};

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
    if (precision != PrecisionType::kFP64 && precision != PrecisionType::kInt32 &&
        precision != PrecisionType::kInt64) {
      return Unsupported("element type ", PrecisionToStr(precision));
    }
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
  Status RunTyped(const operators::ElementwiseBase& op, const RunContext& context) const {
    const T* x = op.x->data<T>();
    const T* y = op.y->data<T>();
    T* out = op.out->mutable_data<T>();
    if constexpr (kDivides<F> && std::is_integral_v<T>) {
      const T* end = y + op.y->numel();
      if (std::find(y, end, T{0}) != end) return InvalidArgument("Y: division by zero");
    }
    loop_.Run(context.pool, [&](int64_t x_at, int64_t x_step, int64_t y_at, int64_t y_step,
                                int64_t at, int64_t count) {
      BroadcastRow(x + x_at, x_step, y + y_at, y_step, out + at, count, F());
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

// The same for images in any layout. Requires both images to have the same shape apart from the
// batch, or one side to be a single value.
template <typename F>
class ImageElementwiseKernel final : public ElementwiseKernel<F> {
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
    return ElementwiseKernel<F>::Supports(op);
  }
};

using AddKernel = ElementwiseKernel<Add>;
using ImageAddKernel = ImageElementwiseKernel<Add>;
using SubKernel = ElementwiseKernel<Sub>;
using ImageSubKernel = ImageElementwiseKernel<Sub>;
using ElementwiseMulKernel = ElementwiseKernel<Mul>;
using ImageMulKernel = ImageElementwiseKernel<Mul>;
using DivKernel = ElementwiseKernel<Div>;
using ImageDivKernel = ImageElementwiseKernel<Div>;
using MaxKernel = ElementwiseKernel<Max>;
using ImageMaxKernel = ImageElementwiseKernel<Max>;
using MinKernel = ElementwiseKernel<Min>;
using ImageMinKernel = ImageElementwiseKernel<Min>;
using PowKernel = ElementwiseKernel<Pow>;
using ImagePowKernel = ImageElementwiseKernel<Pow>;
using ModKernel = ElementwiseKernel<Mod>;
using ImageModKernel = ImageElementwiseKernel<Mod>;
using FloorDivKernel = ElementwiseKernel<FloorDiv>;
using ImageFloorDivKernel = ImageElementwiseKernel<FloorDiv>;

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(elementwise_add, kHost, kFloat, kNCHW, paddle::lite::kernels::host::AddKernel,
                     def)
    .Finalize();

REGISTER_LITE_KERNEL(elementwise_add, kHost, kFloat, kAny,
                     paddle::lite::kernels::host::ImageAddKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(elementwise_add, kHost, kAny, kNCHW, paddle::lite::kernels::host::AddKernel,
                     def)
    .Finalize();

REGISTER_LITE_KERNEL(fusion_elementwise_add_activation, kHost, kFloat, kNCHW,
                     paddle::lite::kernels::host::AddKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(fusion_elementwise_add_activation, kHost, kFloat, kAny,
                     paddle::lite::kernels::host::ImageAddKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(elementwise_sub, kHost, kFloat, kNCHW, paddle::lite::kernels::host::SubKernel,
                     def)
    .Finalize();

REGISTER_LITE_KERNEL(elementwise_sub, kHost, kFloat, kAny,
                     paddle::lite::kernels::host::ImageSubKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(elementwise_sub, kHost, kAny, kNCHW, paddle::lite::kernels::host::SubKernel,
                     def)
    .Finalize();

REGISTER_LITE_KERNEL(fusion_elementwise_sub_activation, kHost, kFloat, kNCHW,
                     paddle::lite::kernels::host::SubKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(fusion_elementwise_sub_activation, kHost, kFloat, kAny,
                     paddle::lite::kernels::host::ImageSubKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(elementwise_mul, kHost, kFloat, kNCHW,
                     paddle::lite::kernels::host::ElementwiseMulKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(elementwise_mul, kHost, kFloat, kAny,
                     paddle::lite::kernels::host::ImageMulKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(elementwise_mul, kHost, kAny, kNCHW,
                     paddle::lite::kernels::host::ElementwiseMulKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(fusion_elementwise_mul_activation, kHost, kFloat, kNCHW,
                     paddle::lite::kernels::host::ElementwiseMulKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(fusion_elementwise_mul_activation, kHost, kFloat, kAny,
                     paddle::lite::kernels::host::ImageMulKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(elementwise_div, kHost, kFloat, kNCHW, paddle::lite::kernels::host::DivKernel,
                     def)
    .Finalize();

REGISTER_LITE_KERNEL(elementwise_div, kHost, kFloat, kAny,
                     paddle::lite::kernels::host::ImageDivKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(elementwise_div, kHost, kAny, kNCHW, paddle::lite::kernels::host::DivKernel,
                     def)
    .Finalize();

REGISTER_LITE_KERNEL(fusion_elementwise_div_activation, kHost, kFloat, kNCHW,
                     paddle::lite::kernels::host::DivKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(fusion_elementwise_div_activation, kHost, kFloat, kAny,
                     paddle::lite::kernels::host::ImageDivKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(elementwise_max, kHost, kFloat, kNCHW, paddle::lite::kernels::host::MaxKernel,
                     def)
    .Finalize();

REGISTER_LITE_KERNEL(elementwise_max, kHost, kFloat, kAny,
                     paddle::lite::kernels::host::ImageMaxKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(elementwise_max, kHost, kAny, kNCHW, paddle::lite::kernels::host::MaxKernel,
                     def)
    .Finalize();

REGISTER_LITE_KERNEL(fusion_elementwise_max_activation, kHost, kFloat, kNCHW,
                     paddle::lite::kernels::host::MaxKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(fusion_elementwise_max_activation, kHost, kFloat, kAny,
                     paddle::lite::kernels::host::ImageMaxKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(elementwise_min, kHost, kFloat, kNCHW, paddle::lite::kernels::host::MinKernel,
                     def)
    .Finalize();

REGISTER_LITE_KERNEL(elementwise_min, kHost, kFloat, kAny,
                     paddle::lite::kernels::host::ImageMinKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(elementwise_min, kHost, kAny, kNCHW, paddle::lite::kernels::host::MinKernel,
                     def)
    .Finalize();

REGISTER_LITE_KERNEL(fusion_elementwise_min_activation, kHost, kFloat, kNCHW,
                     paddle::lite::kernels::host::MinKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(fusion_elementwise_min_activation, kHost, kFloat, kAny,
                     paddle::lite::kernels::host::ImageMinKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(elementwise_pow, kHost, kFloat, kNCHW, paddle::lite::kernels::host::PowKernel,
                     def)
    .Finalize();

REGISTER_LITE_KERNEL(elementwise_pow, kHost, kFloat, kAny,
                     paddle::lite::kernels::host::ImagePowKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(elementwise_pow, kHost, kAny, kNCHW, paddle::lite::kernels::host::PowKernel,
                     def)
    .Finalize();

REGISTER_LITE_KERNEL(fusion_elementwise_pow_activation, kHost, kFloat, kNCHW,
                     paddle::lite::kernels::host::PowKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(fusion_elementwise_pow_activation, kHost, kFloat, kAny,
                     paddle::lite::kernels::host::ImagePowKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(elementwise_mod, kHost, kFloat, kNCHW, paddle::lite::kernels::host::ModKernel,
                     def)
    .Finalize();

REGISTER_LITE_KERNEL(elementwise_mod, kHost, kFloat, kAny,
                     paddle::lite::kernels::host::ImageModKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(elementwise_mod, kHost, kAny, kNCHW, paddle::lite::kernels::host::ModKernel,
                     def)
    .Finalize();

REGISTER_LITE_KERNEL(elementwise_floordiv, kHost, kFloat, kNCHW,
                     paddle::lite::kernels::host::FloorDivKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(elementwise_floordiv, kHost, kFloat, kAny,
                     paddle::lite::kernels::host::ImageFloorDivKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(elementwise_floordiv, kHost, kAny, kNCHW,
                     paddle::lite::kernels::host::FloorDivKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(fusion_elementwise_floordiv_activation, kHost, kFloat, kNCHW,
                     paddle::lite::kernels::host::FloorDivKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(fusion_elementwise_floordiv_activation, kHost, kFloat, kAny,
                     paddle::lite::kernels::host::ImageFloorDivKernel, def)
    .Finalize();
