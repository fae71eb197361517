#include "lite/operators/activation.h"

#include "lite/core/element.h"
#include "lite/kernels/host/activation_math.h"
#include "lite/kernels/host/number_conversion.h"
#include "lite/kernels/host/quantize.h"
#include "lite/kernels/kernel.h"
#include "lite/operators/quantization.h"

namespace paddle::lite::kernels::host {
namespace {

constexpr int64_t kActivationGrain = 4096;  // elements that justify a thread

template <typename F>
Status ForEach(const operators::Unary& op, const RunContext& context, F f) {
  return VisitElementType<RealTypes>("X", op.x->precision(), [&](auto type) {
    using T = typename decltype(type)::Type;
    const T* src = op.x->data<T>();
    T* dst = op.out->mutable_data<T>();
    context.pool->ParallelFor(op.x->numel(), kActivationGrain,
                              [=](int64_t begin, int64_t end, int) {
                                for (int64_t i = begin; i < end; ++i) dst[i] = f(src[i]);
                              });
  });
}

// The function of an operator with parameters; the parameters are copied out of the operator, so
// that the loop keeps them in registers.
auto Function(const operators::Relu6& op) {
  return [t = op.threshold](auto x) { return Relu6(x, t); };
}
auto Function(const operators::ReluClipped& op) {
  return [t = op.coefficient](auto x) { return Relu6(x, t); };
}
auto Function(const operators::LeakyRelu& op) {
  return [a = op.alpha](auto x) { return LeakyRelu(x, a); };
}
auto Function(const operators::ThresholdedRelu& op) {
  return [t = op.threshold](auto x) { return ThresholdedRelu(x, t); };
}
auto Function(const operators::BoundedRelu& op) {
  return [low = op.t_min, high = op.t_max](auto x) { return Clip(x, low, high); };
}
auto Function(const operators::Swish& op) {
  return [b = op.beta](auto x) { return Swish(x, b); };
}
auto Function(const operators::HardSwish& op) {
  return [t = op.threshold, s = op.scale, o = op.offset](auto x) { return HardSwish(x, t, s, o); };
}
auto Function(const operators::HardSigmoid& op) {
  return [s = op.slope, o = op.offset](auto x) { return HardSigmoid(x, s, o); };
}
auto Function(const operators::Elu& op) {
  return [a = op.alpha](auto x) { return Elu(x, a); };
}
auto Function(const operators::Gelu& op) {
  return [tanh_form = op.approximate](auto x) { return tanh_form ? GeluTanh(x) : GeluExact(x); };
}
auto Function(const operators::Mish& op) {
  return [t = op.threshold](auto x) { return Mish(x, t); };
}
auto Function(const operators::Softplus& op) {
  return [b = op.beta, t = op.threshold](auto x) { return Softplus(x, b, t); };
}
auto Function(const operators::ScaledTanh& op) {
  return [a = op.scale_a, b = op.scale_b](auto x) { return b * Tanh(a * x); };
}
auto Function(const operators::Power& op) {
  return [s = op.scale, h = op.shift, p = op.power](auto x) {
    const auto base = s * x + h;
    return p == 1.0f ? base : std::pow(base, static_cast<decltype(x)>(p));
  };
}

}  // namespace

template <const auto* kFunction>
class PlainActivation final : public KernelFor<operators::Unary> {
 public:
  Status RunOp(const operators::Unary& op, const RunContext& context) override {
    return ForEach(op, context, *kFunction);
  }
};

template <typename OpType>
class ParametricActivation final : public KernelFor<OpType> {
 public:
  Status RunOp(const OpType& op, const RunContext& context) override {
    return ForEach(op, context, Function(op));
  }
};

// A function of integers whose results are floats.
template <const auto* kFunction>
class RealOfInteger final : public KernelFor<operators::Unary> {
 public:
  Status RunOp(const operators::Unary& op, const RunContext& context) override {
    return VisitElementType<IndexTypes>("X", op.x->precision(), [&](auto type) {
      const auto* src = op.x->data<typename decltype(type)::Type>();
      float* dst = op.out->mutable_data<float>();
      context.pool->ForEach(op.x->numel(), kActivationGrain,
                            [=](int64_t i) { dst[i] = (*kFunction)(static_cast<float>(src[i])); });
    });
  }
};

class IntegerSign final : public KernelFor<operators::Unary> {
 public:
  static Status Supports(const operators::Unary& op) {
    return CheckElementType<IntegerTypes>("X", op.x->precision());
  }
  Status RunOp(const operators::Unary& op, const RunContext& context) override {
    return VisitElementType<IntegerTypes>("X", op.x->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      const T* src = op.x->data<T>();
      T* dst = op.out->mutable_data<T>();
      context.pool->ForEach(op.x->numel(), kActivationGrain, [=](int64_t i) {
        dst[i] = static_cast<T>(src[i] > 0 ? 1 : src[i] == 0 ? 0 : -1);
      });
    });
  }
};

