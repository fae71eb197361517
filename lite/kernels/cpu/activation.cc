// Elementwise functions of one tensor, in any layout; those of int8 by tables.

#include "lite/operators/activation.h"

#include "lite/kernels/cpu/cpu_kernel.h"
#include "lite/kernels/table_activation.h"
#include "lite/operators/clip.h"
#include "lite/operators/pow.h"

namespace paddle::lite::kernels::LITE_CPU {
namespace {

struct Function {
  backend::UnaryF32 kind;
  float p0 = 0, p1 = 0, p2 = 0;
};
using Kind = backend::UnaryF32;

Function DescribeRelu(const operators::Unary&) { return {Kind::kRelu}; }
Function DescribeRelu6(const operators::Relu6& op) { return {Kind::kClamp, 0, op.threshold}; }
Function DescribeReluClipped(const operators::ReluClipped& op) {
  return {Kind::kClamp, 0, op.coefficient};
}
Function DescribeLeakyRelu(const operators::LeakyRelu& op) { return {Kind::kLeakyRelu, op.alpha}; }
Function DescribeHardSwish(const operators::HardSwish& op) {
  return {Kind::kHardSwish, op.offset, op.threshold, 1.0f / op.scale};
}
Function DescribeHardSigmoid(const operators::HardSigmoid& op) {
  return {Kind::kHardSigmoid, op.slope, op.offset};
}
Function DescribeSigmoid(const operators::Unary&) { return {Kind::kSigmoid}; }
Function DescribeSwish(const operators::Swish& op) { return {Kind::kSwish, op.beta}; }
Function DescribeSilu(const operators::Unary&) { return {Kind::kSwish, 1.0f}; }
Function DescribeTanh(const operators::Unary&) { return {Kind::kTanh}; }
Function DescribeExp(const operators::Unary&) { return {Kind::kExp}; }
Function DescribeLog(const operators::Unary&) { return {Kind::kLog}; }
Function DescribeLog1p(const operators::Unary&) { return {Kind::kLog1p}; }
Function DescribeElu(const operators::Elu& op) { return {Kind::kElu, op.alpha}; }
Function DescribeGelu(const operators::Gelu& op) {
  return {op.approximate ? Kind::kGeluTanh : Kind::kGelu};
}
Function DescribeErf(const operators::Unary&) { return {Kind::kErf}; }
Function DescribeSoftplus(const operators::Softplus& op) {
  return {Kind::kSoftplus, op.beta, op.threshold, 1.0f / op.beta};
}
Function DescribeMish(const operators::Mish&) { return {Kind::kMish}; }
Function DescribeClip(const operators::Clip& op) { return {Kind::kClamp, op.min, op.max}; }
Function DescribePow(const operators::Pow&) { return {Kind::kSquare}; }
Function DescribeAbs(const operators::Unary&) { return {Kind::kAbs}; }
Function DescribeSquare(const operators::Unary&) { return {Kind::kSquare}; }
Function DescribeSqrt(const operators::Unary&) { return {Kind::kSqrt}; }
Function DescribeRsqrt(const operators::Unary&) { return {Kind::kRsqrt}; }
Function DescribeReciprocal(const operators::Unary&) { return {Kind::kReciprocal}; }
// -x for zeros too, to which a positive zero must not be added.
Function DescribeNegative(const operators::Unary&) { return {Kind::kAffine, -1.0f, -0.0f}; }
Function DescribeFloor(const operators::Unary&) { return {Kind::kFloor}; }
Function DescribeSign(const operators::Unary&) { return {Kind::kSign}; }
Function DescribeSoftsign(const operators::Unary&) { return {Kind::kSoftsign}; }
Function DescribeThresholdedRelu(const operators::ThresholdedRelu& op) {
  return {Kind::kThresholdedRelu, op.threshold};
}
Function DescribePower(const operators::Power& op) { return {Kind::kAffine, op.scale, op.shift}; }

// Operators that a function describes only for some attributes or inputs.
Status CheckDescribed(const Op&) { return OkStatus(); }
Status CheckDescribed(const operators::Mish& op) {
  if (op.threshold >= 15.0f) return OkStatus();  // from here on, tanh(x) is 1
  return Unsupported("a threshold of ", op.threshold);
}
Status CheckDescribed(const operators::Clip& op) {
  if (op.min_tensor == nullptr && op.max_tensor == nullptr) return OkStatus();
  return Unsupported("limits in tensors");
}
Status CheckDescribed(const operators::Power& op) {
  return op.power == 1.0f ? OkStatus() : Unsupported("a power of ", op.power);
}
Status CheckDescribed(const operators::Pow& op) {
  if (op.factor_tensor != nullptr) return Unsupported("slot FactorTensor");
  return op.factor == 2.0f ? OkStatus() : Unsupported("a factor of ", op.factor);
}

// Tables of int8 with vectors.
class VectorTable {
 public:
  void Quantize(const float* values, float factor, int64_t count, int8_t* dst) const {
    tables_.gemm.quantize(values, count, factor, dst);
  }
  void LookUp(const int8_t* src, const int8_t* table, int64_t count, int8_t* dst) const {
    tables_.vector.look_up(src, table, count, dst);
  }

