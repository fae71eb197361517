#include "lite/mir/passes/batch_norm.h"

namespace paddle::lite::mir {

namespace {

Status CheckPlain(const Match& m) {
  const auto activation = m.attr<std::string>("bn", "activation_type");
  if (!activation.empty()) return Refuse(m.op("bn").type(), " already applies ", activation);
  if (m.arg("n")->precision != PrecisionType::kFloat)
    return Refuse("the values are not of type float");
  return m.op("bn").type() == "instance_norm" ? OkStatus() : CheckFixedStatistics(m);
}

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

// Normalisations that cannot be fused into a convolution, as in networks that normalise and
// activate first.
LITE_PASS(fuse_norm_activation) {
  return Pass()
      .Alias("lite_instance_norm_activation_fuse_pass")
      .After("fuse_conv_activation")
      .After("fuse_fc_scale")
      .Fuse({R"(bn: batch_norm|sync_batch_norm|instance_norm(X=%x, ..) -> (Y=%n)
                act: relu|relu6|leaky_relu(X=%n) -> (Out=%y))",
             R"(@bn(..bn) -> (Y=%y) {..bn, activation_type=$activation_type, alpha=$alpha,
                out_threshold=$out_threshold})",
             &CheckPlain, &SetActivation});
}

}  // namespace paddle::lite::mir
