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

// Forms of the epilogue, in the order in which they are preferred.
enum : int {
  kPositiveEnd,
  kPackedEnd,
  kPackedSwishEnd,
  kPositiveBytesSumEnd,
  kPackedBytesSumEnd,
  kPackedSumEnd,
  kFloatEnd,
  kFloatSumEnd,
  kAnyEnd,
  kEndings
};

LITE_INLINE int EndingOf(const EndS8& end) {
  if (end.function == FunctionS8::kHardSwish && end.to_int8 && end.bounded &&
      end.residual == nullptr) {
    return kPackedSwishEnd;
  }
  if (end.function != FunctionS8::kNone) return kAnyEnd;
  const bool real = end.residual != nullptr && end.residual_bytes != 1;
  if (real) return end.to_int8 ? kPackedSumEnd : kFloatSumEnd;
  if (end.to_int8 && !end.bounded) return kAnyEnd;
  const bool positive = end.low_step == 0;
  if (end.residual != nullptr) {
    if (!end.to_int8) return kAnyEnd;
    return positive ? kPositiveBytesSumEnd : kPackedBytesSumEnd;
  }
  if (!end.to_int8) return kFloatEnd;
  return positive ? kPositiveEnd : kPackedEnd;
}

LITE_INLINE const char* ResidualOf(const EndS8& end) { return end.residual; }
LITE_INLINE int64_t ResidualBytes(const EndS8& end) { return end.residual_bytes; }

LITE_INLINE void* ElementOf(const EndS8& end, void* dst, int64_t at) {
  if (end.to_int8) return static_cast<int8_t*>(dst) + at;
  return static_cast<float*>(dst) + at;
}

LITE_INLINE void Advance(int64_t channels, EndS8* end, void** dst) {
  end->factors += channels;
  end->bias += channels;
  MoveResidual(channels, end);
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
    MoveResidual(at, &here);
    void* const to = ElementOf(end_, dst_, at);
    EndTile<1, kVecs>(row, EndsInRegisters(here, tail_), here, to, 0, tail_);
  }

 private:
  const EndS8& end_;
  void* const dst_;
  const int64_t tail_;
};

// Results in float32, whose unit is 1, perhaps with a residual.
template <bool kResidual, int kVecs>
struct FloatEnding {
  FloatEnding(const EndS8& end, void* dst, int64_t tail)
      : scales_(end),
        residual_(reinterpret_cast<const float*>(end.residual)),
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
    LITE_UNROLL for (int j = 0; j < kVecs; ++j, at += V::kLanes) {
      const bool whole = j + 1 < kVecs;
      V::T x = scales_.Scale(sums, j);
      if constexpr (kResidual) {
        const float* const from = residual_ + at;
        x = V::Add(x, whole ? V::Load(from) : V::LoadMasked(from, last_));
      }
      x = V::Clamp(low_, high_, x);
      if (whole) {
        V::Store(dst_ + at, x);
      } else {
        V::StoreMasked(dst_ + at, x, last_);
      }
    }
  }

 private:
  const Factors<kVecs> scales_;
  const float* const residual_;
  const V::T low_, high_;
  const V::Mask last_;
  float* const dst_;
};
template <int kVecs>
struct Ending<kFloatEnd, kVecs> : FloatEnding<false, kVecs> {
  using FloatEnding<false, kVecs>::FloatEnding;
};
template <int kVecs>
struct Ending<kFloatSumEnd, kVecs> : FloatEnding<true, kVecs> {
  using FloatEnding<true, kVecs>::FloatEnding;
};

