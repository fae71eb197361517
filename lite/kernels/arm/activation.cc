// Elementwise functions of one tensor, in any layout.

#include "lite/backends/arm/vector_f32.h"
#include "lite/kernels/unary_f32.h"

namespace paddle::lite::kernels::arm {
namespace {

const simd::VectorF32Kernels& Table() { return ::paddle::lite::arm::kVectorF32Neon; }
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

}  // namespace paddle::lite::kernels::arm

REGISTER_LITE_KERNEL(relu, kARM, kFloat, kAny, paddle::lite::kernels::arm::ReluKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(relu6, kARM, kFloat, kAny, paddle::lite::kernels::arm::Relu6Kernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(relu_clipped, kARM, kFloat, kAny,
                     paddle::lite::kernels::arm::ReluClippedKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(leaky_relu, kARM, kFloat, kAny, paddle::lite::kernels::arm::LeakyReluKernel,
                     def)
    .Finalize();

REGISTER_LITE_KERNEL(hard_swish, kARM, kFloat, kAny, paddle::lite::kernels::arm::HardSwishKernel,
                     def)
    .Finalize();

REGISTER_LITE_KERNEL(hard_sigmoid, kARM, kFloat, kAny,
                     paddle::lite::kernels::arm::HardSigmoidKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(sigmoid, kARM, kFloat, kAny, paddle::lite::kernels::arm::SigmoidKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(swish, kARM, kFloat, kAny, paddle::lite::kernels::arm::SwishKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(silu, kARM, kFloat, kAny, paddle::lite::kernels::arm::SiluKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(tanh, kARM, kFloat, kAny, paddle::lite::kernels::arm::TanhKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(exp, kARM, kFloat, kAny, paddle::lite::kernels::arm::ExpKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(elu, kARM, kFloat, kAny, paddle::lite::kernels::arm::EluKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(abs, kARM, kFloat, kAny, paddle::lite::kernels::arm::AbsKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(square, kARM, kFloat, kAny, paddle::lite::kernels::arm::SquareKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(sqrt, kARM, kFloat, kAny, paddle::lite::kernels::arm::SqrtKernel, def)
    .Finalize();
