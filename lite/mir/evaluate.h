// Runs single operators during optimisation, on the portable host kernels.
#pragma once

#include "lite/base/status.h"
#include "lite/kernels/kernel.h"
#include "lite/mir/graph.h"
#include "lite/operators/op.h"

namespace paddle::lite::mir {

// Whether an operator does something besides computing results that others read: it is neither
// computed ahead nor removed.
bool WorksByEffect(const OpNode& op);

// The host kernel that accepts the operator's bound tensors unchanged; null if there is none.
const KernelDef* FindHostKernel(const Op& op);

// Infers types and shapes of the outputs, allocates and computes them. All inputs must have data.
// Refuses if the outputs together have more than `max_elements` elements.
Status RunOnHost(Op* op, int64_t max_elements);

}  // namespace paddle::lite::mir
