#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace fuse_conv_activation_scale_test {

constexpr char kPass[] = "fuse_conv_activation_scale";

std::string Program(const std::string& attrs, const std::string& scale_attrs,
                    const std::string& more = "") {
  return "const %w: float[4,3,3,3] = random(1, -1, 1)\n"
         "input %x: float[-1,3,6,6]\n"
         "conv2d(Input=%x, Filter=%w) -> (Output=%c) {" +
         attrs + "}\nscale(X=%c) -> (Out=%y) {" + scale_attrs + "}\n" + more + "output %y\n";
}

TEST(FuseConvActivationScaleTest, EveryActivation) {
  const char* const cases[] = {
      "act_type=\"relu\", ",
      "act_type=\"relu6\", ",
      "act_type=\"hard_swish\", ",
  };
  for (const char* act : cases) {
    SCOPED_TRACE(act);
    ExpectPass(kPass, Program(StrCat(act, "with_act=true"), "scale=1.5, bias=-0.25"),
               StrCat("input %x\nconv2d(Input=%x, Filter=%w) -> (Output=%y) {", act,
                      "activation_bias=-0.25, activation_scale=1.5, with_act=true}\noutput %y\n"));
  }
  ExpectPass(kPass, Program("fuse_relu=true", "scale=1.5, bias=-0.25"), R"(
    input %x
    conv2d(Input=%x, Filter=%w) -> (Output=%y)
        {activation_bias=-0.25, activation_scale=1.5, fuse_relu=true}
    output %y)");
}

TEST(FuseConvActivationScaleTest, BiasInFrontOfTheScale) {
  ExpectPass(kPass, Program("fuse_relu=true", "scale=2.0, bias=0.75, bias_after_scale=false"), R"(
    input %x
    conv2d(Input=%x, Filter=%w) -> (Output=%y)
        {activation_bias=1.5, activation_scale=2.0, fuse_relu=true}
    output %y)");
}

// In int8, hard_swish and what follows it are fused together or not at all.
TEST(FuseConvActivationScaleTest, QuantisedConvolutions) {
  const auto program = [](const char* act, const std::string& rest) {
    return StrCat(R"(
    const %w: int8[4,4,1,1] = random(1, -127, 127)
    input %x: int8[1,4,6,6]
    conv2d(Input=%x, Filter=%w) -> (Output=%c)
        {Filter0_scale=[0.01], Input0_scale=[0.02], enable_int8=true}
    )",
                  act, "(X=%c) -> (Out=%a)\n", rest);
  };
  const std::string scale = "scale(X=%a) -> (Out=%y) {bias=-0.25, scale=1.5}\noutput %y\n";
  ExpectPass(kPass, program("hard_swish", scale), R"(
    input %x
    conv2d(Input=%x, Filter=%w) -> (Output=%y)
        {Filter0_scale=[0.01], Input0_scale=[0.02], act_type="hard_swish", activation_bias=-0.25,
         activation_scale=1.5, enable_int8=true, hard_swish_offset=3.0, hard_swish_scale=6.0,
         hard_swish_threshold=6.0, with_act=true}
    output %y)",
             "", "int8 kernels need the casts of legalisation: calib_test.cc compares them");
  ExpectUnchanged(kPass, program("hard_swish", scale + "output %a\n"), "also read by fetch");
}

// (3 r - 1) * 2 + 0.5
TEST(FuseConvActivationScaleTest, Twice) {
  ExpectPass(
      kPass,
      Program("activation_bias=-1.0, activation_scale=3.0, fuse_relu=true", "scale=2.0, bias=0.5"),
      R"(
    input %x
    conv2d(Input=%x, Filter=%w) -> (Output=%y)
        {activation_bias=-1.5, activation_scale=6.0, fuse_relu=true}
    output %y)");
}

// The learned numbers as saved by Paddle, before and after an activation.
TEST(FuseConvActivationScaleTest, ConvolutionActivationAndTwoLearnedNumbers) {
  ExpectPasses(
      {"elementwise_to_scale", "fuse_scales", "fuse_conv_scale", "fuse_conv_activation", kPass},
      R"(
    const %w: float[4,1,3,3] = random(1, -1, 1)
    const %a: float[1] = [1.25]
    const %b: float[1] = [0.5]
    input %x: float[-1,4,6,6]
    depthwise_conv2d(Input=%x, Filter=%w) -> (Output=%c) {groups=4}
    elementwise_mul(X=%a, Y=%c) -> (Out=%d)
    elementwise_add(X=%d, Y=%b) -> (Out=%e)
    hard_swish(X=%e) -> (Out=%f)
    elementwise_mul(X=%a, Y=%f) -> (Out=%g)
    elementwise_add(X=%g, Y=%b) -> (Out=%y)
    output %y)",
      R"(
    input %x
    depthwise_conv2d(Input=%x, Filter=%w__1, Bias=%c.bias) -> (Output=%y)
        {act_type="hard_swish", activation_bias=0.5, activation_scale=1.25, groups=4,
         hard_swish_offset=3.0, hard_swish_scale=6.0, hard_swish_threshold=6.0, with_act=true}
    output %y)");
}

TEST(FuseConvActivationScaleTest, LeftAlone) {
  const std::string scale = "scale=1.5";
  ExpectUnchanged(kPass, Program("groups=1", scale), "activation is ''");
  ExpectUnchanged(kPass, Program("act_type=\"sigmoid\", with_act=true", scale),
                  "activation is 'sigmoid'");
  // A name without the flag is not an activation.
  ExpectUnchanged(kPass, Program("act_type=\"relu\"", scale), "activation is ''");
  ExpectUnchanged(kPass, Program("enable_int8=true, fuse_relu=true", scale), "is quantised");
  ExpectUnchanged(kPass, Program("fuse_relu=true", "activation_type=\"relu\", scale=1.5"),
                  "scale already has an activation");
  ExpectUnchanged(kPass, Program("fuse_relu=true", scale, "output %c\n"), "also read by fetch");
  ExpectUnchanged(kPass, R"(
    const %w: float[4,3,1,1] = random(1, -1, 1)
    input %x: float[-1,3,6,6]
    input %s: float[-1,4,6,6]
    conv2d(Input=%x, Filter=%w, SecondInput=%s) -> (Output=%c)
        {fuse_elementwise_op_type="elementwise_add", fuse_relu=true}
    scale(X=%c) -> (Out=%y) {scale=1.5}
    output %y)",
                  "follows the activation");
}

}  // namespace fuse_conv_activation_scale_test
}  // namespace paddle::lite::mir
