#include "lite/operators/activation.h"

#include "lite/core/element.h"
#include "lite/kernels/activation_function.h"
#include "lite/kernels/host/copy_elements.h"
#include "lite/kernels/host/number_conversion.h"
#include "lite/kernels/host/quantize.h"
#include "lite/kernels/kernel.h"
#include "lite/kernels/table_activation.h"

namespace paddle::lite::kernels::host {
namespace {

constexpr int64_t kActivationGrain = 4096;  // elements that justify a thread

template <typename F>
Status ForEach(const operators::Unary& op, const RunContext& context, F f) {
  return VisitElementType<RealTypes>("X", op.x->precision(), [&](auto type) {
    using T = typename decltype(type)::Type;
    const T* src = op.x->data<T>();
    T* dst = op.out->mutable_data<T>();
    context.pool->ForEachElement(op.x->numel(), kActivationGrain,
                                 [=](int64_t i) { dst[i] = f(src[i]); });
  });
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
    return ForEach(op, context, FunctionOf(op));
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
      context.pool->ForEachElement(op.x->numel(), kActivationGrain, [=](int64_t i) {
        dst[i] = static_cast<T>(src[i] > 0 ? 1 : src[i] == 0 ? 0 : -1);
      });
    });
  }
};

// Integers stay the same.
class IntegerTrunc final : public KernelFor<operators::Unary> {
 public:
  static Status Supports(const operators::Unary& op) {
    return CheckElementType<IndexTypes>("X", op.x->precision());
  }
  Status RunOp(const operators::Unary& op, const RunContext&) override {
    CopyElements(*op.x, op.out);
    return OkStatus();
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
    context.pool->ForEachElement(op.x->numel(), kActivationGrain, [=](int64_t i) {
      const Wrapping x = static_cast<Wrapping>(src[i]);
      dst[i] = static_cast<T>(kSquare ? x * x : src[i] < 0 ? -x : x);
    });
  }
};

namespace {

// int8 tables by the portable arithmetic.
struct PortableTable {
  void Quantize(const float* values, float factor, int64_t count, int8_t* dst) const {
    for (int64_t i = 0; i < count; ++i) dst[i] = QuantizeToInt8(values[i] * factor);
  }
  template <typename Out>
  void LookUp(const int8_t* src, const Out* table, int64_t count, Out* dst) const {
    for (int64_t i = 0; i < count; ++i) dst[i] = table[static_cast<uint8_t>(src[i])];
  }
};

}  // namespace

template <const auto* kFunction>
using PlainInt8 = PlainTable<kFunction, int8_t, PortableTable>;
template <const auto* kFunction>
using PlainInt8ToFloat = PlainTable<kFunction, float, PortableTable>;
template <typename OpType>
using ParametricInt8 = ParametricTable<OpType, int8_t, PortableTable>;
template <typename OpType>
using ParametricInt8ToFloat = ParametricTable<OpType, float, PortableTable>;

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
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Log2>, log2);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Log10>, log10);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Expm1>, expm1);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Sinh>, sinh);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Cosh>, cosh);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Asinh>, asinh);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Acosh>, acosh);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Atanh>, atanh);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&Trunc>, trunc);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&TanhShrink>, tanh_shrink);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&ErfInv>, erfinv);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&LGamma>, lgamma);
LITE_KERNELS(kHost, kFloat, kAny, def, PlainActivation<&DiGamma>, digamma);
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
LITE_KERNELS(kHost, kFloat, kAny, def, ParametricActivation<operators::Selu>, selu);
LITE_KERNELS(kHost, kFloat, kAny, def, ParametricActivation<operators::Celu>, celu);
LITE_KERNELS(kHost, kFloat, kAny, def, ParametricActivation<operators::HardShrink>, hard_shrink);
LITE_KERNELS(kHost, kFloat, kAny, def, ParametricActivation<operators::SoftShrink>, softshrink);
LITE_KERNELS(kHost, kFloat, kAny, def, ParametricActivation<operators::Logit>, logit);
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
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&Log2>, log2);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&Log10>, log10);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&Expm1>, expm1);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&Sinh>, sinh);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&Cosh>, cosh);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&Asinh>, asinh);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&Acosh>, acosh);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&Atanh>, atanh);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&Trunc>, trunc);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&TanhShrink>, tanh_shrink);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&ErfInv>, erfinv);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&LGamma>, lgamma);
LITE_KERNELS(kHost, kFP64, kAny, def, PlainActivation<&DiGamma>, digamma);
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
LITE_KERNELS(kHost, kFP64, kAny, def, ParametricActivation<operators::Selu>, selu);
LITE_KERNELS(kHost, kFP64, kAny, def, ParametricActivation<operators::Celu>, celu);
LITE_KERNELS(kHost, kFP64, kAny, def, ParametricActivation<operators::HardShrink>, hard_shrink);
LITE_KERNELS(kHost, kFP64, kAny, def, ParametricActivation<operators::SoftShrink>, softshrink);
LITE_KERNELS(kHost, kFP64, kAny, def, ParametricActivation<operators::Logit>, logit);
LITE_KERNELS(kHost, kInt32, kAny, def, RealOfInteger<&Exp>, exp).Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt32, kAny, def, RealOfInteger<&Log>, log).Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt32, kAny, def, RealOfInteger<&Log1p>, log1p)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt64, kAny, def, RealOfInteger<&Exp>, exp).Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt64, kAny, def, RealOfInteger<&Log>, log).Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt64, kAny, def, RealOfInteger<&Log1p>, log1p)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt32, kAny, def, RealOfInteger<&Log2>, log2).Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt32, kAny, def, RealOfInteger<&Log10>, log10)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt32, kAny, def, RealOfInteger<&Expm1>, expm1)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt64, kAny, def, RealOfInteger<&Log2>, log2).Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt64, kAny, def, RealOfInteger<&Log10>, log10)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt64, kAny, def, RealOfInteger<&Expm1>, expm1)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kAny, kAny, def, IntegerTrunc, trunc);
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
