#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace fuse_conv_activation_test {

constexpr char kPass[] = "fuse_conv_activation";

std::string Program(const std::string& act, const std::string& attrs = "",
                    const std::string& more = "") {
  return "const %w: float[4,3,3,3] = random(1, -1, 1)\n"
         "input %x: float[-1,3,6,6]\n"
         "conv2d(Input=%x, Filter=%w) -> (Output=%c) {groups=1" +
         attrs + "}\n" + act + "\n" + more + "output %y\n";
}

TEST(FuseConvActivationTest, EveryActivation) {
  const struct {
    const char* act;
    const char* attrs;  // sorted by name
  } cases[] = {
      {"relu(X=%c) -> (Out=%y)", "act_type=\"relu\", groups=1"},
      {"relu6(X=%c) -> (Out=%y) {threshold=3.0}",
       "act_type=\"relu6\", fuse_brelu_threshold=3.0, groups=1"},
      // Paddle 2.6 leaves the threshold out.
      {"relu6(X=%c) -> (Out=%y)", "act_type=\"relu6\", fuse_brelu_threshold=6.0, groups=1"},
      {"leaky_relu(X=%c) -> (Out=%y) {alpha=0.25}",
       "act_type=\"leaky_relu\", groups=1, leaky_relu_alpha=0.25"},
      {"hard_swish(X=%c) -> (Out=%y) {threshold=5.0, scale=4.0, offset=2.0}",
       "act_type=\"hard_swish\", groups=1, hard_swish_offset=2.0, hard_swish_scale=4.0,"
       " hard_swish_threshold=5.0"},
      {"hard_sigmoid(X=%c) -> (Out=%y) {slope=0.25, offset=0.375}",
       "act_type=\"hard_sigmoid\", groups=1, offset=0.375, slope=0.25"},
      {"swish(X=%c) -> (Out=%y) {beta=2.0}", "act_type=\"swish\", groups=1, swish_scale=2.0"},
      // Likewise beta.
      {"swish(X=%c) -> (Out=%y)", "act_type=\"swish\", groups=1, swish_scale=1.0"},
      {"silu(X=%c) -> (Out=%y)", "act_type=\"swish\", groups=1"},
      {"sigmoid(X=%c) -> (Out=%y)", "act_type=\"sigmoid\", groups=1"},
      {"tanh(X=%c) -> (Out=%y)", "act_type=\"tanh\", groups=1"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.act);
    ExpectPass(kPass, Program(c.act),
               StrCat("input %x\nconv2d(Input=%x, Filter=%w) -> (Output=%y) {", c.attrs,
                      ", with_act=true}\noutput %y\n"));
  }
}

TEST(FuseConvActivationTest, TransposedWithHardSwish) {
  ExpectPass(kPass, R"(
    const %w: float[3,4,3,3] = random(1, -1, 1)
    input %x: float[-1,3,4,4]
    conv2d_transpose(Input=%x, Filter=%w) -> (Output=%c)
    hard_swish(X=%c) -> (Out=%y)
    output %y)",
             R"(
    input %x
    conv2d_transpose(Input=%x, Filter=%w) -> (Output=%y) {act_type="hard_swish",
        hard_swish_offset=3.0, hard_swish_scale=6.0, hard_swish_threshold=6.0, with_act=true}
    output %y)");
}

TEST(FuseConvActivationTest, ScaleOfTheResult) {
  ExpectPass(kPass,
             Program("relu(X=%c) -> (Out=%y) {out_threshold=2.5, Out0_scale=[0.5]}",
                     ", enable_int8=true, Output0_scale=[0.25]"),
             "input %x\nconv2d(Input=%x, Filter=%w) -> (Output=%y) {Output0_scale=[0.5],"
             " act_type=\"relu\", enable_int8=true, groups=1, out_threshold=2.5, with_act=true}\n"
             "output %y\n");
}

TEST(FuseConvActivationTest, LeftAlone) {
  const struct {
    const char* act;
    const char* attrs;
    const char* more;
    const char* reason;
  } cases[] = {
      {"relu(X=%c) -> (Out=%y)", ", with_act=true, act_type=\"relu\"", "",
       "already has an activation"},
      {"relu(X=%c) -> (Out=%y)", ", fuse_relu=true", "", "already has an activation"},
      {"relu(X=%c) -> (Out=%y)", "", "output %c\n", "also read by fetch"},
      {"relu(X=%c) -> (Out=%y)", "", "tanh(X=%c) -> (Out=%z)\noutput %z\n", "also read by tanh"},
      {"tanh(X=%c) -> (Out=%y)", ", enable_int8=true", "", "takes no tanh"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.reason);
    ExpectUnchanged(kPass, Program(c.act, c.attrs, c.more), c.reason);
  }
}

TEST(FuseConvActivationTest, BehindASecondInput) {
  ExpectUnchanged(kPass, R"(
    const %w: float[3,3,1,1] = random(1, -1, 1)
    input %x: float[-1,3,4,4]
    conv2d(Input=%x, Filter=%w, SecondInput=%x) -> (Output=%c)
        {fuse_elementwise_op_type="elementwise_add"}
    relu(X=%c) -> (Out=%y)
    output %y)",
                  "follows the activation");
}

}  // namespace fuse_conv_activation_test
}  // namespace paddle::lite::mir
