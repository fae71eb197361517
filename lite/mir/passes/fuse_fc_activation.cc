#include "lite/mir/fusion.h"

namespace paddle::lite::mir {

namespace {

Status CheckPlainFc(const Match& m) {
  const auto activation = m.attr<std::string>("fc", "activation_type");
  return activation.empty() ? OkStatus() : Refuse("fc already applies ", activation);
}

Status SetActivation(Match* m) {
  const OpNode& act = m->op("act");
  m->SetAttr("activation_type", act.type());
  if (act.type() == "relu6") m->SetAttr("alpha", m->attr<float>("act", "threshold"));
  if (const auto* scale = act.FindAttr("Out0_scale")) m->SetAttr("Out0_scale", *scale);
  if (const auto* threshold = act.FindAttr("out_threshold"))
    m->SetAttr("out_threshold", *threshold);
  return OkStatus();
}

}  // namespace

LITE_PASS(fuse_fc_activation) {
  return Pass()
      .After("fuse_fc")
      .After("fuse_fc_scale")
      .Fuse({R"(fc(Input=%x, W=%w, Bias=%b?) -> (Out=%m)
          act: relu|relu6|sigmoid|tanh(X=%m) -> (Out=%y))",
             R"(fc(..fc) -> (Out=%y) {..fc, activation_type=$activation_type, alpha=$alpha,
          Out0_scale=$Out0_scale, out_threshold=$out_threshold})",
             &CheckPlainFc, &SetActivation});
}

}  // namespace paddle::lite::mir