// Two rows of rounded results, packed to bytes. kPositive: the lower limit is 0.
template <bool kPositive, int kVecs>
struct PackedRows {
  PackedRows(const EndS8& end, void* to, int64_t tail)
      : limits(D::SetLimits(end.low_step, end.high_step)),
        lanes(~uint32_t{0} >> (32 - (kVecs - 1) * V::kLanes - tail)),
        dst(static_cast<int8_t*>(to)) {}
  // What is added to negative numbers leaves them at or below 0, so they need no sign if that is
  // the lower limit.
  static LITE_INLINE_MEMBER __m512i Round(__m512 x) {
    return kPositive ? D::RoundPositive(x) : D::RoundBounded(x);
  }
  LITE_INLINE_MEMBER __m512i Pack(const __m512i (&row0)[kVecs],
                                  const __m512i (&row1)[kVecs]) const {
    constexpr auto kPack = kPositive ? &D::PackFourPositive : &D::PackFour;
    return D::OrderRows(kPack(row0[0], row0[kVecs - 1], row1[0], row1[kVecs - 1], limits));
  }
  LITE_INLINE_MEMBER void StoreFirst(__m512i bytes, int64_t at) const {
    _mm256_mask_storeu_epi8(dst + at, lanes, _mm512_castsi512_si256(bytes));
  }
  LITE_INLINE_MEMBER void StoreSecond(__m512i bytes, int64_t at) const {
    _mm256_mask_storeu_epi8(dst + at, lanes, _mm512_extracti64x4_epi64(bytes, 1));
  }
  const D::Limits limits;
  const __mmask32 lanes;
  int8_t* const dst;
};

// What rounds rows of sums to bytes: Rounder is this class with Round(sums, at, row).
template <typename Rounder, bool kPositive, int kVecs>
struct PackedEnding {
  PackedEnding(const EndS8& end, void* dst, int64_t tail) : scales_(end), rows_(end, dst, tail) {}
  LITE_INLINE_MEMBER void Two(const int32_t* sums0, int64_t at0, const int32_t* sums1,
                              int64_t at1) const {
    __m512i row0[kVecs], row1[kVecs];
    rounder().Round(sums0, at0, row0);
    rounder().Round(sums1, at1, row1);
    const __m512i bytes = rows_.Pack(row0, row1);
    rows_.StoreFirst(bytes, at0);
    rows_.StoreSecond(bytes, at1);
  }
  LITE_INLINE_MEMBER void One(const int32_t* sums, int64_t at) const {
    __m512i row[kVecs];
    rounder().Round(sums, at, row);
    rows_.StoreFirst(rows_.Pack(row, row), at);
  }

 protected:
  const Factors<kVecs> scales_;
  const PackedRows<kPositive, kVecs> rows_;

 private:
  LITE_INLINE_MEMBER const Rounder& rounder() const { return static_cast<const Rounder&>(*this); }
};

// Results that are bounded, perhaps with a residual of int8.
template <bool kPositive, bool kResidual, int kVecs>
struct BoundedEnding : PackedEnding<BoundedEnding<kPositive, kResidual, kVecs>, kPositive, kVecs> {
  BoundedEnding(const EndS8& end, void* dst, int64_t tail)
      : PackedEnding<BoundedEnding, kPositive, kVecs>(end, dst, tail),
        residual_(end.residual),
        residual_factor_(V::Set(end.residual_factor)),
        last_(static_cast<__mmask16>(~uint32_t{0} >> (32 - tail))) {}
  LITE_INLINE_MEMBER void Round(const int32_t* sums, int64_t at, __m512i (&row)[kVecs]) const {
    LITE_UNROLL for (int j = 0; j < kVecs; ++j) {
      __m512 x = this->scales_.Scale(sums, j);
      if constexpr (kResidual) {
        const char* const from = residual_ + at + j * V::kLanes;
        const __m128i bytes = j + 1 < kVecs
                                  ? _mm_loadu_si128(reinterpret_cast<const __m128i*>(from))
                                  : _mm_maskz_loadu_epi8(last_, from);
        const __m512 y = _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(bytes));
        x = V::Add(x, V::Mul(y, residual_factor_));
      }
      row[j] = this->rows_.Round(x);
    }
  }

 private:
  const char* const residual_;
  const __m512 residual_factor_;
  const __mmask16 last_;
};
template <int kVecs>
struct Ending<kPositiveEnd, kVecs> : BoundedEnding<true, false, kVecs> {
  using BoundedEnding<true, false, kVecs>::BoundedEnding;
};
template <int kVecs>
struct Ending<kPositiveBytesSumEnd, kVecs> : BoundedEnding<true, true, kVecs> {
  using BoundedEnding<true, true, kVecs>::BoundedEnding;
};
template <int kVecs>
struct Ending<kPackedEnd, kVecs> : BoundedEnding<false, false, kVecs> {
  using BoundedEnding<false, false, kVecs>::BoundedEnding;
};
template <int kVecs>
struct Ending<kPackedBytesSumEnd, kVecs> : BoundedEnding<false, true, kVecs> {
  using BoundedEnding<false, true, kVecs>::BoundedEnding;
};

