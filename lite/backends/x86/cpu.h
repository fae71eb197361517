// Detects the instruction sets and cache sizes of this machine.
#pragma once

#include <cstddef>

namespace paddle::lite::x86 {

// Levels of the micro-kernels, each a superset of the previous one.
enum class Isa : int {
  kBaseline = 0,  // SSE2, which the compiler may always use
  kAvx2 = 1,      // AVX2, FMA, F16C
  kAvx512 = 2,    // AVX-512 F, BW, VL, DQ
};
constexpr int kIsaCount = 3;

// "baseline", "avx2" or "avx512".
const char* IsaName(Isa isa);

// The highest level supported by the processor and the operating system.
Isa DetectedIsa();

// The level to use from now on: the detected one, capped by the environment variable LITE_X86_ISA
// (read once) and by LimitIsa. Kernels ask in Prepare.
Isa ActiveIsa();

// Caps ActiveIsa() for kernels prepared later; kAvx512 lifts the cap. For tests, which run every
// level that the machine has.
void LimitIsa(Isa isa);

// Bytes of the second-level cache of one core; 1 MiB if the processor does not report it.
size_t L2CacheBytes();

}  // namespace paddle::lite::x86
