#pragma once

#include "lite/operators/op.h"

namespace paddle::lite::operators {

// Out = f(X), elementwise. Functions without parameters use this struct directly; the others add
// attributes.
struct Unary : Op {
  const Tensor* x = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) final {
    v.Input("X", &x);
    Attributes(v);
    v.Output("Out", &out);
  }
  Status InferShape() final {
    out->Resize(x->dims());
    out->set_lod(x->lod());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {static_cast<double>(x->numel()), 2.0 * static_cast<double>(x->memory_size())};
  }
  OutputReuse output_reuse() const override { return OutputReuse::kInplace; }

 protected:
  virtual void Attributes(FieldVisitor&) {}
};

// A function whose results for integers are floats.
struct RealUnary final : Unary {
  Status InferType() override {
    const PrecisionType type = x->precision();
    const bool integers = type == PrecisionType::kInt32 || type == PrecisionType::kInt64;
    out->set_precision(integers ? PrecisionType::kFloat : type);
    return OkStatus();
  }
  OutputReuse output_reuse() const override {
    return x->precision() == out->precision() ? OutputReuse::kInplace : OutputReuse::kNone;
  }
};

// clip(x, 0, threshold)
struct Relu6 final : Unary {
  float threshold = 6.0f;
  void Attributes(FieldVisitor& v) override { v.Attr("threshold", &threshold); }
};

// clip(x, 0, coefficient)
struct ReluClipped final : Unary {
  float coefficient = 6.0f;
  void Attributes(FieldVisitor& v) override { v.Attr("Relu_clipped_coef", &coefficient); }
};

// x > 0 ? x : alpha * x
struct LeakyRelu final : Unary {
  float alpha = 0.02f;
  void Attributes(FieldVisitor& v) override { v.Attr("alpha", &alpha); }
};

// x > threshold ? x : 0
struct ThresholdedRelu final : Unary {
  float threshold = 1.0f;
  void Attributes(FieldVisitor& v) override { v.Attr("threshold", &threshold); }
};

// clip(x, t_min, t_max)
struct BoundedRelu final : Unary {
  float t_min = 0.0f;
  float t_max = 24.0f;
  void Attributes(FieldVisitor& v) override {
    v.Attr("t_min", &t_min);
    v.Attr("t_max", &t_max);
  }
};

// x * sigmoid(beta * x)
struct Swish final : Unary {
  float beta = 1.0f;
  void Attributes(FieldVisitor& v) override { v.Attr("beta", &beta); }
};

// x * clip(x + offset, 0, threshold) / scale
struct HardSwish final : Unary {
  float threshold = 6.0f;
  float scale = 6.0f;
  float offset = 3.0f;
  void Attributes(FieldVisitor& v) override {
    v.Attr("threshold", &threshold);
    v.Attr("scale", &scale);
    v.Attr("offset", &offset);
  }
};

// clip(slope * x + offset, 0, 1)
struct HardSigmoid final : Unary {
  float slope = 0.2f;
  float offset = 0.5f;
  void Attributes(FieldVisitor& v) override {
    v.Attr("slope", &slope);
    v.Attr("offset", &offset);
  }
};

// x * Phi(x), where Phi is the normal distribution function or its tanh approximation
struct Gelu final : Unary {
  bool approximate = false;
  void Attributes(FieldVisitor& v) override { v.Attr("approximate", &approximate); }
};

// x > 0 ? x : alpha * (exp(x) - 1)
struct Elu final : Unary {
  float alpha = 1.0f;
  void Attributes(FieldVisitor& v) override { v.Attr("alpha", &alpha); }
};

// x * tanh(softplus(x)), where softplus is linear above the threshold
struct Mish final : Unary {
  float threshold = 20.0f;
  void Attributes(FieldVisitor& v) override { v.Attr("threshold", &threshold); }
};

// log(1 + exp(beta * x)) / beta, or x if beta * x exceeds the threshold
struct Softplus final : Unary {
  float beta = 1.0f;
  float threshold = 20.0f;
  void Attributes(FieldVisitor& v) override {
    v.Attr("beta", &beta);
    v.Attr("threshold", &threshold);
  }
};

