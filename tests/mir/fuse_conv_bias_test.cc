#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace fuse_conv_bias_test {

constexpr char kPass[] = "fuse_conv_bias";

std::string Program(const std::string& addend, const std::string& add, const std::string& more = "",
                    const std::string& conv_attrs = "") {
  return "const %w: float[4,3,3,3] = random(1, -1, 1)\n" + addend +
         "\ninput %x: float[-1,3,6,6]\n"
         "conv2d(Input=%x, Filter=%w) -> (Output=%c) " +
         conv_attrs + "\n" + add + "\n" + more + "output %y\n";
}

// Every form of one number per channel.
TEST(FuseConvBiasTest, PerChannel) {
  const struct {
    const char* addend;
    const char* add;
  } cases[] = {
      {"const %b: float[4] = random(2, -1, 1)", "X=%c, Y=%b) -> (Out=%y) {axis=1}"},
      {"const %b: float[4,1,1] = random(2, -1, 1)", "X=%c, Y=%b) -> (Out=%y) {axis=-1}"},
      {"const %b: float[1,4,1,1] = random(2, -1, 1)", "X=%c, Y=%b) -> (Out=%y) {axis=-1}"},
      {"const %b: float[1,4,1,1] = random(2, -1, 1)", "X=%b, Y=%c) -> (Out=%y)"},
      {"const %b: float[1] = [0.5]", "X=%c, Y=%b) -> (Out=%y) {axis=-1}"},
      {"const %b: float[1,1,1,1] = [0.5]", "X=%c, Y=%b) -> (Out=%y) {axis=0}"},
      {"const %b: float[4,1] = random(2, -1, 1)", "X=%c, Y=%b) -> (Out=%y) {axis=1}"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(StrCat(c.addend, c.add));
    ExpectPass(kPass, Program(c.addend, StrCat("elementwise_add(", c.add)),
               "input %x\nconv2d(Input=%x, Filter=%w, Bias=%b__1) -> (Output=%y)\noutput %y\n");
  }
}

TEST(FuseConvBiasTest, Difference) {
  ExpectPass(kPass,
             Program("const %b: float[4] = random(2, -1, 1)",
                     "elementwise_sub(X=%c, Y=%b) -> (Out=%y) {axis=1}"),
             "input %x\nconv2d(Input=%x, Filter=%w, Bias=%b__1) -> (Output=%y)\noutput %y\n");
  // With swapped operands, the result changes its sign.
  ExpectUnchanged(kPass,
                  Program("const %b: float[1,4,1,1] = random(2, -1, 1)",
                          "elementwise_sub(X=%b, Y=%c) -> (Out=%y) {axis=-1}"),
                  "");
}

TEST(FuseConvBiasTest, OntoABias) {
  ExpectPass(kPass, R"(
    const %w: float[4,1,3,3] = random(1, -1, 1)
    const %old: float[4] = random(3, -1, 1)
    const %b: float[1,4,1,1] = random(2, -1, 1)
    input %x: float[-1,4,6,6]
    depthwise_conv2d(Input=%x, Filter=%w, Bias=%old) -> (Output=%c) {groups=4}
    elementwise_add(X=%c, Y=%b) -> (Out=%y) {out_threshold=3.5}
    output %y)",
             "input %x\ndepthwise_conv2d(Input=%x, Filter=%w, Bias=%b__1) -> (Output=%y)"
             " {groups=4, out_threshold=3.5}\noutput %y\n");
}

TEST(FuseConvBiasTest, Transposed) {
  ExpectPass(kPass, R"(
    const %w: float[6,2,3,3] = random(1, -1, 1)
    const %b: float[4] = random(2, -1, 1)
    input %x: float[-1,6,4,4]
    conv2d_transpose(Input=%x, Filter=%w) -> (Output=%c) {groups=2}
    elementwise_add(X=%c, Y=%b) -> (Out=%y) {axis=1}
    output %y)",
             "input %x\nconv2d_transpose(Input=%x, Filter=%w, Bias=%b__1) -> (Output=%y)"
             " {groups=2}\noutput %y\n");
}

TEST(FuseConvBiasTest, ChannelsLast) {
  const std::string before = R"(
    const %w: float[4,3,3,3] = random(1, -1, 1)
    const %b: float[4] = random(2, -1, 1)
    input %x: float[-1,6,6,3]
    conv2d(Input=%x, Filter=%w) -> (Output=%c) {data_format="NHWC"}
    elementwise_add(X=%c, Y=%b) -> (Out=%y) {axis=AXIS}
    output %y)";
  std::string last = before;
  last.replace(last.find("AXIS"), 4, "-1");
  ExpectPass(kPass, last,
             "input %x\nconv2d(Input=%x, Filter=%w, Bias=%b__1) -> (Output=%y)"
             " {data_format=\"NHWC\"}\noutput %y\n");
}

