#include "lite/operators/roi_pool.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include "lite/kernels/host/images_of_regions.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {
namespace {

// Beyond, a coordinate is outside of every image.
constexpr int64_t kFarAway = int64_t{1} << 31;

template <typename F>
int64_t Pixel(F at) {
  constexpr F kLimit = static_cast<F>(kFarAway);
  return at >= -kLimit && at <= kLimit ? static_cast<int64_t>(at) : -kFarAway;
}

struct PixelRange {
  int64_t begin;
  int64_t end;
};

}  // namespace

template <typename T>
class RoiPoolKernel final : public KernelFor<operators::RoiPool> {
 public:
  Status RunOp(const operators::RoiPool& op, const RunContext& context) override {
    LITE_RETURN_IF_ERROR(
        ImagesOfRegions(*op.rois, op.rois_num, op.rois_lod, op.x->dims()[0], &rows_, &image_of_));
    const int64_t channels = op.x->dims()[1];
    context.pool->ForEach(op.rois->dims()[0] * channels, 1,
                          [&](int64_t unit) { Region(op, unit / channels, unit % channels); });
    return OkStatus();
  }

 private:
  // The pixels from the first to the last one of a region along an axis, divided into bins.
  struct Axis {
    Axis(T from, T to, float scale, int bins, int64_t pixels) : extent(pixels) {
      using Real = std::conditional_t<std::is_integral_v<T>, float, T>;
      const auto real_scale = static_cast<Real>(scale);
      first = Pixel(std::round(static_cast<Real>(from) * real_scale));
      const int64_t last = Pixel(std::round(static_cast<Real>(to) * real_scale));
      const float size = static_cast<float>(std::max<int64_t>(last - first + 1, 1));
      bin = size;
      count = static_cast<float>(bins);
    }
    PixelRange Bin(int64_t i) const {
      const float at = static_cast<float>(i);
      const int64_t begin = first + Pixel(std::floor(at * bin / count));
      const int64_t end = first + Pixel(std::ceil((at + 1) * bin / count));
      return {std::clamp<int64_t>(begin, 0, extent), std::clamp<int64_t>(end, 0, extent)};
    }

    int64_t extent;
    int64_t first;
    float bin;
    float count;
  };

  void Region(const operators::RoiPool& op, int64_t region, int64_t channel) const {
    const DDim& dims = op.x->dims();
    const T* roi = op.rois->data<T>() + region * 4;
    const Axis h(roi[1], roi[3], op.spatial_scale, op.pooled_height, dims[2]);
    const Axis w(roi[0], roi[2], op.spatial_scale, op.pooled_width, dims[3]);
    const int64_t image = image_of_[static_cast<size_t>(region)];
    const T* plane = op.x->data<T>() + (image * dims[1] + channel) * dims[2] * dims[3];
    int64_t at = (region * dims[1] + channel) * op.pooled_height * op.pooled_width;
    for (int64_t py = 0; py < op.pooled_height; ++py) {
      const PixelRange rows = h.Bin(py);
      for (int64_t px = 0; px < op.pooled_width; ++px, ++at) {
        const PixelRange columns = w.Bin(px);
        const bool is_empty = rows.end <= rows.begin || columns.end <= columns.begin;
        // NaN is never the maximum, and nor is minus infinity.
        T largest = is_empty ? T{0} : std::numeric_limits<T>::lowest();
        int64_t found = -1;
        for (int64_t y = rows.begin; y < rows.end; ++y) {
          for (int64_t i = y * dims[3] + columns.begin; i < y * dims[3] + columns.end; ++i) {
            if (plane[i] > largest) {
              largest = plane[i];
              found = i;
            }
          }
        }
        op.out->mutable_data<T>()[at] = largest;
        if (op.argmax != nullptr) op.argmax->mutable_data<int64_t>()[at] = found;
      }
    }
  }

  std::vector<int64_t> rows_;
  std::vector<int64_t> image_of_;
};

