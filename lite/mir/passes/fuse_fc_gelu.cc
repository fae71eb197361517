#include "lite/mir/fusion.h"

namespace paddle::lite::mir {

namespace {

Status CheckFloatFc(const Match& m) {
  const auto activation = m.attr<std::string>("fc", "activation_type");
  if (!activation.empty()) return Refuse("fc already applies ", activation);
  return IsQuantised(m.op("fc")) ? Refuse("fc is quantised") : OkStatus();
}

Status SetGelu(Match* m) {
  const bool approximate = m->attr<bool>("gelu", "approximate");
  m->SetAttr("activation_type", std::string(approximate ? "gelu_tanh" : "gelu"));
  return OkStatus();
}

}  // namespace

// The first layer of a transformer's feed-forward part.
LITE_PASS(fuse_fc_gelu) {
  return Pass()
      .Stage(Stage::kJoin)
      .OnlyCpu()
      .Fuse({R"(fc(Input=%x, W=%w, Bias=%b?) -> (Out=%m)
                gelu(X=%m) -> (Out=%y))",
             "fc(..fc) -> (Out=%y) {..fc, $*}", &CheckFloatFc, &SetGelu});
}

}  // namespace paddle::lite::mir
