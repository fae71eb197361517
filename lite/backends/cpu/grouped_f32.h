// Convolution in groups of few channels. Plain data and function pointers only: instruction-set
// files include this header.
#pragma once

#include <cstdint>

namespace paddle::lite::cpu {

// One tile of pixels, all channels: dst = clamp(sum over taps and the channels of the group + bias
// + residual). Groups have as many input as output channels, and a vector holds whole groups.
struct GroupedTileF32 {
  const float* const* rows;  // [taps][pixels of the tile], first channel of the input pixel
  int64_t taps;
  const float* weights;   // [vector of channels][taps][channel of the group][lane]
  const float* bias;      // null: zeros
  const float* residual;  // null: none
  float* dst;             // [pixels][channels]
  int64_t channels;       // a multiple of the lanes
  float low, high;        // clamp range
};

// Channels of a group.
constexpr int kGroupedWidths[] = {4, 8};
constexpr int kGroupedWidthCount = 2;
constexpr int kMaxGroupedPixels = 8;

struct GroupedF32Kernels {
  int lanes;
  int pixels;                                                 // of a wide tile
  void (*wide[kGroupedWidthCount])(const GroupedTileF32*);    // null: not for this width
  void (*single[kGroupedWidthCount])(const GroupedTileF32*);  // one pixel
};

}  // namespace paddle::lite::cpu
