// The micro-kernels for an instruction set: per family, the best table that it suffices for.
#pragma once

#include "lite/backends/x86/cpu.h"
#include "lite/backends/x86/depthwise_f32.h"
#include "lite/backends/x86/gemm_f32.h"
#include "lite/backends/x86/pool_f32.h"
#include "lite/backends/x86/vector_f32.h"
#include "lite/backends/x86/winograd_f32.h"

namespace paddle::lite::x86 {

const GemmF32Kernels& GemmF32(Isa isa);
const DepthwiseF32Kernels& DepthwiseF32(Isa isa);
const PoolF32Kernels& PoolF32(Isa isa);
const VectorF32Kernels& VectorF32(Isa isa);
// Null without AVX2: sixteen narrow registers do not benefit from it.
const WinogradF32Kernels* WinogradF32(Isa isa);

}  // namespace paddle::lite::x86
