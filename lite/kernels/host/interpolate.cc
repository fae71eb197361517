#include "lite/operators/interpolate.h"

#include <algorithm>
#include <memory>
#include <type_traits>
#include <vector>

#include "lite/kernels/host/number_conversion.h"
#include "lite/kernels/interpolation_taps.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

using operators::InterpolateBase;

// Lines and images are volumes with a height or depth of one pixel.
template <typename Rule, typename T>
class RuleKernel final : public KernelFor<InterpolateBase> {
 public:
  Status PrepareOp(const InterpolateBase& op, PrepareContext*) override {
    // A size that is computed by the program is read in Run.
    if (op.ShapeDependsOnData()) return OkStatus();
    LITE_RETURN_IF_ERROR(FindGeometry(op));
    constexpr int64_t kMaxKept = 4096;
    across_.resize(static_cast<size_t>(std::min(geometry_.w.out, kMaxKept)));
    for (size_t x = 0; x < across_.size(); ++x) {
      across_[x] = Rule::Find(op, geometry_.w, static_cast<int64_t>(x));
    }
    return OkStatus();
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
    const T* src = op.x->data<T>();
    T* dst = op.out->mutable_data<T>();
    constexpr int64_t kGrain = 2048;  // elements that justify a thread
    const int64_t row_values = g.w.out * depth;
    context.pool->ForEach(
        volumes * g.d.out * g.h.out, kGrain / (row_values + 1) + 1, [&](int64_t row) {
          const int64_t plane = row / g.h.out;
          const T* volume = src + plane / g.d.out * (g.d.in * g.h.in * g.w.in * depth);
          Row(op, g, volume, plane % g.d.out, row % g.h.out, depth, dst + row * row_values);
        });
    return OkStatus();
  }

 private:
  static constexpr int kTaps = Rule::kTaps;
  // Positions and weights are floats, as in Paddle. The nearest element is only copied.
  using Sum = std::conditional_t<kTaps == 1, T,
                                 std::conditional_t<std::is_same_v<T, double>, double, float>>;

  Status FindGeometry(const InterpolateBase& op) {
    LITE_ASSIGN_OR_RETURN(geometry_, op.ResolveGeometry());
    return OkStatus();
  }

  void Row(const InterpolateBase& op, const InterpolateBase::Geometry& g, const T* volume,
           int64_t z, int64_t y, int64_t depth, T* to) const {
    const Taps<kTaps> deep = Rule::Find(op, g.d, z);
    const Taps<kTaps> down = Rule::Find(op, g.h, y);
    const int axes = op.x->dims().rank() - 2;
    // A volume of one plane needs no blending of planes, nor an image of one line a blending of
    // lines.
    const int planes = g.d.in == 1 ? 1 : kTaps;
    const int lines = g.h.in == 1 ? 1 : kTaps;
    for (int64_t x = 0; x < g.w.out; ++x) {
      const auto kept = static_cast<size_t>(x);
      const Taps<kTaps> across = kept < across_.size() ? across_[kept] : Rule::Find(op, g.w, x);
      for (int64_t c = 0; c < depth; ++c) {
        const auto line = [&](int64_t p, int64_t l) {
          const T* from = volume + (p * g.h.in + l) * g.w.in * depth + c;
          if constexpr (kTaps == 1) return from[across.index[0] * depth];
          Sum sum = Sum(from[across.index[0] * depth]) * across.weight[0];
          for (int k = 1; k < kTaps; ++k) {
            sum += Sum(from[across.index[k] * depth]) * across.weight[k];
          }
          return sum;
        };
        const auto plane = [&](int64_t p) {
          if (lines == 1) return line(p, down.index[0]);
          if constexpr (kTaps == 1) return line(p, down.index[0]);
          Sum sum = line(p, down.index[0]) * down.weight[0];
          for (int k = 1; k < kTaps; ++k) sum += line(p, down.index[k]) * down.weight[k];
          return sum;
        };
        Sum value = 0;
        if constexpr (kTaps == 2 && std::is_integral_v<T>) {
          // The largest integers are rounded up to a float that no integer equals.
          *to++ = RealToInteger<T>(Truncated(g, axes, volume + c, depth, deep, down, across));
          continue;
        }
        if (planes == 1 || kTaps == 1) {
          value = plane(deep.index[0]);
        } else {
          for (int k = 0; k < kTaps; ++k) value += plane(deep.index[k]) * deep.weight[k];
        }
        *to++ = static_cast<T>(value);
      }
    }
  }

