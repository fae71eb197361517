#include "lite/mir/passes/elementwise.h"

namespace paddle::lite::mir {

namespace {

std::string FusedType(const Match& m) { return "fusion_" + m.op("binary").type() + "_activation"; }

Status CheckElementwise(const Match& m) {
  LITE_RETURN_IF_ERROR(CheckPlainElementwise(m, "binary"));
  if (m.arg("z")->precision != PrecisionType::kFloat)
    return Refuse("the operands are not of type float");
  // The fused operator has no attributes for parameters.
  if (m.op("act").type() == "relu6" && m.attr<float>("act", "threshold") != 6.0f) {
    return Refuse("the threshold of relu6 is not 6");
  }
  return OkStatus();
}

Status SetType(Match* m) {
  m->SetAttr("type", FusedType(*m));
  m->SetAttr("act_type", m->op("act").type());
  m->SetAttr("axis", m->attr<int>("binary", "axis"));
  return OkStatus();
}

}  // namespace

LITE_PASS(fuse_elementwise_activation) {
  return Pass()
      .Stage(Stage::kActivation)
      .Alias("lite_elementwise_activation_fuse_pass")
      .Alias("lite_elementwise_add_activation_fuse_pass")
      .Fuse({R"(binary: elementwise_add|elementwise_sub|elementwise_mul|elementwise_div(X=%x, Y=%y)
                    -> (Out=%z)
                act: relu|relu6|tanh|sigmoid(X=%z) -> (Out=%out))",
             "$type(X=%x, Y=%y) -> (Out=%out) {$*}", &CheckElementwise, &SetType});
}

}  // namespace paddle::lite::mir
