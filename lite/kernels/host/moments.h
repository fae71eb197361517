#pragma once

#include <cmath>
#include <cstdint>

namespace paddle::lite::kernels::host {

// Mean and population variance.
struct Moments {
  double mean = 0;
  double variance = 0;
  // The factor that scales deviations from the mean to variance 1.
  double InverseDeviation(float epsilon) const {
    return 1.0 / std::sqrt(variance + static_cast<double>(epsilon));
  }
};

// The moments of `runs` runs of `width` elements, `stride` elements apart.
template <typename T>
Moments MomentsOf(const T* data, int64_t runs, int64_t width, int64_t stride) {
  const auto count = static_cast<double>(runs * width);
  Moments moments;
  double sum = 0;
  for (int64_t r = 0; r < runs; ++r) {
    for (int64_t i = 0; i < width; ++i) sum += data[r * stride + i];
  }
  moments.mean = sum / count;
  double squares = 0;
  for (int64_t r = 0; r < runs; ++r) {
    for (int64_t i = 0; i < width; ++i) {
      const double deviation = data[r * stride + i] - moments.mean;
      squares += deviation * deviation;
    }
  }
  moments.variance = squares / count;
  return moments;
}

}  // namespace paddle::lite::kernels::host
