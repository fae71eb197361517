// Functions that the C++ standard library lacks, or that it lacks for several threads. In double:
// the results are correct to a few units in the last place, and to the last place as floats.
#pragma once

#include <cmath>
#include <limits>

namespace paddle::lite::kernels {

// log |Gamma(x)|. Where std::lgamma stores the sign in a global variable, several threads may not
// call it.
inline double LogGamma(double x) {
#ifdef _WIN32
  return std::lgamma(x);
#else
  int sign = 0;
  return ::lgamma_r(x, &sign);
#endif
}

// The derivative of log Gamma(x); NaN for 0 and negative integers.
inline double Digamma(double x) {
  constexpr double kPi = 3.14159265358979323846;
  double reflected = 0;
  if (x <= 0) {
    const double rest = x - std::round(x);
    if (rest == 0) return std::numeric_limits<double>::quiet_NaN();
    reflected = -kPi / std::tan(kPi * rest);
    x = 1 - x;
  }
  // The asymptotic series, after the recurrence psi(x) = psi(x + 1) - 1 / x.
  double shifted = 0;
  for (; x < 10; x += 1) shifted -= 1 / x;
  const double t = 1 / (x * x);
  const double series =
      t * (1.0 / 12 -
           t * (1.0 / 120 -
                t * (1.0 / 252 -
                     t * (1.0 / 240 - t * (1.0 / 132 - t * (691.0 / 32760 - t * (1.0 / 12)))))));
  return reflected + shifted + (std::log(x) - 0.5 / x - series);
}

// The y with erf(y) = x; infinite from 1 on, also where no y exists, as in Paddle.
inline double InverseErf(double x) {
  constexpr double kHalfSqrtPi = 0.88622692545275801365;
  const double a = std::fabs(x);
  if (x != x || a < 1e-8) return x * kHalfSqrtPi;  // the next term of the series is below rounding
  if (a >= 1) return std::copysign(std::numeric_limits<double>::infinity(), x);
  // An approximation to 0.002 of the value (S. Winitzki), then steps of Halley's method, each of
  // which triples the digits. Near 1, the complement keeps them.
  constexpr double kA = 0.147;
  const double log = std::log1p(-a * a);
  const double b = 2 * kHalfSqrtPi * kHalfSqrtPi;  // pi / 2
  const double half = 1 / (b * kA) + log / 2;
  const double q = -log / kA;
  double y = std::sqrt(q / (std::sqrt(half * half + q) + half));
  for (int step = 0; step < 3; ++step) {
    const double excess = a < 0.5 ? std::erf(y) - a : (1 - a) - std::erfc(y);
    const double newton = excess * kHalfSqrtPi * std::exp(y * y);
    y -= newton / (1 + y * newton);
  }
  return std::copysign(y, x);
}

}  // namespace paddle::lite::kernels
