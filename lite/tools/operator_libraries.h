#pragma once

#include <string>

#include "lite/base/status.h"

namespace paddle::lite::tools {

// Adds the operators of shared libraries, a comma list: the value of --custom_op_library.
Status LoadOperatorLibraries(const std::string& list);

}  // namespace paddle::lite::tools
