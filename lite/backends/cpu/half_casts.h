// Conversions between arrays of float32 and float16. Plain data and function pointers only:
// instruction-set files include this header.
#pragma once

#include <cstdint>

#include "lite/base/half_bits.h"

namespace paddle::lite::cpu {

struct HalfCastKernels {
  void (*widen)(const HalfBits* src, float* dst, int64_t count);
  // To nearest, halves to even; too large values become infinite.
  void (*narrow)(const float* src, HalfBits* dst, int64_t count);
};

}  // namespace paddle::lite::cpu
