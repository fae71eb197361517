// Numbers in memory: float, or half, with which kernels compute as floats.
#pragma once

#include <cstdint>

#include "lite/backends/cuda/function.h"
#include "lite/base/half.h"
#ifdef __CUDACC__
#include <cuda_fp16.h>
#endif

namespace paddle::lite::cuda {

LITE_CUDA_FUNCTION uint16_t ToHalfBits(float value) {
#ifdef __CUDACC__
  return __half_as_ushort(__float2half_rn(value));
#else
  return FloatToHalfBits(value);
#endif
}

LITE_CUDA_FUNCTION float FromHalfBits(uint16_t bits) {
#ifdef __CUDACC__
  return __half2float(__ushort_as_half(bits));
#else
  return HalfBitsToFloat(bits);
#endif
}

// The conversions of Half itself are not for the device.
LITE_CUDA_FUNCTION float Number(float element) { return element; }
LITE_CUDA_FUNCTION float Number(Half element) { return FromHalfBits(element.bits); }

LITE_CUDA_FUNCTION void Store(float value, float* to) { *to = value; }
LITE_CUDA_FUNCTION void Store(float value, Half* to) { to->bits = ToHalfBits(value); }

}  // namespace paddle::lite::cuda
