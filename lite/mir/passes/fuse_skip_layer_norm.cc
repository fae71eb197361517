#include "lite/mir/infer.h"
#include "lite/mir/passes/elementwise.h"

namespace paddle::lite::mir {

namespace {

Status CheckSum(const Match& m) {
  LITE_RETURN_IF_ERROR(CheckPlainElementwise(m, "sum"));
  if (m.arg("s")->precision != PrecisionType::kFloat) {
    return Refuse("the values are not of type float");
  }
  if (!SameShape(*m.arg("x"), *m.arg("r"))) return Refuse("the shapes of the operands may differ");
  return OkStatus();
}

}  // namespace

// The normalisation after a shortcut.
LITE_PASS(fuse_skip_layer_norm) {
  return Pass()
      .Stage(Stage::kView)
      .Alias("skip_layernorm_fuse_pass")
      .OnlyCpu()
      .Fuse({R"(sum: elementwise_add(X=%x, Y=%r) -> (Out=%s)
                norm: layer_norm(X=%s, Scale=%scale, Bias=%bias) -> (Y=%y))",
             "skip_layernorm(X=%x, Y=%r, Scale=%scale, Bias=%bias) -> (Out=%y) {..norm}",
             &CheckSum});
}

}  // namespace paddle::lite::mir
