// The scales of a product of quantised operands.
#pragma once

#include <cmath>
#include <vector>

#include "lite/operators/op.h"

namespace paddle::lite::operators {

// The scale of an activation in `slot`.
inline Result<float> ActivationScale(const Op& op, const char* slot) {
  const Span<const float> scale = op.scales().Of(slot);
  if (scale.size() != 1 || !(scale[0] > 0) || !std::isfinite(scale[0])) {
    return InvalidArgument(slot, "0_scale: expected one positive value, found ",
                           ListToString(std::vector<float>(scale.begin(), scale.end())));
  }
  return scale[0];
}

// The factor from elements of the input to those of the output, an activation: the scale of the
// input, by that of an int8 output. Integers without scales have the factor 1.
inline Result<float> Rescaling(const Op& op, const char* input, const char* output, bool to_int8) {
  if (op.scales().Of(input).empty() && to_int8) return 1.0f;
  LITE_ASSIGN_OR_RETURN(const float of_input, ActivationScale(op, input));
  if (!to_int8) return of_input;
  LITE_ASSIGN_OR_RETURN(const float of_output, ActivationScale(op, output));
  return of_input / of_output;
}

// How sums of products of integers become elements of the output.
struct ProductScales {
  // By output channel c: input scale * weight scale[c] / unit, the value of a sum.
  std::vector<float> factors;
  float unit = 1;  // the scale of an int8 output, 1 for real numbers
};

// The names are those of slots. A weight has one scale, or one for each output channel.
inline Result<ProductScales> ScalesOfProduct(const Op& op, const char* input, const char* weight,
                                             const char* output, bool to_int8, int64_t channels) {
  ProductScales scales;
  LITE_ASSIGN_OR_RETURN(const float of_input, ActivationScale(op, input));
  if (to_int8) {
    LITE_ASSIGN_OR_RETURN(scales.unit, ActivationScale(op, output));
  }
  const Span<const float> of_weight = op.scales().Of(weight);
  const auto given = static_cast<int64_t>(of_weight.size());
  if (given != 1 && given != channels) {
    return InvalidArgument(weight, "0_scale: expected 1 or ", channels, " values, found ", given);
  }
  scales.factors.reserve(static_cast<size_t>(channels));
  for (int64_t c = 0; c < channels; ++c) {
    scales.factors.push_back(of_input * of_weight[given == 1 ? 0 : c] / scales.unit);
  }
  return scales;
}

}  // namespace paddle::lite::operators
