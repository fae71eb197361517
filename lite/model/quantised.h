#pragma once

#include "lite/base/status.h"
#include "lite/model/program.h"

namespace paddle::lite::model {

// Whether any operator of the program computes in int8.
bool IsQuantised(const Program& program);

// Checks what operators say about int8: `enable_int8` must be a BOOLEAN. If it is true,
// `bit_length` must be 8, a scale of an input one positive value, and every other scale a list of
// finite values that are not negative (0 is that of a channel of zeros). `mul` and `fc` have one
// scale, or one for each column of their weight; for others, this is checked when shapes are known.
// Scales of operators with weights in 8 bits (lite/core/weight_bits.h) are checked in the same way.
Status CheckQuantAttributes(const Model& model);

// Warns of every operator with `enable_int8` whose weight is float, because it computes in float.
void WarnOfFloatWeights(const Model& model);

}  // namespace paddle::lite::model
