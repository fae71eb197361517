#include "lite/operators/roi_align.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

#include "lite/kernels/host/images_of_regions.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

template <typename T>
class RoiAlignKernel final : public KernelFor<operators::RoiAlign> {
 public:
  Status RunOp(const operators::RoiAlign& op, const RunContext& context) override {
    const DDim& dims = op.x->dims();
    const int64_t count = op.rois->dims()[0];
    LITE_RETURN_IF_ERROR(
        ImagesOfRegions(*op.rois, op.rois_num, op.rois_lod, dims[0], &rows_, &image_of_));
    const int64_t planes = std::is_integral_v<T> ? 1 : kChannels;  // of a unit
    const int64_t units = (dims[1] + planes - 1) / planes;
    context.pool->ForEach(count * units, 1, [&](int64_t unit) {
      if constexpr (std::is_integral_v<T>) {
        IntegerRegion(op, unit / units, unit % units);
      } else {
        Region(op, unit / units, unit % units * planes);
      }
    });
    return OkStatus();
  }

 private:
  // One axis of a region: its start and the spacing of its samples.
  struct Axis {
    Axis(T from, T to, const operators::RoiAlign& op, int pooled, int64_t pixels) : extent(pixels) {
      const T half = op.aligned ? T{0.5} : T{0};
      begin = from * op.spatial_scale - half;
      T size = to * op.spatial_scale - half - begin;
      if (!op.aligned) size = std::max(size, T{1});
      bin = size / static_cast<T>(pooled);
      // A region that is not finite has no samples; the limit keeps products of counts small.
      constexpr T kMaxSamples = 1 << 24;
      const T wanted = std::isfinite(bin) ? std::clamp(std::ceil(bin), T{0}, kMaxSamples) : T{0};
      samples = op.sampling_ratio > 0 ? op.sampling_ratio : static_cast<int64_t>(wanted);
    }
    // The samples of a bin that may be inside the image: all, unless the region is much larger.
    struct Range {
      int64_t begin;
      int64_t end;
    };
    Range SamplesOf(int64_t bin_index) const {
      const double first = begin + static_cast<double>(bin_index) * bin;
      const double step = static_cast<double>(bin) / static_cast<double>(samples);
      if (!(step > 0) || !std::isfinite(first)) return {0, samples};
      constexpr double kSlack = 3;  // exceeds the rounding error of a sample position
      const double last = static_cast<double>(samples);
      const double low = std::clamp((-1 - first) / step - kSlack, 0.0, last);
      const double high =
          std::clamp((static_cast<double>(extent) - first) / step + kSlack, 0.0, last);
      return {static_cast<int64_t>(low), static_cast<int64_t>(high)};
    }
    T At(int64_t bin_index, int64_t sample) const {
      return begin + static_cast<T>(bin_index) * bin +
             (static_cast<T>(sample) + 0.5f) * bin / static_cast<T>(samples);
    }
    // The two pixels around a position and the weight of the second; false outside the image.
    bool Neighbours(T at, int64_t* low, int64_t* high, T* weight) const {
      if (extent < 1 || !(at >= -1.0f && at <= static_cast<T>(extent))) return false;
      at = std::max(at, T{0});
      *low = static_cast<int64_t>(at);
      if (*low >= extent - 1) {
        *low = *high = extent - 1;
        *weight = 0;
        return true;
      }
      *high = *low + 1;
      *weight = at - static_cast<T>(*low);
      return true;
    }

    int64_t extent;
    T begin;
    T bin;
    int64_t samples;
  };

  // One axis of a region of integers. Paddle truncates positions, sizes and weights, so that the
  // samples of a bin are the pixel at its start.
  struct IntegerAxis {
    IntegerAxis(T from, T to, const operators::RoiAlign& op, int pooled, int64_t pixels)
        : extent(pixels), begin(Scaled(from, op)) {
      int64_t size = Scaled(to, op) - begin;
      if (!op.aligned) size = std::max<int64_t>(size, 1);
      one_sample = (op.sampling_ratio > 0 ? op.sampling_ratio : size / pooled) == 1;
      bin = size / pooled;
      if (size < 0) bin = kOutside;  // Paddle's division is unsigned
    }
    static int64_t Scaled(T value, const operators::RoiAlign& op) {
      const float scaled = static_cast<float>(value) * op.spatial_scale;
      constexpr float kLimit = static_cast<float>(std::numeric_limits<T>::max());
      return std::isnan(scaled) ? 0 : static_cast<int64_t>(std::clamp(scaled, -kLimit, kLimit));
    }
    std::optional<int64_t> Pixel(int64_t bin_index) const {
      const int64_t at = begin + bin * bin_index;
      if (extent < 1 || at < 0 || at > extent) return std::nullopt;
      return std::min(at, extent - 1);
    }

    static constexpr int64_t kOutside = int64_t{1} << 32;
    int64_t extent;
    int64_t begin;
    int64_t bin;
    bool one_sample;
  };

  const T* ImageOf(const operators::RoiAlign& op, int64_t region, int64_t channel) const {
    const DDim& dims = op.x->dims();
    return op.x->data<T>() +
           (image_of_[static_cast<size_t>(region)] * dims[1] + channel) * dims[2] * dims[3];
  }

