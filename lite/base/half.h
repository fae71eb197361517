// IEEE binary16 and bfloat16 as storage types: arithmetic is that of float. Every value is exact as
// a float; the other way rounds to nearest even, overflows to infinity and keeps NaN.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "lite/base/half_bits.h"

namespace paddle::lite {

inline uint32_t FloatBits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

inline float FloatFromBits(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

inline float HalfBitsToFloat(uint16_t half) {
  const uint32_t sign = static_cast<uint32_t>(half & 0x8000u) << 16;
  const uint32_t magnitude = half & 0x7fffu;
  if (magnitude >= 0x7c00u) return FloatFromBits(sign | 0x7f800000u | ((magnitude & 0x3ffu) << 13));
  if (magnitude >= 0x0400u) return FloatFromBits(sign | ((magnitude << 13) + 0x38000000u));
  const float subnormal = static_cast<float>(magnitude) * 5.9604644775390625e-8f;  // 2^-24
  return sign ? -subnormal : subnormal;
}

inline uint16_t FloatToHalfBits(float value) {
  const uint32_t bits = FloatBits(value);
  const uint16_t sign = static_cast<uint16_t>((bits >> 16) & 0x8000u);
  const uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return sign | 0x7e00u;   // NaN
  if (magnitude >= 0x47800000u) return sign | 0x7c00u;  // 65536 and above, infinity included
  if (magnitude < 0x38800000u) {
    // Result is subnormal: adding 0.5 aligns the mantissa so that the FPU rounds at bit 2^-24.
    const float aligned = FloatFromBits(magnitude) + 0.5f;
    return static_cast<uint16_t>(sign | (FloatBits(aligned) - 0x3f000000u));
  }
  const uint32_t rounded = magnitude + 0x0fffu + ((magnitude >> 13) & 1u);
  return static_cast<uint16_t>(sign | ((rounded - 0x38000000u) >> 13));
}

inline float BFloat16BitsToFloat(uint16_t bits) {
  return FloatFromBits(static_cast<uint32_t>(bits) << 16);
}

inline uint16_t FloatToBFloat16Bits(float value) {
  const uint32_t bits = FloatBits(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return static_cast<uint16_t>((bits >> 16) | 0x40u);
  return static_cast<uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

struct Half : HalfBits {
  Half() = default;
  explicit Half(float value) : HalfBits{FloatToHalfBits(value)} {}
  // Other numbers become float first, as in Paddle.
  template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
  explicit Half(T value) : Half(static_cast<float>(value)) {}
  operator float() const { return HalfBitsToFloat(bits); }  // NOLINT: exact
};

struct BFloat16 {
  BFloat16() = default;
  explicit BFloat16(float value) : bits(FloatToBFloat16Bits(value)) {}
  template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
  explicit BFloat16(T value) : BFloat16(static_cast<float>(value)) {}
  operator float() const { return BFloat16BitsToFloat(bits); }  // NOLINT: exact

  uint16_t bits;
};

static_assert(sizeof(Half) == 2 && sizeof(BFloat16) == 2, "the layout of tensors and files");
static_assert(std::is_trivial_v<Half> && std::is_trivial_v<BFloat16>, "copied as bytes");

}  // namespace paddle::lite
