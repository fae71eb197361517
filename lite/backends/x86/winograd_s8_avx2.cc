#include <type_traits>
#include <utility>

#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_s8_avx2.h"

namespace paddle::lite::x86 {
namespace {

using D = WideAvx2;
using Pairs = Words<BitsAvx2>;
constexpr int kMaxProductRows = 6;

struct Shorts {
  using T = __m256i;
  static constexpr int kLanes = 16;
  static inline T Zero() { return _mm256_setzero_si256(); }
  static inline T Load(const int8_t* p) {
    return BitsAvx2::LoadWide(reinterpret_cast<const char*>(p));
  }
  static inline void Store(int16_t* p, T v) { BitsAvx2::StoreBits(p, v); }
  static inline T Add(T a, T b) { return _mm256_add_epi16(a, b); }
  static inline T Sub(T a, T b) { return _mm256_sub_epi16(a, b); }
};

struct Longs {
  using T = D::Sum;
  static inline T Add(T a, T b) { return _mm256_add_epi32(a, b); }
  static inline T Sub(T a, T b) { return _mm256_sub_epi32(a, b); }
  static inline T Quarter(T a) { return _mm256_srai_epi32(a, 2); }
};

}  // namespace

#include "lite/backends/cpu/winograd_s8.inc"

constexpr WinogradS8Kernels kWinogradS8Avx2 = MakeWinogradS8Kernels();

}  // namespace paddle::lite::x86
