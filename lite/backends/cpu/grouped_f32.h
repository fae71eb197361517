// Convolution in groups of few channels. Plain data and function pointers only: instruction-set
// files include this header.
#pragma once

#include <cstdint>

#include "lite/base/half_bits.h"

namespace paddle::lite::cpu {

// One tile of pixels, all channels: dst = clamp(sum over taps and the channels of the group + bias
// + residual). Groups have as many input as output channels, and a vector holds whole groups. Real
// is float or HalfBits.
template <typename Real>
struct GroupedTile {
  const Real* const* rows;  // [taps][pixels of the tile], first channel of the input pixel
  int64_t taps;
  const Real* weights;   // [vector of channels][taps][channel of the group][lane]
  const Real* bias;      // null: zeros
  const Real* residual;  // null: none
  Real* dst;             // [pixels][channels]
  int64_t channels;      // a multiple of the lanes
  float low, high;       // clamp range
};

// Channels of a group.
constexpr int kGroupedWidths[] = {4, 8};
constexpr int kGroupedWidthCount = 2;
constexpr int kMaxGroupedPixels = 8;

template <typename Real>
struct GroupedKernels {
  int lanes;
  int pixels;                                                    // of a wide tile
  void (*wide[kGroupedWidthCount])(const GroupedTile<Real>*);    // null: not for this width
  void (*single[kGroupedWidthCount])(const GroupedTile<Real>*);  // one pixel
};

using GroupedF32Kernels = GroupedKernels<float>;
using GroupedF16Kernels = GroupedKernels<HalfBits>;

}  // namespace paddle::lite::cpu