 private:
  const backend::Int8Tables& tables_ = backend::ActiveInt8Tables();
};

}  // namespace

// kDescribe returns the function of an operator.
template <typename Types, auto kDescribe>
class RealKernel;
template <typename Types, typename OpType, Function (*kDescribe)(const OpType&)>
class RealKernel<Types, kDescribe> final : public CpuKernelFor<OpType, Types> {
 public:
  using Element = typename Types::Element;
  using Real = typename Types::Real;

  static Status Supports(const OpType& op) { return CheckDescribed(op); }

  Status PrepareOp(const OpType& op, PrepareContext*) override {
    const Function function = kDescribe(op);
    run_ = this->tables_.vector.unary[static_cast<int>(function.kind)];
    params_[0] = function.p0;
    params_[1] = function.p1;
    params_[2] = function.p2;
    return OkStatus();
  }

  Status RunOp(const OpType& op, const RunContext& context) override {
    constexpr int64_t kGrain = 8192;  // elements that justify a thread
    const Real* src = op.x->template data<Element>();
    Real* dst = op.out->template mutable_data<Element>();
    context.pool->ParallelFor(op.x->numel(), kGrain, [&](int64_t begin, int64_t end, int) {
      run_(src + begin, dst + begin, end - begin, params_);
    });
    return OkStatus();
  }