// Paddle 2.6 saves the bias of a convolution as reshape2(bias) + add.
TEST(FuseConvBiasTest, BehindAReshape) {
  ExpectPasses({"fold_constants", kPass, "fuse_conv_activation"},
               Program("const %b: float[4] = random(2, -1, 1)",
                       "reshape2(X=%b) -> (Out=%b4, XShape=%xs) {shape=[1, -1, 1, 1]}\n"
                       "elementwise_add(X=%c, Y=%b4) -> (Out=%z) {axis=-1}",
                       "relu(X=%z) -> (Out=%y)\n"),
               "input %x\nconv2d(Input=%x, Filter=%w, Bias=%b4__1) -> (Output=%y)"
               " {act_type=\"relu\", with_act=true}\noutput %y\n");
}

// A bias that two convolutions share is copied.
TEST(FuseConvBiasTest, SharedAddend) {
  ExpectPass(kPass, R"(
    const %w: float[3,3,1,1] = random(1, -1, 1)
    const %b: float[3] = random(2, -1, 1)
    input %x: float[-1,3,6,6]
    conv2d(Input=%x, Filter=%w) -> (Output=%c)
    elementwise_add(X=%c, Y=%b) -> (Out=%d) {axis=1}
    conv2d(Input=%d, Filter=%w) -> (Output=%e)
    elementwise_add(X=%e, Y=%b) -> (Out=%f) {axis=1}
    elementwise_mul(X=%f, Y=%b) -> (Out=%y) {axis=1}
    output %y)",
             R"(input %x
    conv2d(Input=%x, Filter=%w, Bias=%b__1) -> (Output=%d)
    conv2d(Input=%d, Filter=%w, Bias=%b__2) -> (Output=%f)
    elementwise_mul(X=%f, Y=%b) -> (Out=%y) {axis=1}
    output %y)");
}

TEST(FuseConvBiasTest, LeftAlone) {
  const struct {
    const char* addend;
    const char* add;
    const char* more;
    const char* conv;
    const char* reason;
  } cases[] = {
      // A row vector as wide as there are channels is not a channel bias.
      {"const %b: float[4] = fill(1)", "X=%c, Y=%b) -> (Out=%y) {axis=-1}", "", "",
       "is not one number per channel"},
      {"const %b: float[4] = fill(1)", "X=%c, Y=%b) -> (Out=%y) {axis=2}", "", "",
       "is not one number per channel"},
      {"const %b: float[1,4,4,4] = fill(1)", "X=%c, Y=%b) -> (Out=%y)", "", "",
       "is not one number per channel"},
      {"const %b: float[1,1,1,1,4] = fill(1)", "X=%c, Y=%b) -> (Out=%y)", "", "",
       "raises the rank"},
      {"const %b: float[4] = fill(1)", "X=%c, Y=%b) -> (Out=%y) {axis=1}", "",
       "{with_act=true, act_type=\"relu\"}", "already has an activation"},
      {"const %b: float[4] = fill(1)", "X=%c, Y=%b) -> (Out=%y) {axis=1}", "output %c\n", "",
       "also read by fetch"},
      {"const %b: float[4] = fill(1)", "X=%c, Y=%b) -> (Out=%y) {axis=1}",
       "relu(X=%c) -> (Out=%o)\noutput %o\n", "", "also read by relu"},
      {"input %b: float[4]", "X=%c, Y=%b) -> (Out=%y) {axis=1}", "", "", "is not a constant"},
      {"const %b: float[4] = fill(1)", "X=%c, Y=%b) -> (Out=%y) {axis=1, fuse_scale=true}", "", "",
       "already has a scale"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(StrCat(c.addend, c.add));
    ExpectUnchanged(kPass, Program(c.addend, StrCat("elementwise_add(", c.add), c.more, c.conv),
                    c.reason);
  }
}

// One refused match does not stop the others, nor leave half of the work done.
TEST(FuseConvBiasTest, ARefusalDoesNotPoisonTheSweep) {
  ExpectPass(kPass, R"(
    const %w: float[4,4,1,1] = random(1, -1, 1)
    const %b: float[4] = random(2, -1, 1)
    const %row: float[4] = random(3, -1, 1)
    input %x: float[-1,4,4,4]
    conv2d(Input=%x, Filter=%w) -> (Output=%c)
    elementwise_add(X=%c, Y=%row) -> (Out=%d) {axis=-1}
    conv2d(Input=%d, Filter=%w) -> (Output=%e)
    elementwise_add(X=%e, Y=%b) -> (Out=%y) {axis=1}
    output %y)",
             R"(input %x
    conv2d(Input=%x, Filter=%w) -> (Output=%c)
    elementwise_add(X=%c, Y=%row) -> (Out=%d) {axis=-1}
    conv2d(Input=%d, Filter=%w, Bias=%b__1) -> (Output=%y)
    output %y)");
}

}  // namespace fuse_conv_bias_test
}  // namespace paddle::lite::mir
