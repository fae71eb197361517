#include "lite/operators/conv2d_transpose.h"

#include "lite/backends/cuda/channels_last_body.h"
#include "lite/kernels/cuda/copy.h"
#include "lite/kernels/cuda/epilogue.h"
#include "lite/kernels/cuda/window.h"

namespace paddle::lite::kernels::cuda {

using lite::cuda::ConvTransposeBody;
using lite::cuda::ConvTransposeHalfBody;

class Conv2dTransposeKernel final : public CudaKernel<operators::Conv2dTranspose> {
 public:
  static Status Supports(const operators::Conv2dTranspose& op) {
    if (op.data_format == "NHWC") return Unsupported("data_format NHWC");
    LITE_RETURN_IF_ERROR(op.RequireWholeGroups());
    return operators::RequireNoCrop(op.paddings);
  }

  Status PrepareCuda(const operators::Conv2dTranspose& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(const operators::ConvGeometry g, op.Geometry());
    LITE_ASSIGN_OR_RETURN(epilogue_, MakeEpilogue<float>(op.act, op.output->dims()));
    window_ = WindowOf(g);
    return OkStatus();
  }

  Status RunOp(const operators::Conv2dTranspose& op, const RunContext& context) override {
    const ConvTransposeBody body = {{From<float>(op.input), From<float>(op.filter),
                                     From<float>(op.bias), To<float>(op.output), window_,
                                     WithOperands(epilogue_, nullptr, op.prelu_alpha, nullptr)}};
    return QueueOf(context)->Launch("conv2d_transpose", body, op.output->numel());
  }

 private:
  Epilogue epilogue_;
  ConvWindow window_;
};

// Like the convolutions of half, on tensors with their channels last.
class Conv2dTransposeHalfKernel final : public CudaKernel<operators::Conv2dTranspose> {
 public:
  static Status Supports(const operators::Conv2dTranspose& op) {
    LITE_RETURN_IF_ERROR(op.RequireWholeGroups());
    return CheckChannelsLast(op);
  }

  Status PrepareCuda(const operators::Conv2dTranspose& op, PrepareContext* context) override {
    if (op.output->numel() == 0) return OkStatus();
    LITE_ASSIGN_OR_RETURN(const operators::ConvGeometry g, op.Geometry());
    LITE_ASSIGN_OR_RETURN(epilogue_,
                          MakeChannelsLastEpilogue(op.act, op.output->dims(), g.out_channels));
    window_ = WindowOf(g);
    // [inputs, outputs per group, taps] to [taps, inputs, outputs per group]
    const int64_t taps = window_.taps();
    const int64_t planes = int64_t{window_.in_channels} * window_.out_per_group;
    LITE_ASSIGN_OR_RETURN(filter_, AllocateBlock(*context, op.filter->memory_size()));
    const lite::cuda::CopyBody<uint16_t> body = {From<uint16_t>(op.filter),
                                                 static_cast<uint16_t*>(filter_->handle()),
                                                 gpu::Gather({taps, planes}, {1, taps})};
    return static_cast<CudaContext*>(context->device)
        ->Launch("filter by taps", body, op.filter->numel());
  }

  Status RunOp(const operators::Conv2dTranspose& op, const RunContext& context) override {
    if (op.output->numel() == 0) return OkStatus();
    const ConvTransposeHalfBody body = {
        {From<Half>(op.input), From<Half>(filter_), From<Half>(op.bias), To<Half>(op.output),
         window_, WithOperands(epilogue_, nullptr, op.prelu_alpha, nullptr)}};
    return QueueOf(context)->Launch("conv2d_transpose of half", body, op.output->numel());
  }

 private:
  EpilogueOf<Half> epilogue_;
  ConvWindow window_;
  Block filter_;
};

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, Conv2dTransposeKernel, conv2d_transpose,
             depthwise_conv2d_transpose);
LITE_KERNELS(kCUDA, kFP16, kNHWC, def, Conv2dTransposeHalfKernel, conv2d_transpose,
             depthwise_conv2d_transpose)
    .In({"Filter", "Bias", "Prelu_alpha"}, PRECISION(kFP16), DATALAYOUT(kNCHW));

}  // namespace paddle::lite::kernels::cuda
