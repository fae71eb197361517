// The epilogue of a finished sum in registers. Plain data only: instruction-set files include this
// header.
#pragma once

namespace paddle::lite::cpu {

// Clamps to [low, high], which keeps NaN; [0, inf] is relu, which makes NaN 0 as in Paddle. If
// `gated`, computes x * min(max(x + shift, 0), top) * scale + offset instead, a hard swish with a
// scale and an offset.
struct EndF32 {
  float low, high;
  bool gated;
  float shift, top, scale, offset;
};

}  // namespace paddle::lite::cpu
