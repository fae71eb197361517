// The micro-kernels of x86 by level. Instruction-set files include this header.
#pragma once

#include "lite/backends/cpu/kernel_tables.h"

namespace paddle::lite::x86 {

using namespace cpu;  // NOLINT: the interface is the same for all CPU targets

extern const DepthwiseF32Kernels kDepthwiseF32Baseline, kDepthwiseF32Avx2, kDepthwiseF32Avx512;
extern const GemmF32Kernels kGemmF32Baseline, kGemmF32Avx2, kGemmF32Avx512;
extern const GemmW8Kernels kGemmW8Baseline, kGemmW8Avx2, kGemmW8Avx512;
extern const SparseF32Kernels kSparseF32Baseline, kSparseF32Avx2, kSparseF32Avx512;
extern const GroupedF32Kernels kGroupedF32Avx2, kGroupedF32Avx512;
extern const PoolF32Kernels kPoolF32Baseline, kPoolF32Avx2, kPoolF32Avx512;
extern const VectorF32Kernels kVectorF32Baseline, kVectorF32Avx2, kVectorF32Avx512;
extern const WinogradF32Kernels kWinogradF32Avx2, kWinogradF32Avx512;

extern const DepthwiseF16Kernels kDepthwiseF16Baseline;
extern const GemmF16Kernels kGemmF16Baseline;
extern const PoolF16Kernels kPoolF16Baseline;
extern const VectorF16Kernels kVectorF16Baseline;
extern const HalfCastKernels kHalfCastsBaseline;

extern const GemmBf16Kernels kGemmBf16Baseline, kGemmBf16Avx512Bf16;
extern const BFloat16CastKernels kBFloat16CastsBaseline, kBFloat16CastsAvx512Bf16;

extern const DepthwiseS8Kernels kDepthwiseS8Baseline, kDepthwiseS8Avx2, kDepthwiseS8AvxVnni,
    kDepthwiseS8Avx512, kDepthwiseS8Avx512Vnni, kNarrowDepthwiseS8Avx512Vnni,
    kNarrowestDepthwiseS8Avx512Vnni, kPositiveLinesS8Avx2;
extern const GemmS8Kernels kGemmS8Baseline, kGemmS8Avx2, kGemmS8AvxVnni, kGemmS8Avx512,
    kGemmS8Avx512Vnni;
extern const MatrixS8Kernels kMatrixS8Amx;
extern const MatrixBf16Kernels kMatrixBf16Amx;
extern const VectorS8Kernels kVectorS8Baseline, kVectorS8Avx2, kVectorS8Avx512;
extern const WinogradS8Kernels kWinogradS8Avx2, kWinogradS8Avx512;

}  // namespace paddle::lite::x86
