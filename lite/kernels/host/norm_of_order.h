#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace paddle::lite::kernels::host {

// sum(|x|^p)^(1/p) in double; the number of elements other than 0 for p = 0, the largest (smallest)
// magnitude for p = inf (-inf), where NaN is kept.
class NormOfOrder {
 public:
  explicit NormOfOrder(double p)
      : p_(p),
        extreme_(std::isinf(p)),
        total_(extreme_ && p < 0 ? std::numeric_limits<double>::infinity() : 0) {}

  void Take(double value) {
    const double x = std::fabs(value);
    if (extreme_) {
      if (x != x || (p_ > 0 ? x > total_ : x < total_)) total_ = x;
    } else if (p_ == 0) {
      total_ += x != 0 ? 1 : 0;
    } else {
      total_ += p_ == 1 ? x : p_ == 2 ? x * x : std::pow(x, p_);
    }
  }
  double Value() const {
    if (extreme_ || p_ == 0 || p_ == 1) return total_;
    return p_ == 2 ? std::sqrt(total_) : std::pow(total_, 1 / p_);
  }

 private:
  double p_;
  bool extreme_;
  double total_;
};

}  // namespace paddle::lite::kernels::host