  // The sum in Paddle's order, because its last bit decides which integer it is truncated to:
  // columns, then lines, of an image; planes, lines, columns of a volume. An axis of one element
  // that X has is blended as well: two weights whose sum is 1 may have rounded products.
  static float Truncated(const InterpolateBase::Geometry& g, int axes, const T* from, int64_t depth,
                         const Taps<2>& deep, const Taps<2>& down, const Taps<2>& across) {
    const auto term = [&](int p, int l, int k) {
      const int64_t line = (axes < 3 ? 0 : deep.index[p]) * g.h.in + down.index[l];
      const auto value = static_cast<float>(from[(line * g.w.in + across.index[k]) * depth]);
      const float weighted = axes < 3 ? value : value * deep.weight[p];
      return (axes < 2 ? weighted : weighted * down.weight[l]) * across.weight[k];
    };
    float sum = 0;
    if (axes < 3) {
      for (int k = 0; k < 2; ++k) {
        for (int l = 0; l < (axes < 2 ? 1 : 2); ++l) sum += term(0, l, k);
      }
      return sum;
    }
    for (int p = 0; p < 2; ++p) {
      for (int l = 0; l < 2; ++l) {
        for (int k = 0; k < 2; ++k) sum += term(p, l, k);
      }
    }
    return sum;
  }

  InterpolateBase::Geometry geometry_;
  std::vector<Taps<kTaps>> across_;  // of the first elements of a row, which all rows share
};

template <typename T>
class InterpolateKernel final : public KernelFor<InterpolateBase> {
 public:
  static Status Supports(const InterpolateBase& op) {
    // Paddle blends integers, except for int8, which only quantised programs have.
    const bool blended = op.method() != InterpolateBase::Method::kNearest;
    return blended && std::is_same_v<T, int8_t> ? Unsupported("interp_method ", op.interp_method)
                                                : OkStatus();
  }

  Status PrepareOp(const InterpolateBase& op, PrepareContext* context) override {
    switch (op.method()) {
      case InterpolateBase::Method::kNearest:
        kernel_ = std::make_unique<RuleKernel<NearestTap, T>>();
        break;
      case InterpolateBase::Method::kLinear:
        kernel_ = std::make_unique<RuleKernel<LinearTaps, T>>();
        break;
      case InterpolateBase::Method::kCubic:
        kernel_ = std::make_unique<
            RuleKernel<std::conditional_t<std::is_integral_v<T>, CutCubicTap, CubicTaps>, T>>();
        break;
    }
    return kernel_->PrepareOp(op, context);
  }

  Status RunOp(const InterpolateBase& op, const RunContext& context) override {
    return kernel_->RunOp(op, context);
  }

 private:
  std::unique_ptr<KernelFor<InterpolateBase>> kernel_;
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, InterpolateKernel<float>, nearest_interp, nearest_interp_v2,
             bilinear_interp, bilinear_interp_v2, linear_interp, linear_interp_v2, trilinear_interp,
             trilinear_interp_v2, bicubic_interp, bicubic_interp_v2)
    .In({"OutSize", "SizeTensor", "Scale"}, PRECISION(kAny), DATALAYOUT(kAny));
LITE_KERNELS(kHost, kFP64, kNCHW, def, InterpolateKernel<double>, nearest_interp, nearest_interp_v2,
             bilinear_interp, bilinear_interp_v2, linear_interp, linear_interp_v2, trilinear_interp,
             trilinear_interp_v2, bicubic_interp, bicubic_interp_v2)
    .In({"OutSize", "SizeTensor", "Scale"}, PRECISION(kAny), DATALAYOUT(kAny));
LITE_KERNELS(kHost, kUInt8, kNCHW, def, InterpolateKernel<uint8_t>, nearest_interp,
             nearest_interp_v2, bilinear_interp, bilinear_interp_v2, linear_interp,
             linear_interp_v2, trilinear_interp, trilinear_interp_v2)
    .In({"OutSize", "SizeTensor", "Scale"}, PRECISION(kAny), DATALAYOUT(kAny));
LITE_KERNELS(kHost, kInt8, kNCHW, def, InterpolateKernel<int8_t>, nearest_interp, nearest_interp_v2)
    .In({"OutSize", "SizeTensor", "Scale"}, PRECISION(kAny), DATALAYOUT(kAny));
LITE_KERNELS(kHost, kInt32, kNCHW, def, InterpolateKernel<int32_t>, nearest_interp_v2)
    .In({"OutSize", "SizeTensor", "Scale"}, PRECISION(kAny), DATALAYOUT(kAny));
LITE_KERNELS(kHost, kInt64, kNCHW, def, InterpolateKernel<int64_t>, nearest_interp_v2)
    .In({"OutSize", "SizeTensor", "Scale"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
