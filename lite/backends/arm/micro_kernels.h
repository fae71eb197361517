// The micro-kernels of ARM. Instruction-set files include this header.
#pragma once

#include "lite/backends/cpu/kernel_tables.h"

namespace paddle::lite::arm {

using namespace cpu;  // NOLINT: the interface is the same for all CPU targets

extern const DepthwiseF32Kernels kDepthwiseF32Neon;
extern const GemmF32Kernels kGemmF32Neon;
extern const GemmW8Kernels kGemmW8Neon;
extern const SparseF32Kernels kSparseF32Neon;
extern const GroupedF32Kernels kGroupedF32Neon;
extern const PoolF32Kernels kPoolF32Neon;
extern const VectorF32Kernels kVectorF32Neon;
extern const WinogradF32Kernels kWinogradF32Neon;

extern const DepthwiseF16Kernels kDepthwiseF16Neon;
extern const GemmF16Kernels kGemmF16Neon;
extern const PoolF16Kernels kPoolF16Neon;
extern const VectorF16Kernels kVectorF16Neon;
extern const HalfCastKernels kHalfCastsNeon;
#ifdef __aarch64__
// For cores that execute in order.
extern const GemmF32Kernels kGemmF32InOrder;
extern const GemmF16Kernels kGemmF16InOrder;
// Their tiles of two vectors, by rows; with fewer rows, the loads do not fit between the products.
void RunInOrderTile4(const GemmTileF32* t);
void RunInOrderTile5(const GemmTileF32* t);
void RunInOrderTile6(const GemmTileF32* t);
void RunInOrderTile7(const GemmTileF32* t);
void RunInOrderTile8(const GemmTileF32* t);
void RunInOrderTile4(const GemmTileF16* t);
void RunInOrderTile5(const GemmTileF16* t);
void RunInOrderTile6(const GemmTileF16* t);
void RunInOrderTile7(const GemmTileF16* t);
void RunInOrderTile8(const GemmTileF16* t);
// A table with these tiles for sums of `narrow_from` products and more.
template <typename Kernels>
constexpr Kernels WithInOrderTiles(Kernels kernels, int64_t narrow_from) {
  kernels.narrow_vecs = 2;
  kernels.narrow_from = narrow_from;
  kernels.tile[2][4] = &RunInOrderTile4;
  kernels.tile[2][5] = &RunInOrderTile5;
  kernels.tile[2][6] = &RunInOrderTile6;
  kernels.tile[2][7] = &RunInOrderTile7;
  kernels.tile[2][8] = &RunInOrderTile8;
  return kernels;
}
extern const DepthwiseF16Kernels kDepthwiseF16Fp16;
extern const GemmF16Kernels kGemmF16Fp16;
extern const GroupedF16Kernels kGroupedF16Fp16;
extern const VectorF16Kernels kVectorF16Fp16;
extern const WinogradF16Kernels kWinogradF16Fp16;
#else
extern const DepthwiseF32Kernels kDepthwiseF32Vfpv4;
extern const DepthwiseF16Kernels kDepthwiseF16Vfpv4;
extern const GemmF16Kernels kGemmF16Vfpv4;
extern const PoolF16Kernels kPoolF16Vfpv4;
extern const VectorF16Kernels kVectorF16Vfpv4;
extern const HalfCastKernels kHalfCastsVfpv4;
#endif

extern const GemmBf16Kernels kGemmBf16Neon;
extern const BFloat16CastKernels kBFloat16CastsNeon;

extern const DepthwiseS8Kernels kDepthwiseS8Neon;
extern const GemmS8Kernels kGemmS8Neon;
extern const VectorS8Kernels kVectorS8Neon;
#ifdef __aarch64__
extern const DepthwiseS8Kernels kDepthwiseS8Dot;
extern const GemmS8Kernels kGemmS8Dot;
extern const GemmS8Kernels kGemmS8I8mm;
#endif

}  // namespace paddle::lite::arm
