// Which instruction sets this machine has, and how large its caches are.
#pragma once

#include <cstddef>

namespace paddle::lite::x86 {

// Levels of the micro-kernels, each a superset of the one before.
enum class Isa : int {
  kBaseline = 0,  // what the compiler may assume anyway: SSE2
  kAvx2 = 1,      // AVX2, FMA, F16C
  kAvx512 = 2,    // AVX-512 F, BW, VL, DQ
};
constexpr int kIsaCount = 3;

// "baseline", "avx2" or "avx512".
const char* IsaName(Isa isa);

// The highest level that processor and operating system support.
Isa DetectedIsa();

// The level to use from now on: the detected one, capped by the environment variable LITE_X86_ISA
// (read once) and by LimitIsa. Kernels ask in Prepare.
Isa ActiveIsa();

// Caps ActiveIsa() for kernels prepared later; kAvx512 lifts the cap. For tests, which run every
// level that the machine has.
void LimitIsa(Isa isa);

// Bytes of the second-level cache of one core; 1 MiB when the processor does not say.
size_t L2CacheBytes();

}  // namespace paddle::lite::x86
