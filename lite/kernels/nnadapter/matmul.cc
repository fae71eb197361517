// fc, mul, matmul, matmul_v2, bmm: products with a constant matrix are FULLY_CONNECTED, which more
// devices have than MAT_MUL.

#include "lite/operators/matmul.h"

#include "lite/kernels/nnadapter/converter.h"
#include "lite/operators/fc.h"
#include "lite/operators/mul.h"

namespace paddle::lite::kernels::nnadapter {
namespace {

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
    const Operand bias = op.bias == nullptr ? b->Filled(g->n, 0.0f) : b->Constant(op.bias, {g->n});
    int fuse = NNADAPTER_FUSED_NONE;
    const bool fused = FuseCode(*activation, &fuse);
    Operand y = b->Add(NNADAPTER_FULLY_CONNECTED,
                       {b->In(op.input), b->Transposed(op.w, {g->k, g->n}), bias, b->Int(fuse)});
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
      y = b->Add(NNADAPTER_FULLY_CONNECTED, {b->In(op.x), b->Transposed(op.y, {g->k, g->n}),
                                             b->Filled(g->n, 0.0f), b->Int(NNADAPTER_FUSED_NONE)});
    } else {
      y = b->Add(NNADAPTER_MAT_MUL,
                 {b->Reshape(b->In(op.x), {g->m, g->k}), b->Reshape(b->In(op.y), {g->k, g->n}),
                  b->Bool(false), b->Bool(false)});
    }
    b->Out(op.out, InShapeOf(*op.out, y, b));
  }
};

struct MatmulConverter {
  using OpClass = operators::MatmulBase;
  static void Convert(const OpClass& op, Builder* b) {
    const auto g = op.Geometry();
    if (!g.ok()) return b->Fail(g.status());
    if (op.x->dims().rank() < 2 || op.y->dims().rank() < 2) {
      return b->Fail(Unsupported("operands of rank 1"));
    }
    Operand z = nullptr;
    if (op.y->persistable() && op.y->dims().rank() == 2 && !op.transpose_x) {
      const Operand weight =
          op.transpose_y ? b->Constant(op.y, op.y->dims()) : b->Transposed(op.y, op.y->dims());
      z = b->Add(NNADAPTER_FULLY_CONNECTED,
                 {b->In(op.x), weight, b->Filled(g->n, 0.0f), b->Int(NNADAPTER_FUSED_NONE)});
      z = InShapeOf(*op.out, z, b);
    } else {
      z = b->Add(NNADAPTER_MAT_MUL,
                 {b->In(op.x), b->In(op.y), b->Bool(op.transpose_x), b->Bool(op.transpose_y)});
    }
    b->Out(op.out, b->ScaleAndShift(z, op.alpha, 0.0f));
  }
};

LITE_NNADAPTER_CONVERTER(FcConverter, fc);
LITE_NNADAPTER_CONVERTER(MulConverter, mul);
LITE_NNADAPTER_CONVERTER(MatmulConverter, matmul, matmul_v2, bmm);

}  // namespace paddle::lite::kernels::nnadapter