// |x| and x * x for types other than float. Integers wrap around, because signed overflow is
// undefined.
template <bool kSquare>
class NumberActivation final : public KernelFor<operators::Unary> {
 public:
  using Types = ElementTypes<double, int32_t, int64_t>;

  static Status Supports(const operators::Unary& op) {
    return CheckElementType<Types>("X", op.x->precision());
  }
  Status RunOp(const operators::Unary& op, const RunContext& context) override {
    return VisitElementType<Types>("X", op.x->precision(),
                                   [&](auto type) { RunTyped(type, op, context); });
  }

 private:
  template <typename T>
  static void RunTyped(ElementTag<T>, const operators::Unary& op, const RunContext& context) {
    using Wrapping = typename UnsignedOr<T>::Type;
    const T* src = op.x->data<T>();
    T* dst = op.out->mutable_data<T>();
    context.pool->ForEach(op.x->numel(), kActivationGrain, [=](int64_t i) {
      const Wrapping x = static_cast<Wrapping>(src[i]);
      dst[i] = static_cast<T>(kSquare ? x * x : src[i] < 0 ? -x : x);
    });
  }
};

// int8 through a table of the results for all values: the bits of casts before and after the
// operator. Out is float or int8_t.
template <typename OpType, typename Out>
class TableActivation : public KernelFor<OpType> {
 public:
  static Status Supports(const OpType& op) {
    return operators::ActivationScale(op, "X").ok() ? OkStatus() : Unsupported("no scale of X");
  }
  Status RunOp(const OpType& op, const RunContext& context) final {
    const int8_t* src = op.x->template data<int8_t>();
    Out* dst = op.out->template mutable_data<Out>();
    context.pool->ParallelFor(op.x->numel(), kActivationGrain,
                              [=](int64_t begin, int64_t end, int) {
                                for (int64_t i = begin; i < end; ++i)
                                  dst[i] = table_[static_cast<uint8_t>(src[i])];
                              });
    return OkStatus();
  }

 protected:
  template <typename F>
  Status Fill(const OpType& op, F f) {
    LITE_ASSIGN_OR_RETURN(const float scale, operators::ActivationScale(op, "X"));
    float steps_per_unit = 1;
    if constexpr (std::is_same_v<Out, int8_t>) {
      LITE_ASSIGN_OR_RETURN(const float unit, operators::ActivationScale(op, "Out"));
      steps_per_unit = 1.0f / unit;
    }
    for (int x = -128; x <= 127; ++x) {
      const float y = f(static_cast<float>(x) * scale);
      Out& entry = table_[static_cast<uint8_t>(x)];
      if constexpr (std::is_same_v<Out, int8_t>) {
        entry = QuantizeToInt8(y * steps_per_unit);
      } else {
        entry = y;
      }
    }
    return OkStatus();
  }

 private:
  Out table_[256];  // by the bits of the value
};

template <const auto* kFunction, typename Out>
class PlainTable final : public TableActivation<operators::Unary, Out> {
 public:
  Status PrepareOp(const operators::Unary& op, PrepareContext*) override {
    return this->Fill(op, *kFunction);
  }
};
template <const auto* kFunction>
using PlainInt8 = PlainTable<kFunction, int8_t>;
template <const auto* kFunction>
using PlainInt8ToFloat = PlainTable<kFunction, float>;

