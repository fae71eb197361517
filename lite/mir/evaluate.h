// Running single operators while optimising, on the portable host kernels.
#pragma once

#include "lite/base/status.h"
#include "lite/kernels/kernel.h"
#include "lite/operators/op.h"

namespace paddle::lite::mir {

// The host kernel that takes the operator's bound tensors as they are; null when there is none.
const KernelDef* FindHostKernel(const Op& op);

// Infers types and shapes of the outputs, gives them memory, and computes them. All inputs have
// data. Refuses when the outputs together have more than `max_elements` elements.
Status RunOnHost(Op* op, int64_t max_elements);

}  // namespace paddle::lite::mir
