#include <vector>

#include "lite/mir/infer.h"
#include "lite/mir/passes/conv.h"
#include "lite/mir/passes/elementwise.h"

namespace paddle::lite::mir {

namespace {

// `residual`: the value that is added.
Status CheckSum(const Match& m, const char* residual) {
  LITE_RETURN_IF_ERROR(CheckPlainConv(m));
  LITE_RETURN_IF_ERROR(CheckPlainElementwise(m, "elementwise_add"));
  if (!SameShape(*m.arg("c"), *m.arg(residual))) return Refuse("the shapes may differ");
  if (m.arg(residual)->precision != m.arg("c")->precision) return Refuse("the types differ");
  const int axis = m.attr<int>("elementwise_add", "axis");
  if (axis != -1 && axis != 0) return Refuse("the operands are shifted by axis ", axis);
  return OkStatus();
}

Status CheckResidual(const Match& m) { return CheckSum(m, "r"); }

Status CheckRoundedResidual(const Match& m) {
  LITE_RETURN_IF_ERROR(CheckSum(m, "s"));
  if (!IsInt8(m)) return Refuse("the convolution is not quantised");
  if (m.attr<bool>("round", "full_range")) return Refuse("the residual is rounded to -128 as well");
  if (m.arg("q")->precision != PrecisionType::kInt8)
    return Refuse("the casts do not round to int8");
  if (m.attr<float>("round", "scale") != m.attr<float>("restore", "scale")) {
    return Refuse("the casts have different scales");
  }
  return OkStatus();
}

Status TakeScale(Match* m) {
  m->SetAttr("scale", std::vector<float>{m->attr<float>("round", "scale")});
  return OkStatus();
}

}  // namespace

LITE_PASS(fuse_conv_residual) {
  return Pass()
      .Stage(Stage::kJoin)
      .Alias("lite_conv_elementwise_tree_fuse_pass")
      // A program that rounds what is added to the result of a quantised convolution.
      .Fuse({R"(round: calib(Input=%s) -> (Out=%q)
                restore: calib(Input=%q) -> (Out=%r)
                conv: conv2d|depthwise_conv2d(Input=%x, Filter=%w, Bias=%old?) -> (Output=%c)
                elementwise_add(X=%c ~ Y=%r) -> (Out=%out))",
             "@conv(..conv, ResidualData=%s) -> (Output=%out) {..conv, ResidualData0_scale=$scale}",
             &CheckRoundedResidual, &TakeScale})
      .Fuse({R"(conv: conv2d|depthwise_conv2d(Input=%x, Filter=%w, Bias=%old?) -> (Output=%c)
                elementwise_add(X=%c ~ Y=%r) -> (Out=%out))",
             "@conv(..conv, ResidualData=%r) -> (Output=%out) {..conv}", &CheckResidual});
}

}  // namespace paddle::lite::mir
