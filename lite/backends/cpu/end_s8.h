// The epilogue of int8 kernels. Instruction-set files include this header: it has plain data, and
// functions that are compiled into their callers.
#pragma once

#include <cstdint>

namespace paddle::lite::cpu {

// The function of a sum before it is clamped. The comment names the parameters p[0], p[1], ...
enum class FunctionS8 : int {
  kNone = 0,
  kLeakyRelu,  // x > 0 ? x : p0 * x
  kHardSwish,  // x * min(max(x + p0, 0), p1) * p2 + p3
  kAbs,
};

// min(max(function(sum * factor + bias + residual), low), high), every operation rounded to float32
// on its own, so that all instruction sets produce the same bits. A residual of real numbers is
// divided by `unit`, one of int8 multiplied by `residual_factor`. Then, for int8 results, halves
// are rounded away from zero and NaN becomes 0; low and high are within [-127, 127].
struct EndS8 {
  const float* factors;    // of the tile's first channel; whole vectors are read
  const float* bias;       // likewise
  const char* residual;    // in the order of dst; null if there is none
  int64_t residual_bytes;  // of an element: 1 = int8, 4 = float
  float residual_factor;
  float unit;
  float low, high;
  int8_t low_step, high_step;  // both rounded, for int8 results
  FunctionS8 function;
  float params[4];
  bool to_int8;
  bool bounded;    // sum * factor + bias, with a residual of int8, is a number below 2^30 for every
                   // sum
  bool saturates;  // int8 results in [0, 127] without a function or a residual, of numbers that fit
                   // into 16 bits once they are rounded: saturating conversions limit them
};

// Moves to another element of the result.
static inline __attribute__((always_inline)) void MoveResidual(int64_t elements, EndS8* end) {
  if (end->residual != nullptr) end->residual += elements * end->residual_bytes;
}

}  // namespace paddle::lite::cpu
