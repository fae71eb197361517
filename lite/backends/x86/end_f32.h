// What happens to a finished sum in registers. Plain data only: instruction-set files include this
// header.
#pragma once

namespace paddle::lite::x86 {

// Clamps to [low, high], which keeps NaN; when `gated`, gives instead
// x * min(max(x + shift, 0), top) * scale + offset, the hard swish with numbers behind it.
struct EndF32 {
  float low, high;
  bool gated;
  float shift, top, scale, offset;
};

}  // namespace paddle::lite::x86
