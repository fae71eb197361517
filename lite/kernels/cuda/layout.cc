// Images with their channels last, and back.
#include "lite/kernels/cuda/copy.h"
#include "lite/kernels/gpu/copies.h"
#include "lite/operators/type_conversion.h"

namespace paddle::lite::kernels::cuda {

class LayoutKernel final : public CudaKernel<operators::Layout> {
 public:
  Status PrepareCuda(const operators::Layout& op, PrepareContext* context) override {
    const DDim& dims = op.input->dims();
    const bool from_last = op.input->layout() == DataLayoutType::kNHWC;
    const bool to_last = op.out->layout() == DataLayoutType::kNHWC;
    if (from_last == to_last || operators::LayoutIsFree(dims)) {
      walk_ = gpu::Gather({op.out->numel()}, {1});
    } else {
      const int64_t channels = dims[1], area = dims[2] * dims[3];
      walk_ = to_last ? gpu::Gather({dims[0], area, channels}, {channels * area, 1, area})
                      : gpu::Gather({dims[0], channels, area}, {channels * area, 1, channels});
    }
    return copy_.Prepare(*context, op.input->precision());
  }
  Status RunOp(const operators::Layout& op, const RunContext& context) override {
    if (op.out->numel() == 0 || gpu::IsPlaced(*op.out, *op.input, 0)) return OkStatus();
    return copy_.Run(context, op.input, op.out, walk_);
  }

 private:
  Walk walk_;
  Copy copy_;
};

LITE_KERNELS(kCUDA, kFloat, kNCHW, nchw2nhwc, LayoutKernel, layout, layout_once)
    .Out({"Out"}, PRECISION(kFloat), DATALAYOUT(kNHWC));
LITE_KERNELS(kCUDA, kFloat, kNCHW, nhwc2nchw, LayoutKernel, layout, layout_once)
    .In({"Input"}, PRECISION(kFloat), DATALAYOUT(kNHWC));
LITE_KERNELS(kCUDA, kFP16, kNCHW, nchw2nhwc, LayoutKernel, layout, layout_once)
    .Out({"Out"}, PRECISION(kFP16), DATALAYOUT(kNHWC));
LITE_KERNELS(kCUDA, kFP16, kNCHW, nhwc2nchw, LayoutKernel, layout, layout_once)
    .In({"Input"}, PRECISION(kFP16), DATALAYOUT(kNHWC));
LITE_KERNELS(kCUDA, kInt8, kNCHW, int8_nchw2nhwc, LayoutKernel, layout, layout_once)
    .Out({"Out"}, PRECISION(kInt8), DATALAYOUT(kNHWC));
LITE_KERNELS(kCUDA, kInt8, kNCHW, int8_nhwc2nchw, LayoutKernel, layout, layout_once)
    .In({"Input"}, PRECISION(kInt8), DATALAYOUT(kNHWC));

}  // namespace paddle::lite::kernels::cuda
