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
Status SetActivation(Match* m) {
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
  if (const auto* threshold = act.FindAttr("out_threshold"))
    m->SetAttr("out_threshold", *threshold);
  if (const auto* scale = act.FindAttr("Out0_scale")) m->SetAttr("Output0_scale", *scale);
  return OkStatus();
}

}  // namespace

LITE_PASS(fuse_conv_activation) {
  return Pass()
      .Alias("lite_conv_activation_fuse_pass")
      .After("fuse_conv_bias")
      .After("fuse_conv_bn")
      .After("fuse_conv_conv")
      .After("fuse_conv_scale")
      .After("fuse_conv_residual")
      .After("fuse_hard_swish")
      .After("fuse_swish")
      .Fuse({R"(conv: conv2d|depthwise_conv2d|conv2d_transpose|depthwise_conv2d_transpose(
                    Input=%x, Filter=%w, ..) -> (Output=%c)
                act: relu|relu6|leaky_relu|hard_swish|hard_sigmoid|swish|silu|sigmoid|tanh(X=%c)
                    -> (Out=%out))",
             R"(@conv(..conv) -> (Output=%out)
                {..conv, with_act=true, act_type=$act_type, fuse_brelu_threshold=$fuse_brelu_threshold,
                 leaky_relu_alpha=$leaky_relu_alpha, hard_swish_threshold=$hard_swish_threshold,
                 hard_swish_scale=$hard_swish_scale, hard_swish_offset=$hard_swish_offset,
                 slope=$slope, offset=$offset, swish_scale=$swish_scale,
                 out_threshold=$out_threshold, Output0_scale=$Output0_scale})",
             &CheckActivation, &SetActivation});
}

}  // namespace paddle::lite::mir
