// Functions of each element of one tensor.

#include "lite/operators/activation.h"

#include "lite/backends/cuda/elementwise_body.h"
#include "lite/kernels/cuda/call.h"
#include "lite/kernels/gpu/unary.h"

namespace paddle::lite::kernels::cuda {

using gpu::Elementary;

// kDescribe returns the function of an operator.
template <auto kDescribe>
class UnaryKernel;
template <typename OpType, typename Function, Function (*kDescribe)(const OpType&)>
class UnaryKernel<kDescribe> final : public CudaKernel<OpType> {
 public:
  static Status Supports(const OpType& op) { return gpu::RefuseTensors(op); }

  Status PrepareCuda(const OpType& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(function_, Result<gpu::UnaryFunction>(kDescribe(op)));
    return OkStatus();
  }
  Status RunOp(const OpType& op, const RunContext& context) override {
    const lite::cuda::UnaryBody body = {From<float>(op.x), To<float>(op.out), function_};
    return QueueOf(context)->Launch("unary", body, op.x->numel());
  }

 private:
  gpu::UnaryFunction function_;
};

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::Plain<ActivationType::kRelu>>, relu);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::Plain<ActivationType::kSigmoid>>, sigmoid);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::Plain<ActivationType::kTanh>>, tanh);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::Plain<ActivationType::kSilu>>, silu);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::Plain<ActivationType::kExp>>, exp);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::Plain<ActivationType::kLog>>, log);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::Plain<ActivationType::kLog1p>>, log1p);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::Plain<ActivationType::kReciprocal>>,
             reciprocal);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::Plain<ActivationType::kAbs>>, abs);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::Plain<ActivationType::kSign>>, sign);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::Plain<ActivationType::kErf>>, erf);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::PlainElementary<Elementary::kLogSigmoid>>,
             logsigmoid);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::PlainElementary<Elementary::kSoftsign>>,
             softsign);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::PlainElementary<Elementary::kSqrt>>, sqrt);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::PlainElementary<Elementary::kRsqrt>>,
             rsqrt);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::PlainElementary<Elementary::kSquare>>,
             square);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::PlainElementary<Elementary::kNegative>>,
             negative);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::PlainElementary<Elementary::kFloor>>,
             floor);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::PlainElementary<Elementary::kCeil>>, ceil);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::PlainElementary<Elementary::kRound>>,
             round);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::PlainElementary<Elementary::kSin>>, sin);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::PlainElementary<Elementary::kCos>>, cos);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::PlainElementary<Elementary::kTan>>, tan);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::PlainElementary<Elementary::kAsin>>, asin);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::PlainElementary<Elementary::kAcos>>, acos);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::PlainElementary<Elementary::kAtan>>, atan);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::OfRelu6>, relu6);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::OfReluClipped>, relu_clipped);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::OfLeakyRelu>, leaky_relu);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::OfThresholdedRelu>, thresholded_relu);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::OfBoundedRelu>, brelu);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::OfSwish>, swish);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::OfHardSwish>, hard_swish);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::OfHardSigmoid>, hard_sigmoid);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::OfGelu>, gelu);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::OfElu>, elu);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::OfMish>, mish);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::OfSoftplus>, softplus);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::OfScaledTanh>, stanh);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::OfPower>, power);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::OfScale>, scale);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::OfClip>, clip);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryKernel<gpu::OfDropout>, dropout)
    .In({"Seed"}, PRECISION(kAny))
    .Out({"Mask"}, PRECISION(kUInt8));

}  // namespace paddle::lite::kernels::cuda
