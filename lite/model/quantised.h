#pragma once

#include "lite/model/program.h"

namespace paddle::lite::model {

// Whether any operator of the program computes in int8.
bool IsQuantised(const Program& program);

}  // namespace paddle::lite::model
