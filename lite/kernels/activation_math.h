// Scalar activation functions on float or double, shared by host kernels and tables of int8. They
// follow Paddle's formulas, including comparisons, so that NaN is treated alike. Parameters are
// attributes, which are floats, and are converted to the argument's type.
#pragma once

#include <algorithm>
#include <cmath>

#include "lite/kernels/special_functions.h"

namespace paddle::lite::kernels {

inline constexpr auto Relu = [](auto x) { return x > 0 ? x : decltype(x)(0); };
// max(x, low) first: a NaN input stays NaN.
inline constexpr auto Clip = [](auto x, float low, float high) {
  using T = decltype(x);
  return std::min<T>(std::max<T>(x, low), high);
};
inline constexpr auto Relu6 = [](auto x, float threshold) { return Clip(x, 0.0f, threshold); };
inline constexpr auto LeakyRelu = [](auto x, auto alpha) { return x > 0 ? x : alpha * x; };
// NaN stays NaN.
inline constexpr auto ThresholdedRelu = [](auto x, float threshold) {
  return x <= threshold ? decltype(x)(0) : x;
};
inline constexpr auto Sigmoid = [](auto x) { return 1 / (1 + std::exp(-x)); };
// log(1 / (1 + exp(-x))) without overflow.
inline constexpr auto LogSigmoid = [](auto x) {
  return std::min(x, decltype(x)(0)) - std::log1p(std::exp(-std::fabs(x)));
};
inline constexpr auto Tanh = [](auto x) { return std::tanh(x); };
inline constexpr auto Swish = [](auto x, float beta) { return x / (1 + std::exp(-beta * x)); };
inline constexpr auto Silu = [](auto x) { return Swish(x, 1.0f); };
inline constexpr auto HardSwish = [](auto x, float threshold, float scale, float offset) {
  return x * Clip(x + offset, 0.0f, threshold) / scale;
};
inline constexpr auto HardSigmoid = [](auto x, float slope, float offset) {
  return Clip(slope * x + offset, 0.0f, 1.0f);
};
inline constexpr auto GeluExact = [](auto x) {
  using T = decltype(x);
  return T(0.5) * x * (1 + std::erf(x * T(0.70710678118654752)));
};
inline constexpr auto GeluTanh = [](auto x) {
  using T = decltype(x);
  constexpr T kSqrt2OverPi = T(0.79788456080286536);
  return T(0.5) * x * (1 + std::tanh(kSqrt2OverPi * (x + T(0.044715) * x * x * x)));
};
inline constexpr auto Elu = [](auto x, float alpha) { return x > 0 ? x : alpha * std::expm1(x); };
inline constexpr auto Softplus = [](auto x, float beta, float threshold) {
  return beta * x > threshold ? x : std::log1p(std::exp(beta * x)) / beta;
};
inline constexpr auto Mish = [](auto x, float threshold) {
  return x * std::tanh(Softplus(x, 1.0f, threshold));
};
inline constexpr auto Softsign = [](auto x) { return x / (1 + std::fabs(x)); };
inline constexpr auto Exp = [](auto x) { return std::exp(x); };
inline constexpr auto Log = [](auto x) { return std::log(x); };
inline constexpr auto Log1p = [](auto x) { return std::log1p(x); };
inline constexpr auto Sqrt = [](auto x) { return std::sqrt(x); };
inline constexpr auto Rsqrt = [](auto x) { return 1 / std::sqrt(x); };
inline constexpr auto Square = [](auto x) { return x * x; };
inline constexpr auto Reciprocal = [](auto x) { return 1 / x; };
inline constexpr auto Abs = [](auto x) { return std::fabs(x); };
inline constexpr auto Negative = [](auto x) { return -x; };
// NaN stays NaN; zero keeps its sign.
inline constexpr auto Sign = [](auto x) {
  using T = decltype(x);
  return x > 0 ? T(1) : x < 0 ? T(-1) : x;
};
inline constexpr auto Floor = [](auto x) { return std::floor(x); };
inline constexpr auto Ceil = [](auto x) { return std::ceil(x); };
// Rounds halves away from zero.
inline constexpr auto Round = [](auto x) { return std::round(x); };
inline constexpr auto Erf = [](auto x) { return std::erf(x); };
inline constexpr auto Sin = [](auto x) { return std::sin(x); };
inline constexpr auto Cos = [](auto x) { return std::cos(x); };
inline constexpr auto Tan = [](auto x) { return std::tan(x); };
inline constexpr auto Asin = [](auto x) { return std::asin(x); };
inline constexpr auto Acos = [](auto x) { return std::acos(x); };
inline constexpr auto Atan = [](auto x) { return std::atan(x); };
inline constexpr auto Sinh = [](auto x) { return std::sinh(x); };
inline constexpr auto Cosh = [](auto x) { return std::cosh(x); };
inline constexpr auto Asinh = [](auto x) { return std::asinh(x); };
inline constexpr auto Acosh = [](auto x) { return std::acosh(x); };
inline constexpr auto Atanh = [](auto x) { return std::atanh(x); };
inline constexpr auto Expm1 = [](auto x) { return std::expm1(x); };
inline constexpr auto Log2 = [](auto x) { return std::log2(x); };
inline constexpr auto Log10 = [](auto x) { return std::log10(x); };
// Rounds toward zero.
inline constexpr auto Trunc = [](auto x) { return std::trunc(x); };
inline constexpr auto TanhShrink = [](auto x) { return x - std::tanh(x); };
inline constexpr auto ErfInv = [](auto x) { return static_cast<decltype(x)>(InverseErf(x)); };
inline constexpr auto LGamma = [](auto x) { return static_cast<decltype(x)>(LogGamma(x)); };
inline constexpr auto DiGamma = [](auto x) { return static_cast<decltype(x)>(Digamma(x)); };
inline constexpr auto Selu = [](auto x, float scale, float alpha) {
  return scale * (x > 0 ? x : alpha * std::expm1(x));
};
inline constexpr auto Celu = [](auto x, float alpha) {
  return x < 0 ? alpha * std::expm1(x / alpha) : x;
};
// Products with 0 or 1, so that NaN stays NaN.
inline constexpr auto HardShrink = [](auto x, float threshold) {
  return x * decltype(x)(x > threshold || x < -threshold);
};
// The sum of both sides, as in Paddle: infinity becomes NaN.
inline constexpr auto SoftShrink = [](auto x, float lambda) {
  using T = decltype(x);
  return T(x > lambda) * (x - lambda) + T(x < -lambda) * (x + lambda);
};
inline constexpr auto Logit = [](auto x, float eps) {
  using T = decltype(x);
  const T p = eps > 0 ? std::max<T>(std::min<T>(x, 1 - static_cast<T>(eps)), eps) : x;
  return std::log(p / (1 - p));
};

}  // namespace paddle::lite::kernels
