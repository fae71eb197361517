// Resizing of images in NCHW.
#pragma once

#include <cstdint>

#include "lite/backends/cuda/function.h"

namespace paddle::lite::cuda {

// Each axis has a table of `taps` pairs per output pixel: an input pixel and its weight. The tables
// of the rows are followed by those of the columns.
struct InterpolateBody {
  const float* x;
  float* out;
  const int32_t* pixels;
  const float* weights;
  int32_t in_height, in_width, out_height, out_width;
  int32_t taps;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const int32_t column = i % out_width;
    const int32_t row = i / out_width % out_height;
    const int32_t plane = i / out_width / out_height;
    const float* const from = x + plane * in_height * in_width;
    const int32_t down = row * taps;
    const int32_t across = (out_height + column) * taps;
    float value = 0;
    for (int32_t a = 0; a < taps; ++a) {
      float line = 0;
      for (int32_t b = 0; b < taps; ++b) {
        const float v = from[pixels[down + a] * in_width + pixels[across + b]];
        line = taps == 1 ? v : line + v * weights[across + b];
      }
      value = taps == 1 ? line : value + line * weights[down + a];
    }
    out[i] = value;
  }
};

}  // namespace paddle::lite::cuda
