// ROI_ALIGN and DEFORMABLE_CONV_2D: operations that sample an image at computed positions.
#include <algorithm>
#include <cmath>

#include "lite/backends/nnadapter/operation/filter.h"
#include "lite/backends/nnadapter/operation/sample.h"
#include "lite/backends/nnadapter/operation/window.h"

namespace nnadapter::operation {
namespace {

constexpr Operand kRoiAlignInputs[] = {
    TensorOf("input", kReal), TensorOf("rois", kFloat), TensorOf("batch_indices", kIndex),
    Scalar("output_height"),  Scalar("output_width"),   Scalar("sampling_ratio"),
    Number("spatial_scale"),  Flag("aligned")};
constexpr Operand kDeformableInputs[] = {TensorOf("input", kReal),
                                         TensorOf("offset", kFloat),
                                         TensorOf("mask", kFloat),
                                         TensorOf("filter", kFilter),
                                         TensorOf("bias", kBias),
                                         List("pads", 4).Optional(),
                                         List("strides", 2),
                                         Scalar("group"),
                                         Scalar("deformable_group"),
                                         List("dilations", 2),
                                         kFuse};
constexpr Operand kRegionOutputs[] = {Result("output")};

// --- ROI_ALIGN: the average of bilinear samples in each bin of a region.
constexpr int64_t kMaxSamplesOfBin = 4096;  // along one axis

Status InferRoiAlign(Call& call) {
  const Shape& x = call.in(0).shape;
  const Shape& rois = call.in(1).shape;
  const Shape& images = call.in(2).shape;
  NNADAPTER_RETURN_IF_ERROR(call.CheckRank(0, 4));
  NNADAPTER_RETURN_IF_ERROR(call.CheckRank(1, 2));
  NNADAPTER_RETURN_IF_ERROR(call.CheckRank(2, 1));
  if (x[2] == 0 || x[3] == 0) return call.Invalid("input: expected a non-empty image");
  if (rois[1] != 4 && rois[1] != kUnknown) {
    return call.Invalid("rois: expected shape [R, 4], found %s", rois.ToString().c_str());
  }
  if (rois[0] != images[0] && rois[0] != kUnknown && images[0] != kUnknown) {
    return call.Invalid("batch_indices: expected one for each of the regions %s, found shape %s",
                        rois.ToString().c_str(), images.ToString().c_str());
  }
  if (call.Int(3) <= 0 || call.Int(4) <= 0) {
    return call.Invalid("output_height, output_width: expected positive values, found %d and %d",
                        call.Int(3), call.Int(4));
  }
  if (call.Int(5) > kMaxSamplesOfBin) {
    return call.Invalid("sampling_ratio: expected at most %lld, found %d",
                        static_cast<long long>(kMaxSamplesOfBin), call.Int(5));
  }
  return call.SetShape(0, {rois[0], x[1], call.Int(3), call.Int(4)});
}

// A sample within one pixel of the image is that of its border; others are zero.
double SampleRegion(const float* plane, int64_t height, int64_t width, double y, double x) {
  if (y < -1 || x < -1 || y > static_cast<double>(height) || x > static_cast<double>(width)) {
    return 0;
  }
  return SampleBilinear(plane, height, width, std::clamp(y, 0.0, static_cast<double>(height - 1)),
                        std::clamp(x, 0.0, static_cast<double>(width - 1)));
}

// One axis of a region: the bins, and the samples in each.
struct RegionAxis {
  double begin;
  double bin;
  int64_t samples;
  double Position(int64_t i, int64_t sample) const {
    return begin + static_cast<double>(i) * bin +
           (static_cast<double>(sample) + 0.5) * bin / static_cast<double>(samples);
  }
};

Status ReadRegionAxis(const Call& call, double begin, double end, int32_t bins, RegionAxis* axis) {
  const double scale = call.Float(6);
  const double shift = call.Bool(7) ? 0.5 : 0.0;
  double length = end * scale - begin * scale;
  if (!call.Bool(7)) length = std::max(length, 1.0);
  axis->begin = begin * scale - shift;
  axis->bin = length / bins;
  const double samples = call.Int(5) > 0 ? call.Int(5) : std::ceil(axis->bin);
  if (!std::isfinite(axis->begin) || !(samples <= static_cast<double>(kMaxSamplesOfBin))) {
    return call.Invalid("rois: a region from %g to %g needs more than %lld samples for each bin",
                        begin, end, static_cast<long long>(kMaxSamplesOfBin));
  }
  axis->samples = samples > 0 ? static_cast<int64_t>(samples) : 0;
  return Status();
}

Status ExecuteRoiAlign(Call& call) {
  const Shape& x_shape = call.in(0).shape;
  const Shape& shape = call.out(0).shape;
  Reals x, rois;
  RealOutput y;
  NNADAPTER_RETURN_IF_ERROR(call.Load(0, &x));
  NNADAPTER_RETURN_IF_ERROR(call.Load(1, &rois));
  NNADAPTER_RETURN_IF_ERROR(call.Open(0, &y));
  const std::vector<int64_t> images = call.Ints(2);
  int64_t index = 0;
  for (int64_t r = 0; r < shape[0]; ++r) {
    const int64_t image = images[static_cast<size_t>(r)];
    if (image < 0 || image >= x_shape[0]) {
      return call.Invalid("batch_indices: expected values in [0, %d), found %lld", x_shape[0],
                          static_cast<long long>(image));
    }
    RegionAxis h, w;
    NNADAPTER_RETURN_IF_ERROR(ReadRegionAxis(call, rois[4 * r + 1], rois[4 * r + 3], shape[2], &h));
    NNADAPTER_RETURN_IF_ERROR(ReadRegionAxis(call, rois[4 * r], rois[4 * r + 2], shape[3], &w));
    for (int64_t c = 0; c < shape[1]; ++c) {
      const float* plane = x.data() + (image * shape[1] + c) * x_shape[2] * x_shape[3];
      for (int64_t by = 0; by < shape[2]; ++by) {
        for (int64_t bx = 0; bx < shape[3]; ++bx) {
          double sum = 0;
          for (int64_t sy = 0; sy < h.samples; ++sy) {
            for (int64_t sx = 0; sx < w.samples; ++sx) {
              sum += SampleRegion(plane, x_shape[2], x_shape[3], h.Position(by, sy),
                                  w.Position(bx, sx));
            }
          }
          const int64_t count = std::max<int64_t>(h.samples * w.samples, 1);
          y[index++] = static_cast<float>(sum / static_cast<double>(count));
        }
      }
    }
  }
  return y.Close();
}

// --- DEFORMABLE_CONV_2D: every element of a window has an offset (y, x) and a factor of its own.
struct DeformableGeometry {
  int64_t groups;
  int64_t in_channels;   // of a group
  int64_t out_channels;  // of a group
  int64_t deformable_groups;
  WindowAxis axes[2];
};

bool Fits(int32_t extent, int64_t expected) {
  return extent == kUnknown || expected == kUnknown || extent == expected;
}

Status ReadDeformable(const Call& call, DeformableGeometry* g) {
  const Shape& x = call.in(0).shape;
  const Shape& filter = call.in(3).shape;
  for (int i = 0; i < 4; ++i) NNADAPTER_RETURN_IF_ERROR(call.CheckRank(i, 4));
  if (!filter.Known() || filter.Count() == 0) {
    return call.Invalid("filter: expected a complete shape, found %s", filter.ToString().c_str());
  }
  g->groups = call.Int(7);
  g->deformable_groups = call.Int(8);
  if (g->groups <= 0 || g->deformable_groups <= 0 || filter[0] % g->groups != 0 ||
      filter[1] * g->groups % g->deformable_groups != 0) {
    return call.Invalid(
        "group, deformable_group: %lld and %lld do not divide the channels of "
        "filter %s",
        static_cast<long long>(g->groups), static_cast<long long>(g->deformable_groups),
        filter.ToString().c_str());
  }
  g->in_channels = filter[1];
  g->out_channels = filter[0] / g->groups;
  if (!Fits(x[1], g->in_channels * g->groups)) {
    return call.Invalid("filter: %s with %lld groups does not fit input %s",
                        filter.ToString().c_str(), static_cast<long long>(g->groups),
                        x.ToString().c_str());
  }
  for (int i = 0; i < 2; ++i) {
    g->axes[i].in = x[2 + i];
    g->axes[i].kernel = filter[2 + i];
  }
  NNADAPTER_RETURN_IF_ERROR(ReadWindows(call, {-1, 5, 6, 9}, g->axes));
  NNADAPTER_RETURN_IF_ERROR(CountWindows(call, false, g->axes));
  const int64_t window = int64_t{filter[2]} * filter[3] * g->deformable_groups;
  for (int i = 1; i < 3; ++i) {
    const Shape& s = call.in(i).shape;
    if (!Fits(s[0], x[0]) || !Fits(s[1], i == 1 ? 2 * window : window) ||
        !Fits(s[2], g->axes[0].out) || !Fits(s[3], g->axes[1].out)) {
      return call.Invalid("%s: the shape %s does not fit input %s and filter %s",
                          call.definition().inputs[i].name, s.ToString().c_str(),
                          x.ToString().c_str(), filter.ToString().c_str());
    }
  }
  return CheckFilter(call, {3, 4, 0}, filter[0], 0);  // the sums are float
}

Status InferDeformable(Call& call) {
  DeformableGeometry g;
  FuseRange range;
  NNADAPTER_RETURN_IF_ERROR(call.Fuse(10, &range));
  NNADAPTER_RETURN_IF_ERROR(ReadDeformable(call, &g));
  return call.SetShape(
      0, {call.in(0).shape[0], call.in(3).shape[0], static_cast<int32_t>(g.axes[0].out),
          static_cast<int32_t>(g.axes[1].out)});
}

Status ExecuteDeformable(Call& call) {
  DeformableGeometry g;
  FuseRange range;
  NNADAPTER_RETURN_IF_ERROR(call.Fuse(10, &range));
  NNADAPTER_RETURN_IF_ERROR(ReadDeformable(call, &g));
  Reals x, offset, mask, filter, bias;
  RealOutput y;
  NNADAPTER_RETURN_IF_ERROR(call.Load(0, &x));
  NNADAPTER_RETURN_IF_ERROR(call.Load(1, &offset));
  NNADAPTER_RETURN_IF_ERROR(call.Load(2, &mask));
  NNADAPTER_RETURN_IF_ERROR(call.Load(3, &filter));
  NNADAPTER_RETURN_IF_ERROR(call.Load(4, &bias));
  NNADAPTER_RETURN_IF_ERROR(call.Open(0, &y));
  const WindowAxis& h = g.axes[0];
  const WindowAxis& w = g.axes[1];
  const int64_t channels = g.in_channels * g.groups;
  const int64_t window = h.kernel * w.kernel;
  const int64_t positions = h.out * w.out;
  Array<double> samples;  // of one position: [channel, window]
  if (!samples.Allocate(channels * window)) return call.OutOfMemory();
  for (int64_t n = 0; n < call.in(0).shape[0]; ++n) {
    for (int64_t p = 0; p < positions; ++p) {
      for (int64_t c = 0; c < channels; ++c) {
        const float* plane = x.data() + (n * channels + c) * h.in * w.in;
        const int64_t group = n * g.deformable_groups + c / (channels / g.deformable_groups);
        for (int64_t k = 0; k < window; ++k) {
          const int64_t element = group * window + k;
          const double py =
              static_cast<double>(p / w.out * h.stride - h.pad_begin + k / w.kernel * h.dilation) +
              offset[2 * element * positions + p];
          const double px =
              static_cast<double>(p % w.out * w.stride - w.pad_begin + k % w.kernel * w.dilation) +
              offset[(2 * element + 1) * positions + p];
          samples[c * window + k] =
              SampleBilinear(plane, h.in, w.in, py, px) * mask[element * positions + p];
        }
      }
      for (int64_t c = 0; c < g.out_channels * g.groups; ++c) {
        const int64_t terms = g.in_channels * window;
        const int64_t first = c / g.out_channels * terms;
        double sum = bias[c];
        for (int64_t k = 0; k < terms; ++k) sum += samples[first + k] * filter[c * terms + k];
        const auto value = static_cast<float>(sum);
        y[(n * g.out_channels * g.groups + c) * positions + p] = value < range.low    ? range.low
                                                                 : value > range.high ? range.high
                                                                                      : value;
      }
    }
  }
  return y.Close();
}

}  // namespace

NNADAPTER_OPERATION(ROI_ALIGN) = Define(kRoiAlignInputs, kRegionOutputs, InferRoiAlign,
                                        ExecuteRoiAlign);
NNADAPTER_OPERATION(DEFORMABLE_CONV_2D) = Define(kDeformableInputs, kRegionOutputs, InferDeformable,
                                                 ExecuteDeformable);

}  // namespace nnadapter::operation
