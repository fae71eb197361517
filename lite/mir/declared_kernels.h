// The kernels of targets that this build cannot run: the optimiser chooses among them too, so that
// a PC converts for any device.
#pragma once

#include <string>
#include <vector>

#include "lite/kernels/kernel.h"

namespace paddle::lite {

// Every registration of the targets that are not in KernelTable(), sorted by operator type;
// `create` is null. Generated.
Span<const KernelDef* const> DeclaredKernelTable();

// The kernels on all targets, of one operator or of all: those of this build first.
std::vector<const KernelDef*> KernelsOnAllTargets(const std::string& op_type);
std::vector<const KernelDef*> KernelsOnAllTargets();

}  // namespace paddle::lite
