#include <cmath>

#include "lite/mir/infer.h"
#include "lite/mir/passes/elementwise.h"

namespace paddle::lite::mir {

namespace {

Status CheckNumber(const Match& m) {
  if (m.constant("y")->numel() != 1) return Refuse("the constant holds more than one number");
  LITE_RETURN_IF_ERROR(CheckPlainElementwise(m, "binary"));
  // scale computes in float for any element type.
  if (m.arg("x")->precision != PrecisionType::kFloat ||
      m.constant("y")->precision() != PrecisionType::kFloat) {
    return Refuse("the operands are not of type float");
  }
  return SameShape(*m.arg("x"), *m.arg("out")) ? OkStatus()
                                               : Refuse("the constant's shape raises the rank");
}

Status SetNumber(Match* m) {
  const float y = m->constant("y")->data<float>()[0];
  const std::string& type = m->op("binary").type();
  if (type == "elementwise_div") {
    int exponent = 0;
    if (std::frexp(y, &exponent) != 0.5f || exponent < -100 || exponent > 100) {
      return Refuse("1 / ", y, " is not exact");
    }
  }
  m->SetAttr("scale", type == "elementwise_mul" ? y : type == "elementwise_div" ? 1.0f / y : 1.0f);
  m->SetAttr("bias", type == "elementwise_add" ? y : type == "elementwise_sub" ? -y : 0.0f);
  return OkStatus();
}

}  // namespace

// Arithmetic with a single number, which other passes then fold into neighbouring operators, or
// remove if it is an identity.
LITE_PASS(elementwise_to_scale) {
  return Pass()
      .Stage(Stage::kScale)
      .Alias("elementwise_mul_constant_eliminate_pass")
      .Fuse({R"(const %y
                binary: elementwise_add|elementwise_sub|elementwise_mul|elementwise_div(X=%x ~ Y=%y)
                    -> (Out=%out))",
             "scale(X=%x) -> (Out=%out) {$*, bias_after_scale=true}", &CheckNumber, &SetNumber});
}

}  // namespace paddle::lite::mir
