// Depthwise int8 convolution, NHWC. Plain data and function pointers only: instruction-set files
// include this header.
#pragma once

#include <cstdint>

#include "lite/backends/cpu/end_s8.h"

namespace paddle::lite::cpu {

// Some output pixels, all channels. The last block of channels ends with the last channel: some are
// computed twice, with the same result.
struct DepthwiseTileS8 {
  const char* const* rows;  // [taps][pixels]: input pixels
  int64_t taps;
  int64_t pixels;
  int64_t channels;        // at least `block`
  const int16_t* weights;  // [blocks][pairs of taps][2 * block], see pack_pair
  void* dst;               // int8_t or float
  EndS8 end;               // factors and bias of channel 0
};

struct DepthwiseS8Kernels {
  int block;  // channels computed at a time
  void (*tile)(const DepthwiseTileS8*);
  // Arranges the weights of two taps, `block` channels each, as the kernel reads them.
  void (*pack_pair)(const int16_t* first, const int16_t* second, int16_t* dst);
};

}  // namespace paddle::lite::cpu