template <typename OpType, typename Out>
class ParametricTable final : public TableActivation<OpType, Out> {
 public:
  Status PrepareOp(const OpType& op, PrepareContext*) override {
    return this->Fill(op, Function(op));
  }
};
template <typename OpType>
using ParametricInt8 = ParametricTable<OpType, int8_t>;
template <typename OpType>
using ParametricInt8ToFloat = ParametricTable<OpType, float>;

LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Relu>, relu);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Sigmoid>, sigmoid);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&LogSigmoid>, logsigmoid);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Tanh>, tanh);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Silu>, silu);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Softsign>, softsign);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Exp>, exp);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Log>, log);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Log1p>, log1p);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Sqrt>, sqrt);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Rsqrt>, rsqrt);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Square>, square);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Reciprocal>, reciprocal);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Abs>, abs);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Negative>, negative);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Sign>, sign);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Floor>, floor);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Ceil>, ceil);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Round>, round);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Erf>, erf);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Sin>, sin);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Cos>, cos);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Tan>, tan);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Asin>, asin);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Acos>, acos);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Atan>, atan);
LITE_KERNELS(kHost, kFloat, kAny, def, ParametricActivation<operators::Relu6>, relu6);
LITE_KERNELS(kHost, kFloat, kAny, def, ParametricActivation<operators::ReluClipped>, relu_clipped);
LITE_KERNELS(kHost, kFloat, kAny, def, ParametricActivation<operators::LeakyRelu>, leaky_relu);
LITE_KERNELS(kHost, kFloat, kAny, def, ParametricActivation<operators::ThresholdedRelu>,
             thresholded_relu);
LITE_KERNELS(kHost, kFloat, kAny, def, ParametricActivation<operators::BoundedRelu>, brelu);
LITE_KERNELS(kHost, kFloat, kAny, def, ParametricActivation<operators::Swish>, swish);
LITE_KERNELS(kHost, kFloat, kAny, def, ParametricActivation<operators::HardSwish>, hard_swish);
LITE_KERNELS(kHost, kFloat, kAny, def, ParametricActivation<operators::HardSigmoid>, hard_sigmoid);
LITE_KERNELS(kHost, kFloat, kAny, def, ParametricActivation<operators::Gelu>, gelu);
LITE_KERNELS(kHost, kFloat, kAny, def, ParametricActivation<operators::Elu>, elu);
LITE_KERNELS(kHost, kFloat, kAny, def, ParametricActivation<operators::Mish>, mish);
LITE_KERNELS(kHost, kFloat, kAny, def, ParametricActivation<operators::Softplus>, softplus);
LITE_KERNELS(kHost, kFloat, kAny, def, ParametricActivation<operators::ScaledTanh>, stanh);
LITE_KERNELS(kHost, kFloat, kAny, def, ParametricActivation<operators::Power>, power);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&Relu>, relu);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&Sigmoid>, sigmoid);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&LogSigmoid>, logsigmoid);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&Tanh>, tanh);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&Silu>, silu);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&Softsign>, softsign);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&Exp>, exp);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&Log>, log);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&Log1p>, log1p);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&Sqrt>, sqrt);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&Rsqrt>, rsqrt);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&Reciprocal>, reciprocal);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&Sign>, sign);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&Floor>, floor);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&Ceil>, ceil);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&Round>, round);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&Erf>, erf);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&Sin>, sin);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&Cos>, cos);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&Tan>, tan);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&Asin>, asin);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&Acos>, acos);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&Atan>, atan);
LITE_KERNELS(kHost, kFP64, kAny, def, ParametricActivation<operators::Relu6>, relu6);
LITE_KERNELS(kHost, kFP64, kAny, def, ParametricActivation<operators::LeakyRelu>, leaky_relu);
LITE_KERNELS(kHost, kFP64, kAny, def, ParametricActivation<operators::ThresholdedRelu>,
             thresholded_relu);
