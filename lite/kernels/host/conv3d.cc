#include "lite/operators/conv3d.h"

#include <algorithm>

#include "lite/kernels/host/gemm.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

// The matrix product of conv2d, applied to volumes.
class Conv3dKernel final : public KernelFor<operators::Conv3d> {
 public:
  Status PrepareOp(const operators::Conv3d& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(g_, op.Geometry());
    return OkStatus();
  }
  Status RunOp(const operators::Conv3d& op, const RunContext& context) override {
    if (op.output->numel() == 0) return OkStatus();
    const int64_t group_rows = g_.out_channels / g_.groups;
    const int64_t window = g_.in_channels / g_.groups * g_.taps();
    const int64_t channel_step = g_.channels_last ? 1 : g_.positions();
    const int64_t position_step = g_.channels_last ? g_.out_channels : 1;
    const float* filter = op.filter->data<float>();
    GemmOfPanels<float>(
        context.pool, g_.batch * g_.groups, group_rows, g_.positions(), window,
        [&](int64_t index) {
          return MatrixView<float>{filter + index % g_.groups * group_rows * window, window, 1};
        },
        [&](int64_t index, int64_t position, int64_t count, int64_t first, int64_t depth,
            float* panel) {
          for (int64_t i = 0; i < depth; ++i) {
            Gather(op, index / g_.groups, index % g_.groups, first + i, position, count,
                   panel + i * kGemmColumns);
          }
        },
        [&](int64_t index, int64_t row, int64_t position, int64_t count, const float* sums) {
          const int64_t channel = index % g_.groups * group_rows + row;
          const float bias = op.bias ? op.bias->data<float>()[channel] : 0.0f;
          float* dst = op.output->mutable_data<float>() +
                       index / g_.groups * g_.out_channels * g_.positions() +
                       channel * channel_step + position * position_step;
          for (int64_t j = 0; j < count; ++j) dst[j * position_step] = sums[j] + bias;
        });
    return OkStatus();
  }

 private:
  // Element `k` of the window of a group at `count` neighbouring positions, zero beyond them.
  void Gather(const operators::Conv3d& op, int64_t n, int64_t group, int64_t k, int64_t first,
              int64_t count, float* to) const {
    const auto& [depth, height, width] = g_.axes;
    const int64_t volume = depth.in * height.in * width.in;
    const int64_t channel = group * (g_.in_channels / g_.groups) + k / g_.taps();
    const int64_t step = g_.channels_last ? g_.in_channels : 1;
    const float* src = op.input->data<float>() + n * g_.in_channels * volume +
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
      to[j] = inside ? src[((z * height.in + y) * width.in + x) * step] : 0.0f;
    }
    std::fill(to + count, to + kGemmColumns, 0.0f);
  }

  operators::Conv3d::VolumeGeometry g_;
};

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(conv3d, kHost, kFloat, kNCHW, paddle::lite::kernels::host::Conv3dKernel, def)
    .Finalize();