// scale_b * tanh(scale_a * x)
struct ScaledTanh final : Unary {
  float scale_a = 0.67f;
  float scale_b = 1.7159f;
  void Attributes(FieldVisitor& v) override {
    v.Attr("scale_a", &scale_a);
    v.Attr("scale_b", &scale_b);
  }
};

// (scale * x + shift) ^ power
struct Power final : Unary {
  float scale = 1.0f;
  float shift = 0.0f;
  float power = 1.0f;
  void Attributes(FieldVisitor& v) override {
    v.Attr("scale", &scale);
    v.Attr("shift", &shift);
    v.Attr("power", &power);
  }
};

// scale * (x > 0 ? x : alpha * (exp(x) - 1))
struct Selu final : Unary {
  float scale = 1.0507009873554805f;
  float alpha = 1.6732632423543772f;
  void Attributes(FieldVisitor& v) override {
    v.Attr("scale", &scale);
    v.Attr("alpha", &alpha);
  }
};

// x < 0 ? alpha * (exp(x / alpha) - 1) : x
struct Celu final : Unary {
  float alpha = 1.0f;
  void Attributes(FieldVisitor& v) override { v.Attr("alpha", &alpha); }
};

// x, or 0 if its magnitude does not exceed the threshold
struct HardShrink final : Unary {
  float threshold = 0.5f;
  void Attributes(FieldVisitor& v) override { v.Attr("threshold", &threshold); }
};

// x moved toward 0 by lambda, or 0 if its magnitude does not exceed lambda
struct SoftShrink final : Unary {
  float lambda = 0.5f;
  void Attributes(FieldVisitor& v) override { v.Attr("lambda", &lambda); }
};

// log(x / (1 - x)); for eps > 0, of x clipped to [eps, 1 - eps]
struct Logit final : Unary {
  float eps = 1e-6f;
  void Attributes(FieldVisitor& v) override { v.Attr("eps", &eps); }
};

LITE_OP(relu, Unary);
LITE_OP(sigmoid, Unary);
LITE_OP(logsigmoid, Unary);
LITE_OP(tanh, Unary);
LITE_OP(silu, Unary);
LITE_OP(softsign, Unary);
LITE_OP(exp, RealUnary);
LITE_OP(log, RealUnary);
LITE_OP(log1p, RealUnary);
LITE_OP(log2, RealUnary);
LITE_OP(log10, RealUnary);
LITE_OP(expm1, RealUnary);
LITE_OP(sqrt, Unary);
LITE_OP(rsqrt, Unary);
LITE_OP(square, Unary);
LITE_OP(reciprocal, Unary);
LITE_OP(abs, Unary);
LITE_OP(negative, Unary);
LITE_OP(sign, Unary);
LITE_OP(floor, Unary);
LITE_OP(ceil, Unary);
LITE_OP(round, Unary);
LITE_OP(erf, Unary);
LITE_OP(sin, Unary);
LITE_OP(cos, Unary);
LITE_OP(tan, Unary);
LITE_OP(asin, Unary);
LITE_OP(acos, Unary);
LITE_OP(atan, Unary);
LITE_OP(sinh, Unary);
LITE_OP(cosh, Unary);
LITE_OP(asinh, Unary);
LITE_OP(acosh, Unary);
LITE_OP(atanh, Unary);
LITE_OP(trunc, Unary);
LITE_OP(tanh_shrink, Unary);
LITE_OP(erfinv, Unary);
LITE_OP(lgamma, Unary);
LITE_OP(digamma, Unary);
LITE_OP(relu6, Relu6);
LITE_OP(relu_clipped, ReluClipped);
LITE_OP(leaky_relu, LeakyRelu);
LITE_OP(thresholded_relu, ThresholdedRelu);
LITE_OP(brelu, BoundedRelu);
LITE_OP(swish, Swish);
LITE_OP(hard_swish, HardSwish);
LITE_OP(hard_sigmoid, HardSigmoid);
LITE_OP(gelu, Gelu);
LITE_OP(elu, Elu);
LITE_OP(mish, Mish);
LITE_OP(softplus, Softplus);
LITE_OP(stanh, ScaledTanh);
LITE_OP(power, Power);
LITE_OP(selu, Selu);
LITE_OP(celu, Celu);
LITE_OP(hard_shrink, HardShrink);
LITE_OP(softshrink, SoftShrink);
LITE_OP(logit, Logit);

}  // namespace paddle::lite::operators
