#include "lite/backends/x86/kernel_tables.h"

namespace paddle::lite::x86 {
namespace {

template <typename Table>
const Table& Choose(Isa isa, const Table& baseline, const Table& avx2, const Table& avx512) {
  if (isa == Isa::kAvx512) return avx512;
  if (isa == Isa::kAvx2) return avx2;
  return baseline;
}

}  // namespace

const GemmF32Kernels& GemmF32(Isa isa) {
  return Choose(isa, kGemmF32Baseline, kGemmF32Avx2, kGemmF32Avx512);
}
const DepthwiseF32Kernels& DepthwiseF32(Isa isa) {
  return Choose(isa, kDepthwiseF32Baseline, kDepthwiseF32Avx2, kDepthwiseF32Avx512);
}
const PoolF32Kernels& PoolF32(Isa isa) {
  return Choose(isa, kPoolF32Baseline, kPoolF32Avx2, kPoolF32Avx512);
}
const VectorF32Kernels& VectorF32(Isa isa) {
  return Choose(isa, kVectorF32Baseline, kVectorF32Avx2, kVectorF32Avx512);
}
const WinogradF32Kernels* WinogradF32(Isa isa) {
  if (isa == Isa::kAvx512) return &kWinogradF32Avx512;
  if (isa == Isa::kAvx2) return &kWinogradF32Avx2;
  return nullptr;
}

}  // namespace paddle::lite::x86
