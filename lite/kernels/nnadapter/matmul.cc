// fc, mul, matmul, matmul_v2, bmm: products with a constant matrix are FULLY_CONNECTED, which more
// devices have than MAT_MUL.

#include "lite/operators/matmul.h"

#include "lite/kernels/nnadapter/converter.h"
#include "lite/operators/fc.h"
#include "lite/operators/mul.h"

namespace paddle::lite::kernels::nnadapter {
namespace {

// x * weight + bias with two dimensions, by a constant matrix of shape [k, n], or [n, k] if its
// rows are output channels. In int8 if both ends are and the product is all that is computed.
struct ConstantProduct {
  const Tensor* x;
  const Tensor* weight;
  int64_t k, n;
  bool rows_are_channels;
  const Tensor* bias;  // may be null
  const Tensor* out;

  Operand Add(bool alone, int fuse, Builder* b) const {
    const bool int8 =
        alone && x->precision() == PrecisionType::kInt8 && out->precision() == PrecisionType::kInt8;
    const Operand input = int8 ? b->In(x) : b->InReal(x);
    const Operand matrix = rows_are_channels ? b->Weight(weight, {n, k}, 0, int8)
                                             : b->TransposedWeight(weight, {k, n}, int8);
    return b->Add(NNADAPTER_FULLY_CONNECTED,
                  {input, matrix, b->Bias(bias, n, input, matrix), b->Int(fuse)});
  }
};

// The product has two dimensions.
Operand InShapeOf(const Tensor& out, Operand y, Builder* b) {
  return out.dims().rank() == 2 ? y : b->Reshape(y, out.dims());
}

}  // namespace

struct FcConverter {
  using OpClass = operators::Fc;
  static void Convert(const OpClass& op, Builder* b) {
    const auto g = op.Gemm();
    const auto activation = op.ResolveActivation();
    if (!g.ok()) return b->Fail(g.status());
    if (!activation.ok()) return b->Fail(activation.status());
    if (op.padding_weights) return b->Fail(Unsupported("padding_weights"));
    int fuse = NNADAPTER_FUSED_NONE;
    const bool fused = FuseCode(*activation, &fuse);
    const ConstantProduct product = {op.input, op.w, g->k, g->n, false, op.bias, op.out};
    Operand y = product.Add(fused, fuse, b);
    if (activation->type == ActivationType::kPRelu) {
      if (op.prelu_mode == "element") return b->Fail(Unsupported("prelu_mode element"));
      y = b->Add(NNADAPTER_PRELU, {y, b->Constant(op.prelu_alpha, {op.prelu_alpha->numel()})});
    } else if (!fused) {
      y = b->Activate(y, *activation);
    }
    b->Out(op.out, InShapeOf(*op.out, y, b));
  }
};

struct MulConverter {
  using OpClass = operators::Mul;
  static void Convert(const OpClass& op, Builder* b) {
    const auto g = op.Gemm();
    if (!g.ok()) return b->Fail(g.status());
    Operand y = nullptr;
    if (op.y->persistable()) {
      const ConstantProduct product = {op.x, op.y, g->k, g->n, false, nullptr, op.out};
      y = product.Add(true, NNADAPTER_FUSED_NONE, b);
    } else {
      y = b->Add(NNADAPTER_MAT_MUL,
                 {b->Reshape(b->InReal(op.x), {g->m, g->k}),
                  b->Reshape(b->InReal(op.y), {g->k, g->n}), b->Bool(false), b->Bool(false)});
    }
    b->Out(op.out, InShapeOf(*op.out, y, b));
  }
};

struct MatmulConverter {
  using OpClass = operators::MatmulBase;
  static void Convert(const OpClass& op, Builder* b) {
    const Status one_head = op.CheckOneHead();
    if (!one_head.ok()) return b->Fail(one_head);
    const auto g = op.Geometry();
    if (!g.ok()) return b->Fail(g.status());
    if (op.x->dims().rank() < 2 || op.y->dims().rank() < 2) {
      return b->Fail(Unsupported("operands of rank 1"));
    }
    if (op.JoinsBatches()) return b->Fail(Unsupported("batch dimensions that do not broadcast"));
    Operand z = nullptr;
    if (op.y->persistable() && op.y->dims().rank() == 2 && !op.transpose_x) {
      const ConstantProduct product = {op.x, op.y, g->k, g->n, op.transpose_y, nullptr, op.out};
      z = InShapeOf(*op.out, product.Add(op.alpha == 1.0f, NNADAPTER_FUSED_NONE, b), b);
    } else {
      z = b->Add(NNADAPTER_MAT_MUL, {b->InReal(op.x), b->InReal(op.y), b->Bool(op.transpose_x),
                                     b->Bool(op.transpose_y)});
    }
    b->Out(op.out, b->ScaleAndShift(z, op.alpha, 0.0f));
  }
};

LITE_NNADAPTER_CONVERTER(FcConverter, fc);
LITE_NNADAPTER_CONVERTER(MulConverter, mul);
LITE_NNADAPTER_CONVERTER(MatmulConverter, matmul, matmul_v2, bmm);

}  // namespace paddle::lite::kernels::nnadapter
