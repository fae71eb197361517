#include "lite/operators/conv3d_transpose.h"

#include <algorithm>

#include "lite/base/checked_math.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

// Scatters input lines into the sums of one output channel of one item. The sums are in scratch
// memory, one volume per thread.
template <typename T>
class Conv3dTransposeKernel final : public KernelFor<operators::Conv3dTranspose> {
 public:
  Status PrepareOp(const operators::Conv3dTranspose& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(g_, op.Geometry());
    if (op.output->numel() == 0) return OkStatus();  // no item: a volume may still be huge
    const auto& [depth, height, width] = g_.axes;
    channel_step_ = g_.channels_last ? 1 : depth.in * height.in * width.in;
    column_step_ = g_.channels_last ? g_.in_channels : 1;
    sums_bytes_ = RoundUp(static_cast<size_t>(g_.positions()) * sizeof(T), 64);
    sums_offset_ =
        context->BookScratch(sums_bytes_ * static_cast<size_t>(context->pool->threads()));
    return OkStatus();
  }

  Status RunOp(const operators::Conv3dTranspose& op, const RunContext& context) override {
    if (op.output->numel() == 0) return OkStatus();
    const auto& [depth, height, width] = g_.axes;
    const int64_t positions = g_.positions();
    const int64_t volume = g_.in_channels * depth.in * height.in * width.in;
    const int64_t step = g_.channels_last ? g_.out_channels : 1;
    T* const output = op.output->mutable_data<T>();
    context.pool->ParallelFor(
        g_.batch * g_.out_channels, 1, [&](int64_t begin, int64_t end, int thread) {
          T* const sums = reinterpret_cast<T*>(context.scratch + sums_offset_ +
                                               static_cast<size_t>(thread) * sums_bytes_);
          for (int64_t unit = begin; unit < end; ++unit) {
            const int64_t n = unit / g_.out_channels;
            const int64_t channel = unit % g_.out_channels;
            std::fill_n(sums, positions, T(0));
            Scatter(op.input->data<T>() + n * volume, op.filter->data<T>(), channel, sums);
            T* dst = output + n * g_.out_channels * positions +
                     channel * (g_.channels_last ? 1 : positions);
            for (int64_t i = 0; i < positions; ++i) dst[i * step] = sums[i];
          }
        });
    return OkStatus();
  }

 private:
  void Scatter(const T* item, const T* filter, int64_t channel, T* sums) const {
    const auto& [depth, height, width] = g_.axes;
    const int64_t per_group = g_.out_channels / g_.groups;
    const int64_t inputs = g_.in_channels / g_.groups;
    for (int64_t i = 0; i < inputs; ++i) {
      const int64_t in_channel = channel / per_group * inputs + i;
      const T* weights = filter + (in_channel * per_group + channel % per_group) * g_.taps();
      for (int64_t line = 0; line < depth.in * height.in; ++line) {
        const T* row = item + in_channel * channel_step_ + line * width.in * column_step_;
        for (int64_t tap = 0; tap < depth.kernel * height.kernel; ++tap) {
          const int64_t z = Target(depth, line / height.in, tap / height.kernel);
          const int64_t y = Target(height, line % height.in, tap % height.kernel);
          if (z < 0 || z >= depth.out || y < 0 || y >= height.out) continue;
          for (int64_t k = 0; k < width.kernel; ++k) {
            ScatterRow(row, weights[tap * width.kernel + k], k * width.dilation - width.pad_begin,
                       sums + (z * height.out + y) * width.out);
          }
        }
      }
    }
  }

  // The position in the result of input position `at` under this tap of the window.
  static int64_t Target(const operators::WindowAxis& axis, int64_t at, int64_t tap) {
    return at * axis.stride - axis.pad_begin + tap * axis.dilation;
  }

  // sums[x * stride + shift] += weight * row[x] for all x that stay inside.
  void ScatterRow(const T* row, T weight, int64_t shift, T* sums) const {
    const operators::WindowAxis& width = g_.axes[2];
    const int64_t first = shift >= 0 ? 0 : (-shift + width.stride - 1) / width.stride;
    const int64_t last =
        shift >= width.out
            ? 0
            : std::min(width.in, (width.out - shift + width.stride - 1) / width.stride);
    for (int64_t x = first; x < last; ++x) {
      sums[x * width.stride + shift] += weight * row[x * column_step_];
    }
  }

  operators::VolumeGeometry g_;
  int64_t channel_step_ = 0;  // elements from one input channel or column to the next
  int64_t column_step_ = 0;
  size_t sums_bytes_ = 0;
  size_t sums_offset_ = 0;
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, Conv3dTransposeKernel<float>, conv3d_transpose);
LITE_KERNELS(kHost, kFP64, kNCHW, def, Conv3dTransposeKernel<double>, conv3d_transpose);

}  // namespace paddle::lite::kernels::host
