#include "lite/operators/conv2d.h"

#include "lite/kernels/cuda/library.h"
#include "lite/kernels/cuda/product.h"
#include "lite/kernels/cuda/window.h"

namespace paddle::lite::kernels::cuda {

using lite::cuda::ConvOperands;
using lite::cuda::ConvSource;
using lite::cuda::DepthwiseBody;
using lite::cuda::DirectConvBody;
using lite::cuda::TapsSource;

// cuDNN's convolution; a product by tiles; threads for rows of depthwise convolutions, or one
// thread for each element where a tile would be nearly empty.
class Conv2dKernel final : public CudaKernel<operators::Conv2d> {
 public:
  static Status Supports(const operators::Conv2d& op) {
    if (op.data_format == "NHWC") return Unsupported("data_format NHWC");
    return operators::RequireNoCrop(op.paddings);
  }

  Status PrepareCuda(const operators::Conv2d& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::ConvGeometry g, op.Geometry());
    LITE_ASSIGN_OR_RETURN(epilogue_, MakeEpilogue<float>(op.act, op.output->dims()));
    epilogue_.relu_after_second =
        op.fuse_elementwise_op_type == "fusion_elementwise_add_activation";
    window_ = WindowOf(g);
    exact_ = IsExact(*context);
    packed_ = nullptr;
    LITE_RETURN_IF_ERROR(library_.Prepare(window_, epilogue_, *op.filter, op.bias != nullptr,
                                          op.second_input != nullptr, context));
    const bool by_taps = !library_.ready() && !IsDepthwise() && !IsMatrix() &&
                         window_.out_per_group >= kMinTileRows &&
                         window_.in_per_group % kInputsOfTile == 0;
    if (by_taps && op.filter->persistable() && op.output->numel() > 0) {
      LITE_ASSIGN_OR_RETURN(packed_, FilterByTaps<uint32_t>(*op.filter, window_, *context));
    }
    return OkStatus();
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
    if (IsDepthwise()) return RunDepthwise(operands, context);
    if (window_.out_per_group < kMinTileRows) {
      return QueueOf(context)->Launch("conv2d", DirectConvBody{operands}, op.output->numel());
    }
    if (IsMatrix()) return RunMatrix(operands, context);
    if (packed_ != nullptr) {
      TapsSource source = {operands};
      source.filter = From<float>(packed_);
      return LaunchWalk("conv2d", source, exact_, context);
    }
    return LaunchShapes<lite::cuda::ShortTile, lite::cuda::MediumTile>(
        "conv2d", ConvSource{operands}, exact_, context);
  }

 private:
  // A quarter of a tile.
  static constexpr int32_t kMinTileRows = 16;
  static constexpr int32_t kInputsOfTile = lite::cuda::SmallTile::kDepth;  // of every shape

  bool IsDepthwise() const {
    const ConvWindow& w = window_;
    return w.in_per_group == 1 && w.kernel_height == w.kernel_width &&
           (w.kernel_height == 3 || w.kernel_height == 5) && w.stride_x <= 2 && w.dilation_y == 1 &&
           w.dilation_x == 1;
  }
  // Whether each image is a matrix of the product, with a column for each of its positions.
  bool IsMatrix() const {
    const ConvWindow& w = window_;
    return w.taps() == 1 && w.stride_y == 1 && w.stride_x == 1 && w.in_height == w.out_height &&
           w.in_width == w.out_width && w.out_per_group >= kMinTileRows;
  }

  Status RunDepthwise(const ConvOperands& operands, const RunContext& context) const {
    if (window_.kernel_height == 3) {
      const DepthwiseBody<3> body = {operands};
      return QueueOf(context)->Launch("depthwise conv2d", body, body.items());
    }
    const DepthwiseBody<5> body = {operands};
    return QueueOf(context)->Launch("depthwise conv2d", body, body.items());
  }

  Status RunMatrix(const ConvOperands& operands, const RunContext& context) const {
    const ConvWindow& w = window_;
    MatrixSource<float> source = {};
    source.a = operands.filter;
    source.b = operands.x;
    source.bias = operands.bias;
    source.out = operands.out;
    source.rows = w.out_per_group;
    source.columns = source.b_row = w.out_area();
    source.depth = source.a_row = w.in_per_group;
    source.bias_row = 1;
    source.bias_period = w.groups;
    source.batch.Add(w.batch, 0, w.in_channels * w.in_area());
    source.batch.Add(w.groups, w.out_per_group * w.in_per_group, w.in_per_group * w.in_area());
    source.count = w.batch * w.groups;
    source.epilogue = operands.epilogue;
    return LaunchProduct("conv2d", source, exact_, context);
  }

  Epilogue epilogue_;
  ConvWindow window_;
  bool exact_ = true;
  Block packed_;  // the filter by taps
  LibraryConvolution library_;
};

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, Conv2dKernel, conv2d, depthwise_conv2d);

}  // namespace paddle::lite::kernels::cuda
