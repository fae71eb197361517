// Which elements an interpolation blends, and with which weights, for kernels of every target.
#pragma once

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <vector>

#include "lite/operators/interpolate.h"

namespace paddle::lite::kernels {

// The source of an output element along an axis: `kCount` source elements and their weights.
template <int kCount>
struct Taps {
  int64_t index[kCount];
  float weight[kCount];
};

struct NearestTap {
  static constexpr int kTaps = 1;
  static Taps<1> Find(const operators::InterpolateBase& op,
                      const operators::InterpolateBase::Axis& axis, int64_t i) {
    return {{op.NearestPosition(axis, i)}, {1.0f}};
  }
};

struct LinearTaps {
  static constexpr int kTaps = 2;
  static Taps<2> Find(const operators::InterpolateBase& op,
                      const operators::InterpolateBase::Axis& axis, int64_t i) {
    const operators::InterpolateBase::LinearPosition at = op.LinearPositionOf(axis, i);
    return {{at.low, at.high}, {1 - at.weight, at.weight}};
  }
};

// In float at aligned corners, else in double, as in Paddle.
inline double CubicPosition(const operators::InterpolateBase& op,
                            const operators::InterpolateBase::Axis& axis, int64_t i) {
  if (op.align_corners) return axis.step * static_cast<float>(i);
  return static_cast<double>(axis.step) * (static_cast<double>(i) + 0.5) - 0.5;
}

// Cubic convolution with a = -0.75; the outermost element is repeated beyond the border.
struct CubicTaps {
  static constexpr int kTaps = 4;
  static Taps<4> Find(const operators::InterpolateBase& op,
                      const operators::InterpolateBase::Axis& axis, int64_t i) {
    const auto position = static_cast<float>(CubicPosition(op, axis, i));
    const float floor = std::floor(position);
    const float t = position - floor;
    Taps<4> taps;
    // Positions beyond the border, however far, and NaN.
    const double last = static_cast<double>(axis.in) + 1;
    const auto pixel = static_cast<int64_t>(std::min(last, static_cast<double>(floor)));
    for (int k = 0; k < 4; ++k) {
      taps.index[k] = std::clamp<int64_t>(pixel + k - 1, 0, axis.in - 1);
    }
    taps.weight[0] = Outer(1 + t);
    taps.weight[1] = Inner(t);
    taps.weight[2] = Inner(1 - t);
    taps.weight[3] = Outer(2 - t);
    return taps;
  }

 private:
  static constexpr float kA = -0.75f;
  // Weight of an element at a distance of 0 to 1, and of 1 to 2.
  static float Inner(float x) { return ((kA + 2) * x - (kA + 3)) * x * x + 1; }
  static float Outer(float x) { return ((kA * x - 5 * kA) * x + 8 * kA) * x - 4 * kA; }
};

// Cubic convolution of integers: as Paddle computes positions and weights in their type, the
// fraction of a position is cut off and one element remains.
struct CutCubicTap {
  static constexpr int kTaps = 1;
  static Taps<1> Find(const operators::InterpolateBase& op,
                      const operators::InterpolateBase::Axis& axis, int64_t i) {
    return {{op.PixelAt(axis, CubicPosition(op, axis, i))}, {1.0f}};
  }
};

// The taps of every output element of `axes`, one axis after another, for kernels of devices.
struct TapTables {
  int taps = 0;
  std::vector<int32_t> pixels;
  std::vector<float> weights;
};

template <typename Rule>
TapTables TapTablesBy(const operators::InterpolateBase& op,
                      std::initializer_list<const operators::InterpolateBase::Axis*> axes) {
  TapTables tables;
  tables.taps = Rule::kTaps;
  for (const operators::InterpolateBase::Axis* axis : axes) {
    for (int64_t i = 0; i < axis->out; ++i) {
      const auto taps = Rule::Find(op, *axis, i);
      for (const int64_t pixel : taps.index) tables.pixels.push_back(static_cast<int32_t>(pixel));
      tables.weights.insert(tables.weights.end(), std::begin(taps.weight), std::end(taps.weight));
    }
  }
  return tables;
}

inline TapTables TapTablesOf(const operators::InterpolateBase& op,
                             std::initializer_list<const operators::InterpolateBase::Axis*> axes) {
  using Method = operators::InterpolateBase::Method;
  if (op.method() == Method::kNearest) return TapTablesBy<NearestTap>(op, axes);
  if (op.method() == Method::kLinear) return TapTablesBy<LinearTaps>(op, axes);
  return TapTablesBy<CubicTaps>(op, axes);
}

}  // namespace paddle::lite::kernels
