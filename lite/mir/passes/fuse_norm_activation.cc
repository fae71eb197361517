#include "lite/mir/passes/activation.h"
#include "lite/mir/passes/batch_norm.h"

namespace paddle::lite::mir {

namespace {

Status CheckPlainNorm(const Match& m) {
  const auto activation = m.attr<std::string>("bn", "activation_type");
  if (!activation.empty()) return Refuse(m.op("bn").type(), " already applies ", activation);
  if (m.arg("n")->precision != PrecisionType::kFloat)
    return Refuse("the values are not of type float");
  return m.op("bn").type() == "instance_norm" ? OkStatus() : CheckFixedStatistics(m);
}

}  // namespace

// Normalisations that cannot be fused into a convolution, as in networks that normalise and
// activate first.
LITE_PASS(fuse_norm_activation) {
  return Pass()
      .Stage(Stage::kActivation)
      .Alias("lite_instance_norm_activation_fuse_pass")
      .Fuse({R"(bn: batch_norm|sync_batch_norm|instance_norm(X=%x, ..) -> (Y=%n)
                act: relu|relu6|leaky_relu(X=%n) -> (Out=%y))",
             R"(@bn(..bn) -> (Y=%y) {..bn, $*})", &CheckPlainNorm, &SetActivation});
}

}  // namespace paddle::lite::mir
