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

constexpr LiteType CpuTensor(PrecisionType precision, DataLayoutType layout) {
  return LiteType::GetTensorTy(TARGET(LITE_CPU_TARGET), precision, layout);
}

}  // namespace paddle::lite::kernels::LITE_CPU

// REGISTER_LITE_KERNEL for the target being compiled; Class is in its namespace.
#define REGISTER_CPU_KERNEL(op, precision, layout, Class, alias) \
  using ::paddle::lite::kernels::LITE_CPU::CpuTensor;            \
  LITE_REGISTER_EXPANDED(op, LITE_CPU_TARGET, precision, layout, \
                         ::paddle::lite::kernels::LITE_CPU::Class, alias)
#define LITE_REGISTER_EXPANDED(...) REGISTER_LITE_KERNEL(__VA_ARGS__)
