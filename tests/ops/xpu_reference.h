// The activations of operators that fusions for XPU make, in double.
#pragma once

#include <algorithm>
#include <cmath>

namespace paddle::lite::test {

inline double XpuActivate(int type, double param, double x) {
  switch (type) {
    case 1:
      return std::max(x, 0.0);
    case 2:
      return 1 / (1 + std::exp(-x));
    case 3:
      return std::tanh(x);
    case 4:
      return x * 0.5 * (1 + std::erf(x / std::sqrt(2.0)));
    case 5:
      return x > 0 ? x : param * x;
    case 14:
      return x * std::min(std::max(x + 3, 0.0), 6.0) / 6;
    case 15:
      return std::min(std::max(param * x + 0.5, 0.0), 1.0);
    case 17:
      return std::min(std::max(x, 0.0), 6.0);
    default:
      return x;
  }
}

}  // namespace paddle::lite::test
