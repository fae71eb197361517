// The bits of 16-bit floats, as plain data: instruction-set files include this header.
// Arithmetic and conversions are those of lite/base/half.h and of the vector classes.
#pragma once

#include <cstdint>

namespace paddle::lite {

struct HalfBits {  // IEEE binary16
  uint16_t bits;
};

// Two bfloat16 numbers, the first in the lower half.
struct BFloat16Pair {
  uint32_t bits;
};

}  // namespace paddle::lite
