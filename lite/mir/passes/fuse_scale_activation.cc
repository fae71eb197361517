#include "lite/mir/passes/scale.h"

namespace paddle::lite::mir {

namespace {

Status CheckScale(const Match& m) { return CheckPlainScale(m, "scale", *m.arg("s")); }

// `alpha` is the clip of relu6 or the slope of leaky_relu.
Status SetActivation(Match* m) {
  const OpNode& act = m->op("act");
  m->SetAttr("activation_type", act.type());
  if (act.type() == "relu6") m->SetAttr("alpha", m->attr<float>("act", "threshold"));
  if (act.type() == "leaky_relu") m->SetAttr("alpha", m->attr<float>("act", "alpha"));
  if (const auto* t = act.FindAttr("out_threshold")) m->SetAttr("out_threshold", *t);
  return OkStatus();
}

}  // namespace

LITE_PASS(fuse_scale_activation) {
  return Pass()
      .Alias("lite_scale_activation_fuse_pass")
      .After("fuse_scales")
      .After("fuse_conv_scale")
      .Fuse({R"(scale(X=%x) -> (Out=%s)
                act: relu|relu6|leaky_relu(X=%s) -> (Out=%y))",
             R"(scale(X=%x) -> (Out=%y) {..scale, activation_type=$activation_type, alpha=$alpha,
                out_threshold=$out_threshold})",
             &CheckScale, &SetActivation});
}

}  // namespace paddle::lite::mir
