// Operators that an application adds (paddle_custom_op.h).
#pragma once

#include <string>

#include "lite/api/paddle_custom_op.h"
#include "lite/base/status.h"

namespace paddle::lite {

Status RegisterCustomOperator(const PDL_Operator* op);
Status LoadCustomOperators(const std::string& path);

}  // namespace paddle::lite
