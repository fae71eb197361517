#include <type_traits>
#include <utility>

#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_s8_avx512.h"

namespace paddle::lite::x86 {
namespace {

using D = WideAvx512;
using Pairs = WideAvx512;
constexpr int kMaxProductRows = 12;

struct Shorts {
  using T = __m512i;
  static constexpr int kLanes = 32;
  static inline T Zero() { return _mm512_setzero_si512(); }
  static inline T Load(const int8_t* p) {
    return BitsAvx512::LoadWide(reinterpret_cast<const char*>(p));
  }
  static inline void Store(int16_t* p, T v) { BitsAvx512::StoreBits(p, v); }
  static inline T Add(T a, T b) { return _mm512_add_epi16(a, b); }
  static inline T Sub(T a, T b) { return _mm512_sub_epi16(a, b); }
};

struct Longs {
  using T = D::Sum;
  static inline T Add(T a, T b) { return _mm512_add_epi32(a, b); }
  static inline T Sub(T a, T b) { return _mm512_sub_epi32(a, b); }
  static inline T Quarter(T a) { return _mm512_srai_epi32(a, 2); }
};

}  // namespace

#include "lite/backends/cpu/winograd_s8.inc"

constexpr WinogradS8Kernels kWinogradS8Avx512 = MakeWinogradS8Kernels();

}  // namespace paddle::lite::x86
