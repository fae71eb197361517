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

// The scales of the integers of a constant weight: one, or one for each of `count` channels.
inline Result<std::vector<float>> WeightScales(const Op& op, const char* slot, int64_t count,
                                               size_t index = 0) {
  const Span<const float> given = op.scales().Of(slot, index);
  const auto found = static_cast<int64_t>(given.size());
  if (found != 1 && found != count) {
    return InvalidArgument(slot, index, "_scale: expected 1 or ", count, " values, found ", found);
  }
  return std::vector<float>(given.begin(), given.end());
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
  LITE_ASSIGN_OR_RETURN(const std::vector<float> of_weight, WeightScales(op, weight, channels));
  scales.factors.reserve(static_cast<size_t>(channels));
  for (int64_t c = 0; c < channels; ++c) {
    scales.factors.push_back(
        of_input * of_weight[of_weight.size() == 1 ? 0 : static_cast<size_t>(c)] / scales.unit);
  }
  return scales;
}

}  // namespace paddle::lite::operators
