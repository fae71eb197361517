// What the processor offers to loops that interleave arrays, such as the planes of an image.
#pragma once

namespace paddle::lite {

// Whether compilers store three or four interleaved vectors of bytes by one instruction. Elsewhere,
// what they make of such a loop takes longer than single bytes or words.
#if defined(__aarch64__) || defined(__ARM_NEON)
constexpr bool kInterleavesBytes = true;
#else
constexpr bool kInterleavesBytes = false;
#endif

}  // namespace paddle::lite
