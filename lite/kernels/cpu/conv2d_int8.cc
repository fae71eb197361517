// Int8 conv2d and depthwise_conv2d. The micro-kernels work on NHWC; in programs that stay in NCHW,
// tensors are converted inside the kernel.

#include "lite/kernels/cpu/conv_shape.h"
#include "lite/kernels/cpu/int8_plan.h"
#include "lite/kernels/transposition.h"
#include "lite/operators/conv2d.h"

namespace paddle::lite::kernels::LITE_CPU {

// Out and Residual are float or int8_t.
template <DataLayoutType kLayout, typename Out, typename Residual = float>
class ConvInt8Kernel final : public KernelFor<operators::Conv2d> {
 public:
  static constexpr double kGflops = kLayout == DataLayoutType::kNHWC ? 200 : 50;

  static Status Supports(const operators::Conv2d& op) {
    LITE_RETURN_IF_ERROR(op.RequireCommonForm());
    if (!op.filter->persistable()) return Unsupported("Filter must be a constant weight");
    LITE_RETURN_IF_ERROR(op.CheckResidualType(kInt8Residual));
    LITE_ASSIGN_OR_RETURN(const Activation activation, op.act.Resolve());
    return MapActivationS8(activation, 1, After(op)).status();
  }

  Status PrepareOp(const operators::Conv2d& op, PrepareContext* context) override {
    empty_ = op.output->numel() == 0;
    if (empty_) return OkStatus();
    LITE_ASSIGN_OR_RETURN(const operators::ConvGeometry g, op.Geometry());
    LITE_ASSIGN_OR_RETURN(const Activation activation, op.act.Resolve());
    LITE_ASSIGN_OR_RETURN(const operators::ProductScales scales,
                          ScalesOfProduct(op, "Input", "Filter", "Output",
                                          std::is_same_v<Out, int8_t>, g.out_channels));
    const backend::ConvShape shape = ToShape(g);
    Int8Plan::Residual residual;
    if constexpr (kInt8Residual) {
      residual.type = backend::ResidualS8::kInt8;
      LITE_ASSIGN_OR_RETURN(residual.scale, operators::ActivationScale(op, "ResidualData"));
    } else if (op.residual != nullptr) {
      residual.type = backend::ResidualS8::kFloat;
    }
    LITE_RETURN_IF_ERROR(plan_.Prepare(
        shape, scales, {activation, After(op)}, std::is_same_v<Out, int8_t>, residual, *op.filter,
        {{shape.group_in_c() * shape.taps(), shape.taps(), 1}, ""}, context));
    stores_apart_ = !kConvert && op.residual == nullptr && plan_.stores_apart();
    if constexpr (kConvert) {
      constexpr int kSwap[] = {0, 2, 1};
      to_nhwc_ = Transposition(DDim{shape.batch, shape.in_c, shape.in_h * shape.in_w}, kSwap);
      to_nchw_ = Transposition(DDim{shape.batch, shape.out_h * shape.out_w, shape.out_c}, kSwap);
      input_scratch_ = context->BookScratch(op.input->memory_size());
      output_scratch_ = context->BookScratch(op.output->memory_size());
      if (op.residual != nullptr) {
        residual_to_nhwc_ =
            Transposition(DDim{shape.batch, shape.out_c, shape.out_h * shape.out_w}, kSwap);
        residual_scratch_ = context->BookScratch(op.residual->memory_size());
      }
    }
    return OkStatus();
  }

  Status RunOp(const operators::Conv2d& op, const RunContext& context) override {
    if (empty_) return OkStatus();
    const int8_t* src = op.input->data<int8_t>();
    Out* dst = op.output->mutable_data<Out>();
    const Residual* residual = op.residual == nullptr ? nullptr : op.residual->data<Residual>();
    if constexpr (kConvert) {
      auto* input = reinterpret_cast<int8_t*>(context.scratch + input_scratch_);
      auto* output = reinterpret_cast<Out*>(context.scratch + output_scratch_);
      to_nhwc_.Run(src, input, sizeof(int8_t), context.pool);
      if (residual != nullptr) {
        auto* const converted = reinterpret_cast<Residual*>(context.scratch + residual_scratch_);
        residual_to_nhwc_.Run(residual, converted, sizeof(Residual), context.pool);
        residual = converted;
      }
      plan_.Run(input, op.bias, residual, output, context);
      to_nchw_.Run(output, dst, sizeof(Out), context.pool);
    } else {
      plan_.Run(src, op.bias, residual, dst, context);
    }
    return OkStatus();
  }

