#pragma once

#include <set>
#include <string>
#include <vector>

#include "lite/base/status.h"
#include "lite/model/program.h"

namespace paddle::lite {

// Structure of a program from a file: what model::CheckBlocks and CheckBlockOwners require, and
// every operator known. Lists all unknown operators of all blocks at once, with their positions.
Status CheckProgram(const model::Program& program);

// Variables that are not tensors (arrays, scopes), in any block: a name means one variable in all
// blocks.
std::set<std::string> NotTensors(const model::Program& program);

// The tensors of a slot that also lists other variables; each once.
std::vector<std::string> TensorNames(const std::vector<std::string>& names,
                                     const std::set<std::string>& not_tensors);

}  // namespace paddle::lite
