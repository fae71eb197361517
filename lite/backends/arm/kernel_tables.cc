#include "lite/backends/cpu/kernel_tables.h"

#include <iterator>

#include "lite/backends/arm/cpu.h"
#include "lite/backends/arm/micro_kernels.h"

namespace paddle::lite {
namespace arm {
namespace {

#include "lite/backends/cpu/micro_kernel_set.inc"

constexpr const WinogradF32Kernels* kWinogradF32 =
    kMicroKernels.winograd ? &kWinogradF32Neon : nullptr;

constexpr GemmW8Kernels kNoGemmW8 = {};
constexpr const GemmW8Kernels& kGemmW8 = kMicroKernels.weight8 ? kGemmW8Neon : kNoGemmW8;

// What fits one set of models does not have the tiles of two vectors that its panels lack.
constexpr bool HasAllTiles() {
  bool all = true;
  for (int vecs = 1; vecs <= kMaxTileVecs; ++vecs) all = all && kMicroKernels.gemm[vecs];
  return all;
}

constexpr KernelTables kTables[] = {
    {"neon", kDepthwiseF32Neon, kGemmF32Neon, kGemmW8, kPoolF32Neon, kVectorF32Neon,
     &kGroupedF32Neon, kWinogradF32},
#ifdef __aarch64__
    {"in_order", kDepthwiseF32Neon, HasAllTiles() ? kGemmF32InOrder : kGemmF32Neon, kGemmW8,
     kPoolF32Neon, kVectorF32Neon, &kGroupedF32Neon, kWinogradF32},
#else
    // Fused multiply-adds where both factors are vectors. The others have no fused form with a lane
    // (docs/design/isa-dispatch.md).
    {"vfpv4", kDepthwiseF32Vfpv4, kGemmF32Neon, kGemmW8, kPoolF32Neon, kVectorF32Neon,
     &kGroupedF32Neon, kWinogradF32},
#endif
};
// The best first.
constexpr simd::Requirement<Extension, KernelTables> kNeeds[] = {
#ifdef __aarch64__
    {{Extension::kInOrder}, &kTables[HasAllTiles() ? 1 : 0]},
#else
    {{Extension::kVfpv4}, &kTables[1]},
#endif
    {{}, &kTables[0]},
};
const KernelTables& TablesOf(Isa isa) { return *simd::FirstUsable(isa, kNeeds); }

// The best first.
#ifdef __aarch64__
constexpr HalfTables kHalfTables[3] = {
    {"in_order_fp16", kDepthwiseF16Fp16, HasAllTiles() ? kGemmF16InOrder : kGemmF16Fp16,
     kPoolF16Neon, kVectorF16Fp16, kHalfCastsNeon, &kGroupedF16Fp16, &kWinogradF16Fp16,
     &kHalfTables[2]},
    {"fp16", kDepthwiseF16Fp16, kGemmF16Fp16, kPoolF16Neon, kVectorF16Fp16, kHalfCastsNeon,
     &kGroupedF16Fp16, &kWinogradF16Fp16, &kHalfTables[2]},
#else
constexpr HalfTables kHalfTables[2] = {
    {"vfpv4", kDepthwiseF16Vfpv4, kGemmF16Vfpv4, kPoolF16Vfpv4, kVectorF16Vfpv4, kHalfCastsVfpv4,
     nullptr, nullptr},
#endif
    {"neon", kDepthwiseF16Neon, kGemmF16Neon, kPoolF16Neon, kVectorF16Neon, kHalfCastsNeon, nullptr,
     nullptr},
};
constexpr simd::Requirement<Extension, HalfTables> kHalfNeeds[] = {
#ifdef __aarch64__
    {{Extension::kInOrder, Extension::kFp16Arithmetic}, &kHalfTables[HasAllTiles() ? 0 : 1]},
    {{Extension::kFp16Arithmetic}, &kHalfTables[1]},
    {{}, &kHalfTables[2]},
#else
    {{Extension::kVfpv4}, &kHalfTables[0]},
    {{}, &kHalfTables[1]},
#endif
};
static_assert(std::size(kHalfNeeds) <= kMaxHalfLevels);

constexpr BFloat16Tables kBFloat16Tables = {"neon", kGemmBf16Neon, kBFloat16CastsNeon,
                                            kVectorF32Neon};

// The best first.
constexpr Int8Tables kInt8Tables[] = {
#ifdef __aarch64__
    {"i8mm", kDepthwiseS8Dot, kGemmS8I8mm, kVectorS8Neon},
    {"dot", kDepthwiseS8Dot, kGemmS8Dot, kVectorS8Neon},
#endif
    {"neon", kDepthwiseS8Neon, kGemmS8Neon, kVectorS8Neon},
};
constexpr simd::Requirement<Extension, Int8Tables> kInt8Needs[] = {
#ifdef __aarch64__
    {{Extension::kDotProduct, Extension::kI8mm}, &kInt8Tables[0]},
    {{Extension::kDotProduct}, &kInt8Tables[1]},
    {{}, &kInt8Tables[2]},
#else
    {{}, &kInt8Tables[0]},
#endif
};
static_assert(std::size(kInt8Needs) <= kMaxInt8Levels);

// Every core can run what is made for another class.
Isa RunnableIsa() { return DetectedIsa() | Isa{Extension::kInOrder}; }

}  // namespace
}  // namespace arm

namespace cpu {

KernelLevels AllLevels() {
  const KernelTables& best = arm::TablesOf(arm::RunnableIsa());
  return {arm::kTables, std::size(arm::kTables), static_cast<int>(&best - arm::kTables) + 1};
}

const KernelTables& ActiveTables() { return arm::TablesOf(arm::ActiveIsa()); }

const SparseF32Kernels& ActiveSparseKernels() { return arm::kSparseF32Neon; }

HalfLevels AllHalfLevels() {
  HalfLevels levels = {};
  for (const auto& level : arm::kHalfNeeds) {
    levels.tables[levels.count] = level.table;
    levels.available[levels.count++] = arm::RunnableIsa().Has(level.needs);
  }
  return levels;
}

const HalfTables& ActiveHalfTables() {
  return *simd::FirstUsable(arm::ActiveIsa(), arm::kHalfNeeds);
}

BFloat16Levels AllBFloat16Levels() { return {{&arm::kBFloat16Tables}, {true}, 1}; }

const BFloat16Tables& ActiveBFloat16Tables() { return arm::kBFloat16Tables; }

bool BFloat16IsFaster() { return false; }

Int8Levels AllInt8Levels() {
  Int8Levels levels = {};
  for (const auto& level : arm::kInt8Needs) {
    levels.tables[levels.count] = level.table;
    levels.available[levels.count++] = arm::DetectedIsa().Has(level.needs);
  }
  return levels;
}

const Int8Tables& ActiveInt8Tables() {
  return *simd::FirstUsable(arm::ActiveIsa(), arm::kInt8Needs);
}

size_t L2CacheBytes() { return arm::L2CacheBytes(); }

}  // namespace cpu
}  // namespace paddle::lite
