// Outputs that Paddle's operators require even if they are never read.
#pragma once

#include "lite/model/program.h"

namespace paddle::lite::model {

// The optimiser drops results that are never read. Paddle refuses operators without some of them,
// or crashes; this adds them under fresh variable names.
void AddRequiredOutputs(Program* program);

}  // namespace paddle::lite::model
