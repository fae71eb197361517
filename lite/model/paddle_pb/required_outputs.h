// Results that Paddle's operators insist on although nobody reads them.
#pragma once

#include "lite/model/program.h"

namespace paddle::lite::model {

// The optimiser leaves out results that nobody reads. Paddle refuses operators without some of
// them, or crashes: those get variables that nobody else knows.
void AddRequiredOutputs(Program* program);

}  // namespace paddle::lite::model
