// Rounds arrays of float32 to pairs of bfloat16. Plain data and function pointers only:
// instruction-set files include this header.
#pragma once

#include <cstdint>

#include "lite/base/half_bits.h"

namespace paddle::lite::cpu {

struct BFloat16CastKernels {
  // Each of `rows` rows of `columns` values becomes (columns + 1) / 2 pairs; the second number of
  // the last pair of an odd row is 0. To nearest, halves to even. Subnormal numbers may become 0.
  void (*round)(const float* src, int64_t rows, int64_t columns, BFloat16Pair* dst);
};

}  // namespace paddle::lite::cpu
