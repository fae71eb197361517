#include "lite/operators/activation.h"

#include "lite/kernels/host/activation_math.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {
namespace {

constexpr int64_t kGrain = 4096;  // elements that justify a thread

template <typename F>
void ForEach(const operators::Unary& op, const RunContext& context, F f) {
  const float* src = op.x->data<float>();
  float* dst = op.out->mutable_data<float>();
  context.pool->ParallelFor(op.x->numel(), kGrain, [=](int64_t begin, int64_t end, int) {
    for (int64_t i = begin; i < end; ++i) dst[i] = f(src[i]);
  });
}

// The function of an operator with parameters; the parameters are copied out of the operator, so
// that the loop keeps them in registers.
auto Function(const operators::Relu6& op) {
  return [t = op.threshold](float x) { return Relu6(x, t); };
}
auto Function(const operators::ReluClipped& op) {
  return [t = op.coefficient](float x) { return Relu6(x, t); };
}
auto Function(const operators::LeakyRelu& op) {
  return [a = op.alpha](float x) { return LeakyRelu(x, a); };
}
auto Function(const operators::ThresholdedRelu& op) {
  return [t = op.threshold](float x) { return ThresholdedRelu(x, t); };
}
auto Function(const operators::BoundedRelu& op) {
  return [low = op.t_min, high = op.t_max](float x) { return Clip(x, low, high); };
}
auto Function(const operators::Swish& op) {
  return [b = op.beta](float x) { return Swish(x, b); };
}
auto Function(const operators::HardSwish& op) {
  return [t = op.threshold, s = op.scale, o = op.offset](float x) { return HardSwish(x, t, s, o); };
}
auto Function(const operators::HardSigmoid& op) {
  return [s = op.slope, o = op.offset](float x) { return HardSigmoid(x, s, o); };
}
auto Function(const operators::Elu& op) {
  return [a = op.alpha](float x) { return Elu(x, a); };
}
auto Function(const operators::Gelu& op) {
  return [tanh_form = op.approximate](float x) { return tanh_form ? GeluTanh(x) : GeluExact(x); };
}
auto Function(const operators::Mish& op) {
  return [t = op.threshold](float x) { return Mish(x, t); };
}
auto Function(const operators::Softplus& op) {
  return [b = op.beta, t = op.threshold](float x) { return Softplus(x, b, t); };
}
auto Function(const operators::ScaledTanh& op) {
  return [a = op.scale_a, b = op.scale_b](float x) { return b * Tanh(a * x); };
}
auto Function(const operators::Power& op) {
  return [s = op.scale, h = op.shift, p = op.power](float x) {
    const float base = s * x + h;
    return p == 1.0f ? base : std::pow(base, p);
  };
}

}  // namespace

template <float (*kFunction)(float)>
class PlainActivation final : public KernelFor<operators::Unary> {
 public:
  Status RunOp(const operators::Unary& op, const RunContext& context) override {
    ForEach(op, context, [](float x) { return kFunction(x); });
    return OkStatus();
  }
};

template <typename OpType>
class ParametricActivation final : public KernelFor<OpType> {
 public:
  Status RunOp(const OpType& op, const RunContext& context) override {
    ForEach(op, context, Function(op));
    return OkStatus();
  }
};

// |x| and x * x for types other than float. Integers wrap around, because signed overflow is
// undefined.
template <bool kSquare>
class NumberActivation final : public KernelFor<operators::Unary> {
 public:
  static Status Supports(const operators::Unary& op) {
    const PrecisionType type = op.x->precision();
    if (type == PrecisionType::kFP64 || type == PrecisionType::kInt32 ||
        type == PrecisionType::kInt64) {
      return OkStatus();
    }
    return Unsupported("element type ", PrecisionToStr(type));
  }
  Status RunOp(const operators::Unary& op, const RunContext& context) override {
    switch (op.x->precision()) {
      case PrecisionType::kFP64:
        return RunTyped<double, double>(op, context);
      case PrecisionType::kInt32:
        return RunTyped<int32_t, uint32_t>(op, context);
      default:
        return RunTyped<int64_t, uint64_t>(op, context);
    }
  }

