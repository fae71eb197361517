#include "lite/mir/passes/elementwise.h"

namespace paddle::lite::mir {

namespace {

Status CheckPlain(const Match& m) { return CheckPlainElementwise(m, "elementwise_mul"); }

}  // namespace

// x * sigmoid(x)
LITE_PASS(fuse_swish) {
  return Pass()
      .Stage(Stage::kProduct)
      .Alias("lite_sigmoid_elementmul_fuse_pass")
      .Fuse({R"(sigmoid(X=%x) -> (Out=%s)
                elementwise_mul(X=%x ~ Y=%s) -> (Out=%y))",
             "swish(X=%x) -> (Out=%y) {beta=1.0}", &CheckPlain});
}

}  // namespace paddle::lite::mir