  // A bin of several samples is 0: Paddle multiplies by the truncated reciprocal of their number.
  void IntegerRegion(const operators::RoiAlign& op, int64_t region, int64_t channel) const {
    const DDim& dims = op.x->dims();
    const T* roi = op.rois->data<T>() + region * 4;
    const IntegerAxis h(roi[1], roi[3], op, op.pooled_height, dims[2]);
    const IntegerAxis w(roi[0], roi[2], op, op.pooled_width, dims[3]);
    const T* image = ImageOf(op, region, channel);
    T* dst = op.out->mutable_data<T>() +
             (region * dims[1] + channel) * op.pooled_height * op.pooled_width;
    for (int64_t py = 0; py < op.pooled_height; ++py) {
      const std::optional<int64_t> y = h.Pixel(py);
      for (int64_t px = 0; px < op.pooled_width; ++px) {
        const std::optional<int64_t> x = w.Pixel(px);
        const bool inside = h.one_sample && w.one_sample && y.has_value() && x.has_value();
        *dst++ = inside ? image[*y * dims[3] + *x] : T{0};
      }
    }
  }

  // Four pixels around a position, as offsets into a plane, and their weights.
  struct Sample {
    int64_t at[4];
    T weight[4];
  };
  static constexpr int64_t kChannels = 32;  // planes that share samples
  static constexpr size_t kSamples = 16;    // that are computed ahead

  void Region(const operators::RoiAlign& op, int64_t region, int64_t first_channel) const {
    const DDim& dims = op.x->dims();
    const T* roi = op.rois->data<T>() + region * 4;
    const Axis h(roi[1], roi[3], op, op.pooled_height, dims[2]);
    const Axis w(roi[0], roi[2], op, op.pooled_width, dims[3]);
    const int64_t plane = dims[2] * dims[3];
    const int64_t bins = int64_t{op.pooled_height} * op.pooled_width;
    const int64_t channels = std::min(kChannels, dims[1] - first_channel);
    const T* image = ImageOf(op, region, first_channel);
    T* dst = op.out->mutable_data<T>() + (region * dims[1] + first_channel) * bins;
    std::fill_n(dst, channels * bins, T{0});
    const T count = static_cast<T>(std::max<int64_t>(h.samples * w.samples, 1));
    Sample samples[kSamples];
    for (int64_t py = 0; py < op.pooled_height; ++py) {
      const auto rows = h.SamplesOf(py);
      for (int64_t px = 0; px < op.pooled_width; ++px, ++dst) {
        const auto columns = w.SamplesOf(px);
        size_t ready = 0;
        for (int64_t sy = rows.begin; sy < rows.end; ++sy) {
          int64_t y0, y1;
          T fy;
          if (!h.Neighbours(h.At(py, sy), &y0, &y1, &fy)) continue;
          for (int64_t sx = columns.begin; sx < columns.end; ++sx) {
            int64_t x0, x1;
            T fx;
            if (!w.Neighbours(w.At(px, sx), &x0, &x1, &fx)) continue;
            if (ready == kSamples) {
              AddSamples(samples, ready, image, plane, channels, dst, bins);
              ready = 0;
            }
            const int64_t upper = y0 * dims[3], lower = y1 * dims[3];
            samples[ready++] = {
                {upper + x0, upper + x1, lower + x0, lower + x1},
                {(1.0f - fy) * (1.0f - fx), (1.0f - fy) * fx, fy * (1.0f - fx), fy * fx}};
          }
        }
        AddSamples(samples, ready, image, plane, channels, dst, bins);
        for (int64_t c = 0; c < channels; ++c) dst[c * bins] /= count;
      }
    }
  }
  // Adds them to one bin of each channel, one after the other.
  static void AddSamples(const Sample* samples, size_t count, const T* image, int64_t plane,
                         int64_t channels, T* dst, int64_t bins) {
    for (int64_t c = 0; c < channels; ++c, image += plane, dst += bins) {
      T sum = *dst;
      for (const Sample* s = samples; s != samples + count; ++s) {
        sum += s->weight[0] * image[s->at[0]] + s->weight[1] * image[s->at[1]] +
               s->weight[2] * image[s->at[2]] + s->weight[3] * image[s->at[3]];
      }
      *dst = sum;
    }
  }

  std::vector<int64_t> rows_;      // first region of every image, and the end
  std::vector<int64_t> image_of_;  // of every region
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, RoiAlignKernel<float>, roi_align)
    .In({"RoisNum"}, PRECISION(kInt32))
    .In({"RoisLod"}, PRECISION(kInt64));
LITE_KERNELS(kHost, kFP64, kNCHW, def, RoiAlignKernel<double>, roi_align)
    .In({"RoisNum"}, PRECISION(kInt32))
    .In({"RoisLod"}, PRECISION(kInt64));
LITE_KERNELS(kHost, kInt32, kNCHW, def, RoiAlignKernel<int32_t>, roi_align)
    .In({"RoisLod"}, PRECISION(kInt64));

}  // namespace paddle::lite::kernels::host
