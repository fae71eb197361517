#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace fuse_hard_swish_test {

constexpr char kPass[] = "fuse_hard_swish";
constexpr char kInput[] =
    "const %six: float[1] = [6.0]\n"
    "input %x: float[-1,4,3,3]\n";
constexpr char kAdd[] = "scale(X=%x) -> (Out=%a) {bias=3.0}\n";
constexpr char kGate[] = "relu6(X=%a) -> (Out=%g)\n";
constexpr char kProduct[] = "elementwise_mul(X=%x, Y=%g) -> (Out=%p)\n";
constexpr char kDivision[] = "elementwise_div(X=%p, Y=%six) -> (Out=%y)\n";

TEST(FuseHardSwishTest, EverySpelling) {
  const struct {
    const char* gate;
    const char* tail;
    const char* scale;
  } cases[] = {
      {kGate, "elementwise_mul(X=%x, Y=%g) -> (Out=%p)\nscale(X=%p) -> (Out=%y) {scale=0.25}\n",
       "4.0"},
      {kGate, "elementwise_mul(X=%g, Y=%x) -> (Out=%p)\nscale(X=%p) -> (Out=%y) {scale=0.25}\n",
       "4.0"},
      {kGate,
       "elementwise_mul(X=%g, Y=%x) -> (Out=%p)\nelementwise_div(X=%p, Y=%six) -> (Out=%y)\n",
       "6.0"},
      {kGate,
       "elementwise_div(X=%g, Y=%six) -> (Out=%d)\nelementwise_mul(X=%x, Y=%d) -> (Out=%y)\n",
       "6.0"},
      {"clip(X=%a) -> (Out=%g) {min=0.0, max=6.0}\n",
       "scale(X=%g) -> (Out=%d) {scale=0.25}\nelementwise_mul(X=%d, Y=%x) -> (Out=%y)\n", "4.0"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.tail);
    ExpectPass(kPass, StrCat(kInput, kAdd, c.gate, c.tail, "output %y\n"),
               StrCat("input %x\nhard_swish(X=%x) -> (Out=%y) {offset=3.0, scale=", c.scale,
                      ", threshold=6.0}\noutput %y\n"));
  }
}

// The form of older programs, after a convolution: one operator remains.
TEST(FuseHardSwishTest, BehindAConvolution) {
  ExpectPasses({"elementwise_to_scale", kPass, "fuse_conv_activation"}, R"(
    const %w: float[4,3,1,1] = random(1, -1, 1)
    const %three: float[1] = [3.0]
    input %x: float[-1,3,4,4]
    conv2d(Input=%x, Filter=%w) -> (Output=%c)
    elementwise_add(X=%c, Y=%three) -> (Out=%a)
    relu6(X=%a) -> (Out=%g) {threshold=6.0}
    elementwise_mul(X=%c, Y=%g) -> (Out=%p)
    scale(X=%p) -> (Out=%y) {scale=0.5}
    output %y)",
               R"(
    input %x
    conv2d(Input=%x, Filter=%w) -> (Output=%y) {act_type="hard_swish", hard_swish_offset=3.0,
        hard_swish_scale=2.0, hard_swish_threshold=6.0, with_act=true}
    output %y)");
}

TEST(FuseHardSwishTest, LeftAlone) {
  const struct {
    std::string program;
    const char* reason;
  } cases[] = {
      {StrCat("scale(X=%x) -> (Out=%a) {bias=3.0, scale=2.0}\n", kGate, kProduct, kDivision),
       "the first scale multiplies"},
      {StrCat("scale(X=%x) -> (Out=%a) {bias=3.0, activation_type=\"relu\"}\n", kGate, kProduct,
              kDivision),
       "scale already has an activation"},
      {StrCat(kAdd, "clip(X=%a) -> (Out=%g) {min=1.0, max=6.0}\n", kProduct, kDivision),
       "does not begin at 0"},
      {StrCat(kAdd, kGate, kProduct, "scale(X=%p) -> (Out=%y) {scale=0.5, bias=1.0}\n"),
       "the second scale is not a division"},
      {StrCat(kAdd, kGate, kProduct, "scale(X=%p) -> (Out=%y) {scale=-0.5}\n"),
       "the divisor is -2"},
      {StrCat(kAdd, kGate, "elementwise_mul(X=%x, Y=%g) -> (Out=%p) {activation_type=\"relu\"}\n",
              kDivision),
       "elementwise_mul already has"},
      {StrCat(kAdd, kGate, kProduct, "elementwise_div(X=%p, Y=%four) -> (Out=%y)\n"),
       "the divisor is not one float"},
      {StrCat(kAdd, kGate, kProduct,
              "elementwise_div(X=%p, Y=%six) -> (Out=%y) {activation_type=\"relu\"}\n"),
       "elementwise_div already has"},
      {StrCat(kAdd, kGate, "elementwise_mul(X=%z, Y=%g) -> (Out=%p)\n", kDivision),
       "would have to be the same"},
      {StrCat(kAdd, kGate, kProduct, kDivision, "output %g\n"), "also read by fetch"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.reason);
    ExpectUnchanged(kPass,
                    StrCat(kInput,
                           "const %four: float[4,1,1] = [6.0, 6.0, 6.0, 5.0]\n"
                           "input %z: float[-1,4,3,3]\n",
                           c.program, "output %y\n"),
                    c.reason);
  }
}

}  // namespace fuse_hard_swish_test
}  // namespace paddle::lite::mir
