#include "lite/mir/passes/activation.h"
#include "lite/mir/passes/scale.h"

namespace paddle::lite::mir {

namespace {

Status CheckScale(const Match& m) { return CheckPlainScale(m, "scale", *m.arg("s")); }

}  // namespace

LITE_PASS(fuse_scale_activation) {
  return Pass()
      .Stage(Stage::kJoin)
      .Alias("lite_scale_activation_fuse_pass")
      .Fuse({R"(scale(X=%x) -> (Out=%s)
                act: relu|relu6|leaky_relu(X=%s) -> (Out=%y))",
             R"(scale(X=%x) -> (Out=%y) {..scale, $*})", &CheckScale, &SetActivation});
}

}  // namespace paddle::lite::mir
