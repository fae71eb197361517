#pragma once

#include <string>

namespace paddle::lite::tools {

// Base name of the header that describes an operator; empty for an unknown one. Generated.
std::string OpSourceFile(const std::string& op_type);

}  // namespace paddle::lite::tools
