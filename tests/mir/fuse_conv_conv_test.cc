#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace fuse_conv_conv_test {

constexpr char kPass[] = "fuse_conv_conv";

// A convolution with 8 channels, followed by one with filter `v`.
std::string Program(const std::string& w, const std::string& v, const std::string& first,
                    const std::string& second, const std::string& more = "") {
  return "const %w: float[" + w + "] = random(1, -1, 1)\nconst %b: float[8] = random(2, -1, 1)\n" +
         "const %v: float[" + v + "] = random(3, -1, 1)\nconst %d: float[2] = random(4, -1, 1)\n" +
         "input %x: float[-1,4,6,6]\nconv2d(Input=%x, Filter=%w, Bias=%b) -> (Output=%c) {" +
         first + "}\nconv2d(Input=%c, Filter=%v, Bias=%d) -> (Output=%y) {" + second + "}\n" +
         more + "output %y\n";
}

TEST(FuseConvConvTest, FewerOperations) {
  ExpectPass(kPass, Program("8,4,1,1", "2,8,1,1", "strides=[2, 2]", "strides=[1, 1]"),
             "input %x\nconv2d(Bias=%c.bias, Filter=%v__1, Input=%x) -> (Output=%y)"
             " {strides=[2, 2]}\noutput %y\n");
  // Larger windows are also supported. A known defect lost everything except the first element.
  ExpectPass(kPass, Program("8,4,3,3", "2,8,1,1", "paddings=[1, 1]", "padding_algorithm=\"SAME\""),
             "input %x\nconv2d(Bias=%c.bias, Filter=%v__1, Input=%x) -> (Output=%y)"
             " {paddings=[1, 1]}\noutput %y\n");
  // Without biases.
  ExpectPass(kPass, R"(
    const %w: float[8,4,3,3] = random(1, -1, 1)
    const %v: float[2,8,1,1] = random(3, -1, 1)
    input %x: float[-1,4,6,6]
    conv2d(Input=%x, Filter=%w) -> (Output=%c)
    conv2d(Input=%c, Filter=%v) -> (Output=%y)
    output %y)",
             "input %x\nconv2d(Bias=%c.bias, Filter=%v__1, Input=%x) -> (Output=%y)\noutput %y\n");
}

TEST(FuseConvConvTest, LeftAlone) {
  const struct {
    const char* w;
    const char* v;
    const char* first;
    const char* second;
    const char* reason;
  } cases[] = {
      {"8,4,1,1", "2,8,3,3", "groups=1", "groups=1", "larger than 1x1"},
      {"8,4,1,1", "2,8,1,1", "groups=1", "strides=[2, 2]", "has strides"},
      {"8,4,1,1", "2,8,1,1", "groups=1", "paddings=[1, 1]", "has paddings"},
      {"8,4,1,1", "2,4,1,1", "groups=1", "groups=2", "has groups"},
      {"8,4,1,1", "2,8,1,1", "with_act=true, act_type=\"relu\"", "groups=1",
       "already has an activation"},
      {"8,4,1,1", "2,8,1,1", "groups=1", "with_act=true, act_type=\"relu\"",
       "already has an activation"},
      {"8,4,1,1", "2,8,1,1", "groups=1", "enable_int8=true", "quantised"},
      {"8,4,1,1", "2,8,1,1", "quantize_weight_bits=8", "groups=1", "scales are stored"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.reason);
    ExpectUnchanged(kPass, Program(c.w, c.v, c.first, c.second), c.reason);
  }
  ExpectUnchanged(kPass, Program("8,4,1,1", "2,8,1,1", "groups=1", "groups=1", "output %c\n"),
                  "also read by fetch");
  // From 4 over 2 to 8 channels: 24 products instead of 32.
  ExpectUnchanged(kPass, R"(
    const %w: float[2,4,1,1] = random(1, -1, 1)
    const %v: float[8,2,1,1] = random(3, -1, 1)
    input %x: float[-1,4,6,6]
    conv2d(Input=%x, Filter=%w) -> (Output=%c)
    conv2d(Input=%c, Filter=%v) -> (Output=%y)
    output %y)",
                  "would be slower");
}

}  // namespace fuse_conv_conv_test
}  // namespace paddle::lite::mir
