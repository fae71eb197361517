// Scalar activation functions, shared by all host kernels. They follow Paddle's single-precision
// formulas, including comparisons, so that NaN is treated alike.
#pragma once

#include <algorithm>
#include <cmath>

namespace paddle::lite::kernels::host {

inline float Relu(float x) { return x > 0.0f ? x : 0.0f; }
// max(x, low) first: a NaN input stays NaN.
inline float Clip(float x, float low, float high) { return std::min(std::max(x, low), high); }
inline float Relu6(float x, float threshold) { return Clip(x, 0.0f, threshold); }
inline float LeakyRelu(float x, float alpha) { return x > 0.0f ? x : alpha * x; }
// NaN stays NaN.
inline float ThresholdedRelu(float x, float threshold) { return x <= threshold ? 0.0f : x; }
inline float Sigmoid(float x) { return 1.0f / (1.0f + std::exp(-x)); }
// log(1 / (1 + exp(-x))) without overflow.
inline float LogSigmoid(float x) { return std::min(x, 0.0f) - std::log1p(std::exp(-std::fabs(x))); }
inline float Tanh(float x) { return std::tanh(x); }
inline float Swish(float x, float beta) { return x / (1.0f + std::exp(-beta * x)); }
inline float Silu(float x) { return Swish(x, 1.0f); }
inline float HardSwish(float x, float threshold, float scale, float offset) {
  return x * Clip(x + offset, 0.0f, threshold) / scale;
}
inline float HardSigmoid(float x, float slope, float offset) {
  return Clip(slope * x + offset, 0.0f, 1.0f);
}
inline float GeluExact(float x) { return 0.5f * x * (1.0f + std::erf(x * 0.70710678f)); }
inline float GeluTanh(float x) {
  constexpr float kSqrt2OverPi = 0.79788456f;
  return 0.5f * x * (1.0f + std::tanh(kSqrt2OverPi * (x + 0.044715f * x * x * x)));
}
inline float Elu(float x, float alpha) { return x > 0.0f ? x : alpha * std::expm1(x); }
inline float Softplus(float x, float beta, float threshold) {
  return beta * x > threshold ? x : std::log1p(std::exp(beta * x)) / beta;
}
inline float Mish(float x, float threshold) { return x * std::tanh(Softplus(x, 1.0f, threshold)); }
inline float Softsign(float x) { return x / (1.0f + std::fabs(x)); }
inline float Exp(float x) { return std::exp(x); }
inline float Log(float x) { return std::log(x); }
inline float Log1p(float x) { return std::log1p(x); }
inline float Sqrt(float x) { return std::sqrt(x); }
inline float Rsqrt(float x) { return 1.0f / std::sqrt(x); }
inline float Square(float x) { return x * x; }
inline float Reciprocal(float x) { return 1.0f / x; }
inline float Abs(float x) { return std::fabs(x); }
inline float Negative(float x) { return -x; }
// NaN stays NaN; zero keeps its sign.
inline float Sign(float x) { return x > 0.0f ? 1.0f : x < 0.0f ? -1.0f : x; }
inline float Floor(float x) { return std::floor(x); }
inline float Ceil(float x) { return std::ceil(x); }
// Rounds halves away from zero.
inline float Round(float x) { return std::round(x); }
inline float Erf(float x) { return std::erf(x); }
inline float Sin(float x) { return std::sin(x); }
inline float Cos(float x) { return std::cos(x); }
inline float Tan(float x) { return std::tan(x); }
inline float Asin(float x) { return std::asin(x); }
inline float Acos(float x) { return std::acos(x); }
inline float Atan(float x) { return std::atan(x); }

}  // namespace paddle::lite::kernels::host
