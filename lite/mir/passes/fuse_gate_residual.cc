#include "lite/mir/infer.h"
#include "lite/mir/passes/elementwise.h"

namespace paddle::lite::mir {

namespace {

Status CheckGate(const Match& m) {
  for (const char* label : {"product", "sum"}) {
    LITE_RETURN_IF_ERROR(CheckPlainElementwise(m, label));
  }
  if (m.arg("x")->precision != PrecisionType::kFloat ||
      m.arg("g")->precision != PrecisionType::kFloat) {
    return Refuse("the operands are not of type float");
  }
  // Operands that broadcast are harmless, unless their ranks differ.
  if (!UsuallySameShape(*m.arg("x"), *m.arg("p"))) {
    return Refuse("the product may be larger than %x");
  }
  if (UsuallySameShape(*m.arg("x"), *m.arg("g"))) {
    return Refuse("the gate is as large as the product");
  }
  const int axis = m.attr<int>("sum", "axis");
  if (axis != -1 && axis != 0) return Refuse("the operands are shifted by axis ", axis);
  return OkStatus();
}

}  // namespace

// x * g + x = x * (g + 1), where the gate g is small: squeeze-and-excite around a shortcut.
LITE_PASS(fuse_gate_residual) {
  return Pass()
      .Stage(Stage::kJoin)
      .Fuse({R"(product: elementwise_mul(X=%x, Y=%g) -> (Out=%p)
          sum: elementwise_add(X=%x ~ Y=%p) -> (Out=%y))",
             R"(scale(X=%g) -> (Out=%h) {scale=1.0, bias=1.0, bias_after_scale=true}
          elementwise_mul(X=%x, Y=%h) -> (Out=%y) {..product})",
             &CheckGate});
}

}  // namespace paddle::lite::mir
