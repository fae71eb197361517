#include "lite/operators/activation.h"

#include "lite/kernels/nnadapter/converter.h"
#include "lite/operators/clip.h"
#include "lite/operators/fused_activation.h"
#include "lite/operators/pow.h"
#include "lite/operators/prelu.h"

namespace paddle::lite::kernels::nnadapter {

// Activations without parameters that a convolution may have as well.
struct NamedActivationConverter {
  using OpClass = operators::Unary;
  static void Convert(const OpClass& op, Builder* b) {
    const auto activation = operators::ActivationByName(op.type());
    if (!activation.ok()) return b->Fail(activation.status());
    b->Out(op.out, b->Activate(b->In(op.x), *activation));
  }
};

struct UnaryConverter {
  using OpClass = operators::Unary;
  static void Convert(const OpClass& op, Builder* b) {
    const std::string& type = op.type();
    const Operand x = b->In(op.x);
    if (type == "sqrt") return b->Out(op.out, b->Binary(NNADAPTER_POW, x, b->Float(0.5f)));
    if (type == "negative") return b->Out(op.out, b->ScaleAndShift(x, -1.0f, 0.0f));
    if (type == "reciprocal") {
      return b->Out(op.out, b->Binary(NNADAPTER_DIV, b->Float(1.0f), x));
    }
    if (type == "softsign") {
      const Operand divisor = b->ScaleAndShift(b->Add(NNADAPTER_ABS, {x}), 1.0f, 1.0f);
      return b->Out(op.out, b->Binary(NNADAPTER_DIV, x, divisor));
    }
    const NNAdapterOperationType operation = type == "rsqrt"    ? NNADAPTER_RSQRT
                                             : type == "square" ? NNADAPTER_SQUARE
                                             : type == "floor"  ? NNADAPTER_FLOOR
                                             : type == "sin"    ? NNADAPTER_SIN
                                                                : NNADAPTER_COS;
    b->Out(op.out, b->Add(operation, {x}));
  }
};

struct Relu6Converter {
  using OpClass = operators::Relu6;
  static void Convert(const OpClass& op, Builder* b) {
    b->Out(op.out, b->Activate(b->In(op.x), {ActivationType::kRelu6, op.threshold}));
  }
};

struct ReluClippedConverter {
  using OpClass = operators::ReluClipped;
  static void Convert(const OpClass& op, Builder* b) {
    b->Out(op.out, b->Activate(b->In(op.x), {ActivationType::kRelu6, op.coefficient}));
  }
};

struct BoundedReluConverter {
  using OpClass = operators::BoundedRelu;
  static void Convert(const OpClass& op, Builder* b) {
    b->Out(op.out, b->Add(NNADAPTER_CLIP, {b->In(op.x), b->Float(op.t_min), b->Float(op.t_max)}));
  }
};

struct LeakyReluConverter {
  using OpClass = operators::LeakyRelu;
  static void Convert(const OpClass& op, Builder* b) {
    b->Out(op.out, b->Activate(b->In(op.x), {ActivationType::kLeakyRelu, op.alpha}));
  }
};

struct SwishConverter {
  using OpClass = operators::Swish;
  static void Convert(const OpClass& op, Builder* b) {
    const Operand x = b->In(op.x);
    if (op.beta == 1.0f) return b->Out(op.out, b->Add(NNADAPTER_SWISH, {x}));
    const Operand gate = b->Add(NNADAPTER_SIGMOID, {b->ScaleAndShift(x, op.beta, 0.0f)});
    b->Out(op.out, b->Binary(NNADAPTER_MUL, x, gate));
  }
};

struct HardSwishConverter {
  using OpClass = operators::HardSwish;
  static void Convert(const OpClass& op, Builder* b) {
    b->Out(op.out, b->Activate(b->In(op.x),
                               {ActivationType::kHardSwish, op.threshold, op.scale, op.offset}));
  }
};

struct HardSigmoidConverter {
  using OpClass = operators::HardSigmoid;
  static void Convert(const OpClass& op, Builder* b) {
    b->Out(op.out, b->Activate(b->In(op.x), {ActivationType::kHardSigmoid, op.slope, op.offset}));
  }
};

struct GeluConverter {
  using OpClass = operators::Gelu;
  static void Convert(const OpClass& op, Builder* b) {
    b->Out(op.out, b->Add(NNADAPTER_GELU, {b->In(op.x), b->Bool(op.approximate)}));
  }
};

struct SoftplusConverter {
  using OpClass = operators::Softplus;
  static void Convert(const OpClass& op, Builder* b) {
    b->Out(op.out, b->Activate(b->In(op.x), {ActivationType::kSoftPlus, op.beta, op.threshold}));
  }
};

struct ClipConverter {
  using OpClass = operators::Clip;
  static void Convert(const OpClass& op, Builder* b) {
    if (op.min_tensor != nullptr || op.max_tensor != nullptr) {
      return b->Fail(Unsupported("slots Min and Max"));
    }
    b->Out(op.out, b->Add(NNADAPTER_CLIP, {b->In(op.x), b->Float(op.min), b->Float(op.max)}));
  }
};

struct PowConverter {
  using OpClass = operators::Pow;
  static void Convert(const OpClass& op, Builder* b) {
    if (op.factor_tensor != nullptr) return b->Fail(Unsupported("slot FactorTensor"));
    b->Out(op.out, b->Binary(NNADAPTER_POW, b->In(op.x), b->Float(op.factor)));
  }
};

struct PreluConverter {
  using OpClass = operators::Prelu;
  static void Convert(const OpClass& op, Builder* b) {
    if (op.mode == "element") return b->Fail(Unsupported("mode element"));
    if (op.mode == "channel" && op.ChannelAxis() != 1) {
      return b->Fail(Unsupported("data_format NHWC"));
    }
    b->Out(op.out,
           b->Add(NNADAPTER_PRELU, {b->In(op.x), b->Constant(op.alpha, {op.alpha->numel()})}));
  }
};

LITE_NNADAPTER_CONVERTER(NamedActivationConverter, relu, sigmoid, tanh, exp, abs, log, silu);
LITE_NNADAPTER_CONVERTER(UnaryConverter, sqrt, rsqrt, square, negative, reciprocal, softsign, floor,
                         sin, cos);
LITE_NNADAPTER_CONVERTER(Relu6Converter, relu6);
LITE_NNADAPTER_CONVERTER(ReluClippedConverter, relu_clipped);
LITE_NNADAPTER_CONVERTER(BoundedReluConverter, brelu);
LITE_NNADAPTER_CONVERTER(LeakyReluConverter, leaky_relu);
LITE_NNADAPTER_CONVERTER(SwishConverter, swish);
LITE_NNADAPTER_CONVERTER(HardSwishConverter, hard_swish);
LITE_NNADAPTER_CONVERTER(HardSigmoidConverter, hard_sigmoid);
LITE_NNADAPTER_CONVERTER(GeluConverter, gelu);
LITE_NNADAPTER_CONVERTER(SoftplusConverter, softplus);
LITE_NNADAPTER_CONVERTER(ClipConverter, clip);
LITE_NNADAPTER_CONVERTER(PowConverter, pow);
LITE_NNADAPTER_CONVERTER(PreluConverter, prelu);

}  // namespace paddle::lite::kernels::nnadapter
