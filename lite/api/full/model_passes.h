// The passes that the application added (custom_passes.h), as the optimiser runs them.
#pragma once

#include <vector>

#include "lite/mir/optimizer.h"

namespace paddle::lite {

std::vector<mir::ModelPass> ModelPasses();

}  // namespace paddle::lite
