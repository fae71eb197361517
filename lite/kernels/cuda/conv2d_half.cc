// Convolutions of half with their channels last.
#include "lite/kernels/cuda/copy.h"
#include "lite/kernels/cuda/half_convolution.h"
#include "lite/kernels/cuda/product.h"
#include "lite/kernels/cuda/window.h"
#include "lite/kernels/gpu/copies.h"
#include "lite/operators/conv2d.h"

namespace paddle::lite::kernels::cuda {

using lite::cuda::DepthwiseHalfBody;
using lite::cuda::HalfConvSource;

class Conv2dHalfKernel final : public CudaKernel<operators::Conv2d> {
 public:
  static Status Supports(const operators::Conv2d& op) { return CheckChannelsLast(op); }

  Status PrepareCuda(const operators::Conv2d& op, PrepareContext* context) override {
    if (op.output->numel() == 0) return OkStatus();
    LITE_ASSIGN_OR_RETURN(const operators::ConvGeometry g, op.Geometry());
    LITE_ASSIGN_OR_RETURN(epilogue_,
                          MakeChannelsLastEpilogue(op.act, op.output->dims(), g.out_channels));
    epilogue_.relu_after_second =
        op.fuse_elementwise_op_type == "fusion_elementwise_add_activation";
    window_ = WindowOf(g);
    depthwise_ = window_.in_per_group == 1 && window_.out_per_group == 1;
    if (depthwise_) {
      LITE_ASSIGN_OR_RETURN(filter_, FilterByChannels<uint16_t>(*op.filter, window_, *context));
      return OkStatus();
    }
    return library_.Prepare(window_, epilogue_, *op.filter, op.bias != nullptr,
                            op.second_input != nullptr, context);
  }

  Status RunOp(const operators::Conv2d& op, const RunContext& context) override {
    if (op.output->numel() == 0) return OkStatus();
    const HalfConvOperands operands = {
        From<Half>(op.input),
        depthwise_ ? From<Half>(filter_) : From<Half>(op.filter),
        From<Half>(op.bias),
        To<Half>(op.output),
        window_,
        WithOperands(epilogue_, op.residual, op.prelu_alpha, op.second_input)};
    CudaContext* const queue = QueueOf(context);
    if (depthwise_) {
      const bool packs = window_.out_channels % kPack == 0 && AreAligned(operands.x, operands.out);
      return packs ? queue->Launch("depthwise", DepthwiseHalfBody<kPack>{operands},
                                   op.output->numel() / kPack)
                   : queue->Launch("depthwise", DepthwiseHalfBody<1>{operands}, op.output->numel());
    }
    if (library_.ready() && HalfConvolution::Accepts(operands)) {
      return library_.Run(operands, context);
    }
    // Halves are operands that tensor cores take as they are.
    return LaunchShapes<lite::cuda::ShortTile, lite::cuda::MediumTile>(
        "conv2d", HalfConvSource{operands}, false, context);
  }

 private:
  static constexpr int kPack = 8;

  EpilogueOf<Half> epilogue_;
  ConvWindow window_;
  bool depthwise_ = false;
  Block filter_;
  HalfConvolution library_;
};

LITE_KERNELS(kCUDA, kFP16, kNHWC, def, Conv2dHalfKernel, conv2d, depthwise_conv2d)
    .In({"Filter", "Bias", "Prelu_alpha"}, PRECISION(kFP16), DATALAYOUT(kNCHW));

}  // namespace paddle::lite::kernels::cuda
