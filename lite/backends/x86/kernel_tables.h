// The float32 micro-kernels for a given instruction set, for tests and benchmarks.
#pragma once

#include "lite/backends/cpu/kernel_tables.h"
#include "lite/backends/x86/cpu.h"

namespace paddle::lite::x86 {

// Those of the highest level in `isa`.
const cpu::KernelTables& TablesOf(Isa isa);

}  // namespace paddle::lite::x86
