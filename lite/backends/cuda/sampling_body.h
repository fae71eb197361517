// Resizing of images.
#pragma once

#include <cstdint>

#include "lite/backends/cuda/element_body.h"

namespace paddle::lite::cuda {

// Each axis has a table of `taps` pairs per output pixel: an input pixel and its weight. The tables
// of the rows are followed by those of the columns. A pixel has `inner` elements: the channels if
// they are last, otherwise one.
template <typename T>
struct InterpolateBody {
  const T* x;
  T* out;
  const int32_t* pixels;
  const float* weights;
  int32_t in_height, in_width, out_height, out_width;
  int32_t taps;
  int32_t inner;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const int32_t position = i / inner;
    const int32_t column = position % out_width;
    const int32_t row = position / out_width % out_height;
    const int32_t plane = position / out_width / out_height;
    const T* const from = x + plane * in_height * in_width * inner + (i - position * inner);
    const int32_t down = row * taps;
    const int32_t across = (out_height + column) * taps;
    float value = 0;
    for (int32_t a = 0; a < taps; ++a) {
      float line = 0;
      for (int32_t b = 0; b < taps; ++b) {
        const int32_t pixel = pixels[down + a] * in_width + pixels[across + b];
        const float v = Number(from[pixel * inner]);
        line = taps == 1 ? v : line + v * weights[across + b];
      }
      value = taps == 1 ? line : value + line * weights[down + a];
    }
    Store(value, out + i);
  }
};

}  // namespace paddle::lite::cuda
