// The epilogue of a finished sum in registers. Plain data only: instruction-set files include this
// header.
#pragma once

namespace paddle::lite::cpu {

enum class EndKind : int {
  kNone = 0,
  kRelu,   // makes NaN 0, as in Paddle
  kClamp,  // min(max(x, low), high), keeps NaN
  kGate,   // x * min(max(x + shift, 0), top) * scale + offset: a hard swish, scaled and shifted
};

struct EndF32 {
  EndKind kind;
  float low, high;
  float shift, top, scale, offset;
};

}  // namespace paddle::lite::cpu
