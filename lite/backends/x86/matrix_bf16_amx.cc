#include <type_traits>
#include <utility>

#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_amx.h"
#include "lite/backends/x86/simd_avx512.h"

namespace paddle::lite::x86 {
namespace {

#define LITE_INLINE static inline __attribute__((always_inline))
#define LITE_UNROLL _Pragma("GCC unroll 64")

namespace end_f32 {
#include "lite/backends/cpu/end_f32.inc"
}  // namespace end_f32

struct P {
  template <int kSum, int kRows, int kWeights>
  static inline void Add() {
    __asm__ __volatile__("tdpbf16ps %%tmm%c2, %%tmm%c1, %%tmm%c0" ::"i"(kSum), "i"(kRows),
                         "i"(kWeights));
  }
};

using E = MatrixEndF32;

// Forms of the epilogue.
enum : int { kClampedEnd, kResidualEnd, kGatedEnd, kEndings };

LITE_INLINE int EndingOf(const E& end) {
  if (end.end.kind == EndKind::kGate) return kGatedEnd;
  return end.residual != nullptr ? kResidualEnd : kClampedEnd;
}

LITE_INLINE const char* ResidualOf(const E& end) {
  return reinterpret_cast<const char*>(end.residual);
}
LITE_INLINE int64_t ResidualBytes(const E&) { return sizeof(float); }

LITE_INLINE void Advance(int64_t channels, E* end, void** dst) {
  end->bias += channels;
  if (end->residual != nullptr) end->residual += channels;
  *dst = static_cast<float*>(*dst) + channels;
}

template <int kForm, int kVecs>
struct Ending {
  Ending(const E& end, void* dst, int64_t tail)
      : gate_(end_f32::GateOf(end.end)),
        low_(V::Set(end.end.low)),
        high_(V::Set(end.end.high)),
        is_relu_(end.end.kind == EndKind::kRelu),
        last_(V::FirstLanes(tail)),
        residual_(end.residual),
        dst_(static_cast<float*>(dst)) {
    LITE_UNROLL for (int j = 0; j < kVecs; ++j) bias_[j] = V::Load(end.bias + j * V::kLanes);
  }
  LITE_INLINE_MEMBER void Two(const int32_t* sums0, int64_t at0, const int32_t* sums1,
                              int64_t at1) const {
    One(sums0, at0);
    One(sums1, at1);
  }
  LITE_INLINE_MEMBER void One(const int32_t* sums, int64_t at) const {
    LITE_UNROLL for (int j = 0; j < kVecs; ++j, sums += V::kLanes, at += V::kLanes) {
      const bool whole = j + 1 < kVecs;
      V::T x = V::Add(_mm512_castsi512_ps(_mm512_loadu_si512(sums)), bias_[j]);
      if (kForm == kResidualEnd || (kForm == kGatedEnd && residual_ != nullptr)) {
        const float* const from = residual_ + at;
        x = V::Add(x, whole ? V::Load(from) : V::LoadMasked(from, last_));
      }
      x = kForm == kGatedEnd ? end_f32::Gated(x, gate_)
                             : end_f32::Clamped(x, low_, high_, is_relu_);
      if (whole) {
        V::Store(dst_ + at, x);
      } else {
        V::StoreMasked(dst_ + at, x, last_);
      }
    }
  }

 private:
  const end_f32::Gate gate_;
  V::T bias_[kVecs];
  const V::T low_, high_;
  const bool is_relu_;
  const V::Mask last_;
  const float* const residual_;
  float* const dst_;
};

LITE_INLINE __m512i RoundTwo(__m512 low, __m512 high) {
  return reinterpret_cast<__m512i>(_mm512_cvtne2ps_pbh(high, low));
}

void RoundPixels(const float* src, int64_t pixels, int64_t channels, int64_t pitch, char* dst) {
  constexpr int64_t kValues = 2 * V::kLanes;
  if (channels * 2 == pitch) {
    channels *= pixels;
    pitch *= pixels;
    pixels = 1;
  }
  const int64_t whole = channels / kValues * kValues;
  const int64_t rest = channels - whole;
  const V::Mask low = V::FirstLanes(rest < V::kLanes ? rest : V::kLanes);
  const V::Mask high = V::FirstLanes(rest < V::kLanes ? 0 : rest - V::kLanes);
  // Values of the last vector, with the zeros after them.
  const int64_t last = pitch / 2 - whole;
  const __mmask32 stored = last >= kValues ? ~__mmask32{0} : (__mmask32{1} << last) - 1;
  for (; pixels > 0; --pixels, src += channels, dst += pitch) {
    for (int64_t i = 0; i < whole; i += kValues) {
      _mm512_storeu_si512(dst + 2 * i, RoundTwo(V::Load(src + i), V::Load(src + i + V::kLanes)));
    }
    if (last == 0) continue;
    const __m512 a = _mm512_maskz_loadu_ps(low, src + whole);
    const __m512 b = _mm512_maskz_loadu_ps(high, src + whole + V::kLanes);
    _mm512_mask_storeu_epi16(dst + 2 * whole, stored, RoundTwo(a, b));
  }
}

}  // namespace

#include "lite/backends/x86/matrix_amx.inc"

constexpr MatrixBf16Kernels kMatrixBf16Amx = {&RunMatrix, &RoundPixels, &kVectorF32Avx512};

}  // namespace paddle::lite::x86
