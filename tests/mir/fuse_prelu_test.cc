#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace fuse_prelu_test {

constexpr char kPass[] = "fuse_prelu";

TEST(FusePreluTest, EveryConvolution) {
  const struct {
    const char* type;
    const char* filter;
    const char* attrs;  // sorted by name, before and after those of the pass
    const char* more;
  } cases[] = {
      {"conv2d", "[4,3,3,3]", "", ", strides=[2, 2]"},
      {"depthwise_conv2d", "[4,1,3,3]", ", groups=4", ""},
      {"conv2d_transpose", "[3,4,2,2]", "", ", strides=[2, 2]"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.type);
    const bool depthwise = std::string(c.attrs) != "";
    const std::string head = StrCat("const %w: float", c.filter, " = random(1, -1, 1)\n",
                                    "const %s: float[4] = [0.5, -0.25, 0.0, 2.0]\n");
    const std::string input = StrCat("input %x: float[-1,", depthwise ? 4 : 3, ",6,6]\n");
    const std::string groups = depthwise ? "groups=4" : "groups=1";
    ExpectPass(kPass,
               StrCat(head, input, c.type, "(Input=%x, Filter=%w) -> (Output=%c) {", groups, c.more,
                      "}\nprelu(X=%c, Alpha=%s) -> (Out=%y) {mode=\"channel\"}\noutput %y\n"),
               StrCat("input %x\n", c.type,
                      "(Filter=%w, Input=%x, Prelu_alpha=%s) -> (Output=%y) {act_type=\"prelu\", ",
                      groups, ", prelu_mode=\"channel\"", c.more, ", with_act=true}\noutput %y\n"));
  }
}

TEST(FusePreluTest, Fc) {
  ExpectPass(kPass, R"(
    const %w: float[6,4] = random(1, -1, 1)
    const %b: float[4] = random(2, -1, 1)
    const %s: float[4] = [0.5, -0.25, 0.0, 2.0]
    input %x: float[-1,6]
    fc(Input=%x, W=%w, Bias=%b) -> (Out=%m) {in_num_col_dims=1}
    prelu(X=%m, Alpha=%s) -> (Out=%y) {mode="channel", out_threshold=2.0}
    output %y)",
             R"(
    input %x
    fc(Alpha=%s, Bias=%b, Input=%x, W=%w) -> (Out=%y) {activation_type="prelu", in_num_col_dims=1,
        out_threshold=2.0, prelu_mode="channel"}
    output %y)");
}

// The bias and the batch norm between them are folded into the weights first.
TEST(FusePreluTest, BehindTheOtherFusions) {
  ExpectPasses({"fuse_conv_bias", "prelu_to_leaky_relu", kPass}, R"(
    const %w: float[4,3,1,1] = random(1, -1, 1)
    const %b: float[4] = random(2, -1, 1)
    const %s: float[4] = [0.5, -0.25, 0.0, 2.0]
    input %x: float[-1,3,4,4]
    conv2d(Input=%x, Filter=%w) -> (Output=%c)
    elementwise_add(X=%c, Y=%b) -> (Out=%d) {axis=1}
    prelu(X=%d, Alpha=%s) -> (Out=%y) {mode="channel"}
    output %y)",
               R"(
    input %x
    conv2d(Bias=%b__1, Filter=%w, Input=%x, Prelu_alpha=%s) -> (Output=%y) {act_type="prelu",
        prelu_mode="channel", with_act=true}
    output %y)");
}

TEST(FusePreluTest, LeftAlone) {
  const struct {
    const char* conv;
    const char* prelu;
    const char* more;
    const char* reason;
  } cases[] = {
      {"", "Alpha=%s) -> (Out=%y) {mode=\"channel\"}", "output %c\n", "also read by fetch"},
      {", with_act=true, act_type=\"relu\"", "Alpha=%s) -> (Out=%y) {mode=\"channel\"}", "",
       "already has an activation"},
      {", enable_int8=true", "Alpha=%s) -> (Out=%y) {mode=\"channel\"}", "",
       "does not support prelu"},
      {"", "Alpha=%e) -> (Out=%y) {mode=\"element\"}", "", "of mode element"},
      {"", "Alpha=%r) -> (Out=%y) {mode=\"channel\"}", "", "is not a constant"},
      {", data_format=\"NHWC\"", "Alpha=%s) -> (Out=%y) {mode=\"channel\", data_format=\"NHWC\"}",
       "", "the channels come last"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.reason);
    ExpectUnchanged(kPass,
                    StrCat("const %w: float[4,4,1,1] = random(1, -1, 1)\n"
                           "const %s: float[4] = [0.5, -0.25, 0.0, 2.0]\n"
                           "const %e: float[1,4,4,4] = random(3, -1, 1)\n"
                           "input %r: float[4]\ninput %x: float[1,4,4,4]\n"
                           "conv2d(Input=%x, Filter=%w) -> (Output=%c) {groups=1",
                           c.conv, "}\nprelu(X=%c, ", c.prelu, "\n", c.more, "output %y\n"),
                    c.reason);
  }
}

TEST(FusePreluTest, FcLeftAlone) {
  const struct {
    const char* shape;
    const char* fc;
    const char* slopes;
    const char* reason;
  } cases[] = {
      {"[3,6]", "{in_num_col_dims=1, activation_type=\"relu\"}", "[4] = [0.5, -0.25, 0.0, 2.0]",
       "fc already applies relu"},
      {"[3,6]", "{in_num_col_dims=1, enable_int8=true}", "[4] = [0.5, -0.25, 0.0, 2.0]",
       "an int8 fc does not support prelu"},
      {"[2,3,6]", "{in_num_col_dims=2}", "[3] = [0.5, -0.25, 0.0]", "not one per column"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.reason);
    ExpectUnchanged(kPass,
                    StrCat("const %w: float[6,4] = random(1, -1, 1)\nconst %s: float", c.slopes,
                           "\ninput %x: float", c.shape, "\nfc(Input=%x, W=%w) -> (Out=%m) ", c.fc,
                           "\nprelu(X=%m, Alpha=%s) -> (Out=%y) {mode=\"channel\"}\noutput %y\n"),
                    c.reason);
  }
}

}  // namespace fuse_prelu_test
}  // namespace paddle::lite::mir
