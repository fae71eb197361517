#include "lite/operators/anchor_generator.h"

#include <cmath>

#include "lite/kernels/host/prior_boxes.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class AnchorGeneratorKernel final : public KernelFor<operators::AnchorGenerator> {
 public:
  Status RunOp(const operators::AnchorGenerator& op, const RunContext&) override {
    const DDim& cells = op.input->dims();
    const float stride_w = op.stride[0];
    const float stride_h = op.stride[1];
    float* dst = op.anchors->mutable_data<float>();
    for (int64_t y = 0; y < cells[2]; ++y) {
      const float cy = static_cast<float>(y) * stride_h + op.offset * (stride_h - 1.0f);
      for (int64_t x = 0; x < cells[3]; ++x) {
        const float cx = static_cast<float>(x) * stride_w + op.offset * (stride_w - 1.0f);
        for (const float ratio : op.aspect_ratios) {
          const float base_width = std::round(std::sqrt(stride_w * stride_h / ratio));
          const float base_height = std::round(base_width * ratio);
          for (const float size : op.anchor_sizes) {
            const float half_width = 0.5f * (size / stride_w * base_width - 1.0f);
            const float half_height = 0.5f * (size / stride_h * base_height - 1.0f);
            *dst++ = cx - half_width;
            *dst++ = cy - half_height;
            *dst++ = cx + half_width;
            *dst++ = cy + half_height;
          }
        }
      }
    }
    RepeatVariances(op.variances, op.variances_out);
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, AnchorGeneratorKernel, anchor_generator)
    .In({"Input"}, PRECISION(kFloat), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
