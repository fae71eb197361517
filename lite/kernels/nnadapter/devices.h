// What is known of the devices of NNAdapter on a machine without their drivers.
#pragma once

#include <string>
#include <vector>

#include "lite/base/status.h"
#include "lite/kernels/nnadapter/builder.h"

namespace paddle::lite::kernels::nnadapter {

// OK if one of the devices has all of the operations, or if nothing is known of one: its driver
// decides when it compiles. Without names, nothing is known.
Status CheckOperations(const std::vector<std::string>& devices,
                       const std::vector<PlannedOperation>& operations);

}  // namespace paddle::lite::kernels::nnadapter
