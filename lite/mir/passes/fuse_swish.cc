#include "lite/mir/passes/elementwise.h"

namespace paddle::lite::mir {

namespace {

constexpr char kSigmoid[] = "sigmoid(X=%x) -> (Out=%s)\n";
constexpr char kSwish[] = "swish(X=%x) -> (Out=%y) {beta=1.0, Out0_scale=$Out0_scale}";

Status CheckPlain(const Match& m) { return CheckPlainElementwise(m, "elementwise_mul"); }

Status KeepScale(Match* m) {
  if (const auto* scale = m->op("elementwise_mul").FindAttr("Out0_scale")) {
    m->SetAttr("Out0_scale", *scale);
  }
  return OkStatus();
}

}  // namespace

// x * sigmoid(x)
LITE_PASS(fuse_swish) {
  const std::string sigmoid = kSigmoid;
  return Pass()
      .Alias("lite_sigmoid_elementmul_fuse_pass")
      .After("remove_dead_ops")
      .Fuse({sigmoid + "elementwise_mul(X=%x, Y=%s) -> (Out=%y)", kSwish, &CheckPlain, &KeepScale})
      .Fuse({sigmoid + "elementwise_mul(X=%s, Y=%x) -> (Out=%y)", kSwish, &CheckPlain, &KeepScale});
}

}  // namespace paddle::lite::mir
