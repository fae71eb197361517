#include "lite/operators/var_conv_2d.h"

#include <algorithm>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class VarConv2dKernel final : public KernelFor<operators::VarConv2d> {
 public:
  Status RunOp(const operators::VarConv2d& op, const RunContext& context) override {
    LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* heights, op.Heights());
    LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* widths, op.Widths());
    const int64_t channels = op.output_channel;
    const auto batch = static_cast<int64_t>(heights->size()) - 1;
    context.pool->ForEach(batch * channels, 1, [&](int64_t unit) {
      const auto b = static_cast<size_t>(unit / channels);
      Plane(op, operators::LengthOf(*heights, b), operators::LengthOf(*widths, b), unit % channels,
            op.x->data<float>() + op.x->lod()[0][b],
            op.out->mutable_data<float>() + op.out->lod()[0][b]);
    });
    return OkStatus();
  }

 private:
  // One output channel of a map.
  static void Plane(const operators::VarConv2d& op, int64_t height, int64_t width, int64_t channel,
                    const float* src, float* dst) {
    const int64_t out_h = operators::VarConv2d::Strided(height, op.stride_h);
    const int64_t out_w = operators::VarConv2d::Strided(width, op.stride_w);
    const int64_t taps = int64_t{op.kernel_h} * op.kernel_w;
    const float* filter = op.w->data<float>() + channel * op.input_channel * taps;
    dst += channel * out_h * out_w;
    for (int64_t oy = 0; oy < out_h; ++oy) {
      const int64_t top = oy * op.stride_h - op.kernel_h / 2;
      for (int64_t ox = 0; ox < out_w; ++ox) {
        const int64_t left = ox * op.stride_w - op.kernel_w / 2;
        const int64_t first = std::max<int64_t>(0, -left);
        const int64_t last = std::min<int64_t>(op.kernel_w, width - left);
        float sum = 0;
        for (int64_t c = 0; c < op.input_channel; ++c) {
          for (int64_t ky = std::max<int64_t>(0, -top);
               ky < std::min<int64_t>(op.kernel_h, height - top); ++ky) {
            const float* row = src + (c * height + top + ky) * width + left;
            const float* weights = filter + c * taps + ky * op.kernel_w;
            for (int64_t kx = first; kx < last; ++kx) sum += row[kx] * weights[kx];
          }
        }
        *dst++ = op.fuse_relu && sum < 0 ? 0.0f : sum;
      }
    }
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, VarConv2dKernel, var_conv_2d)
    .In({"ROW", "COLUMN"}, PRECISION(kAny));

}  // namespace paddle::lite::kernels::host
