// ARMv7 has no such processor that this library supports.
#ifdef __aarch64__

#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_fp16.h"
#include "lite/backends/arm/simd_neon_half.h"

namespace paddle::lite::arm {
namespace halves {
namespace {

#include "lite/backends/cpu/elementwise_f32.inc"

template <UnaryF32 kKind>
constexpr void AddPlainUnary(VectorKernels<Real>* kernels) {
  static_assert(IsPlain(kKind));
  kernels->unary[static_cast<int>(kKind)] = &RunPlainUnary<kKind>;
}

}  // namespace
}  // namespace halves

namespace widened {

#include "lite/backends/cpu/vector_f32.inc"

}  // namespace widened

namespace {

// Functions that lose nothing in float16 have twice the lanes; the others are float32.
constexpr VectorF16Kernels MakeVectorF16Kernels() {
  VectorF16Kernels kernels = widened::MakeVectorF32Kernels();
  halves::AddPlainUnary<UnaryF32::kClamp>(&kernels);
  halves::AddPlainUnary<UnaryF32::kAbs>(&kernels);
  halves::AddPlainUnary<UnaryF32::kSquare>(&kernels);
  halves::AddPlainUnary<UnaryF32::kRelu>(&kernels);
  halves::AddBinary(&kernels);
  return kernels;
}

}  // namespace

constexpr VectorF16Kernels kVectorF16Fp16 = MakeVectorF16Kernels();

}  // namespace paddle::lite::arm

#endif  // __aarch64__
