#pragma once

#include "lite/model/program.h"

namespace paddle::lite::model {

// Does an operator of the program compute in int8?
bool IsQuantised(const Program& program);

}  // namespace paddle::lite::model
