// Elementwise functions of one tensor, in any layout.

#include "lite/operators/activation.h"

#include "lite/kernels/cpu/cpu_kernel.h"

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
Function DescribeElu(const operators::Elu& op) { return {Kind::kElu, op.alpha}; }
Function DescribeAbs(const operators::Unary&) { return {Kind::kAbs}; }
Function DescribeSquare(const operators::Unary&) { return {Kind::kSquare}; }
Function DescribeSqrt(const operators::Unary&) { return {Kind::kSqrt}; }

}  // namespace

// kDescribe returns the function of an operator.
template <typename OpType, Function (*kDescribe)(const OpType&)>
class UnaryKernel final : public CpuKernelFor<OpType> {
 public:
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
    const float* src = op.x->template data<float>();
    float* dst = op.out->template mutable_data<float>();
    context.pool->ParallelFor(op.x->numel(), kGrain, [&](int64_t begin, int64_t end, int) {
      run_(src + begin, dst + begin, end - begin, params_);
    });
    return OkStatus();
  }

 private:
  void (*run_)(const float*, float*, int64_t, const float*) = nullptr;
  float params_[backend::kUnaryF32Params] = {};
};

using ReluKernel = UnaryKernel<operators::Unary, DescribeRelu>;
using Relu6Kernel = UnaryKernel<operators::Relu6, DescribeRelu6>;
using ReluClippedKernel = UnaryKernel<operators::ReluClipped, DescribeReluClipped>;
using LeakyReluKernel = UnaryKernel<operators::LeakyRelu, DescribeLeakyRelu>;
using HardSwishKernel = UnaryKernel<operators::HardSwish, DescribeHardSwish>;
using HardSigmoidKernel = UnaryKernel<operators::HardSigmoid, DescribeHardSigmoid>;
using SigmoidKernel = UnaryKernel<operators::Unary, DescribeSigmoid>;
using SwishKernel = UnaryKernel<operators::Swish, DescribeSwish>;
using SiluKernel = UnaryKernel<operators::Unary, DescribeSilu>;
using TanhKernel = UnaryKernel<operators::Unary, DescribeTanh>;
using ExpKernel = UnaryKernel<operators::Unary, DescribeExp>;
using EluKernel = UnaryKernel<operators::Elu, DescribeElu>;
using AbsKernel = UnaryKernel<operators::Unary, DescribeAbs>;
using SquareKernel = UnaryKernel<operators::Unary, DescribeSquare>;
using SqrtKernel = UnaryKernel<operators::Unary, DescribeSqrt>;

}  // namespace paddle::lite::kernels::LITE_CPU

REGISTER_CPU_KERNEL(relu, kFloat, kAny, ReluKernel, def).Finalize();
REGISTER_CPU_KERNEL(relu6, kFloat, kAny, Relu6Kernel, def).Finalize();
REGISTER_CPU_KERNEL(relu_clipped, kFloat, kAny, ReluClippedKernel, def).Finalize();
REGISTER_CPU_KERNEL(leaky_relu, kFloat, kAny, LeakyReluKernel, def).Finalize();
REGISTER_CPU_KERNEL(hard_swish, kFloat, kAny, HardSwishKernel, def).Finalize();
REGISTER_CPU_KERNEL(hard_sigmoid, kFloat, kAny, HardSigmoidKernel, def).Finalize();
REGISTER_CPU_KERNEL(sigmoid, kFloat, kAny, SigmoidKernel, def).Finalize();
REGISTER_CPU_KERNEL(swish, kFloat, kAny, SwishKernel, def).Finalize();
REGISTER_CPU_KERNEL(silu, kFloat, kAny, SiluKernel, def).Finalize();
REGISTER_CPU_KERNEL(tanh, kFloat, kAny, TanhKernel, def).Finalize();
REGISTER_CPU_KERNEL(exp, kFloat, kAny, ExpKernel, def).Finalize();
REGISTER_CPU_KERNEL(elu, kFloat, kAny, EluKernel, def).Finalize();
REGISTER_CPU_KERNEL(abs, kFloat, kAny, AbsKernel, def).Finalize();
REGISTER_CPU_KERNEL(square, kFloat, kAny, SquareKernel, def).Finalize();
REGISTER_CPU_KERNEL(sqrt, kFloat, kAny, SqrtKernel, def).Finalize();
