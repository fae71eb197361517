#pragma once

#include "lite/base/status.h"
#include "lite/model/program.h"

namespace paddle::lite {

// Structure of a program from a file: block references in range and without cycles, and every
// operator known. Lists all unknown operators of all blocks at once, with their positions.
Status CheckProgram(const model::Program& program);

}  // namespace paddle::lite
