#pragma once

#include <string>

#include "lite/model/program.h"

namespace paddle::lite::tools {

// One block of a program as a Graphviz digraph: yellow boxes are operators, the others variables.
std::string BlockToDot(const model::BlockDesc& block);

}  // namespace paddle::lite::tools
