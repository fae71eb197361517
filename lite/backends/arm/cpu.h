// Detects what an ARM processor offers beyond NEON.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lite/backends/feature_set.h"

namespace paddle::lite {
struct CpuTopology;
}

namespace paddle::lite::arm {

// Beyond NEON, which AArch64 always has and the ARMv7 build requires.
enum class Extension : int {
  kFp16Arithmetic,  // vectors of half precision, ARMv8.2
  kDotProduct,      // sums of four byte products: sdot, udot
  kI8mm,            // 2x8 by 8x2 matrices of bytes: smmla
  kBf16,            // bfloat16 dot products and matrices
  kVfpv4,           // of ARMv7, conversions of half precision and fused multiply-adds; AArch64
                    // always has them, and does not report them
  kInOrder,         // not an extension but the class of the cores: they execute in order
};

using Isa = simd::FeatureSet<Extension>;

// What Linux reports of a process: AT_HWCAP and AT_HWCAP2. The bits differ between AArch64 and
// 32-bit processes.
constexpr Isa IsaOfAarch64(uint64_t hwcap, uint64_t hwcap2) {
  const auto bit = [](uint64_t word, int at, Extension extension) {
    return ((word >> at) & 1) != 0 ? Isa{extension} : Isa{};
  };
  return bit(hwcap, 10, Extension::kFp16Arithmetic) |  // ASIMDHP, which implies FPHP
         bit(hwcap, 20, Extension::kDotProduct) |      // ASIMDDP
         bit(hwcap2, 13, Extension::kI8mm) | bit(hwcap2, 14, Extension::kBf16);
}

constexpr Isa IsaOfArm32(uint64_t hwcap) {
  const auto bit = [hwcap](int at, Extension extension) {
    return ((hwcap >> at) & 1) != 0 ? Isa{extension} : Isa{};
  };
  return bit(23, Extension::kFp16Arithmetic) | bit(24, Extension::kDotProduct) |
         bit(27, Extension::kI8mm) | bit(26, Extension::kBf16) | bit(16, Extension::kVfpv4);
}

// Whether the processor has NEON, by the same words. Everything of this target needs it.
constexpr bool Aarch64HasNeon(uint64_t hwcap) { return ((hwcap >> 1) & 1) != 0; }  // ASIMD
constexpr bool Arm32HasNeon(uint64_t hwcap) { return ((hwcap >> 12) & 1) != 0; }

struct ExtensionName {
  const char* name;
  Extension extension;
};
constexpr ExtensionName kExtensionNames[] = {{"fp16", Extension::kFp16Arithmetic},
                                             {"dot", Extension::kDotProduct},
                                             {"i8mm", Extension::kI8mm},
                                             {"bf16", Extension::kBf16},
                                             {"vfpv4", Extension::kVfpv4}};

// The set in a text such as "dot,fp16"; "neon" is none of them. False if a name is unknown.
bool ParseIsa(const char* text, Isa* isa);

// Whether kernels are made for cores that execute in order. `setting` decides, which is "in_order"
// or "out_of_order"; if it is null or another text: whether all cores of the topology are known to.
// With both classes, one family of tiles has to serve, because work moves between the cores.
bool ExecutesInOrder(const CpuTopology& topology, const char* setting);

// What this processor and operating system offer, with the class of its cores, for which the
// environment variable LITE_ARM_CORES is the setting (see ExecutesInOrder); looked up once.
Isa DetectedIsa();

// Whether this processor has NEON, without which none of the kernels of ARM runs.
bool HasNeon();

// What to use from now on: DetectedIsa(), less what is not in the environment variable LITE_ARM_ISA
// (see ParseIsa; read once; no list takes kInOrder away) or in LimitIsa. Kernels ask when they are
// created.
Isa ActiveIsa();

// Limits ActiveIsa() for kernels prepared later; Isa::All() lifts the limit. For tests.
void LimitIsa(Isa isa);

// Bytes of the second-level cache of the first core; 256 KiB if the system does not report it.
size_t L2CacheBytes();
// Bytes of the third-level cache; 0 if the system reports none.
size_t L3CacheBytes();

}  // namespace paddle::lite::arm
