// Resizing of images, and pixels at any positions.
#pragma once

#include <math.h>  // NOLINT: the functions that device code may call

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

// An element of an image at the position that the grid has for its pixel.
struct GridSampleBody {
  enum Border : int32_t { kZeros, kClamp, kReflect };

  const float* x;
  const float* grid;
  float* out;
  int32_t channels, height, width;
  int32_t pixels;  // of an image of the result
  Border border;
  bool nearest, align_corners;

  // The position in pixels of a coordinate from -1 to 1. It may be NaN, or huge.
  LITE_CUDA_FUNCTION float Position(float g, int32_t size) const {
    const auto last = static_cast<float>(size - 1);
    float p = align_corners ? (g + 1) * last / 2 : (g + 1) * static_cast<float>(size) / 2 - 0.5f;
    if (border == kReflect) {
      // Mirrors are at the centres of the outermost pixels, or at their edges.
      const float half = align_corners ? 0.0f : 0.5f;
      const float period = 2 * (last + 2 * half);
      if (!(period > 0)) return 0;
      const float distance = fabsf(p + half);
      const float rest = distance - floorf(distance / period) * period;
      p = (period - rest < rest ? period - rest : rest) - half;
    }
    if (border == kZeros) return p;
    p = p < 0 ? 0 : p;
    return last < p ? last : p;
  }
  LITE_CUDA_FUNCTION static bool IsInside(float p, int32_t size, float slack) {
    return p >= -slack && p <= static_cast<float>(size - 1) + slack;
  }
  LITE_CUDA_FUNCTION float Pixel(const float* plane, int32_t row, int32_t column) const {
    const bool inside = row >= 0 && row < height && column >= 0 && column < width;
    return inside ? plane[row * width + column] : 0;
  }

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const int32_t plane = i / pixels;
    const float* const at = grid + (plane / channels * pixels + i % pixels) * 2;
    const float* const from = x + plane * height * width;
    float px = Position(at[0], width), py = Position(at[1], height);
    if (nearest) {
      px = roundf(px);
      py = roundf(py);
    }
    // Also keeps the integers below in their range.
    const float slack = nearest ? 0 : 1;
    if (!IsInside(px, width, slack) || !IsInside(py, height, slack)) {
      out[i] = 0;
      return;
    }
    const float left = floorf(px), top = floorf(py);
    const auto column = static_cast<int32_t>(left), row = static_cast<int32_t>(top);
    const float right = px - left, down = py - top;
    // Weights of 0 do not hide an infinite neighbour.
    out[i] = nearest ? from[row * width + column]
                     : Pixel(from, row, column) * ((1 - right) * (1 - down)) +
                           Pixel(from, row, column + 1) * (right * (1 - down)) +
                           Pixel(from, row + 1, column) * ((1 - right) * down) +
                           Pixel(from, row + 1, column + 1) * (right * down);
  }
};

}  // namespace paddle::lite::cuda
