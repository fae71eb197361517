#include "lite/operators/interpolate.h"

#include <algorithm>
#include <cmath>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {
namespace {

using operators::InterpolateBase;

// The source of an output element along an axis: `kCount` source elements and their weights.
template <int kCount>
struct Taps {
  int64_t index[kCount];
  float weight[kCount];
};

struct Nearest {
  static constexpr int kTaps = 1;
  static Taps<1> Find(const InterpolateBase& op, const InterpolateBase::Axis& axis, int64_t i) {
    return {{op.NearestPosition(axis, i)}, {1.0f}};
  }
};

struct Linear {
  static constexpr int kTaps = 2;
  static Taps<2> Find(const InterpolateBase& op, const InterpolateBase::Axis& axis, int64_t i) {
    const InterpolateBase::LinearPosition at = op.LinearPositionOf(axis, i);
    return {{at.low, at.high}, {1 - at.weight, at.weight}};
  }
};

// Cubic convolution with a = -0.75; the outermost element is repeated beyond the border.
struct Cubic {
  static constexpr int kTaps = 4;
  static Taps<4> Find(const InterpolateBase& op, const InterpolateBase::Axis& axis, int64_t i) {
    const double step = axis.step;
    const float position =
        static_cast<float>(op.align_corners ? step * static_cast<double>(i)
                                            : step * (static_cast<double>(i) + 0.5) - 0.5);
    const float floor = std::floor(position);
    const float t = position - floor;
    Taps<4> taps;
    for (int k = 0; k < 4; ++k) {
      taps.index[k] = std::clamp<int64_t>(static_cast<int64_t>(floor) + k - 1, 0, axis.in - 1);
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

}  // namespace

// Lines and images are volumes with a height or depth of one pixel.
template <typename Rule>
class InterpolateKernel final : public KernelFor<InterpolateBase> {
 public:
  Status PrepareOp(const InterpolateBase& op, PrepareContext*) override {
    // A size that is computed by the program is read in Run.
    return op.ShapeDependsOnData() ? OkStatus() : FindGeometry(op);
  }

  Status RunOp(const InterpolateBase& op, const RunContext& context) override {
    if (op.ShapeDependsOnData()) LITE_RETURN_IF_ERROR(FindGeometry(op));
    const InterpolateBase::Geometry& g = geometry_;
    const DDim& dims = op.x->dims();
    const bool last = op.channels_last();
    const int64_t channels = last ? dims[dims.rank() - 1] : dims[1];
    // One volume per image and channel, or one of `channels` interleaved values per image.
    const int64_t volumes = last ? dims[0] : dims[0] * channels;
    const int64_t depth = last ? channels : 1;
    const float* src = op.x->data<float>();
    float* dst = op.out->mutable_data<float>();
    constexpr int64_t kGrain = 2048;  // elements that justify a thread
    const int64_t row_values = g.w.out * depth;
    context.pool->ForEach(
        volumes * g.d.out * g.h.out, kGrain / (row_values + 1) + 1, [&](int64_t row) {
          const int64_t plane = row / g.h.out;
          const float* volume = src + plane / g.d.out * (g.d.in * g.h.in * g.w.in * depth);
          Row(op, g, volume, plane % g.d.out, row % g.h.out, depth, dst + row * row_values);
        });
    return OkStatus();
  }

 private:
  static constexpr int kTaps = Rule::kTaps;

  Status FindGeometry(const InterpolateBase& op) {
    LITE_ASSIGN_OR_RETURN(geometry_, op.ResolveGeometry());
    return OkStatus();
  }

  static void Row(const InterpolateBase& op, const InterpolateBase::Geometry& g,
                  const float* volume, int64_t z, int64_t y, int64_t depth, float* to) {
    const Taps<kTaps> deep = Rule::Find(op, g.d, z);
    const Taps<kTaps> down = Rule::Find(op, g.h, y);
    // A volume of one plane needs no blending of planes, nor an image of one line a blending of
    // lines.
    const int planes = g.d.in == 1 ? 1 : kTaps;
    const int lines = g.h.in == 1 ? 1 : kTaps;
    for (int64_t x = 0; x < g.w.out; ++x) {
      const Taps<kTaps> across = Rule::Find(op, g.w, x);
      for (int64_t c = 0; c < depth; ++c) {
        const auto line = [&](int64_t p, int64_t l) {
          const float* from = volume + (p * g.h.in + l) * g.w.in * depth + c;
          if constexpr (kTaps == 1) return from[across.index[0] * depth];
          float sum = from[across.index[0] * depth] * across.weight[0];
          for (int k = 1; k < kTaps; ++k) sum += from[across.index[k] * depth] * across.weight[k];
          return sum;
        };
        const auto plane = [&](int64_t p) {
          if (lines == 1) return line(p, down.index[0]);
          float sum = line(p, down.index[0]) * down.weight[0];
          for (int k = 1; k < kTaps; ++k) sum += line(p, down.index[k]) * down.weight[k];
          return sum;
        };
        float value = 0;
        if (planes == 1) {
          value = plane(deep.index[0]);
        } else {
          for (int k = 0; k < kTaps; ++k) value += plane(deep.index[k]) * deep.weight[k];
        }
        *to++ = value;
      }
    }
  }

  InterpolateBase::Geometry geometry_;
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, InterpolateKernel<Nearest>, nearest_interp,
             nearest_interp_v2)
    .In({"OutSize", "SizeTensor", "Scale"}, PRECISION(kAny), DATALAYOUT(kAny));
LITE_KERNELS(kHost, kFloat, kNCHW, def, InterpolateKernel<Linear>, bilinear_interp,
             bilinear_interp_v2, linear_interp, linear_interp_v2, trilinear_interp,
             trilinear_interp_v2)
    .In({"OutSize", "SizeTensor", "Scale"}, PRECISION(kAny), DATALAYOUT(kAny));
LITE_KERNELS(kHost, kFloat, kNCHW, def, InterpolateKernel<Cubic>, bicubic_interp, bicubic_interp_v2)
    .In({"OutSize", "SizeTensor", "Scale"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
