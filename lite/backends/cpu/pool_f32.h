// Pooling. Plain data and function pointers only: instruction-set files include this header.
#pragma once

#include <cstdint>

namespace paddle::lite::cpu {

// One output pixel, NHWC: all channels of a window of rows x columns inside the image.
template <typename In, typename Out>
struct PoolWindow {
  const In* src;
  int64_t row_stride;    // elements
  int64_t pixel_stride;  // elements
  int64_t rows, columns;
  int64_t channels;
  Out* dst;
  float scale;  // average: the factor of the sum
};
using PoolWindowF32 = PoolWindow<float, float>;

struct PoolF32Kernels {
  void (*max)(const PoolWindowF32*);
  void (*average)(const PoolWindowF32*);
  // Sum and maximum of consecutive values: a whole NCHW plane.
  float (*sum_row)(const float* src, int64_t count);
  float (*max_row)(const float* src, int64_t count);
};

}  // namespace paddle::lite::cpu
