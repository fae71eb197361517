#include "lite/operators/conv3d.h"

#include "lite/kernels/host/gemm.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

// The matrix product of conv2d, applied to volumes.
template <typename T>
class Conv3dKernel final : public KernelFor<operators::Conv3d> {
 public:
  Status PrepareOp(const operators::Conv3d& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(g_, op.Geometry());
    return OkStatus();
  }
  Status RunOp(const operators::Conv3d& op, const RunContext& context) override {
    if (op.output->numel() == 0) return OkStatus();
    const int64_t channel_step = g_.channels_last ? 1 : g_.positions();
    const int64_t position_step = g_.channels_last ? g_.out_channels : 1;
    const GroupedGemm<T> gemm{g_.batch,
                              g_.groups,
                              g_.out_channels,
                              g_.positions(),
                              g_.in_channels / g_.groups * g_.taps(),
                              op.filter->data<T>(),
                              op.bias != nullptr ? op.bias->data<T>() : nullptr};
    RunGroupedGemm(
        gemm, context.pool,
        [&](int64_t n, int64_t group, int64_t k, int64_t position, int64_t count, T* to) {
          Gather(op, n, group, k, position, count, to);
        },
        [&](int64_t n, int64_t channel, int64_t position, int64_t count, const T* sums, T bias) {
          T* dst = op.output->mutable_data<T>() + n * g_.out_channels * g_.positions() +
                   channel * channel_step + position * position_step;
          for (int64_t j = 0; j < count; ++j) dst[j * position_step] = sums[j] + bias;
        });
    return OkStatus();
  }

 private:
  // Element `k` of the window of a group at `count` neighbouring positions.
  void Gather(const operators::Conv3d& op, int64_t n, int64_t group, int64_t k, int64_t first,
              int64_t count, T* to) const {
    const auto& [depth, height, width] = g_.axes;
    const int64_t volume = depth.in * height.in * width.in;
    const int64_t channel = group * (g_.in_channels / g_.groups) + k / g_.taps();
    const int64_t step = g_.channels_last ? g_.in_channels : 1;
    const T* src = op.input->data<T>() + n * g_.in_channels * volume +
                   channel * (g_.channels_last ? 1 : volume);
    const auto place = [](const operators::WindowAxis& axis, int64_t o, int64_t tap) {
      return o * axis.stride - axis.pad_begin + tap * axis.dilation;
    };
    const int64_t tap = k % g_.taps();
    for (int64_t j = 0; j < count; ++j) {
      const int64_t at = first + j;
      const int64_t z =
          place(depth, at / (height.out * width.out), tap / (height.kernel * width.kernel));
      const int64_t y =
          place(height, at / width.out % height.out, tap / width.kernel % height.kernel);
      const int64_t x = place(width, at % width.out, tap % width.kernel);
      const bool inside =
          z >= 0 && z < depth.in && y >= 0 && y < height.in && x >= 0 && x < width.in;
      to[j] = inside ? src[((z * height.in + y) * width.in + x) * step] : T(0);
    }
  }

  operators::VolumeGeometry g_;
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, Conv3dKernel<float>, conv3d);
LITE_KERNELS(kHost, kFP64, kNCHW, def, Conv3dKernel<double>, conv3d);

}  // namespace paddle::lite::kernels::host
