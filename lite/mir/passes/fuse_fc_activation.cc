#include "lite/mir/passes/activation.h"

namespace paddle::lite::mir {

namespace {

Status CheckPlainFc(const Match& m) {
  const auto activation = m.attr<std::string>("fc", "activation_type");
  return activation.empty() ? OkStatus() : Refuse("fc already applies ", activation);
}

}  // namespace

LITE_PASS(fuse_fc_activation) {
  return Pass()
      .Stage(Stage::kJoin)
      .Fuse({R"(fc(Input=%x, W=%w, Bias=%b?) -> (Out=%m)
          act: relu|relu6|sigmoid|tanh(X=%m) -> (Out=%y))",
             "fc(..fc) -> (Out=%y) {..fc, $*}", &CheckPlainFc, &SetActivation});
}

}  // namespace paddle::lite::mir
