// Shared by the fusions of `batch_norm`: label `bn`, values %scale, %shift, %mean and %variance.
#pragma once

#include <cmath>
#include <vector>

#include "lite/mir/fusion.h"

namespace paddle::lite::mir {

inline Status CheckFixedStatistics(const Match& m) {
  const bool global = m.attr<bool>("bn", "use_global_stats");
  const bool test = m.attr<bool>("bn", "is_test") && !m.attr<bool>("bn", "trainable_statistics");
  if (!global && !test) return Refuse("the batch norm uses the statistics of the batch");
  return OkStatus();
}

// The batch norm as x * factor + shift: factor = Scale / sqrt(Variance + epsilon), shift = Bias -
// Mean * factor.
inline Status BnAsAffine(const Match& m, size_t channels, std::vector<double>* factor,
                         std::vector<double>* shift) {
  for (const char* name : {"scale", "shift", "mean", "variance"}) {
    const Tensor* parameter = m.constant(name);
    if (parameter != nullptr && parameter->numel() != static_cast<int64_t>(channels)) {
      return Refuse(name, " does not have one element per output channel");
    }
  }
  LITE_ASSIGN_OR_RETURN(const std::vector<double> mean, ToDoubles(*m.constant("mean")));
  LITE_ASSIGN_OR_RETURN(const std::vector<double> variance, ToDoubles(*m.constant("variance")));
  factor->assign(channels, 1.0);
  if (const Tensor* scale = m.constant("scale")) {
    LITE_ASSIGN_OR_RETURN(*factor, ToDoubles(*scale));
  }
  shift->assign(channels, 0.0);
  if (const Tensor* constant = m.constant("shift")) {
    LITE_ASSIGN_OR_RETURN(*shift, ToDoubles(*constant));
  }
  const double epsilon = m.attr<float>("bn", "epsilon");
  for (size_t c = 0; c < channels; ++c) {
    (*factor)[c] /= std::sqrt(variance[c] + epsilon);
    if (!std::isfinite((*factor)[c])) return Refuse("Variance + epsilon is not positive");
    (*shift)[c] -= mean[c] * (*factor)[c];
  }
  return OkStatus();
}

}  // namespace paddle::lite::mir
