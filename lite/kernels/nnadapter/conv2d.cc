// conv2d, depthwise_conv2d, conv2d_transpose, deformable_conv.

#include "lite/operators/conv2d.h"

#include <vector>

#include "lite/kernels/nnadapter/converter.h"
#include "lite/operators/conv2d_transpose.h"
#include "lite/operators/deformable_conv.h"

namespace paddle::lite::kernels::nnadapter {
namespace {

// Input, filter and bias. In int8 if both ends are and the convolution is all that is computed;
// otherwise real numbers, which equal those that int8 kernels compute before they round.
std::vector<Operand> ConvOperands(const Tensor* input, const Tensor* filter, const Tensor* bias,
                                  const Tensor* output, int channel_dim, int64_t channels,
                                  bool alone, Builder* b) {
  const bool int8 = alone && input->precision() == PrecisionType::kInt8 &&
                    output->precision() == PrecisionType::kInt8;
  const Operand x = int8 ? b->In(input) : b->InReal(input);
  const Operand weight = b->Weight(filter, filter->dims(), channel_dim, int8);
  return {x, weight, b->Bias(bias, channels, x, weight)};
}

Operand ConvPads(const operators::ConvGeometry& g, Builder* b) {
  return b->Ints({static_cast<int32_t>(g.h.pad_begin), static_cast<int32_t>(g.h.pad_end),
                  static_cast<int32_t>(g.w.pad_begin), static_cast<int32_t>(g.w.pad_end)});
}

Operand HeightAndWidth(int64_t height, int64_t width, Builder* b) {
  return b->Ints({static_cast<int32_t>(height), static_cast<int32_t>(width)});
}

// The activation, if the convolution has not got it, and what follows it.
Operand ConvEpilogue(Operand x, bool activated, const Activation& activation,
                     const operators::FusedActivation& act, const Tensor* slopes, Builder* b) {
  if (activation.type == ActivationType::kPRelu) {
    if (act.prelu_mode == "element") b->Fail(Unsupported("prelu_mode element"));
    x = b->Add(NNADAPTER_PRELU, {x, b->Constant(slopes, {slopes->numel()})});
  } else if (!activated) {
    x = b->Activate(x, activation);
  }
  return b->ScaleAndShift(x, act.activation_scale, act.activation_bias);
}

}  // namespace

struct Conv2dConverter {
  using OpClass = operators::Conv2d;
  static void Convert(const OpClass& op, Builder* b) {
    b->Fail(op.RequireCommonForm());
    const auto geometry = op.Geometry();
    const auto activation = op.act.Resolve();
    if (!geometry.ok()) return b->Fail(geometry.status());
    if (!activation.ok()) return b->Fail(activation.status());
    const operators::ConvGeometry& g = *geometry;
    int fuse = NNADAPTER_FUSED_NONE;
    const bool fused = op.residual == nullptr && FuseCode(*activation, &fuse);
    std::vector<Operand> operands = ConvOperands(op.input, op.filter, op.bias, op.output, 0,
                                                 g.out_channels, fused && !op.act.has_affine(), b);
    operands.insert(operands.end(), {b->Int(NNADAPTER_AUTO_PAD_NONE), ConvPads(g, b),
                                     HeightAndWidth(g.h.stride, g.w.stride, b), b->Int(g.groups),
                                     HeightAndWidth(g.h.dilation, g.w.dilation, b), b->Int(fuse)});
    Operand y = b->Add(NNADAPTER_CONV_2D, operands);
    bool activated = fused;
    if (op.residual != nullptr) {
      activated = FuseCode(*activation, &fuse);
      y = b->Binary(NNADAPTER_ADD, y, b->InReal(op.residual), fuse);
    }
    b->Out(op.output, ConvEpilogue(y, activated, *activation, op.act, op.prelu_alpha, b));
  }
};

struct Conv2dTransposeConverter {
  using OpClass = operators::Conv2dTranspose;
  static void Convert(const OpClass& op, Builder* b) {
    const auto geometry = op.Geometry();
    const auto activation = op.act.Resolve();
    if (!geometry.ok()) return b->Fail(geometry.status());
    if (!activation.ok()) return b->Fail(activation.status());
    const operators::ConvGeometry& g = *geometry;
    if (g.channels_last) return b->Fail(Unsupported("data_format NHWC"));
    b->Fail(op.RequireWholeGroups());
    b->Fail(operators::RequireNoCrop(op.paddings));
    const auto added = [](const operators::WindowAxis& axis) {
      return axis.out -
             ((axis.in - 1) * axis.stride - axis.pad_begin - axis.pad_end + axis.reach());
    };
    int fuse = NNADAPTER_FUSED_NONE;
    const bool fused = FuseCode(*activation, &fuse);
    std::vector<Operand> operands = ConvOperands(op.input, op.filter, op.bias, op.output, 1,
                                                 g.out_channels, fused && !op.act.has_affine(), b);
    operands.insert(
        operands.end(),
        {b->Int(NNADAPTER_AUTO_PAD_NONE), ConvPads(g, b), HeightAndWidth(g.h.stride, g.w.stride, b),
         b->Int(g.groups), HeightAndWidth(g.h.dilation, g.w.dilation, b),
         HeightAndWidth(added(g.h), added(g.w), b), kAbsent, b->Int(fuse)});
    const Operand y = b->Add(NNADAPTER_CONV_2D_TRANSPOSE, operands);
    b->Out(op.output, ConvEpilogue(y, fused, *activation, op.act, op.prelu_alpha, b));
  }
};

struct DeformableConvConverter {
  using OpClass = operators::DeformableConv;
  static void Convert(const OpClass& op, Builder* b) {
    const auto geometry = op.Geometry();
    if (!geometry.ok()) return b->Fail(geometry.status());
    const operators::ConvGeometry& g = *geometry;
    if (!op.filter->persistable()) return b->Fail(Unsupported("a filter that is not constant"));
    b->Fail(operators::RequireNoCrop(op.paddings));
    for (const Tensor* tensor : {op.offset, op.mask}) {
      if (tensor->dims().rank() != 4 || tensor->dims()[0] != g.batch)
        return b->Fail(Unsupported("offsets or masks of more images or dimensions"));
    }
    const Operand x = b->InReal(op.input);
    const Operand weight = b->Weight(op.filter, op.filter->dims(), 0, /*as_int8=*/false);
    b->Out(op.output,
           b->Add(NNADAPTER_DEFORMABLE_CONV_2D,
                  {x, b->InReal(op.offset), b->InReal(op.mask), weight,
                   b->Bias(op.bias, g.out_channels, x, weight), ConvPads(g, b),
                   HeightAndWidth(g.h.stride, g.w.stride, b), b->Int(g.groups),
                   b->Int(op.deformable_groups), HeightAndWidth(g.h.dilation, g.w.dilation, b),
                   b->Int(NNADAPTER_FUSED_NONE)}));
  }
};

LITE_NNADAPTER_CONVERTER(DeformableConvConverter, deformable_conv);
LITE_NNADAPTER_CONVERTER(Conv2dConverter, conv2d, depthwise_conv2d);
LITE_NNADAPTER_CONVERTER(Conv2dTransposeConverter, conv2d_transpose, depthwise_conv2d_transpose);

}  // namespace paddle::lite::kernels::nnadapter
