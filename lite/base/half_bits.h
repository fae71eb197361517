// The bits of an IEEE binary16, as plain data: instruction-set files include this header.
// Arithmetic and conversions are those of lite/base/half.h and of the vector classes.
#pragma once

#include <cstdint>

namespace paddle::lite {

struct HalfBits {
  uint16_t bits;
};

}  // namespace paddle::lite
