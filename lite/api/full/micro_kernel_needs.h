// Which micro-kernels (lite/backends/cpu/micro_kernel_set.inc) an operator of a program may use.
#pragma once

#include <set>
#include <string>

#include "lite/kernels/kernel.h"
#include "lite/model/program.h"

namespace paddle::lite {

// Adds the names of what `op` of `block` may use with the kernel `def`, for any shape of its
// inputs. Everything for kernels that are not known to need less, or if the choice is left to the
// runtime (null).
void AddMicroKernels(const model::BlockDesc& block, const model::OpDesc& op, const KernelDef* def,
                     std::set<std::string>* names);

}  // namespace paddle::lite
