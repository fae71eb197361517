// What the int8 arithmetic of all x86 instruction sets shares; see cpu/gemm_s8.inc for the
// contract. Included only by simd_s8_*.h. `I` is an instruction set with registers `Bits`:
//
//   LoadBits, StoreBits            a register of any elements
//   LoadWide(p)                    half as many bytes as 16 bits
//   Set32, Add32, FlipSigns        FlipSigns: bytes + 128
//   Madd16                         32-bit sums of two products of 16 bits
//   UnpackLow16, UnpackHigh16
#pragma once

#include <cstdint>

namespace paddle::lite::x86 {
namespace {

// Both sides as 16 bits, whose products add up in pairs without saturation.
template <typename I>
struct Words : I {
  using Bits = typename I::Bits;
  using Sum = Bits;
  using Weights = Bits;
  using Input = int16_t;
  using StoredWeight = int16_t;
  using Positive = void;
  using WideWeights = void;
  static constexpr int kGroup = 2;
  static constexpr int kParts = 1;
  static constexpr int kInputOffset = 0;
  static constexpr int kMaxVecs = 2;
  static constexpr bool kOwnTiles = false;
  static constexpr bool kStoresRows = false;
  static constexpr bool kPacksRows = false;
  static constexpr int kConverted = sizeof(Bits) / sizeof(int16_t);

  static inline Sum Zero() { return I::Set32(0); }
  static inline Sum LoadSum(const int32_t* p) { return I::LoadBits(p); }
  static inline void StoreSum(int32_t* p, Sum s) { I::StoreBits(p, s); }

  static inline Bits Broadcast(const char* p) {
    int32_t group;
    __builtin_memcpy(&group, p, sizeof(group));
    return I::Set32(group);
  }
  template <int kPart>
  static inline Weights LoadWeights(const StoredWeight* p) {
    return I::LoadBits(p);
  }
  static inline Sum Dot(Sum sum, Bits x, Weights w) {
    sum = I::Add32(sum, I::Madd16(x, w));
    __asm__("" : "+v"(sum));
    return sum;
  }
  static inline void Convert(const int8_t* src, Input* dst) {
    I::StoreBits(dst, I::LoadWide(reinterpret_cast<const char*>(src)));
  }

  static inline Bits ZeroWide() { return I::Set32(0); }
  static inline void AddTaps(Sum* low, Sum* high, Bits a, Bits b, const int16_t* weights) {
    *low = Dot(*low, I::UnpackLow16(a, b), I::LoadBits(weights));
    *high = Dot(*high, I::UnpackHigh16(a, b), I::LoadBits(weights + kConverted));
  }
  static void PackPair(const int16_t* first, const int16_t* second, int16_t* dst) {
    const Bits a = I::LoadBits(first);
    const Bits b = I::LoadBits(second);
    I::StoreBits(dst, I::UnpackLow16(a, b));
    I::StoreBits(dst + kConverted, I::UnpackHigh16(a, b));
  }
};

// The table of 256 bytes as rows of 16, which one shuffle reads. For bytes that are not negative,
// row r is due from 16 * r on: rows are stored as differences (exclusive or) from the previous one,
// and subtracting 16 each time makes the bytes that have found their row negative, for which a
// shuffle returns 0. `I` has Row(p), Shuffle, SubtractSaturating, Xor.
template <typename I>
static inline int64_t LookUpByRows(const int8_t* src, const int8_t* table, int64_t count,
                                   int8_t* dst) {
  using Bits = typename I::Bits;
  constexpr int64_t kBytes = sizeof(Bits);
  constexpr int kRows = 16;
  if (count < kBytes) return 0;
  Bits rows[kRows];
  for (int r = 0; r < kRows; ++r) {
    // The second half, for negative bytes, begins anew.
    rows[r] = I::Row(table + r * 16);
    if (r % (kRows / 2) != 0) rows[r] = I::Xor(rows[r], I::Row(table + (r - 1) * 16));
  }
  const Bits step = I::Set8(16);
  int64_t i = 0;
  for (; i + kBytes <= count; i += kBytes) {
    const Bits x = I::LoadBits(src + i);
    Bits left[2] = {x, I::FlipSigns(x)};
    Bits found[2] = {I::Shuffle(rows[0], left[0]), I::Shuffle(rows[kRows / 2], left[1])};
#pragma GCC unroll 8
    for (int r = 1; r < kRows / 2; ++r) {
#pragma GCC unroll 2
      for (int half = 0; half < 2; ++half) {
        left[half] = I::SubtractSaturating(left[half], step);
        found[half] = I::Xor(found[half], I::Shuffle(rows[half * kRows / 2 + r], left[half]));
      }
    }
    I::StoreBits(dst + i, I::Xor(found[0], found[1]));
  }
  return i;
}

// Dot products of four bytes, the input without sign: it is stored 128 higher. The derived class
// has Dot.
template <typename Wide>
struct OffsetBytes : Wide {
  using Bits = typename Wide::Bits;
  using Input = uint8_t;
  using StoredWeight = int8_t;
  using Positive = void;
  using WideWeights = void;
  static constexpr int kGroup = 4;
  static constexpr int kParts = 1;
  static constexpr int kInputOffset = 128;
  static constexpr int kConverted = sizeof(Bits);

  template <int kPart>
  static inline Bits LoadWeights(const StoredWeight* p) {
    return Wide::LoadBits(p);
  }
  static inline void Convert(const int8_t* src, Input* dst) {
    Wide::StoreBits(dst, Wide::FlipSigns(Wide::LoadBits(src)));
  }
};

}  // namespace
}  // namespace paddle::lite::x86
