#include "lite/backends/x86/kernel_tables.h"

#include <iterator>

#include "lite/backends/x86/micro_kernels.h"

namespace paddle::lite {
namespace x86 {
namespace {

constexpr KernelTables kTables[] = {
    {"baseline", kDepthwiseF32Baseline, kGemmF32Baseline, kGemmW8Baseline, kPoolF32Baseline,
     kVectorF32Baseline, nullptr, nullptr},
    {"avx2", kDepthwiseF32Avx2, kGemmF32Avx2, kGemmW8Avx2, kPoolF32Avx2, kVectorF32Avx2,
     &kGroupedF32Avx2, &kWinogradF32Avx2},
    {"avx512", kDepthwiseF32Avx512, kGemmF32Avx512, kGemmW8Avx512, kPoolF32Avx512, kVectorF32Avx512,
     &kGroupedF32Avx512, &kWinogradF32Avx512},
};

// The best first.
constexpr simd::Requirement<Extension, KernelTables> kNeeds[] = {
    {kAvx512Isa, &kTables[2]}, {kAvx2Isa, &kTables[1]}, {kBaselineIsa, &kTables[0]}};

constexpr simd::Requirement<Extension, SparseF32Kernels> kSparseNeeds[] = {
    {kAvx512Isa, &kSparseF32Avx512},
    {kAvx2Isa, &kSparseF32Avx2},
    {kBaselineIsa, &kSparseF32Baseline}};

// One for all processors: it shows what float16 costs in accuracy, and is not made for speed.
constexpr HalfTables kHalfTables = {
    "baseline",         kDepthwiseF16Baseline, kGemmF16Baseline, kPoolF16Baseline,
    kVectorF16Baseline, kHalfCastsBaseline,    nullptr,          nullptr};

constexpr Isa kBFloat16Isa = kAvx512Isa | Isa{Extension::kAvx512Bf16};
constexpr Isa kMatrixBFloat16Isa = kBFloat16Isa | kAmxIsa | Isa{Extension::kAmxBf16};
constexpr BFloat16Tables kBFloat16Tables[] = {
    {"amx", kGemmBf16Avx512Bf16, kBFloat16CastsAvx512Bf16, kVectorF32Avx512, &kMatrixBf16Amx},
    {"avx512bf16", kGemmBf16Avx512Bf16, kBFloat16CastsAvx512Bf16, kVectorF32Avx512},
    {"baseline", kGemmBf16Baseline, kBFloat16CastsBaseline, kVectorF32Baseline},
};
constexpr simd::Requirement<Extension, BFloat16Tables> kBFloat16Needs[] = {
    {kMatrixBFloat16Isa, &kBFloat16Tables[0]},
    {kBFloat16Isa, &kBFloat16Tables[1]},
    {kBaselineIsa, &kBFloat16Tables[2]},
};
static_assert(std::size(kBFloat16Needs) <= kMaxBFloat16Levels);

constexpr Int8Tables kInt8Tables[] = {
    {"amx", kDepthwiseS8Avx512Vnni, kGemmS8Avx512Vnni, kVectorS8Avx512, &kMatrixS8Amx},
    {"avx512vnni", kDepthwiseS8Avx512Vnni, kGemmS8Avx512Vnni, kVectorS8Avx512},
    {"avxvnni", kDepthwiseS8AvxVnni, kGemmS8AvxVnni, kVectorS8Avx2},
    {"avx512", kDepthwiseS8Avx512, kGemmS8Avx512, kVectorS8Avx512, nullptr, &kWinogradS8Avx512,
     nullptr, &kWinogradPlannerS8},
    {"avx2", kDepthwiseS8Avx2, kGemmS8Avx2, kVectorS8Avx2, nullptr, &kWinogradS8Avx2,
     &kPositiveLinesS8Avx2, &kWinogradPlannerS8},
    {"baseline", kDepthwiseS8Baseline, kGemmS8Baseline, kVectorS8Baseline},
};
constexpr simd::Requirement<Extension, Int8Tables> kInt8Needs[] = {
    {kAmxIsa | Isa{Extension::kAvx512Vnni, Extension::kAmxInt8}, &kInt8Tables[0]},
    {kAvx512Isa | Isa{Extension::kAvx512Vnni}, &kInt8Tables[1]},
    {kAvx2Isa | Isa{Extension::kAvxVnni}, &kInt8Tables[2]},
    {kAvx512Isa, &kInt8Tables[3]},
    {kAvx2Isa, &kInt8Tables[4]},
    {kBaselineIsa, &kInt8Tables[5]},
};
static_assert(std::size(kInt8Needs) <= kMaxInt8Levels);

}  // namespace

const KernelTables& TablesOf(Isa isa) { return *simd::FirstUsable(isa, kNeeds); }

}  // namespace x86

namespace cpu {

KernelLevels AllLevels() {
  const KernelTables& best = x86::TablesOf(x86::DetectedIsa());
  return {x86::kTables, std::size(x86::kTables), static_cast<int>(&best - x86::kTables) + 1};
}

const KernelTables& ActiveTables() { return x86::TablesOf(x86::ActiveIsa()); }

const SparseF32Kernels& ActiveSparseKernels() {
  return *simd::FirstUsable(x86::ActiveIsa(), x86::kSparseNeeds);
}

HalfLevels AllHalfLevels() { return {{&x86::kHalfTables}, {true}, 1}; }

const HalfTables& ActiveHalfTables() { return x86::kHalfTables; }

BFloat16Levels AllBFloat16Levels() {
  BFloat16Levels levels = {};
  for (const auto& level : x86::kBFloat16Needs) {
    levels.tables[levels.count] = level.table;
    levels.available[levels.count++] = x86::DetectedIsaWithTiles().Has(level.needs);
  }
  return levels;
}

const BFloat16Tables& ActiveBFloat16Tables() {
  return *simd::FirstUsable(x86::ActiveIsaWithTiles(), x86::kBFloat16Needs);
}

// Does not name the tables: a library without such products contains none of their code.
bool BFloat16IsFaster() {
  const x86::Isa isa = x86::ActiveIsaWithTiles();
  return isa.Has(x86::kMatrixBFloat16Isa) || (x86::FastBFloat16() && isa.Has(x86::kBFloat16Isa));
}

Int8Levels AllInt8Levels() {
  Int8Levels levels = {};
  for (const auto& level : x86::kInt8Needs) {
    levels.tables[levels.count] = level.table;
    levels.available[levels.count++] = x86::DetectedIsaWithTiles().Has(level.needs);
  }
  return levels;
}

const Int8Tables& ActiveInt8Tables() {
  return *simd::FirstUsable(x86::ActiveIsaWithTiles(), x86::kInt8Needs);
}

size_t L2CacheBytes() { return x86::L2CacheBytes(); }

}  // namespace cpu
}  // namespace paddle::lite