// Bounded results after hard_swish, which are limited before they are rounded.
template <int kVecs>
struct Ending<kPackedSwishEnd, kVecs> : PackedEnding<Ending<kPackedSwishEnd, kVecs>, false, kVecs> {
  Ending(const EndS8& end, void* dst, int64_t tail)
      : PackedEnding<Ending, false, kVecs>(end, dst, tail),
        offset_(V::Set(end.params[0])),
        threshold_(V::Set(end.params[1])),
        factor_(V::Set(end.params[2])),
        addend_(V::Set(end.params[3])),
        low_(V::Set(end.low)),
        high_(V::Set(end.high)) {}
  LITE_INLINE_MEMBER void Round(const int32_t* sums, int64_t, __m512i (&row)[kVecs]) const {
    LITE_UNROLL for (int j = 0; j < kVecs; ++j) {
      const __m512 x = this->scales_.Scale(sums, j);
      const __m512 gate = V::Min(threshold_, V::Max(V::Zero(), V::Add(x, offset_)));
      const __m512 y = V::Add(V::Mul(V::Mul(x, gate), factor_), addend_);
      const __m512 limited = V::Clamp(low_, high_, y);
      row[j] = this->rows_.Round(limited);
    }
  }

 private:
  const __m512 offset_, threshold_, factor_, addend_, low_, high_;
};

// With a real residual, which may be of any size or NaN.
template <int kVecs>
struct Ending<kPackedSumEnd, kVecs> : PackedEnding<Ending<kPackedSumEnd, kVecs>, false, kVecs> {
  Ending(const EndS8& end, void* dst, int64_t tail)
      : PackedEnding<Ending, false, kVecs>(end, dst, tail),
        residual_(reinterpret_cast<const float*>(end.residual)),
        last_(V::FirstLanes(tail)),
        unit_(V::Set(end.unit)),
        low_(V::Set(end.low)),
        high_(V::Set(end.high)) {}
  LITE_INLINE_MEMBER void Round(const int32_t* sums, int64_t at, __m512i (&row)[kVecs]) const {
    LITE_UNROLL for (int j = 0; j < kVecs; ++j) {
      const float* const from = residual_ + at + j * V::kLanes;
      const __m512 y = j + 1 < kVecs ? V::Load(from) : V::LoadMasked(from, last_);
      const __m512 sum = V::Add(this->scales_.Scale(sums, j), V::Div(y, unit_));
      const __m512 x = V::Clamp(low_, high_, sum);
      const __mmask16 number = _mm512_cmp_ps_mask(x, x, _CMP_ORD_Q);
      row[j] = _mm512_maskz_mov_epi32(number, this->rows_.Round(x));
    }
  }

 private:
  const float* const residual_;
  const V::Mask last_;
  const __m512 unit_, low_, high_;
};

}  // namespace

#include "lite/backends/x86/matrix_amx.inc"

constexpr MatrixS8Kernels kMatrixS8Amx = {&RunMatrix};

}  // namespace paddle::lite::x86
