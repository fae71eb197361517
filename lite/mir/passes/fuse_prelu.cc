#include "lite/mir/passes/conv.h"

namespace paddle::lite::mir {

namespace {

// The kernels support one slope per channel; equal slopes have already become a leaky_relu.
Status CheckSlopes(const Match& m) {
  const auto mode = m.attr<std::string>("prelu", "mode");
  if (mode != "channel") return Refuse("the slopes are of mode ", mode);
  if (m.constant("alpha")->precision() != PrecisionType::kFloat)
    return Refuse("Alpha is not of type float");
  return OkStatus();
}

Status CheckPreluConv(const Match& m) {
  LITE_RETURN_IF_ERROR(CheckPlainConv(m));
  LITE_RETURN_IF_ERROR(CheckSlopes(m));
  if (!m.op("conv").InputList("SecondInput").empty()) {
    return Refuse("the sum with SecondInput follows the activation");
  }
  if (IsInt8(m)) return Refuse("an int8 convolution does not support prelu");
  if (m.attr<std::string>("conv", "data_format") == "NHWC" ||
      m.attr<std::string>("prelu", "data_format") == "NHWC") {
    return Refuse("the channels come last");
  }
  return OkStatus();
}

Status CheckPreluFc(const Match& m) {
  const auto activation = m.attr<std::string>("fc", "activation_type");
  if (!activation.empty()) return Refuse("fc already applies ", activation);
  LITE_RETURN_IF_ERROR(CheckSlopes(m));
  if (IsQuantised(m.op("fc"))) return Refuse("an int8 fc does not support prelu");
  const auto& dims = m.arg("m")->dims;
  if (!dims.has_value() || dims->rank() != 2) return Refuse("the slopes are not one per column");
  return OkStatus();
}

constexpr char kPrelu[] =
    "const %alpha\n"
    "prelu: prelu(X=%m, Alpha=%alpha) -> (Out=%y)\n";

}  // namespace

LITE_PASS(fuse_prelu) {
  const std::string prelu = kPrelu;
  return Pass()
      .Stage(Stage::kJoin)
      .Alias("lite_fc_prelu_fuse_pass")
      .Fuse({R"(conv: conv2d|depthwise_conv2d|conv2d_transpose|depthwise_conv2d_transpose(
                    Input=%x, Filter=%w, ..) -> (Output=%m)
             )" + prelu,
             R"(@conv(..conv, Prelu_alpha=%alpha) -> (Output=%y)
                {..conv, with_act=true, act_type="prelu", prelu_mode="channel"})",
             &CheckPreluConv})
      .Fuse({"fc(Input=%x, W=%w, Bias=%b?) -> (Out=%m)\n" + prelu,
             R"(fc(..fc, Alpha=%alpha) -> (Out=%y)
                {..fc, activation_type="prelu", prelu_mode="channel"})",
             &CheckPreluFc});
}

}  // namespace paddle::lite::mir
