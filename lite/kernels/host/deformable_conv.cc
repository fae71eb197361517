#include "lite/operators/deformable_conv.h"

#include <cmath>

#include "lite/kernels/host/gemm.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

// The matrix product of conv2d, with columns that are interpolated instead of copied.
template <typename T>
class DeformableConvKernel final : public KernelFor<operators::DeformableConvBase> {
 public:
  Status PrepareOp(const operators::DeformableConvBase& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(g_, op.Geometry());
    return OkStatus();
  }
  Status RunOp(const operators::DeformableConvBase& op, const RunContext& context) override {
    if (op.output->numel() == 0) return OkStatus();
    const int64_t positions = g_.h.out * g_.w.out;
    const GroupedGemm<T> gemm{g_.batch,
                              g_.groups,
                              g_.out_channels,
                              positions,
                              g_.in_channels_per_group() * g_.h.kernel * g_.w.kernel,
                              op.filter->data<T>(),
                              op.bias != nullptr ? op.bias->data<T>() : nullptr};
    RunGroupedGemm(
        gemm, context.pool,
        [&](int64_t n, int64_t group, int64_t k, int64_t position, int64_t count, T* to) {
          Gather(op, n, group, k, position, count, to);
        },
        [&](int64_t n, int64_t channel, int64_t position, int64_t count, const T* sums, T bias) {
          T* dst =
              op.output->mutable_data<T>() + (n * g_.out_channels + channel) * positions + position;
          for (int64_t j = 0; j < count; ++j) dst[j] = sums[j] + bias;
        });
    return OkStatus();
  }

 private:
  // Tap `k` of the group's window at `count` neighbouring positions.
  void Gather(const operators::DeformableConvBase& op, int64_t n, int64_t group, int64_t k,
              int64_t position, int64_t count, T* to) const {
    const int64_t taps = g_.h.kernel * g_.w.kernel;
    const int64_t positions = g_.h.out * g_.w.out;
    const int64_t channel = group * g_.in_channels_per_group() + k / taps;
    const int64_t tap = k % taps;
    const int64_t moved = channel / (g_.in_channels / op.deformable_groups);
    const int64_t plane = (moved * taps + tap) * positions;
    const T* down =
        op.offset->data<T>() + op.PlanesOfImage(*op.offset, n, positions) + 2 * plane + position;
    const T* right = down + positions;
    const T* mask = nullptr;
    if (op.mask) {
      mask = op.mask->data<T>() + op.PlanesOfImage(*op.mask, n, positions) + plane + position;
    }
    const T* image = op.input->data<T>() + (n * g_.in_channels + channel) * g_.h.in * g_.w.in;
    const int64_t first_y = tap / g_.w.kernel * g_.h.dilation - g_.h.pad_begin;
    const int64_t first_x = tap % g_.w.kernel * g_.w.dilation - g_.w.pad_begin;
    for (int64_t j = 0; j < count; ++j) {
      const int64_t at = position + j;
      const T y = static_cast<T>(at / g_.w.out * g_.h.stride + first_y) + down[j];
      const T x = static_cast<T>(at % g_.w.out * g_.w.stride + first_x) + right[j];
      const T value = Pixel(image, y, x);
      to[j] = mask != nullptr ? value * mask[j] : value;
    }
  }

  // Interpolates the image, which falls off to zero over one pixel outside the border.
  T Pixel(const T* image, T y, T x) const {
    const bool near =
        y > -1.0f && x > -1.0f && y < static_cast<T>(g_.h.in) && x < static_cast<T>(g_.w.in);
    if (!near) return 0;
    const int64_t y0 = static_cast<int64_t>(std::floor(y));
    const int64_t x0 = static_cast<int64_t>(std::floor(x));
    const T fy = y - static_cast<T>(y0);
    const T fx = x - static_cast<T>(x0);
    const auto at = [&](int64_t py, int64_t px) {
      return py >= 0 && px >= 0 && py < g_.h.in && px < g_.w.in ? image[py * g_.w.in + px] : T{0};
    };
    return (1.0f - fy) * (1.0f - fx) * at(y0, x0) + (1.0f - fy) * fx * at(y0, x0 + 1) +
           fy * (1.0f - fx) * at(y0 + 1, x0) + fy * fx * at(y0 + 1, x0 + 1);
  }

  operators::ConvGeometry g_;
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, DeformableConvKernel<float>, deformable_conv,
             deformable_conv_v1);
LITE_KERNELS(kHost, kFP64, kNCHW, def, DeformableConvKernel<double>, deformable_conv,
             deformable_conv_v1);

}  // namespace paddle::lite::kernels::host
