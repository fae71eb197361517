#include <type_traits>
#include <utility>

#include "lite/backends/x86/micro_kernels.h"
#include "lite/backends/x86/simd_amx.h"
#include "lite/backends/x86/simd_s8_avx512.h"

namespace paddle::lite::x86 {
namespace {

using D = WideAvx512;

#include "lite/backends/cpu/end_s8.inc"

struct P {
  template <int kSum, int kRows, int kWeights>
  static inline void Add() {
    __asm__ __volatile__("tdpbssd %%tmm%c2, %%tmm%c1, %%tmm%c0" ::"i"(kSum), "i"(kRows),
                         "i"(kWeights));
  }
};

using E = EndS8;

#define LITE_INLINE_MEMBER inline __attribute__((always_inline))

// Forms of the epilogue, in the order in which they are preferred.
enum : int { kPackedEnd, kFloatEnd, kAnyEnd, kEndings };

LITE_INLINE int EndingOf(const EndS8& end) {
  if (end.function != FunctionS8::kNone || end.residual != nullptr) return kAnyEnd;
  if (!end.to_int8) return kFloatEnd;
  return end.bounded ? kPackedEnd : kAnyEnd;
}

LITE_INLINE void* ElementOf(const EndS8& end, void* dst, int64_t at) {
  if (end.to_int8) return static_cast<int8_t*>(dst) + at;
  return static_cast<float*>(dst) + at;
}

LITE_INLINE void Advance(int64_t channels, EndS8* end, void** dst) {
  end->factors += channels;
  end->bias += channels;
  if (end->residual != nullptr) end->residual += channels;
  *dst = ElementOf(*end, *dst, channels);
}

template <int kVecs>
struct Factors {
  explicit Factors(const EndS8& end) {
    LITE_UNROLL for (int j = 0; j < kVecs; ++j) {
      factors[j] = V::Load(end.factors + j * V::kLanes);
      bias[j] = V::Load(end.bias + j * V::kLanes);
    }
  }
  V::T Scale(const int32_t* sums, int j) const {
    const D::Sum sum = D::LoadSum(sums + j * V::kLanes);
    return V::Add(V::Mul(D::ToFloat(sum), factors[j]), bias[j]);
  }
  V::T factors[kVecs], bias[kVecs];
};

template <int kForm, int kVecs>
struct Ending {
  Ending(const EndS8& end, void* dst, int64_t tail) : end_(end), dst_(dst), tail_(tail) {}
  LITE_INLINE_MEMBER void Two(const int32_t* sums0, int64_t at0, const int32_t* sums1,
                              int64_t at1) const {
    One(sums0, at0);
    One(sums1, at1);
  }
  LITE_INLINE_MEMBER void One(const int32_t* sums, int64_t at) const {
    D::Sum row[1][kVecs];
    LITE_UNROLL for (int j = 0; j < kVecs; ++j) row[0][j] = D::LoadSum(sums + j * V::kLanes);
    EndS8 here = end_;
    if (end_.residual != nullptr) here.residual += at;
    EndTile<1, kVecs>(row, here, ElementOf(end_, dst_, at), 0, tail_);
  }

 private:
  const EndS8& end_;
  void* const dst_;
  const int64_t tail_;
};

template <int kVecs>
struct Ending<kFloatEnd, kVecs> {
  Ending(const EndS8& end, void* dst, int64_t tail)
      : scales_(end),
        low_(V::Set(end.low)),
        high_(V::Set(end.high)),
        last_(V::FirstLanes(tail)),
        dst_(static_cast<float*>(dst)) {}
  LITE_INLINE_MEMBER void Two(const int32_t* sums0, int64_t at0, const int32_t* sums1,
                              int64_t at1) const {
    One(sums0, at0);
    One(sums1, at1);
  }
  LITE_INLINE_MEMBER void One(const int32_t* sums, int64_t at) const {
    float* to = dst_ + at;
    LITE_UNROLL for (int j = 0; j < kVecs; ++j, to += V::kLanes) {
      const V::T x = V::Clamp(low_, high_, scales_.Scale(sums, j));
      if (j + 1 < kVecs) {
        V::Store(to, x);
      } else {
        V::StoreMasked(to, x, last_);
      }
    }
  }

 private:
  const Factors<kVecs> scales_;
  const V::T low_, high_;
  const V::Mask last_;
  float* const dst_;
};

// Results that are bounded, rounded and packed. The results of a relu need no sign for rounding:
// what is added to negative numbers leaves them at or below 0.
template <int kVecs>
struct Ending<kPackedEnd, kVecs> {
  Ending(const EndS8& end, void* dst, int64_t tail)
      : scales_(end),
        half_(_mm512_set1_ps(0x1.fffffep-2f)),
        sign_(_mm512_set1_ps(end.low_step >= 0 ? 0.0f : -0.0f)),
        limits_(D::SetLimits(end.low_step, end.high_step)),
        lanes_(~uint32_t{0} >> (32 - (kVecs - 1) * V::kLanes - tail)),
        dst_(static_cast<int8_t*>(dst)) {}
  LITE_INLINE_MEMBER void Two(const int32_t* sums0, int64_t at0, const int32_t* sums1,
                              int64_t at1) const {
    const __m512i bytes = Pack(sums0, sums1);
    _mm256_mask_storeu_epi8(dst_ + at0, lanes_, _mm512_castsi512_si256(bytes));
    _mm256_mask_storeu_epi8(dst_ + at1, lanes_, _mm512_extracti64x4_epi64(bytes, 1));
  }
  LITE_INLINE_MEMBER void One(const int32_t* sums, int64_t at) const {
    _mm256_mask_storeu_epi8(dst_ + at, lanes_, _mm512_castsi512_si256(Pack(sums, sums)));
  }

 private:
  LITE_INLINE_MEMBER __m512i Round(const int32_t* sums, int j) const {
    const __m512 x = scales_.Scale(sums, j);
    const __m512 half = _mm512_or_ps(_mm512_and_ps(x, sign_), half_);
    return _mm512_cvttps_epi32(_mm512_add_ps(x, half));
  }
  LITE_INLINE_MEMBER __m512i Pack(const int32_t* sums0, const int32_t* sums1) const {
    constexpr int kLast = kVecs - 1;
    return D::PackRows(Round(sums0, 0), Round(sums0, kLast), Round(sums1, 0), Round(sums1, kLast),
                       limits_);
  }

  const Factors<kVecs> scales_;
  const __m512 half_, sign_;
  const D::Limits limits_;
  const __mmask32 lanes_;
  int8_t* const dst_;
};

}  // namespace

#include "lite/backends/cpu/matrix_tiles.inc"

constexpr MatrixS8Kernels kMatrixS8Amx = {&RunMatrix};

}  // namespace paddle::lite::x86