  Span<const char> constants() const override { return plan_.constants(); }
  bool stores_apart() const override { return stores_apart_; }

 private:
  static AfterActivation After(const operators::Conv2d& op) {
    return {op.act.activation_scale, op.act.activation_bias};
  }

  static constexpr bool kConvert = kLayout == DataLayoutType::kNCHW;
  static constexpr bool kInt8Residual = std::is_same_v<Residual, int8_t>;

  bool empty_ = false;
  bool stores_apart_ = false;
  Int8Plan plan_;
  Transposition to_nhwc_;
  Transposition to_nchw_;
  Transposition residual_to_nhwc_;
  size_t input_scratch_ = 0;
  size_t output_scratch_ = 0;
  size_t residual_scratch_ = 0;
};

using ConvInt8Nhwc = ConvInt8Kernel<DataLayoutType::kNHWC, int8_t>;
using ConvInt8NhwcToFloat = ConvInt8Kernel<DataLayoutType::kNHWC, float>;
using ConvInt8Nchw = ConvInt8Kernel<DataLayoutType::kNCHW, int8_t>;
using ConvInt8NchwToFloat = ConvInt8Kernel<DataLayoutType::kNCHW, float>;
using SumInt8Nhwc = ConvInt8Kernel<DataLayoutType::kNHWC, int8_t, int8_t>;
using SumInt8NhwcToFloat = ConvInt8Kernel<DataLayoutType::kNHWC, float, int8_t>;
using SumInt8Nchw = ConvInt8Kernel<DataLayoutType::kNCHW, int8_t, int8_t>;
using SumInt8NchwToFloat = ConvInt8Kernel<DataLayoutType::kNCHW, float, int8_t>;

LITE_KERNELS(LITE_CPU_TARGET, kInt8, kNHWC, int8_out, ConvInt8Nhwc, conv2d, depthwise_conv2d)
    .In({"Filter"}, PRECISION(kInt8), DATALAYOUT(kNCHW))
    .In({"Bias"}, PRECISION(kFloat), DATALAYOUT(kNCHW))
    .In({"ResidualData"}, PRECISION(kFloat));
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kNHWC, fp32_out, ConvInt8NhwcToFloat, conv2d, depthwise_conv2d)
    .In({"Filter"}, PRECISION(kInt8), DATALAYOUT(kNCHW))
    .In({"Bias"}, PRECISION(kFloat), DATALAYOUT(kNCHW))
    .In({"ResidualData"}, PRECISION(kFloat))
    .Out({"Output"}, PRECISION(kFloat));
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kNCHW, int8_out, ConvInt8Nchw, conv2d, depthwise_conv2d)
    .In({"Bias", "ResidualData"}, PRECISION(kFloat));
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kNCHW, fp32_out, ConvInt8NchwToFloat, conv2d, depthwise_conv2d)
    .In({"Bias", "ResidualData"}, PRECISION(kFloat))
    .Out({"Output"}, PRECISION(kFloat));

// ResidualData is int8 as well.
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kNHWC, int8_sum, SumInt8Nhwc, conv2d, depthwise_conv2d)
    .In({"Filter"}, PRECISION(kInt8), DATALAYOUT(kNCHW))
    .In({"Bias"}, PRECISION(kFloat), DATALAYOUT(kNCHW));
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kNHWC, fp32_sum, SumInt8NhwcToFloat, conv2d, depthwise_conv2d)
    .In({"Filter"}, PRECISION(kInt8), DATALAYOUT(kNCHW))
    .In({"Bias"}, PRECISION(kFloat), DATALAYOUT(kNCHW))
    .Out({"Output"}, PRECISION(kFloat));
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kNCHW, int8_sum, SumInt8Nchw, conv2d, depthwise_conv2d)
    .In({"Bias"}, PRECISION(kFloat));
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kNCHW, fp32_sum, SumInt8NchwToFloat, conv2d, depthwise_conv2d)
    .In({"Bias"}, PRECISION(kFloat))
    .Out({"Output"}, PRECISION(kFloat));

}  // namespace paddle::lite::kernels::LITE_CPU
