// Values of an image between its pixels.
#pragma once

#include <cmath>
#include <cstdint>

namespace nnadapter::operation {

// Bilinear interpolation at (y, x); pixels outside of the image are zero. NaN counts as outside.
inline double SampleBilinear(const float* plane, int64_t height, int64_t width, double y,
                             double x) {
  if (!(y > -1 && x > -1 && y < static_cast<double>(height) && x < static_cast<double>(width))) {
    return 0;
  }
  const auto top = static_cast<int64_t>(std::floor(y));
  const auto left = static_cast<int64_t>(std::floor(x));
  const double dy = y - static_cast<double>(top);
  const double dx = x - static_cast<double>(left);
  const auto pixel = [&](int64_t iy, int64_t ix) {
    const bool inside = iy >= 0 && ix >= 0 && iy < height && ix < width;
    return inside ? static_cast<double>(plane[iy * width + ix]) : 0.0;
  };
  return (1 - dy) * ((1 - dx) * pixel(top, left) + dx * pixel(top, left + 1)) +
         dy * ((1 - dx) * pixel(top + 1, left) + dx * pixel(top + 1, left + 1));
}

}  // namespace nnadapter::operation
