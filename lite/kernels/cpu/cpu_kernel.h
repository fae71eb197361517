// What the kernels of this folder share. Their files are compiled for every CPU target, with its
// namespace LITE_CPU (x86, arm) and its name LITE_CPU_TARGET (kX86, kARM); opt also has the
// declarations of the CPU targets that it does not run on.
#pragma once

#include "lite/backends/cpu/kernel_tables.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::LITE_CPU {

namespace backend = ::paddle::lite::cpu;

// Base class of kernels that use micro-kernels.
template <typename OpType>
class CpuKernelFor : public KernelFor<OpType> {
 protected:
  const backend::KernelTables& tables_ = backend::ActiveTables();
};

}  // namespace paddle::lite::kernels::LITE_CPU
