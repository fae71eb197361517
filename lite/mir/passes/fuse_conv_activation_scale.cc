#include "lite/mir/passes/conv.h"
#include "lite/mir/passes/scale.h"

namespace paddle::lite::mir {

namespace {

Status CheckActivatedScale(const Match& m) {
  LITE_RETURN_IF_ERROR(CheckPlainScale(m, "scale", *m.arg("c")));
  if (IsInt8(m)) return Refuse("the convolution is quantised");
  if (!m.op("conv").InputList("SecondInput").empty()) {
    return Refuse("the sum with SecondInput follows the activation");
  }
  // The others have no fast kernel with a scale and a bias after them. Without an activation, the
  // numbers belong in the filter.
  const std::string type = m.attr<bool>("conv", "with_act")
                               ? m.attr<std::string>("conv", "act_type")
                           : m.attr<bool>("conv", "fuse_relu") ? "relu"
                                                               : "";
  if (type != "relu" && type != "relu6" && type != "hard_swish") {
    return Refuse("the convolution's activation is '", type, "'");
  }
  return OkStatus();
}

// Only together: hard_swish alone takes longer in the epilogue than as an operator of its own.
Status CheckInt8(const Match& m) {
  LITE_RETURN_IF_ERROR(CheckPlainConv(m));
  LITE_RETURN_IF_ERROR(CheckPlainScale(m, "scale", *m.arg("a")));
  if (!m.op("conv").InputList("SecondInput").empty()) {
    return Refuse("the sum with SecondInput follows the activation");
  }
  return IsInt8(m) ? OkStatus() : Refuse("the convolution is not quantised");
}

Status SetInt8(Match* m) {
  for (const char* name : {"threshold", "scale", "offset"}) {
    m->SetAttr(StrCat("hard_swish_", name), m->attr<float>("act", name));
  }
  const Affine affine = AffineOf(*m, "scale");
  m->SetAttr("activation_scale", static_cast<float>(affine.scale));
  m->SetAttr("activation_bias", static_cast<float>(affine.bias));
  return OkStatus();
}

Status Combine(Match* m) {
  const Affine affine = AffineOf(*m, "scale");
  const double scale = m->attr<float>("conv", "activation_scale");
  const double bias = m->attr<float>("conv", "activation_bias");
  m->SetAttr("activation_scale", static_cast<float>(scale * affine.scale));
  m->SetAttr("activation_bias", static_cast<float>(bias * affine.scale + affine.bias));
  return OkStatus();
}

}  // namespace

// Fuses a learned factor and a learned addend after an activation.
LITE_PASS(fuse_conv_activation_scale) {
  return Pass()
      .Stage(Stage::kActivation)
      .Fuse({R"(conv: conv2d|depthwise_conv2d|conv2d_transpose|depthwise_conv2d_transpose(
                    Input=%x, Filter=%w, ..) -> (Output=%c)
                scale(X=%c) -> (Out=%out))",
             "@conv(..conv) -> (Output=%out) {..conv, $*}", &CheckActivatedScale, &Combine})
      .Fuse({R"(conv: conv2d|depthwise_conv2d(Input=%x, Filter=%w, ..) -> (Output=%c)
                act: hard_swish(X=%c) -> (Out=%a)
                scale(X=%a) -> (Out=%out))",
             R"(@conv(..conv) -> (Output=%out)
                    {..conv, with_act=true, act_type="hard_swish", $*})",
             &CheckInt8, &SetInt8});
}

}  // namespace paddle::lite::mir
