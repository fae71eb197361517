// Shared by the fusions of `scale`.
#pragma once

#include <cmath>
#include <string>

#include "lite/mir/fusion.h"

namespace paddle::lite::mir {

// A multiplication and an addition, in double because constants are folded only once.
struct Affine {
  double scale = 1;
  double bias = 0;
};

// The affine part of the operator, before its activation.
inline Affine AffineOf(const Match& m, const std::string& label) {
  const double scale = m.attr<float>(label, "scale");
  const double bias = m.attr<float>(label, "bias");
  return {scale, m.attr<bool>(label, "bias_after_scale") ? bias : bias * scale};
}

// Refuses an operator `scale` that applies an activation, or whose results are rounded to integers.
inline Status CheckPlainScale(const Match& m, const std::string& label, const ArgNode& result) {
  if (!m.attr<std::string>(label, "activation_type").empty() ||
      m.attr<bool>(label, "fuse_scaleact")) {
    return Refuse("scale already has an activation");
  }
  if (result.precision != PrecisionType::kFloat)
    return Refuse("the scaled values are not of type float");
  const Affine affine = AffineOf(m, label);
  if (!std::isfinite(affine.scale) || !std::isfinite(affine.bias)) {
    return Refuse("scale or bias is not finite");
  }
  return OkStatus();
}

}  // namespace paddle::lite::mir
