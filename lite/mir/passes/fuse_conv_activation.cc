#include "lite/mir/passes/conv.h"

namespace paddle::lite::mir {

namespace {

Status CheckActivation(const Match& m) {
  LITE_RETURN_IF_ERROR(CheckPlainConv(m));
  if (!m.op("conv").InputList("SecondInput").empty()) {
    return Refuse("the sum with SecondInput follows the activation");
  }
  const std::string& type = m.op("act").type();
  if (IsInt8(m) && type != "relu" && type != "relu6" && type != "leaky_relu") {
    return Refuse("an int8 convolution takes no ", type);
  }
  return OkStatus();
}

// The activation's attributes under the names used by convolutions.
Status SetConvActivation(Match* m) {
  const OpNode& act = m->op("act");
  const std::string& type = act.type();
  m->SetAttr("act_type", type == "silu" ? "swish" : type);
  const struct {
    const char* type;
    const char* from;
    const char* to;
  } parameters[] = {
      {"relu6", "threshold", "fuse_brelu_threshold"},
      {"leaky_relu", "alpha", "leaky_relu_alpha"},
      {"hard_swish", "threshold", "hard_swish_threshold"},
      {"hard_swish", "scale", "hard_swish_scale"},
      {"hard_swish", "offset", "hard_swish_offset"},
      {"hard_sigmoid", "slope", "slope"},
      {"hard_sigmoid", "offset", "offset"},
      {"swish", "beta", "swish_scale"},
  };
  for (const auto& parameter : parameters) {
    if (type == parameter.type) m->SetAttr(parameter.to, m->attr<float>("act", parameter.from));
  }
  return OkStatus();
}

}  // namespace

LITE_PASS(fuse_conv_activation) {
  return Pass()
      .Stage(Stage::kActivation)
      .Alias("lite_conv_activation_fuse_pass")
      .Fuse({R"(conv: conv2d|depthwise_conv2d|conv2d_transpose|depthwise_conv2d_transpose(
                    Input=%x, Filter=%w, ..) -> (Output=%c)
                act: relu|relu6|leaky_relu|hard_swish|hard_sigmoid|swish|silu|sigmoid|tanh(X=%c)
                    -> (Out=%out))",
             "@conv(..conv) -> (Output=%out) {..conv, with_act=true, $*}", &CheckActivation,
             &SetConvActivation});
}

}  // namespace paddle::lite::mir
