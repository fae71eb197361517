// Elementwise functions of one tensor, in any layout.

#include "lite/backends/x86/kernel_tables.h"
#include "lite/kernels/unary_f32.h"

namespace paddle::lite::kernels::x86 {
namespace {

const simd::VectorF32Kernels& Table() {
  return ::paddle::lite::x86::VectorF32(::paddle::lite::x86::ActiveIsa());
}
using Unary = UnaryF32Kernels<&Table>;

}  // namespace

using ReluKernel = Unary::Relu;
using Relu6Kernel = Unary::Relu6;
using ReluClippedKernel = Unary::ReluClipped;
using LeakyReluKernel = Unary::LeakyRelu;
using HardSwishKernel = Unary::HardSwish;
using HardSigmoidKernel = Unary::HardSigmoid;
using SigmoidKernel = Unary::Sigmoid;
using SwishKernel = Unary::Swish;
using SiluKernel = Unary::Silu;
using TanhKernel = Unary::Tanh;
using ExpKernel = Unary::Exp;
using EluKernel = Unary::Elu;
using AbsKernel = Unary::Abs;
using SquareKernel = Unary::Square;
using SqrtKernel = Unary::Sqrt;

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
