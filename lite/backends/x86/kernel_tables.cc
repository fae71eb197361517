#include "lite/backends/x86/kernel_tables.h"

namespace paddle::lite::x86 {
namespace {

template <typename Table>
using Needs = simd::Requirement<Extension, Table>;

// Per family, the best table first.
constexpr Needs<GemmF32Kernels> kGemmF32[] = {
    {kAvx512Isa, &kGemmF32Avx512}, {kAvx2Isa, &kGemmF32Avx2}, {kBaselineIsa, &kGemmF32Baseline}};
constexpr Needs<DepthwiseF32Kernels> kDepthwiseF32[] = {{kAvx512Isa, &kDepthwiseF32Avx512},
                                                        {kAvx2Isa, &kDepthwiseF32Avx2},
                                                        {kBaselineIsa, &kDepthwiseF32Baseline}};
constexpr Needs<PoolF32Kernels> kPoolF32[] = {
    {kAvx512Isa, &kPoolF32Avx512}, {kAvx2Isa, &kPoolF32Avx2}, {kBaselineIsa, &kPoolF32Baseline}};
constexpr Needs<VectorF32Kernels> kVectorF32[] = {{kAvx512Isa, &kVectorF32Avx512},
                                                  {kAvx2Isa, &kVectorF32Avx2},
                                                  {kBaselineIsa, &kVectorF32Baseline}};
constexpr Needs<WinogradF32Kernels> kWinogradF32[] = {{kAvx512Isa, &kWinogradF32Avx512},
                                                      {kAvx2Isa, &kWinogradF32Avx2}};

}  // namespace

const GemmF32Kernels& GemmF32(Isa isa) { return *simd::FirstUsable(isa, kGemmF32); }
const DepthwiseF32Kernels& DepthwiseF32(Isa isa) { return *simd::FirstUsable(isa, kDepthwiseF32); }
const PoolF32Kernels& PoolF32(Isa isa) { return *simd::FirstUsable(isa, kPoolF32); }
const VectorF32Kernels& VectorF32(Isa isa) { return *simd::FirstUsable(isa, kVectorF32); }
const WinogradF32Kernels* WinogradF32(Isa isa) { return simd::FirstUsable(isa, kWinogradF32); }

}  // namespace paddle::lite::x86
