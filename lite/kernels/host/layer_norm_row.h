// The normalisation of one row, shared by the host kernels.
#pragma once

#include <cstdint>

#include "lite/kernels/host/moments.h"

namespace paddle::lite::kernels::host {

// y = (x - mean) / deviation * scale + bias, where scale and bias may be null; x and y may be the
// same row. Returns the moments of x.
template <typename T>
Moments NormaliseRow(const T* x, int64_t width, float epsilon, const T* scale, const T* bias,
                     T* y) {
  const Moments moments = MomentsOf(x, 1, width, width);
  const double factor = moments.InverseDeviation(epsilon);
  for (int64_t i = 0; i < width; ++i) {
    const T value = static_cast<T>((x[i] - moments.mean) * factor);
    const T scaled = scale != nullptr ? value * scale[i] : value;
    y[i] = bias != nullptr ? scaled + bias[i] : scaled;
  }
  return moments;
}

}  // namespace paddle::lite::kernels::host
