// Loops over elements that become vectors in every build.
#pragma once

#include <cstdint>

// For a function that such a loop calls: a call that remains has no vectors.
#if defined(__GNUC__)
#define LITE_SIMD_INLINE inline __attribute__((always_inline))
#define LITE_SIMD_LOOP __attribute__((noinline, flatten))
#else
#define LITE_SIMD_INLINE inline
#define LITE_SIMD_LOOP
#endif

#ifdef LITE_SIMD_LOOPS
#define LITE_SIMD _Pragma("omp simd")
#else
#define LITE_SIMD
#endif

namespace paddle::lite {

// Calls f(i) for each i of [begin, end), in vectors. No call may use what another one writes; each
// result is the same as in any other order. Compilers make vectors of such a loop by themselves at
// -O3; published libraries are optimised for size, where they need 5 to 20 times as many
// instructions per element without this. A loop takes about 100 bytes more, so rare forms have
// none. What a compiler has no vectors for, such as a call, a branch or a conversion of int64 to
// float, remains a loop of single elements.
template <typename F>
LITE_SIMD_LOOP void VectorLoop(int64_t begin, int64_t end, F f) {  // with f inlined twice
  // With a variable number of iterations, clang would test each element of each vector when it
  // optimises for size.
  constexpr int64_t kBlock = 16;
  int64_t i = begin;
  for (; i <= end - kBlock; i += kBlock) {
    LITE_SIMD
    for (int64_t j = 0; j < kBlock; ++j) f(i + j);
  }
  for (; i < end; ++i) f(i);
}

}  // namespace paddle::lite

#undef LITE_SIMD
#undef LITE_SIMD_LOOP