LITE_KERNELS(kHost, kFP64, kAny, def, ParametricActivation<operators::BoundedRelu>, brelu);
LITE_KERNELS(kHost, kFP64, kAny, def, ParametricActivation<operators::Swish>, swish);
LITE_KERNELS(kHost, kFP64, kAny, def, ParametricActivation<operators::HardSwish>, hard_swish);
LITE_KERNELS(kHost, kFP64, kAny, def, ParametricActivation<operators::HardSigmoid>, hard_sigmoid);
LITE_KERNELS(kHost, kFP64, kAny, def, ParametricActivation<operators::Gelu>, gelu);
LITE_KERNELS(kHost, kFP64, kAny, def, ParametricActivation<operators::Elu>, elu);
LITE_KERNELS(kHost, kFP64, kAny, def, ParametricActivation<operators::Mish>, mish);
LITE_KERNELS(kHost, kFP64, kAny, def, ParametricActivation<operators::Softplus>, softplus);
LITE_KERNELS(kHost, kFP64, kAny, def, ParametricActivation<operators::ScaledTanh>, stanh);
LITE_KERNELS(kHost, kInt32, kAny, def, RealOfInteger<&Exp>, exp).Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt32, kAny, def, RealOfInteger<&Log>, log).Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt32, kAny, def, RealOfInteger<&Log1p>, log1p)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt64, kAny, def, RealOfInteger<&Exp>, exp).Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt64, kAny, def, RealOfInteger<&Log>, log).Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt64, kAny, def, RealOfInteger<&Log1p>, log1p)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kAny, kAny, def, IntegerSign, sign);
LITE_KERNELS(kHost, kAny, kAny, def, NumberActivation<false>, abs);
LITE_KERNELS(kHost, kAny, kAny, def, NumberActivation<true>, square);
LITE_KERNELS(kHost, kInt8, kAny, int8_out, PlainInt8<&Relu>, relu);
LITE_KERNELS(kHost, kInt8, kAny, fp32_out, PlainInt8ToFloat<&Relu>, relu)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt8, kAny, int8_out, PlainInt8<&Sigmoid>, sigmoid);
LITE_KERNELS(kHost, kInt8, kAny, fp32_out, PlainInt8ToFloat<&Sigmoid>, sigmoid)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt8, kAny, int8_out, PlainInt8<&Tanh>, tanh);
LITE_KERNELS(kHost, kInt8, kAny, fp32_out, PlainInt8ToFloat<&Tanh>, tanh)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt8, kAny, int8_out, PlainInt8<&Silu>, silu);
LITE_KERNELS(kHost, kInt8, kAny, fp32_out, PlainInt8ToFloat<&Silu>, silu)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt8, kAny, int8_out, ParametricInt8<operators::Relu6>, relu6);
LITE_KERNELS(kHost, kInt8, kAny, fp32_out, ParametricInt8ToFloat<operators::Relu6>, relu6)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt8, kAny, int8_out, ParametricInt8<operators::LeakyRelu>, leaky_relu);
LITE_KERNELS(kHost, kInt8, kAny, fp32_out, ParametricInt8ToFloat<operators::LeakyRelu>, leaky_relu)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt8, kAny, int8_out, ParametricInt8<operators::Swish>, swish);
LITE_KERNELS(kHost, kInt8, kAny, fp32_out, ParametricInt8ToFloat<operators::Swish>, swish)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt8, kAny, int8_out, ParametricInt8<operators::HardSwish>, hard_swish);
LITE_KERNELS(kHost, kInt8, kAny, fp32_out, ParametricInt8ToFloat<operators::HardSwish>, hard_swish)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt8, kAny, int8_out, ParametricInt8<operators::HardSigmoid>, hard_sigmoid);
LITE_KERNELS(kHost, kInt8, kAny, fp32_out, ParametricInt8ToFloat<operators::HardSigmoid>,
             hard_sigmoid)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt8, kAny, int8_out, ParametricInt8<operators::Gelu>, gelu);
LITE_KERNELS(kHost, kInt8, kAny, fp32_out, ParametricInt8ToFloat<operators::Gelu>, gelu)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt8, kAny, int8_out, ParametricInt8<operators::Elu>, elu);
LITE_KERNELS(kHost, kInt8, kAny, fp32_out, ParametricInt8ToFloat<operators::Elu>, elu)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt8, kAny, int8_out, ParametricInt8<operators::Mish>, mish);
LITE_KERNELS(kHost, kInt8, kAny, fp32_out, ParametricInt8ToFloat<operators::Mish>, mish)
    .Out({"Out"}, PRECISION(kFloat));

}  // namespace paddle::lite::kernels::host
