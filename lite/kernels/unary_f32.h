// Elementwise functions of one tensor, in any layout, for every CPU target with array kernels.
#pragma once

#include "lite/backends/vector_f32.h"
#include "lite/kernels/kernel.h"
#include "lite/operators/activation.h"

namespace paddle::lite::kernels {

struct UnaryFunctionF32 {
  simd::UnaryF32 kind;
  float p0 = 0, p1 = 0, p2 = 0;
};

// kTable returns the array kernels of the target, kDescribe the function of an operator.
template <const simd::VectorF32Kernels& (*kTable)(), typename OpType,
          UnaryFunctionF32 (*kDescribe)(const OpType&)>
class UnaryF32Kernel final : public KernelFor<OpType> {
 public:
  Status PrepareOp(const OpType& op, PrepareContext*) override {
    const UnaryFunctionF32 function = kDescribe(op);
    run_ = kTable().unary[static_cast<int>(function.kind)];
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
  float params_[simd::kUnaryF32Params] = {};
};

// The kernels of a target by operator.
template <const simd::VectorF32Kernels& (*kTable)()>
class UnaryF32Kernels {
  using Function = UnaryFunctionF32;
  using Kind = simd::UnaryF32;
  template <typename OpType, Function (*kDescribe)(const OpType&)>
  using Of = UnaryF32Kernel<kTable, OpType, kDescribe>;

  static Function DescribeRelu(const operators::Unary&) { return {Kind::kRelu}; }
  static Function DescribeRelu6(const operators::Relu6& op) {
    return {Kind::kClamp, 0, op.threshold};
  }
  static Function DescribeReluClipped(const operators::ReluClipped& op) {
    return {Kind::kClamp, 0, op.coefficient};
  }
  static Function DescribeLeakyRelu(const operators::LeakyRelu& op) {
    return {Kind::kLeakyRelu, op.alpha};
  }
  static Function DescribeHardSwish(const operators::HardSwish& op) {
    return {Kind::kHardSwish, op.offset, op.threshold, 1.0f / op.scale};
  }
  static Function DescribeHardSigmoid(const operators::HardSigmoid& op) {
    return {Kind::kHardSigmoid, op.slope, op.offset};
  }
  static Function DescribeSigmoid(const operators::Unary&) { return {Kind::kSigmoid}; }
  static Function DescribeSwish(const operators::Swish& op) { return {Kind::kSwish, op.beta}; }
  static Function DescribeSilu(const operators::Unary&) { return {Kind::kSwish, 1.0f}; }
  static Function DescribeTanh(const operators::Unary&) { return {Kind::kTanh}; }
  static Function DescribeExp(const operators::Unary&) { return {Kind::kExp}; }
  static Function DescribeElu(const operators::Elu& op) { return {Kind::kElu, op.alpha}; }
  static Function DescribeAbs(const operators::Unary&) { return {Kind::kAbs}; }
  static Function DescribeSquare(const operators::Unary&) { return {Kind::kSquare}; }
  static Function DescribeSqrt(const operators::Unary&) { return {Kind::kSqrt}; }

 public:
  using Relu = Of<operators::Unary, DescribeRelu>;
  using Relu6 = Of<operators::Relu6, DescribeRelu6>;
  using ReluClipped = Of<operators::ReluClipped, DescribeReluClipped>;
  using LeakyRelu = Of<operators::LeakyRelu, DescribeLeakyRelu>;
  using HardSwish = Of<operators::HardSwish, DescribeHardSwish>;
  using HardSigmoid = Of<operators::HardSigmoid, DescribeHardSigmoid>;
  using Sigmoid = Of<operators::Unary, DescribeSigmoid>;
  using Swish = Of<operators::Swish, DescribeSwish>;
  using Silu = Of<operators::Unary, DescribeSilu>;
  using Tanh = Of<operators::Unary, DescribeTanh>;
  using Exp = Of<operators::Unary, DescribeExp>;
  using Elu = Of<operators::Elu, DescribeElu>;
  using Abs = Of<operators::Unary, DescribeAbs>;
  using Square = Of<operators::Unary, DescribeSquare>;
  using Sqrt = Of<operators::Unary, DescribeSqrt>;
};

}  // namespace paddle::lite::kernels
