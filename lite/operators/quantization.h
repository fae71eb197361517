// The attributes of a quantised operator in their current spelling; loaders convert older
// spellings.
#pragma once

#include <string>
#include <vector>

#include "lite/operators/op.h"

namespace paddle::lite::operators {

// real = quantised * scale, zero point 0. An activation has one scale, a weight has one, or one per
// output channel. Empty = unknown.
struct Quantization {
  bool enable_int8 = false;
  int bit_length = 8;
  std::vector<float> input_scale;
  std::vector<float> weight_scale;
  std::vector<float> output_scale;

  // The names are "<Slot>0_scale"; `weight` is null for operators with one input.
  void Fields(FieldVisitor& v, const char* input, const char* weight, const char* output) {
    v.Attr("enable_int8", &enable_int8);
    v.Attr("bit_length", &bit_length);
    v.Attr(input, &input_scale);
    if (weight != nullptr) v.Attr(weight, &weight_scale);
    v.Attr(output, &output_scale);
  }
};

// Factors that convert integer sums of output channel c to real numbers: input scale * weight
// scale[c].
inline Result<std::vector<float>> DequantizingFactors(const Quantization& quant, int64_t channels) {
  if (quant.input_scale.size() != 1) {
    return InvalidArgument("input scale: expected one value, found ",
                           ListToString(quant.input_scale));
  }
  const auto given = static_cast<int64_t>(quant.weight_scale.size());
  if (given != 1 && given != channels) {
    return InvalidArgument("weight scale: expected 1 or ", channels, " values, found ", given);
  }
  std::vector<float> factors(static_cast<size_t>(channels));
  for (int64_t c = 0; c < channels; ++c) {
    factors[c] = quant.input_scale[0] * quant.weight_scale[given == 1 ? 0 : c];
  }
  return factors;
}

inline Result<float> OutputScale(const Quantization& quant) {
  if (quant.output_scale.size() != 1 || !(quant.output_scale[0] > 0)) {
    return InvalidArgument("output scale: expected one positive value, found ",
                           ListToString(quant.output_scale));
  }
  return quant.output_scale[0];
}

}  // namespace paddle::lite::operators
