#include "lite/operators/conv2d.h"

#include "lite/backends/cuda/product_body.h"
#include "lite/kernels/cuda/library.h"
#include "lite/kernels/cuda/window.h"

namespace paddle::lite::kernels::cuda {

using lite::cuda::ConvOperands;
using lite::cuda::ConvSource;
using lite::cuda::DirectConvBody;
using lite::cuda::TileProduct;

// cuDNN's convolution, a product by tiles, or one thread for each element where a tile would be
// nearly empty.
class Conv2dKernel final : public CudaKernel<operators::Conv2d> {
 public:
  static Status Supports(const operators::Conv2d& op) {
    return op.data_format == "NHWC" ? Unsupported("data_format NHWC") : OkStatus();
  }

  Status PrepareCuda(const operators::Conv2d& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::ConvGeometry g, op.Geometry());
    LITE_ASSIGN_OR_RETURN(epilogue_, EpilogueOf(op.act, op.output->dims()));
    epilogue_.relu_after_second =
        op.fuse_elementwise_op_type == "fusion_elementwise_add_activation";
    window_ = WindowOf(g);
    return library_.Prepare(window_, epilogue_, *op.filter, op.bias != nullptr,
                            op.second_input != nullptr, context);
  }

  Status RunOp(const operators::Conv2d& op, const RunContext& context) override {
    if (op.output->numel() == 0) return OkStatus();
    const ConvOperands operands = {
        From<float>(op.input),
        From<float>(op.filter),
        From<float>(op.bias),
        To<float>(op.output),
        window_,
        WithOperands(epilogue_, op.residual, op.prelu_alpha, op.second_input)};
    const ConvCall call = {operands.x, operands.filter, operands.bias, operands.out,
                           operands.epilogue};
    if (library_.ready() && library_.Accepts(call)) return library_.Run(call, context);
    if (window_.out_per_group < kMinTileRows) {
      return QueueOf(context)->Launch("conv2d", DirectConvBody{operands}, op.output->numel());
    }
    const TileProduct<ConvSource> product = {{operands}};
    return QueueOf(context)->LaunchInGroups("conv2d", product, product.groups());
  }

 private:
  // A quarter of a tile.
  static constexpr int32_t kMinTileRows = 16;

  Epilogue epilogue_;
  ConvWindow window_;
  LibraryConvolution library_;
};

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, Conv2dKernel, conv2d, depthwise_conv2d);

}  // namespace paddle::lite::kernels::cuda
