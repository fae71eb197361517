// Elementwise functions of one tensor, in any layout.

#include "lite/operators/activation.h"

#include "lite/backends/x86/kernel_tables.h"
#include "lite/kernels/kernel.h"
#include "lite/kernels/x86/activation_map.h"

namespace paddle::lite::kernels::x86 {
namespace {

constexpr int64_t kGrain = 8192;  // elements that justify a thread

using backend::UnaryF32;

struct Function {
  UnaryF32 kind;
  float p0 = 0, p1 = 0, p2 = 0;
};

}  // namespace

// kDescribe returns the function of an operator.
template <typename OpType, Function (*kDescribe)(const OpType&)>
class UnaryKernel final : public KernelFor<OpType> {
 public:
  Status PrepareOp(const OpType& op, PrepareContext*) override {
    const Function function = kDescribe(op);
    run_ = backend::VectorF32(backend::ActiveIsa()).unary[static_cast<int>(function.kind)];
    params_[0] = function.p0;
    params_[1] = function.p1;
    params_[2] = function.p2;
    return OkStatus();
  }

  Status RunOp(const OpType& op, const RunContext& context) override {
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

namespace {

Function Relu(const operators::Unary&) { return {UnaryF32::kRelu}; }
Function Relu6(const operators::Relu6& op) { return {UnaryF32::kClamp, 0, op.threshold}; }
Function ReluClipped(const operators::ReluClipped& op) {
  return {UnaryF32::kClamp, 0, op.coefficient};
}
Function LeakyRelu(const operators::LeakyRelu& op) { return {UnaryF32::kLeakyRelu, op.alpha}; }
Function HardSwish(const operators::HardSwish& op) {
  return {UnaryF32::kHardSwish, op.offset, op.threshold, 1.0f / op.scale};
}
Function HardSigmoid(const operators::HardSigmoid& op) {
  return {UnaryF32::kHardSigmoid, op.slope, op.offset};
}
Function Sigmoid(const operators::Unary&) { return {UnaryF32::kSigmoid}; }
Function Swish(const operators::Swish& op) { return {UnaryF32::kSwish, op.beta}; }
Function Silu(const operators::Unary&) { return {UnaryF32::kSwish, 1.0f}; }
Function Tanh(const operators::Unary&) { return {UnaryF32::kTanh}; }
Function Exp(const operators::Unary&) { return {UnaryF32::kExp}; }
Function Elu(const operators::Elu& op) { return {UnaryF32::kElu, op.alpha}; }
Function Abs(const operators::Unary&) { return {UnaryF32::kAbs}; }
Function Square(const operators::Unary&) { return {UnaryF32::kSquare}; }
Function Sqrt(const operators::Unary&) { return {UnaryF32::kSqrt}; }

}  // namespace

using ReluKernel = UnaryKernel<operators::Unary, Relu>;
using Relu6Kernel = UnaryKernel<operators::Relu6, Relu6>;
using ReluClippedKernel = UnaryKernel<operators::ReluClipped, ReluClipped>;
using LeakyReluKernel = UnaryKernel<operators::LeakyRelu, LeakyRelu>;
using HardSwishKernel = UnaryKernel<operators::HardSwish, HardSwish>;
using HardSigmoidKernel = UnaryKernel<operators::HardSigmoid, HardSigmoid>;
using SigmoidKernel = UnaryKernel<operators::Unary, Sigmoid>;
using SwishKernel = UnaryKernel<operators::Swish, Swish>;
using SiluKernel = UnaryKernel<operators::Unary, Silu>;
using TanhKernel = UnaryKernel<operators::Unary, Tanh>;
using ExpKernel = UnaryKernel<operators::Unary, Exp>;
using EluKernel = UnaryKernel<operators::Elu, Elu>;
using AbsKernel = UnaryKernel<operators::Unary, Abs>;
using SquareKernel = UnaryKernel<operators::Unary, Square>;
using SqrtKernel = UnaryKernel<operators::Unary, Sqrt>;

}  // namespace paddle::lite::kernels::x86

REGISTER_LITE_KERNEL(relu, kX86, kFloat, kAny, paddle::lite::kernels::x86::ReluKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(relu6, kX86, kFloat, kAny, paddle::lite::kernels::x86::Relu6Kernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(relu_clipped, kX86, kFloat, kAny,
                     paddle::lite::kernels::x86::ReluClippedKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(leaky_relu, kX86, kFloat, kAny, paddle::lite::kernels::x86::LeakyReluKernel,
                     def)
    .Finalize();

REGISTER_LITE_KERNEL(hard_swish, kX86, kFloat, kAny, paddle::lite::kernels::x86::HardSwishKernel,
                     def)
    .Finalize();

REGISTER_LITE_KERNEL(hard_sigmoid, kX86, kFloat, kAny,
                     paddle::lite::kernels::x86::HardSigmoidKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(sigmoid, kX86, kFloat, kAny, paddle::lite::kernels::x86::SigmoidKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(swish, kX86, kFloat, kAny, paddle::lite::kernels::x86::SwishKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(silu, kX86, kFloat, kAny, paddle::lite::kernels::x86::SiluKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(tanh, kX86, kFloat, kAny, paddle::lite::kernels::x86::TanhKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(exp, kX86, kFloat, kAny, paddle::lite::kernels::x86::ExpKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(elu, kX86, kFloat, kAny, paddle::lite::kernels::x86::EluKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(abs, kX86, kFloat, kAny, paddle::lite::kernels::x86::AbsKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(square, kX86, kFloat, kAny, paddle::lite::kernels::x86::SquareKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(sqrt, kX86, kFloat, kAny, paddle::lite::kernels::x86::SqrtKernel, def)
    .Finalize();
