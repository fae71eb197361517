// Int8 arithmetic on arrays and on the windows of poolings. Results have the bits of the portable
// kernels. Plain data and function pointers only: instruction-set files include this header.
#pragma once

#include <cstdint>

#include "lite/backends/cpu/pool_f32.h"

namespace paddle::lite::cpu {

enum class BinaryS8 : int { kAdd = 0, kSub, kMul, kCount };

// y = min(max(f(x * x_scale, y * y_scale), low), high), every operation rounded to float32 on its
// own. An int8 result is y * steps_per_unit, halves away from zero, within [-127, 127]; NaN is 0.
struct BinaryRowS8 {
  const int8_t* x;
  const int8_t* y;
  bool x_is_one, y_is_one;  // a single value for all elements
  float x_scale, y_scale;
  float low, high;
  float steps_per_unit;
  int64_t count;
  void* dst;  // int8_t or float; may be x or y
};

// One output pixel, NHWC. An int8 result is rounded as above; `scale` is the factor of the sum or
// of the maximum. A window without elements has a sum of 0.
using PoolWindowS8 = PoolWindow<int8_t, void>;

struct VectorS8Kernels {
  void (*binary[static_cast<int>(BinaryS8::kCount)][2])(const BinaryRowS8*);  // to float, to int8
  // dst[i] = table[src[i] as unsigned]; dst may be src.
  void (*look_up)(const int8_t* src, const int8_t* table, int64_t count, int8_t* dst);
  void (*max[2])(const PoolWindowS8*);  // to float, to int8
  void (*average[2])(const PoolWindowS8*);
};

}  // namespace paddle::lite::cpu