 private:
  void (*run_)(const Real*, Real*, int64_t, const float*) = nullptr;
  float params_[backend::kUnaryF32Params] = {};
};

template <auto kDescribe>
using UnaryKernel = RealKernel<F32, kDescribe>;
template <auto kDescribe>
using HalfKernel = RealKernel<F16, kDescribe>;
template <const auto* kFunction>
using PlainInt8 = PlainTable<kFunction, int8_t, VectorTable>;
template <typename OpType>
using ParametricInt8 = ParametricTable<OpType, int8_t, VectorTable>;

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, UnaryKernel<DescribeRelu>, relu);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, UnaryKernel<DescribeRelu6>, relu6);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, UnaryKernel<DescribeReluClipped>, relu_clipped);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, UnaryKernel<DescribeLeakyRelu>, leaky_relu);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, UnaryKernel<DescribeHardSwish>, hard_swish);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, UnaryKernel<DescribeHardSigmoid>, hard_sigmoid);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, UnaryKernel<DescribeSigmoid>, sigmoid);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, UnaryKernel<DescribeSwish>, swish);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, UnaryKernel<DescribeSilu>, silu);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, UnaryKernel<DescribeTanh>, tanh);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, UnaryKernel<DescribeExp>, exp);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, UnaryKernel<DescribeLog>, log);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, UnaryKernel<DescribeLog1p>, log1p);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, UnaryKernel<DescribeElu>, elu);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, UnaryKernel<DescribeGelu>, gelu);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, UnaryKernel<DescribeErf>, erf);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, UnaryKernel<DescribeSoftplus>, softplus);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, UnaryKernel<DescribeMish>, mish);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, UnaryKernel<DescribeClip>, clip);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, UnaryKernel<DescribePow>, pow);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, UnaryKernel<DescribePower>, power);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, UnaryKernel<DescribeAbs>, abs);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, UnaryKernel<DescribeSquare>, square);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, UnaryKernel<DescribeSqrt>, sqrt);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, UnaryKernel<DescribeRsqrt>, rsqrt);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, UnaryKernel<DescribeReciprocal>, reciprocal);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, UnaryKernel<DescribeNegative>, negative);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, UnaryKernel<DescribeFloor>, floor);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, UnaryKernel<DescribeSign>, sign);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, UnaryKernel<DescribeSoftsign>, softsign);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, UnaryKernel<DescribeThresholdedRelu>,
             thresholded_relu);
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kAny, int8_out, PlainInt8<&Relu>, relu);
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kAny, int8_out, PlainInt8<&Sigmoid>, sigmoid);
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kAny, int8_out, PlainInt8<&Tanh>, tanh);
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kAny, int8_out, PlainInt8<&Silu>, silu);
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kAny, int8_out, ParametricInt8<operators::Relu6>, relu6);
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kAny, int8_out, ParametricInt8<operators::LeakyRelu>,
             leaky_relu);
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kAny, int8_out, ParametricInt8<operators::Swish>, swish);
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kAny, int8_out, ParametricInt8<operators::HardSwish>,
             hard_swish);
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kAny, int8_out, ParametricInt8<operators::HardSigmoid>,
             hard_sigmoid);
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kAny, int8_out, ParametricInt8<operators::Gelu>, gelu);
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kAny, int8_out, ParametricInt8<operators::Elu>, elu);
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kAny, int8_out, ParametricInt8<operators::Mish>, mish);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, HalfKernel<DescribeRelu>, relu);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, HalfKernel<DescribeRelu6>, relu6);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, HalfKernel<DescribeReluClipped>, relu_clipped);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, HalfKernel<DescribeLeakyRelu>, leaky_relu);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, HalfKernel<DescribeHardSwish>, hard_swish);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, HalfKernel<DescribeHardSigmoid>, hard_sigmoid);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, HalfKernel<DescribeSigmoid>, sigmoid);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, HalfKernel<DescribeSwish>, swish);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, HalfKernel<DescribeSilu>, silu);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, HalfKernel<DescribeTanh>, tanh);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, HalfKernel<DescribeExp>, exp);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, HalfKernel<DescribeElu>, elu);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, HalfKernel<DescribeGelu>, gelu);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, HalfKernel<DescribeErf>, erf);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, HalfKernel<DescribeSoftplus>, softplus);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, HalfKernel<DescribeMish>, mish);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, HalfKernel<DescribeClip>, clip);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, HalfKernel<DescribePow>, pow);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, HalfKernel<DescribePower>, power);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, HalfKernel<DescribeAbs>, abs);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, HalfKernel<DescribeSquare>, square);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, HalfKernel<DescribeSqrt>, sqrt);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, HalfKernel<DescribeRsqrt>, rsqrt);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, HalfKernel<DescribeReciprocal>, reciprocal);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, HalfKernel<DescribeNegative>, negative);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, HalfKernel<DescribeFloor>, floor);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, HalfKernel<DescribeSign>, sign);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, HalfKernel<DescribeSoftsign>, softsign);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, HalfKernel<DescribeThresholdedRelu>,
             thresholded_relu);

}  // namespace paddle::lite::kernels::LITE_CPU
