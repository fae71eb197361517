// Functions of one real number, applied to each element. The shape is that of the input.
#include <algorithm>
#include <cmath>

#include "lite/backends/nnadapter/operation/definition.h"

namespace nnadapter::operation {
namespace {

constexpr Operand kUnaryInputs[] = {TensorOf("input", kReal)};
constexpr Operand kAlphaInputs[] = {TensorOf("input", kReal), Number("alpha")};
constexpr Operand kAlphaBetaInputs[] = {TensorOf("input", kReal), Number("alpha"), Number("beta")};
constexpr Operand kSoftplusInputs[] = {TensorOf("input", kReal), Number("beta"),
                                       Number("threshold")};
constexpr Operand kGeluInputs[] = {TensorOf("input", kReal), Flag("approximate")};
constexpr Operand kClipInputs[] = {TensorOf("input", kReal), Scalar("min", kReal),
                                   Scalar("max", kReal)};
constexpr Operand kPreluInputs[] = {TensorOf("input", kReal), TensorOf("slope", kReal)};
constexpr Operand kUnaryOutputs[] = {Result("output")};

Status InferUnary(Call& call) { return call.SetShape(0, call.in(0).shape); }

template <typename Function>
Status ApplyUnary(Call& call, Function&& function) {
  Reals x;
  RealOutput y;
  NNADAPTER_RETURN_IF_ERROR(call.Load(0, &x));
  NNADAPTER_RETURN_IF_ERROR(call.Open(0, &y));
  std::transform(x.data(), x.data() + call.in(0).count(), y.data(), function);
  return y.Close();
}

template <float (*kFunction)(float)>
Status ExecuteUnary(Call& call) {
  return ApplyUnary(call, kFunction);
}

float SigmoidOf(float x) { return 1.0f / (1.0f + std::exp(-x)); }
float AbsOf(float x) { return std::fabs(x); }
float CosOf(float x) { return std::cos(x); }
float SinOf(float x) { return std::sin(x); }
float ExpOf(float x) { return std::exp(x); }
float LogOf(float x) { return std::log(x); }
float FloorOf(float x) { return std::floor(x); }
float ReluOf(float x) { return x < 0 ? 0.0f : x; }
float Relu6Of(float x) { return x < 0 ? 0.0f : x > 6 ? 6.0f : x; }
float RsqrtOf(float x) { return 1.0f / std::sqrt(x); }
float SquareOf(float x) { return x * x; }
float SwishOf(float x) { return x * SigmoidOf(x); }
float TanhOf(float x) { return std::tanh(x); }

float HardSigmoidOf(float x, float alpha, float beta) {
  const float line = alpha * x + beta;
  return line < 0 ? 0.0f : line > 1 ? 1.0f : line;
}

Status ExecuteHardSigmoid(Call& call) {
  const float alpha = call.Float(1), beta = call.Float(2);
  return ApplyUnary(call, [=](float x) { return HardSigmoidOf(x, alpha, beta); });
}

Status ExecuteHardSwish(Call& call) {
  const float alpha = call.Float(1), beta = call.Float(2);
  return ApplyUnary(call, [=](float x) { return x * HardSigmoidOf(x, alpha, beta); });
}

Status ExecuteLeakyRelu(Call& call) {
  const float alpha = call.Float(1);
  return ApplyUnary(call, [=](float x) { return x < 0 ? alpha * x : x; });
}

// log(1 + e^(beta * x)) / beta, and x if beta * x exceeds the threshold.
Status InferSoftplus(Call& call) {
  if (call.Float(1) == 0) return call.Invalid("beta: expected a value other than zero");
  return InferUnary(call);
}

Status ExecuteSoftplus(Call& call) {
  const float beta = call.Float(1), threshold = call.Float(2);
  return ApplyUnary(call, [=](float x) {
    return beta * x > threshold ? x : std::log1p(std::exp(beta * x)) / beta;
  });
}

Status ExecuteGelu(Call& call) {
  if (call.Bool(1)) {
    return ApplyUnary(call, [](float x) {
      return 0.5f * x * (1.0f + std::tanh(0.7978845608f * (x + 0.044715f * x * x * x)));
    });
  }
  return ApplyUnary(call, [](float x) { return 0.5f * x * std::erfc(-0.7071067812f * x); });
}

// The bounds of a quantised input are quantised values, or float.
Status InferClip(Call& call) {
  float bounds[2] = {};
  for (int i = 1; i < 3; ++i) {
    if (call.in(i).precision != call.in(0).precision && call.in(i).precision != NNADAPTER_FLOAT32) {
      return call.Invalid("%s: expected the precision of input (%d) or float, found %d",
                          i == 1 ? "min" : "max", call.in(0).precision, call.in(i).precision);
    }
    Reals bound;
    NNADAPTER_RETURN_IF_ERROR(call.Load(i, &bound));
    bounds[i - 1] = bound[0];
  }
  if (!(bounds[0] <= bounds[1])) {
    return call.Invalid("min: expected at most max %g, found %g", static_cast<double>(bounds[1]),
                        static_cast<double>(bounds[0]));
  }
  return InferUnary(call);
}

Status ExecuteClip(Call& call) {
  Reals low, high;
  NNADAPTER_RETURN_IF_ERROR(call.Load(1, &low));
  NNADAPTER_RETURN_IF_ERROR(call.Load(2, &high));
  return ApplyUnary(call, [a = low[0], b = high[0]](float x) { return x < a ? a : x > b ? b : x; });
}

// y = x for positive x, slope * x otherwise; one slope, or one for each channel (axis 1).
Status InferPrelu(Call& call) {
  const Shape& x = call.in(0).shape;
  const Shape& slope = call.in(1).shape;
  const bool per_channel = x.rank >= 2 && slope.rank == 1 && (slope[0] == x[1] || x[1] == kUnknown);
  const bool single = slope.Known() && slope.Count() == 1;
  if (call.in(0).quantized() != call.in(1).quantized() || !slope.Known() ||
      !(single || per_channel)) {
    return call.Invalid("slope: expected one value, or one for each channel of %s, found %s",
                        x.ToString().c_str(), slope.ToString().c_str());
  }
  return InferUnary(call);
}

Status ExecutePrelu(Call& call) {
  const Shape& shape = call.in(0).shape;
  const int64_t channels = call.in(1).count();
  const int64_t inner = shape.rank < 2 ? 1 : shape.Count(2, shape.rank);
  Reals x, slopes;
  RealOutput y;
  NNADAPTER_RETURN_IF_ERROR(call.Load(0, &x));
  NNADAPTER_RETURN_IF_ERROR(call.Load(1, &slopes));
  NNADAPTER_RETURN_IF_ERROR(call.Open(0, &y));
  const int64_t count = shape.Count();
  for (int64_t i = 0; i < count; ++i) {
    y[i] = x[i] < 0 ? x[i] * slopes[i / inner % channels] : x[i];
  }
  return y.Close();
}

}  // namespace

NNADAPTER_OPERATION(ABS) = Define(kUnaryInputs, kUnaryOutputs, InferUnary, ExecuteUnary<AbsOf>);
NNADAPTER_OPERATION(COS) = Define(kUnaryInputs, kUnaryOutputs, InferUnary, ExecuteUnary<CosOf>);
NNADAPTER_OPERATION(EXP) = Define(kUnaryInputs, kUnaryOutputs, InferUnary, ExecuteUnary<ExpOf>);
NNADAPTER_OPERATION(FLOOR) = Define(kUnaryInputs, kUnaryOutputs, InferUnary, ExecuteUnary<FloorOf>);
NNADAPTER_OPERATION(LOG) = Define(kUnaryInputs, kUnaryOutputs, InferUnary, ExecuteUnary<LogOf>);
NNADAPTER_OPERATION(RELU) = Define(kUnaryInputs, kUnaryOutputs, InferUnary, ExecuteUnary<ReluOf>);
NNADAPTER_OPERATION(RELU6) = Define(kUnaryInputs, kUnaryOutputs, InferUnary, ExecuteUnary<Relu6Of>);
NNADAPTER_OPERATION(RSQRT) = Define(kUnaryInputs, kUnaryOutputs, InferUnary, ExecuteUnary<RsqrtOf>);
NNADAPTER_OPERATION(SIGMOID) = Define(kUnaryInputs, kUnaryOutputs, InferUnary,
                                      ExecuteUnary<SigmoidOf>);
NNADAPTER_OPERATION(SIN) = Define(kUnaryInputs, kUnaryOutputs, InferUnary, ExecuteUnary<SinOf>);
NNADAPTER_OPERATION(SQUARE) = Define(kUnaryInputs, kUnaryOutputs, InferUnary,
                                     ExecuteUnary<SquareOf>);
NNADAPTER_OPERATION(SWISH) = Define(kUnaryInputs, kUnaryOutputs, InferUnary, ExecuteUnary<SwishOf>);
NNADAPTER_OPERATION(TANH) = Define(kUnaryInputs, kUnaryOutputs, InferUnary, ExecuteUnary<TanhOf>);
NNADAPTER_OPERATION(HARD_SIGMOID) = Define(kAlphaBetaInputs, kUnaryOutputs, InferUnary,
                                           ExecuteHardSigmoid);
NNADAPTER_OPERATION(HARD_SWISH) = Define(kAlphaBetaInputs, kUnaryOutputs, InferUnary,
                                         ExecuteHardSwish);
NNADAPTER_OPERATION(LEAKY_RELU) = Define(kAlphaInputs, kUnaryOutputs, InferUnary, ExecuteLeakyRelu);
NNADAPTER_OPERATION(SOFTPLUS) = Define(kSoftplusInputs, kUnaryOutputs, InferSoftplus,
                                       ExecuteSoftplus);
NNADAPTER_OPERATION(GELU) = Define(kGeluInputs, kUnaryOutputs, InferUnary, ExecuteGelu);
NNADAPTER_OPERATION(CLIP) = Define(kClipInputs, kUnaryOutputs, InferClip, ExecuteClip);
NNADAPTER_OPERATION(PRELU) = Define(kPreluInputs, kUnaryOutputs, InferPrelu, ExecutePrelu);

}  // namespace nnadapter::operation