 private:
  template <typename T, typename Wrapping>
  static Status RunTyped(const operators::Unary& op, const RunContext& context) {
    const T* src = op.x->data<T>();
    T* dst = op.out->mutable_data<T>();
    context.pool->ParallelFor(op.x->numel(), kGrain, [=](int64_t begin, int64_t end, int) {
      for (int64_t i = begin; i < end; ++i) {
        const Wrapping x = static_cast<Wrapping>(src[i]);
        dst[i] = static_cast<T>(kSquare ? x * x : src[i] < 0 ? -x : x);
      }
    });
    return OkStatus();
  }
};

using NumberAbsKernel = NumberActivation<false>;
using NumberSquareKernel = NumberActivation<true>;
using ReluKernel = PlainActivation<&Relu>;
using SigmoidKernel = PlainActivation<&Sigmoid>;
using LogSigmoidKernel = PlainActivation<&LogSigmoid>;
using TanhKernel = PlainActivation<&Tanh>;
using SiluKernel = PlainActivation<&Silu>;
using SoftsignKernel = PlainActivation<&Softsign>;
using ExpKernel = PlainActivation<&Exp>;
using LogKernel = PlainActivation<&Log>;
using Log1pKernel = PlainActivation<&Log1p>;
using SqrtKernel = PlainActivation<&Sqrt>;
using RsqrtKernel = PlainActivation<&Rsqrt>;
using SquareKernel = PlainActivation<&Square>;
using ReciprocalKernel = PlainActivation<&Reciprocal>;
using AbsKernel = PlainActivation<&Abs>;
using NegativeKernel = PlainActivation<&Negative>;
using SignKernel = PlainActivation<&Sign>;
using FloorKernel = PlainActivation<&Floor>;
using CeilKernel = PlainActivation<&Ceil>;
using RoundKernel = PlainActivation<&Round>;
using ErfKernel = PlainActivation<&Erf>;
using SinKernel = PlainActivation<&Sin>;
using CosKernel = PlainActivation<&Cos>;
using TanKernel = PlainActivation<&Tan>;
using AsinKernel = PlainActivation<&Asin>;
using AcosKernel = PlainActivation<&Acos>;
using AtanKernel = PlainActivation<&Atan>;
using Relu6Kernel = ParametricActivation<operators::Relu6>;
using ReluClippedKernel = ParametricActivation<operators::ReluClipped>;
using LeakyReluKernel = ParametricActivation<operators::LeakyRelu>;
using ThresholdedReluKernel = ParametricActivation<operators::ThresholdedRelu>;
using BoundedReluKernel = ParametricActivation<operators::BoundedRelu>;
using SwishKernel = ParametricActivation<operators::Swish>;
using HardSwishKernel = ParametricActivation<operators::HardSwish>;
using HardSigmoidKernel = ParametricActivation<operators::HardSigmoid>;
using GeluKernel = ParametricActivation<operators::Gelu>;
using EluKernel = ParametricActivation<operators::Elu>;
using MishKernel = ParametricActivation<operators::Mish>;
using SoftplusKernel = ParametricActivation<operators::Softplus>;
using ScaledTanhKernel = ParametricActivation<operators::ScaledTanh>;
using PowerKernel = ParametricActivation<operators::Power>;

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(relu, kHost, kFloat, kAny, paddle::lite::kernels::host::ReluKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(sigmoid, kHost, kFloat, kAny, paddle::lite::kernels::host::SigmoidKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(logsigmoid, kHost, kFloat, kAny, paddle::lite::kernels::host::LogSigmoidKernel,
                     def)
    .Finalize();

REGISTER_LITE_KERNEL(tanh, kHost, kFloat, kAny, paddle::lite::kernels::host::TanhKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(silu, kHost, kFloat, kAny, paddle::lite::kernels::host::SiluKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(softsign, kHost, kFloat, kAny, paddle::lite::kernels::host::SoftsignKernel,
                     def)
    .Finalize();

REGISTER_LITE_KERNEL(exp, kHost, kFloat, kAny, paddle::lite::kernels::host::ExpKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(log, kHost, kFloat, kAny, paddle::lite::kernels::host::LogKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(log1p, kHost, kFloat, kAny, paddle::lite::kernels::host::Log1pKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(sqrt, kHost, kFloat, kAny, paddle::lite::kernels::host::SqrtKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(rsqrt, kHost, kFloat, kAny, paddle::lite::kernels::host::RsqrtKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(square, kHost, kFloat, kAny, paddle::lite::kernels::host::SquareKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(reciprocal, kHost, kFloat, kAny, paddle::lite::kernels::host::ReciprocalKernel,
                     def)
    .Finalize();

REGISTER_LITE_KERNEL(abs, kHost, kFloat, kAny, paddle::lite::kernels::host::AbsKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(negative, kHost, kFloat, kAny, paddle::lite::kernels::host::NegativeKernel,
                     def)
    .Finalize();

REGISTER_LITE_KERNEL(sign, kHost, kFloat, kAny, paddle::lite::kernels::host::SignKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(floor, kHost, kFloat, kAny, paddle::lite::kernels::host::FloorKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(ceil, kHost, kFloat, kAny, paddle::lite::kernels::host::CeilKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(round, kHost, kFloat, kAny, paddle::lite::kernels::host::RoundKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(erf, kHost, kFloat, kAny, paddle::lite::kernels::host::ErfKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(sin, kHost, kFloat, kAny, paddle::lite::kernels::host::SinKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(cos, kHost, kFloat, kAny, paddle::lite::kernels::host::CosKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(tan, kHost, kFloat, kAny, paddle::lite::kernels::host::TanKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(asin, kHost, kFloat, kAny, paddle::lite::kernels::host::AsinKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(acos, kHost, kFloat, kAny, paddle::lite::kernels::host::AcosKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(atan, kHost, kFloat, kAny, paddle::lite::kernels::host::AtanKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(relu6, kHost, kFloat, kAny, paddle::lite::kernels::host::Relu6Kernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(relu_clipped, kHost, kFloat, kAny,
                     paddle::lite::kernels::host::ReluClippedKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(leaky_relu, kHost, kFloat, kAny, paddle::lite::kernels::host::LeakyReluKernel,
                     def)
    .Finalize();

REGISTER_LITE_KERNEL(thresholded_relu, kHost, kFloat, kAny,
                     paddle::lite::kernels::host::ThresholdedReluKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(brelu, kHost, kFloat, kAny, paddle::lite::kernels::host::BoundedReluKernel,
                     def)
    .Finalize();

REGISTER_LITE_KERNEL(swish, kHost, kFloat, kAny, paddle::lite::kernels::host::SwishKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(hard_swish, kHost, kFloat, kAny, paddle::lite::kernels::host::HardSwishKernel,
                     def)
    .Finalize();

REGISTER_LITE_KERNEL(hard_sigmoid, kHost, kFloat, kAny,
                     paddle::lite::kernels::host::HardSigmoidKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(gelu, kHost, kFloat, kAny, paddle::lite::kernels::host::GeluKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(elu, kHost, kFloat, kAny, paddle::lite::kernels::host::EluKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(mish, kHost, kFloat, kAny, paddle::lite::kernels::host::MishKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(softplus, kHost, kFloat, kAny, paddle::lite::kernels::host::SoftplusKernel,
                     def)
    .Finalize();

REGISTER_LITE_KERNEL(stanh, kHost, kFloat, kAny, paddle::lite::kernels::host::ScaledTanhKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(power, kHost, kFloat, kAny, paddle::lite::kernels::host::PowerKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(abs, kHost, kAny, kAny, paddle::lite::kernels::host::NumberAbsKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(square, kHost, kAny, kAny, paddle::lite::kernels::host::NumberSquareKernel,
                     def)
    .Finalize();
