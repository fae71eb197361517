#include "lite/operators/anchor_generator.h"

#include <cmath>

#include "lite/kernels/kernel.h"
#include "lite/kernels/prior_boxes.h"

namespace paddle::lite::kernels::host {

template <typename T>
class AnchorGeneratorKernel final : public KernelFor<operators::AnchorGenerator> {
 public:
  Status RunOp(const operators::AnchorGenerator& op, const RunContext&) override {
    const DDim& cells = op.input->dims();
    const T stride_w = op.stride[0];
    const T stride_h = op.stride[1];
    T* dst = op.anchors->mutable_data<T>();
    for (int64_t y = 0; y < cells[2]; ++y) {
      const T cy = static_cast<T>(y) * stride_h + static_cast<T>(op.offset) * (stride_h - 1.0f);
      for (int64_t x = 0; x < cells[3]; ++x) {
        const T cx = static_cast<T>(x) * stride_w + static_cast<T>(op.offset) * (stride_w - 1.0f);
        for (const T ratio : op.aspect_ratios) {
          const T base_width = std::round(std::sqrt(stride_w * stride_h / ratio));
          const T base_height = std::round(base_width * ratio);
          for (const T size : op.anchor_sizes) {
            const T half_width = 0.5f * (size / stride_w * base_width - 1.0f);
            const T half_height = 0.5f * (size / stride_h * base_height - 1.0f);
            *dst++ = cx - half_width;
            *dst++ = cy - half_height;
            *dst++ = cx + half_width;
            *dst++ = cy + half_height;
          }
        }
      }
    }
    RepeatVariances<T>(op.variances, op.variances_out);
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, AnchorGeneratorKernel<float>, anchor_generator)
    .In({"Input"}, PRECISION(kFloat), DATALAYOUT(kAny));
LITE_KERNELS(kHost, kFP64, kNCHW, def, AnchorGeneratorKernel<double>, anchor_generator)
    .In({"Input"}, PRECISION(kFP64), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
