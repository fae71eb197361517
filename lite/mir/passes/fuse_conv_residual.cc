#include "lite/mir/infer.h"
#include "lite/mir/passes/conv.h"
#include "lite/mir/passes/elementwise.h"

namespace paddle::lite::mir {

namespace {

Status CheckResidual(const Match& m) {
  LITE_RETURN_IF_ERROR(CheckPlainConv(m));
  LITE_RETURN_IF_ERROR(CheckPlainElementwise(m, "elementwise_add"));
  if (m.arg("c") == m.arg("r")) return Refuse("the residual is the convolution's own result");
  if (!SameShape(*m.arg("c"), *m.arg("r"))) return Refuse("the shapes may differ");
  if (m.arg("r")->precision != m.arg("c")->precision) return Refuse("the types differ");
  const int axis = m.attr<int>("elementwise_add", "axis");
  if (axis != -1 && axis != 0) return Refuse("the operands are shifted by axis ", axis);
  return OkStatus();
}

}  // namespace

LITE_PASS(fuse_conv_residual) {
  return Pass()
      .Stage(Stage::kJoin)
      .Alias("lite_conv_elementwise_tree_fuse_pass")
      .Fuse({R"(conv: conv2d|depthwise_conv2d(Input=%x, Filter=%w, Bias=%old?) -> (Output=%c)
                elementwise_add(X=%c ~ Y=%r) -> (Out=%out))",
             "@conv(..conv, ResidualData=%r) -> (Output=%out) {..conv}", &CheckResidual});
}

}  // namespace paddle::lite::mir
