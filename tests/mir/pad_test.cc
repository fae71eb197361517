// Passes that convert paddings of volumes to paddings of images, and these to a convolution's own
// paddings.
#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace pad_test {

std::string Pad3d(const std::string& there, const std::string& attrs, const std::string& back) {
  return "input %x: float[-1,2,5,6]\nunsqueeze2(X=%x) -> (Out=%v) {axes=[" + there +
         "]}\npad3d(X=%v) -> (Out=%p) {" + attrs + "}\nsqueeze2(X=%p) -> (Out=%y) {axes=[" + back +
         "]}\noutput %y\n";
}

TEST(Pad3dToPad2dTest, Modes) {
  for (const auto& [mode, expected] :
       {std::pair("constant", "constant"), std::pair("reflect", "reflect"),
        std::pair("replicate", "edge")}) {
    SCOPED_TRACE(mode);
    // A known defect did not change the order of the sides.
    ExpectPass(
        "pad3d_to_pad2d",
        Pad3d("2", StrCat("paddings=[1, 2, 0, 3, 0, 0], value=2.5, mode=\"", mode, "\""), "2"),
        StrCat("input %x\npad2d(X=%x) -> (Out=%y) {data_format=\"NCHW\", mode=\"", expected,
               "\", pad_value=2.5, paddings=[0, 3, 1, 2]}\noutput %y\n"));
  }
}

TEST(Pad3dToPad2dTest, LeftAlone) {
  const char kPass[] = "pad3d_to_pad2d";
  ExpectUnchanged(kPass, Pad3d("2", "paddings=[1, 2, 0, 3, 0, 1]", "2"), "the depth is padded");
  ExpectUnchanged(kPass, Pad3d("3", "paddings=[1, 2, 0, 0, 0, 0]", "3"), "are not [2]");
  ExpectUnchanged(kPass, Pad3d("2", "paddings=[1, 2, 0, 3, 0, 0], mode=\"circular\"", "2"),
                  "no mode circular");
  ExpectUnchanged(kPass, Pad3d("2", "paddings=[1, 2, 0, 3, 0, 0], data_format=\"NDHWC\"", "2"),
                  "data_format");
  ExpectUnchanged(kPass, Pad3d("2", "paddings=[1, 2, 0, 3, 0, 0]", "2") + "output %p\n",
                  "also read by fetch");
}

std::string Conv(const std::string& pad, const std::string& attrs) {
  return "const %w: float[4,2,3,3] = random(1, -1, 1)\ninput %x: float[-1,2,5,6]\n" + pad +
         "\nconv2d(Input=%p, Filter=%w) -> (Output=%y) {" + attrs + "}\noutput %y\n";
}

TEST(FusePadConvTest, Forms) {
  const struct {
    const char* pad;
    const char* paddings;
    const char* expected;
  } cases[] = {
      {"pad2d(X=%x) -> (Out=%p) {paddings=[0, 3, 1, 2]}", "[0, 0]", "[0, 3, 1, 2]"},
      {"pad2d(X=%x) -> (Out=%p) {paddings=[0, 3, 1, 2]}", "[1, 2]", "[1, 4, 3, 4]"},
      {"pad2d(X=%x) -> (Out=%p) {paddings=[0, 1, 0, 1]}", "[1, 0, 2, 0]", "[1, 1, 2, 1]"},
      {"pad(X=%x) -> (Out=%p) {paddings=[0, 0, 0, 0, 0, 3, 1, 2]}", "[0, 0]", "[0, 3, 1, 2]"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(StrCat(c.pad, c.paddings));
    ExpectPass("fuse_pad_conv", Conv(c.pad, StrCat("paddings=", c.paddings)),
               StrCat("input %x\nconv2d(Filter=%w, Input=%x) -> (Output=%y) {paddings=", c.expected,
                      "}\noutput %y\n"));
  }
}

// The convolution itself reads the padded image a second time.
TEST(FusePadConvTest, ResidualThatIsThePaddedImage) {
  ExpectUnchanged("fuse_pad_conv", R"(
    const %w: float[2,2,1,1] = random(1, -1, 1)
    input %x: float[-1,2,5,6]
    pad2d(X=%x) -> (Out=%p) {paddings=[1, 2, 0, 1]}
    conv2d(Input=%p, Filter=%w, ResidualData=%p) -> (Output=%y)
    output %y)",
                  "%p is also read as ResidualData");
}

TEST(FusePadConvTest, LeftAlone) {
  const char kPass[] = "fuse_pad_conv";
  const std::string pad = "pad2d(X=%x) -> (Out=%p) {paddings=[1, 1, 1, 1]";
  ExpectUnchanged(kPass, Conv(pad + ", pad_value=1.0}", "groups=1"), "padding is not 0");
  ExpectUnchanged(kPass, Conv(pad + ", mode=\"reflect\"}", "groups=1"), "mode");
  ExpectUnchanged(kPass, Conv(pad + "}", "padding_algorithm=\"SAME\""), "follow SAME");
  ExpectUnchanged(kPass, Conv(pad + "}", "enable_int8=true"), "quantised");
  ExpectUnchanged(kPass, Conv("pad2d(X=%x) -> (Out=%p) {paddings=[-1, 0, 0, 0]}", "groups=1"),
                  "removes elements");
  ExpectUnchanged(kPass, Conv(pad + "}", "groups=1") + "output %p\n", "also read by fetch");
  ExpectUnchanged(kPass, R"(
    const %w: float[4,3,3,3] = random(1, -1, 1)
    input %x: float[-1,2,5,6]
    pad(X=%x) -> (Out=%p) {paddings=[0, 0, 0, 1, 0, 0, 0, 0]}
    conv2d(Input=%p, Filter=%w) -> (Output=%y)
    output %y)",
                  "batch or channels");
}

}  // namespace pad_test
}  // namespace paddle::lite::mir