template <typename T>
class PsroiPoolKernel final : public KernelFor<operators::PsroiPool> {
 public:
  Status RunOp(const operators::PsroiPool& op, const RunContext& context) override {
    LITE_RETURN_IF_ERROR(
        ImagesOfRegions(*op.rois, op.rois_num, nullptr, op.x->dims()[0], &rows_, &image_of_));
    context.pool->ForEach(op.rois->dims()[0], 1, [&](int64_t region) { Region(op, region); });
    return OkStatus();
  }

 private:
  struct Axis {
    Axis(T from, T to, float scale, int bins, int64_t pixels) : extent(pixels) {
      const T factor = static_cast<T>(scale);
      begin = std::round(from) * factor;
      const T end = (std::round(to) + T{1}) * factor;
      bin = std::max(end - begin, T(0.1)) / static_cast<T>(bins);  // not empty
    }
    PixelRange Bin(int64_t i) const {
      const int64_t low = Pixel(std::floor(static_cast<T>(i) * bin + begin));
      const int64_t high = Pixel(std::ceil(static_cast<T>(i + 1) * bin + begin));
      return {std::clamp<int64_t>(low, 0, extent), std::clamp<int64_t>(high, 0, extent)};
    }

    int64_t extent;
    T begin;
    T bin;
  };

  void Region(const operators::PsroiPool& op, int64_t region) const {
    const DDim& dims = op.x->dims();
    const T* roi = op.rois->data<T>() + region * 4;
    const Axis h(roi[1], roi[3], op.spatial_scale, op.pooled_height, dims[2]);
    const Axis w(roi[0], roi[2], op.spatial_scale, op.pooled_width, dims[3]);
    const T* plane =
        op.x->data<T>() + image_of_[static_cast<size_t>(region)] * dims[1] * dims[2] * dims[3];
    T* dst = op.out->mutable_data<T>() + region * dims[1];
    for (int64_t c = 0; c < op.output_channels; ++c) {
      for (int64_t py = 0; py < op.pooled_height; ++py) {
        const PixelRange rows = h.Bin(py);
        for (int64_t px = 0; px < op.pooled_width; ++px, plane += dims[2] * dims[3]) {
          const PixelRange columns = w.Bin(px);
          const int64_t count = (rows.end - rows.begin) * (columns.end - columns.begin);
          T sum = 0;
          for (int64_t y = rows.begin; y < rows.end; ++y) {
            for (int64_t i = columns.begin; i < columns.end; ++i) sum += plane[y * dims[3] + i];
          }
          const bool is_empty = rows.end <= rows.begin || columns.end <= columns.begin;
          *dst++ = is_empty ? T{0} : sum / static_cast<T>(count);
        }
      }
    }
  }

  std::vector<int64_t> rows_;
  std::vector<int64_t> image_of_;
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, RoiPoolKernel<float>, roi_pool)
    .In({"RoisNum"}, PRECISION(kInt32))
    .In({"RoisLod"}, PRECISION(kInt64))
    .Out({"Argmax"}, PRECISION(kInt64));
LITE_KERNELS(kHost, kFP64, kNCHW, def, RoiPoolKernel<double>, roi_pool)
    .In({"RoisNum"}, PRECISION(kInt32))
    .In({"RoisLod"}, PRECISION(kInt64))
    .Out({"Argmax"}, PRECISION(kInt64));
LITE_KERNELS(kHost, kInt32, kNCHW, def, RoiPoolKernel<int32_t>, roi_pool)
    .In({"RoisLod"}, PRECISION(kInt64))
    .Out({"Argmax"}, PRECISION(kInt64));
LITE_KERNELS(kHost, kFloat, kNCHW, def, PsroiPoolKernel<float>, psroi_pool)
    .In({"RoisNum"}, PRECISION(kInt32));
LITE_KERNELS(kHost, kFP64, kNCHW, def, PsroiPoolKernel<double>, psroi_pool)
    .In({"RoisNum"}, PRECISION(kInt32));

}  // namespace paddle::lite::kernels::host
