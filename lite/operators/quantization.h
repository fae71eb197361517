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

}  // namespace paddle::lite::operators
