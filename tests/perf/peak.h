// The rate of multiply-adds in registers, one thread, in GFLOP/s.
#pragma once

#include "lite/backends/x86/cpu.h"

namespace paddle::lite::x86 {

double PeakGflops(Isa isa);

}  // namespace paddle::lite::x86
