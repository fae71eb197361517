// Kernels that the process adds at run time, beside those of the build.
#pragma once

#include <string>
#include <vector>

#include "lite/kernels/kernel.h"

namespace paddle::lite {

// Makes a kernel known to KernelsOf for the rest of the process, during which `kernel` must exist.
// One for each operator type, which the build does not have.
void AddKernel(const KernelDef* kernel);
// Empty if none was added for this type.
Span<const KernelDef* const> AddedKernelsOf(const std::string& op_type);
std::vector<const KernelDef*> AddedKernels();

}  // namespace paddle::lite
