// Convolutions of int8 with their channels last. Results and residuals are int8 or float.
#include <memory>
#include <type_traits>
#include <utility>

#include "lite/backends/cuda/int8_body.h"
#include "lite/kernels/cuda/library.h"
#include "lite/kernels/cuda/window.h"
#include "lite/operators/conv2d.h"
#include "lite/operators/quantization.h"

namespace paddle::lite::kernels::cuda {

using lite::cuda::ConvInt8Body;
using lite::cuda::CudnnForm;
using lite::cuda::DepthwiseInt8Body;
using lite::cuda::FinishInt8Body;
using lite::cuda::Int8Finish;

template <typename Out, typename Residual>
class Conv2dInt8Kernel final : public CudaKernel<operators::Conv2d> {
 public:
  static Status Supports(const operators::Conv2d& op) {
    LITE_RETURN_IF_ERROR(op.RequireCommonForm());
    if (!op.filter->persistable()) return Unsupported("Filter must be a constant weight");
    LITE_RETURN_IF_ERROR(op.CheckResidualType(kInt8Residual));
    if (op.act.has_affine()) return Unsupported("a scale or a bias after the activation");
    LITE_ASSIGN_OR_RETURN(const Activation activation, op.act.Resolve());
    return activation.type == ActivationType::kPRelu ? Unsupported("a fused prelu") : OkStatus();
  }

  Status PrepareCuda(const operators::Conv2d& op, PrepareContext* context) override {
    if (op.output->numel() == 0) return OkStatus();
    LITE_ASSIGN_OR_RETURN(const operators::ConvGeometry g, op.Geometry());
    constexpr bool kToInt8 = std::is_same_v<Out, int8_t>;
    LITE_ASSIGN_OR_RETURN(
        const operators::ProductScales scales,
        ScalesOfProduct(op, "Input", "Filter", "Output", kToInt8, g.out_channels));
    window_ = WindowOf(g);
    finish_ = {};
    finish_.channels = window_.out_channels;
    finish_.unit = scales.unit;
    if constexpr (kInt8Residual) {
      LITE_ASSIGN_OR_RETURN(const float scale, operators::ActivationScale(op, "ResidualData"));
      finish_.residual_factor = scale / scales.unit;
    }
    LITE_ASSIGN_OR_RETURN(const Activation activation, op.act.Resolve());
    finish_.activation = lite::cuda::InUnit(activation, scales.unit);
    LITE_ASSIGN_OR_RETURN(factors_, UploadValues(*context, scales.factors.data(),
                                                 scales.factors.size() * sizeof(float)));
    depthwise_ = window_.in_per_group == 1 && window_.out_per_group == 1 &&
                 window_.out_channels % kFour == 0;
    if (depthwise_) {
      LITE_ASSIGN_OR_RETURN(by_channels_, FilterByChannels<uint8_t>(*op.filter, window_, *context));
    }
    LITE_ASSIGN_OR_RETURN(filter_, FilterByTaps<uint8_t>(*op.filter, window_, *context));
    return library_.PrepareInt8(window_, context);
  }

  Status RunOp(const operators::Conv2d& op, const RunContext& context) override {
    if (op.output->numel() == 0) return OkStatus();
    Int8Finish<Out, Residual> finish = finish_;
    finish.factors = From<float>(factors_);
    finish.bias = From<float>(op.bias);
    finish.residual = From<Residual>(op.residual);
    finish.out = To<Out>(op.output);
    const auto* const x = From<int8_t>(op.input);
    const auto* const filter = From<int8_t>(filter_);
    if (library_.ready() && IsAligned(x)) {
      LITE_ASSIGN_OR_RETURN(const float* const sums, library_.RunInt8(x, filter, context));
      return QueueOf(context)->Launch("epilogue of int8",
                                      FinishInt8Body<float, Out, Residual>{sums, finish},
                                      op.output->numel());
    }
    CudaContext* const queue = QueueOf(context);
    const int64_t count = op.output->numel();
    // The memory plan places parts of a joined tensor anywhere.
    const bool fours = reinterpret_cast<uintptr_t>(x) % kFour == 0;
    if (depthwise_ && fours) {
      const DepthwiseInt8Body<Out, Residual> body = {x, From<int8_t>(by_channels_), window_,
                                                     finish};
      return queue->Launch("depthwise conv2d of int8", body, count / kFour);
    }
    if (window_.in_per_group % kFour == 0 && fours) {
      const ConvInt8Body<Out, Residual, true> body = {x, filter, window_, finish};
      return queue->Launch("conv2d of int8", body, count);
    }
    const ConvInt8Body<Out, Residual, false> body = {x, filter, window_, finish};
    return queue->Launch("conv2d of int8", body, count);
  }

 private:
  static constexpr bool kInt8Residual = std::is_same_v<Residual, int8_t>;
  static constexpr int kFour = 4;  // numbers in a register

  ConvWindow window_;
  bool depthwise_ = false;
  Int8Finish<Out, Residual> finish_ = {};
  Block factors_, filter_;
  Block by_channels_;  // the filter of a depthwise convolution
  LibraryConvolution library_;
};

using ConvInt8 = Conv2dInt8Kernel<int8_t, float>;
using ConvInt8ToFloat = Conv2dInt8Kernel<float, float>;
using SumInt8 = Conv2dInt8Kernel<int8_t, int8_t>;
using SumInt8ToFloat = Conv2dInt8Kernel<float, int8_t>;

LITE_KERNELS(kCUDA, kInt8, kNHWC, int8_out, ConvInt8, conv2d, depthwise_conv2d)
    .In({"Filter"}, PRECISION(kInt8), DATALAYOUT(kNCHW))
    .In({"Bias"}, PRECISION(kFloat), DATALAYOUT(kNCHW))
    .In({"ResidualData"}, PRECISION(kFloat));
LITE_KERNELS(kCUDA, kInt8, kNHWC, fp32_out, ConvInt8ToFloat, conv2d, depthwise_conv2d)
    .In({"Filter"}, PRECISION(kInt8), DATALAYOUT(kNCHW))
    .In({"Bias"}, PRECISION(kFloat), DATALAYOUT(kNCHW))
    .In({"ResidualData"}, PRECISION(kFloat))
    .Out({"Output"}, PRECISION(kFloat));

// ResidualData is int8 as well.
LITE_KERNELS(kCUDA, kInt8, kNHWC, int8_sum, SumInt8, conv2d, depthwise_conv2d)
    .In({"Filter"}, PRECISION(kInt8), DATALAYOUT(kNCHW))
    .In({"Bias"}, PRECISION(kFloat), DATALAYOUT(kNCHW));
LITE_KERNELS(kCUDA, kInt8, kNHWC, fp32_sum, SumInt8ToFloat, conv2d, depthwise_conv2d)
    .In({"Filter"}, PRECISION(kInt8), DATALAYOUT(kNCHW))
    .In({"Bias"}, PRECISION(kFloat), DATALAYOUT(kNCHW))
    .Out({"Output"}, PRECISION(kFloat));

}  // namespace paddle::lite::kernels::cuda
