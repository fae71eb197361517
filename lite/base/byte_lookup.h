// Bytes at any positions of a short piece of memory, where the processor has an instruction for it.
#pragma once

#include <cstdint>

#if defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace paddle::lite {

// The length of the piece; 0 if the processor has no such instruction for a whole program.
#if defined(__aarch64__)
constexpr int kLookUpBytes = 32;

// The bytes of window[0..31] at 16 positions: the first eight and the others.
inline void LookUpBytes(const uint8_t* window, const uint8_t* positions, uint8_t* first,
                        uint8_t* second) {
  const uint8x16_t found = vqtbl2q_u8(vld1q_u8_x2(window), vld1q_u8(positions));
  vst1_u8(first, vget_low_u8(found));
  vst1_u8(second, vget_high_u8(found));
}
#else
constexpr int kLookUpBytes = 0;
inline void LookUpBytes(const uint8_t*, const uint8_t*, uint8_t*, uint8_t*) {}
#endif

}  // namespace paddle::lite
