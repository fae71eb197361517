// Functions of each element of one tensor.

#include "lite/operators/activation.h"

#include "lite/kernels/gpu/unary.h"
#include "lite/kernels/opencl/images.h"

namespace paddle::lite::kernels::opencl {

using gpu::Elementary;

// kDescribe returns the function of an operator; in buffers or images.
template <auto kDescribe>
class UnaryKernel;
template <typename OpType, typename Function, Function (*kDescribe)(const OpType&)>
class UnaryKernel<kDescribe> final : public KernelFor<OpType> {
 public:
  static Status Supports(const OpType& op) { return gpu::RefuseTensors(op); }

  Status PrepareOp(const OpType& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(unary_, Result<gpu::UnaryFunction>(kDescribe(op)));
    in_images_ = IsImageLayout(op.out->layout());
    return function_.Load(*context, "elementwise", in_images_ ? "unary_image" : "unary");
  }
  Status RunOp(const OpType& op, const RunContext& context) override {
    const int64_t count = op.x->numel();
    if (count == 0) return OkStatus();
    Call call = function_.On(context);
    call.Add(op.x).Add(op.out).Add(unary_);
    if (in_images_) {
      const ImageShape shape(op.out->dims());
      return call.Add(shape).Over(shape.items(), kCube);
    }
    return call.Add(static_cast<int32_t>(count)).Over({Quarters(count), 1, 1}, kLine);
  }

 private:
  gpu::UnaryFunction unary_;
  bool in_images_ = false;
  LoadedFunction function_;
};

LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::Plain<ActivationType::kRelu>>, relu);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::Plain<ActivationType::kSigmoid>>,
             sigmoid);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::Plain<ActivationType::kTanh>>, tanh);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::Plain<ActivationType::kSilu>>, silu);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::Plain<ActivationType::kExp>>, exp);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::Plain<ActivationType::kLog>>, log);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::Plain<ActivationType::kLog1p>>, log1p);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::Plain<ActivationType::kReciprocal>>,
             reciprocal);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::Plain<ActivationType::kAbs>>, abs);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::Plain<ActivationType::kSign>>, sign);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::Plain<ActivationType::kErf>>, erf);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def,
             UnaryKernel<gpu::PlainElementary<Elementary::kLogSigmoid>>, logsigmoid);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::PlainElementary<Elementary::kSoftsign>>,
             softsign);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::PlainElementary<Elementary::kSqrt>>,
             sqrt);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::PlainElementary<Elementary::kRsqrt>>,
             rsqrt);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::PlainElementary<Elementary::kSquare>>,
             square);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::PlainElementary<Elementary::kNegative>>,
             negative);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::PlainElementary<Elementary::kFloor>>,
             floor);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::PlainElementary<Elementary::kCeil>>,
             ceil);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::PlainElementary<Elementary::kRound>>,
             round);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::PlainElementary<Elementary::kSin>>, sin);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::PlainElementary<Elementary::kCos>>, cos);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::PlainElementary<Elementary::kTan>>, tan);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::PlainElementary<Elementary::kAsin>>,
             asin);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::PlainElementary<Elementary::kAcos>>,
             acos);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::PlainElementary<Elementary::kAtan>>,
             atan);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::OfRelu6>, relu6);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::OfReluClipped>, relu_clipped);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::OfLeakyRelu>, leaky_relu);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::OfThresholdedRelu>, thresholded_relu);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::OfBoundedRelu>, brelu);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::OfSwish>, swish);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::OfHardSwish>, hard_swish);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::OfHardSigmoid>, hard_sigmoid);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::OfGelu>, gelu);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::OfElu>, elu);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::OfMish>, mish);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::OfSoftplus>, softplus);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::OfScaledTanh>, stanh);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::OfPower>, power);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::OfPow>, pow);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::OfScale>, scale);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::OfClip>, clip);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, UnaryKernel<gpu::OfDropout>, dropout)
    .In({"Seed"}, PRECISION(kAny))
    .Out({"Mask"}, PRECISION(kUInt8));

LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, UnaryKernel<gpu::Plain<ActivationType::kRelu>>,
             relu);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, UnaryKernel<gpu::Plain<ActivationType::kSigmoid>>,
             sigmoid);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, UnaryKernel<gpu::Plain<ActivationType::kTanh>>,
             tanh);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, UnaryKernel<gpu::Plain<ActivationType::kSilu>>,
             silu);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, UnaryKernel<gpu::Plain<ActivationType::kExp>>,
             exp);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, UnaryKernel<gpu::Plain<ActivationType::kAbs>>,
             abs);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def,
             UnaryKernel<gpu::PlainElementary<Elementary::kSqrt>>, sqrt);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def,
             UnaryKernel<gpu::PlainElementary<Elementary::kSquare>>, square);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, UnaryKernel<gpu::OfRelu6>, relu6);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, UnaryKernel<gpu::OfReluClipped>, relu_clipped);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, UnaryKernel<gpu::OfLeakyRelu>, leaky_relu);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, UnaryKernel<gpu::OfSwish>, swish);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, UnaryKernel<gpu::OfHardSwish>, hard_swish);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, UnaryKernel<gpu::OfHardSigmoid>, hard_sigmoid);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, UnaryKernel<gpu::OfGelu>, gelu);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, UnaryKernel<gpu::OfElu>, elu);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, UnaryKernel<gpu::OfMish>, mish);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, UnaryKernel<gpu::OfPower>, power);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, UnaryKernel<gpu::OfPow>, pow);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, UnaryKernel<gpu::OfScale>, scale);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, UnaryKernel<gpu::OfClip>, clip);

}  // namespace paddle::lite::kernels::opencl
