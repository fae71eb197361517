// Detects the instruction sets and cache sizes of this machine.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lite/backends/feature_set.h"

namespace paddle::lite::x86 {

// Beyond SSE2, which every x86-64 processor has.
enum class Extension : int {
  kAvx2,
  kFma,
  kF16c,
  kAvxVnni,  // dot products of bytes in 256-bit registers, also on processors without AVX-512
  kAvx512F,
  kAvx512Bw,
  kAvx512Vl,
  kAvx512Dq,
  kAvx512Vnni,
  kAvx512Bf16,
  kAvx512Fp16,
  kAmxTile,
  kAmxInt8,
  kAmxBf16,
};

// An instruction set: what a machine offers, or what a table of micro-kernels needs.
using Isa = simd::FeatureSet<Extension>;

// The levels that have micro-kernels, by the suffix of their files.
constexpr Isa kBaselineIsa{};
constexpr Isa kAvx2Isa{Extension::kAvx2, Extension::kFma, Extension::kF16c};
constexpr Isa kAvx512Isa = kAvx2Isa | Isa{Extension::kAvx512F, Extension::kAvx512Bw,
                                          Extension::kAvx512Vl, Extension::kAvx512Dq};
constexpr Isa kAvx512VnniIsa = kAvx512Isa | Isa{Extension::kAvxVnni, Extension::kAvx512Vnni,
                                                Extension::kAvx512Bf16, Extension::kAvx512Fp16};
constexpr Isa kAmxIsa = kAvx512Isa | Isa{Extension::kAmxTile};

struct IsaLevel {
  const char* name;  // a value of LITE_X86_ISA
  Isa isa;
};
// From the lowest to the highest.
constexpr IsaLevel kIsaLevels[] = {
    {"baseline", kBaselineIsa},
    {"avx2", kAvx2Isa},
    {"avxvnni", kAvx2Isa | Isa{Extension::kAvxVnni}},
    {"avx512", kAvx512Isa},
    {"avx512vnni", kAvx512VnniIsa},
    {"amx", kAvx512VnniIsa | kAmxIsa | Isa{Extension::kAmxInt8, Extension::kAmxBf16}}};

// The name of the highest level in `isa`.
const char* IsaName(Isa isa);

// What cpuid and the operating system report.
struct CpuReport {
  uint32_t leaf1_ecx = 0;
  uint32_t leaf7_ebx = 0, leaf7_ecx = 0, leaf7_edx = 0;
  uint32_t leaf7_1_eax = 0;
  uint64_t xcr0 = 0;             // the register files saved on a context switch; 0 without xgetbv
  bool tiles_permitted = false;  // the process may use AMX tiles
};

// What may be executed on such a machine: instructions whose registers the operating system does
// not save are left out.
Isa IsaOf(const CpuReport& report);

// What this processor and operating system offer. AMX is in the set only if the application has
// asked Linux for the permission (arch_prctl, ARCH_REQ_XCOMP_PERM) before the first call.
Isa DetectedIsa();

// The same with AMX, if the processor has it and Linux grants the permission, for which the first
// call asks. From then on Linux refuses signal stacks of less than 12 KB in this process, so only
// what gains from AMX calls this. LITE_X86_ISA=avx512vnni or lower prevents it.
Isa DetectedIsaWithTiles();

// What to use from now on: DetectedIsa(), less what is not in the level named by the environment
// variable LITE_X86_ISA (read once) or in LimitIsa. Kernels ask in Prepare.
Isa ActiveIsa();
Isa ActiveIsaWithTiles();

// Limits ActiveIsa() for kernels prepared later; Isa::All() lifts the limit. For tests, which run
// every level that the machine has.
void LimitIsa(Isa isa);

// Whether the processor's products of bfloat16 have a higher rate than those of floats. Intel's
// processors with AVX-512 BF16 execute half as many of them.
bool FastBFloat16();

// Bytes of the second-level cache of one core; 1 MiB if the processor does not report it.
size_t L2CacheBytes();

}  // namespace paddle::lite::x86
