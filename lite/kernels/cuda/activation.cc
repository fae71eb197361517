// Functions of each element of one tensor.

#include "lite/operators/activation.h"

#include "lite/backends/cuda/elementwise_body.h"
#include "lite/kernels/cuda/call.h"
#include "lite/kernels/gpu/unary.h"

namespace paddle::lite::kernels::cuda {

using gpu::Elementary;

// kDescribe returns the function of an operator.
template <typename T, auto kDescribe>
class UnaryKernel;
template <typename T, typename OpType, typename Function, Function (*kDescribe)(const OpType&)>
class UnaryKernel<T, kDescribe> final : public CudaKernel<OpType> {
 public:
  static Status Supports(const OpType& op) { return gpu::RefuseTensors(op); }

  Status PrepareCuda(const OpType& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(function_, Result<gpu::UnaryFunction>(kDescribe(op)));
    return OkStatus();
  }
  Status RunOp(const OpType& op, const RunContext& context) override {
    const lite::cuda::UnaryBody<T> body = {From<T>(op.x), To<T>(op.out), function_};
    return QueueOf(context)->Launch("unary", body, op.x->numel());
  }

 private:
  gpu::UnaryFunction function_;
};

template <auto kDescribe>
using UnaryFloat = UnaryKernel<float, kDescribe>;
template <auto kDescribe>
using UnaryHalf = UnaryKernel<Half, kDescribe>;

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::Plain<ActivationType::kRelu>>, relu);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::Plain<ActivationType::kSigmoid>>, sigmoid);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::Plain<ActivationType::kTanh>>, tanh);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::Plain<ActivationType::kSilu>>, silu);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::Plain<ActivationType::kExp>>, exp);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::Plain<ActivationType::kLog>>, log);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::Plain<ActivationType::kLog1p>>, log1p);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::Plain<ActivationType::kReciprocal>>,
             reciprocal);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::Plain<ActivationType::kAbs>>, abs);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::Plain<ActivationType::kSign>>, sign);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::Plain<ActivationType::kErf>>, erf);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::PlainElementary<Elementary::kLogSigmoid>>,
             logsigmoid);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::PlainElementary<Elementary::kSoftsign>>,
             softsign);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::PlainElementary<Elementary::kSqrt>>, sqrt);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::PlainElementary<Elementary::kRsqrt>>,
             rsqrt);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::PlainElementary<Elementary::kSquare>>,
             square);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::PlainElementary<Elementary::kNegative>>,
             negative);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::PlainElementary<Elementary::kFloor>>,
             floor);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::PlainElementary<Elementary::kCeil>>, ceil);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::PlainElementary<Elementary::kRound>>,
             round);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::PlainElementary<Elementary::kSin>>, sin);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::PlainElementary<Elementary::kCos>>, cos);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::PlainElementary<Elementary::kTan>>, tan);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::PlainElementary<Elementary::kAsin>>, asin);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::PlainElementary<Elementary::kAcos>>, acos);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::PlainElementary<Elementary::kAtan>>, atan);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::OfRelu6>, relu6);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::OfReluClipped>, relu_clipped);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::OfLeakyRelu>, leaky_relu);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::OfThresholdedRelu>, thresholded_relu);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::OfBoundedRelu>, brelu);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::OfSwish>, swish);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::OfHardSwish>, hard_swish);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::OfHardSigmoid>, hard_sigmoid);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::OfGelu>, gelu);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::OfElu>, elu);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::OfMish>, mish);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::OfSoftplus>, softplus);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::OfScaledTanh>, stanh);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::OfPower>, power);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::OfScale>, scale);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::OfClip>, clip);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, UnaryFloat<gpu::OfDropout>, dropout)
    .In({"Seed"}, PRECISION(kAny))
    .Out({"Mask"}, PRECISION(kUInt8));

// Not those that jump or have a pole: the rounding of an input moves it across.
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::Plain<ActivationType::kRelu>>, relu);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::Plain<ActivationType::kSigmoid>>, sigmoid);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::Plain<ActivationType::kTanh>>, tanh);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::Plain<ActivationType::kSilu>>, silu);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::Plain<ActivationType::kExp>>, exp);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::Plain<ActivationType::kReciprocal>>,
             reciprocal);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::Plain<ActivationType::kAbs>>, abs);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::Plain<ActivationType::kErf>>, erf);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::PlainElementary<Elementary::kLogSigmoid>>,
             logsigmoid);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::PlainElementary<Elementary::kSoftsign>>,
             softsign);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::PlainElementary<Elementary::kSqrt>>, sqrt);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::PlainElementary<Elementary::kRsqrt>>, rsqrt);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::PlainElementary<Elementary::kSquare>>, square);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::PlainElementary<Elementary::kNegative>>,
             negative);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::PlainElementary<Elementary::kSin>>, sin);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::PlainElementary<Elementary::kCos>>, cos);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::PlainElementary<Elementary::kTan>>, tan);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::PlainElementary<Elementary::kAsin>>, asin);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::PlainElementary<Elementary::kAcos>>, acos);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::PlainElementary<Elementary::kAtan>>, atan);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::OfRelu6>, relu6);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::OfReluClipped>, relu_clipped);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::OfLeakyRelu>, leaky_relu);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::OfBoundedRelu>, brelu);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::OfSwish>, swish);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::OfHardSwish>, hard_swish);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::OfHardSigmoid>, hard_sigmoid);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::OfGelu>, gelu);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::OfElu>, elu);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::OfMish>, mish);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::OfSoftplus>, softplus);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::OfScaledTanh>, stanh);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::OfPower>, power);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::OfScale>, scale);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::OfClip>, clip);
LITE_KERNELS(kCUDA, kFP16, kAny, def, UnaryHalf<gpu::OfDropout>, dropout)
    .In({"Seed"}, PRECISION(kAny))
    .Out({"Mask"}, PRECISION(kUInt8));

}  // namespace paddle::lite::kernels::cuda
