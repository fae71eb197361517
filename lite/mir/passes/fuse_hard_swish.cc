#include "lite/mir/infer.h"
#include "lite/mir/passes/elementwise.h"
#include "lite/mir/passes/scale.h"

namespace paddle::lite::mir {

namespace {

// One number as the second operand of a division, or the factor of a scale without a bias.
Result<double> Divisor(const Match& m) {
  const OpNode& divide = m.op("divide");
  const ArgNode& result = *(m.arg("d") != nullptr ? m.arg("d") : m.arg("y"));
  if (divide.type() == "scale") {
    LITE_RETURN_IF_ERROR(CheckPlainScale(m, "divide", result));
    const Affine affine = AffineOf(m, "divide");
    if (affine.bias != 0 || affine.scale == 0) return Refuse("the second scale is not a division");
    return 1 / affine.scale;
  }
  LITE_RETURN_IF_ERROR(CheckPlainElementwise(m, "divide"));
  const Tensor& six = *m.constant("six");
  if (six.numel() != 1 || six.precision() != PrecisionType::kFloat)
    return Refuse("the divisor is not one float");
  if (!SameShape(result, *m.arg("x"))) return Refuse("the divisor's shape raises the rank");
  return static_cast<double>(six.data<float>()[0]);
}

Status SetHardSwish(Match* m) {
  LITE_RETURN_IF_ERROR(CheckPlainScale(*m, "add", *m->arg("a")));
  const Affine add = AffineOf(*m, "add");
  if (add.scale != 1) return Refuse("the first scale multiplies");
  LITE_RETURN_IF_ERROR(CheckPlainElementwise(*m, "elementwise_mul"));
  const bool clip = m->op("gate").type() == "clip";
  if (clip && m->attr<float>("gate", "min") != 0) return Refuse("the gate does not begin at 0");
  LITE_ASSIGN_OR_RETURN(const double divisor, Divisor(*m));
  if (!(divisor > 0)) return Refuse("the divisor is ", divisor);
  m->SetAttr("offset", static_cast<float>(add.bias));
  m->SetAttr("threshold", m->attr<float>("gate", clip ? "max" : "threshold"));
  m->SetAttr("scale", static_cast<float>(divisor));
  return OkStatus();
}

constexpr char kGate[] = R"(
    const %six
    add: scale(X=%x) -> (Out=%a)
    gate: relu6|clip(X=%a) -> (Out=%g)
    )";
constexpr char kHardSwish[] = "hard_swish(X=%x) -> (Out=%y) {$*}";

}  // namespace

// x * relu6(x + 3) / 6, with the division after or before the product.
LITE_PASS(fuse_hard_swish) {
  const std::string gate = kGate;
  return Pass()
      .Stage(Stage::kScale)
      .Fuse({gate + R"(elementwise_mul(X=%x ~ Y=%g) -> (Out=%p)
                       divide: scale|elementwise_div(X=%p, Y=%six?) -> (Out=%y))",
             kHardSwish, nullptr, &SetHardSwish})
      .Fuse({gate + R"(divide: scale|elementwise_div(X=%g, Y=%six?) -> (Out=%d)
                       elementwise_mul(X=%x ~ Y=%d) -> (Out=%y))",
             kHardSwish, nullptr, &SetHardSwish});
}

}  // namespace paddle::lite::mir
