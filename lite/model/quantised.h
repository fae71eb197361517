#pragma once

#include "lite/base/status.h"
#include "lite/model/program.h"

namespace paddle::lite::model {

// Whether any operator of the program computes in int8.
bool IsQuantised(const Program& program);

// Checks what operators say about int8: `enable_int8` must be a BOOLEAN. If it is true,
// `bit_length` must be 8, a scale of an input one positive value, and every other scale a list of
// finite values that are not negative (0 is that of a channel of zeros). Whether the number of
// scales of a weight fits is checked when shapes are known.
Status CheckQuantAttributes(const Model& model);

}  // namespace paddle::lite::model
