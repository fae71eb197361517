#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace fuse_swish_test {

TEST(FuseSwishTest, BothOrders) {
  for (const char* operands : {"X=%a, Y=%s", "X=%s, Y=%a"}) {
    // x may have other readers.
    ExpectPass("fuse_swish",
               StrCat("input %x: float[-1,4]\ntanh(X=%x) -> (Out=%a)\nsigmoid(X=%a) -> (Out=%s)\n"
                      "elementwise_mul(",
                      operands, ") -> (Out=%y)\noutput %y\noutput %a\n"),
               "input %x\ntanh(X=%x) -> (Out=%a)\nswish(X=%a) -> (Out=%y) {beta=1.0}\n"
               "output %y\noutput %a\n");
  }
}

// A convolution can then absorb it.
TEST(FuseSwishTest, BehindAConvolution) {
  ExpectPasses({"fuse_swish", "fuse_conv_activation"}, R"(
    const %w: float[4,3,1,1] = random(1, -1, 1)
    input %x: float[-1,3,4,4]
    conv2d(Input=%x, Filter=%w) -> (Output=%c)
    sigmoid(X=%c) -> (Out=%s)
    elementwise_mul(X=%c, Y=%s) -> (Out=%y)
    output %y)",
               R"(
    input %x
    conv2d(Input=%x, Filter=%w) -> (Output=%y) {act_type="swish", swish_scale=1.0, with_act=true}
    output %y)");
}

TEST(FuseSwishTest, LeftAlone) {
  const struct {
    const char* tail;
    const char* reason;
  } cases[] = {
      {"elementwise_mul(X=%z, Y=%s) -> (Out=%y)", "would have to be the same"},
      {"elementwise_mul(X=%x, Y=%s) -> (Out=%y)\noutput %s", "also read by fetch"},
      {"elementwise_mul(X=%x, Y=%s) -> (Out=%y) {activation_type=\"relu\"}", "already has"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.tail);
    ExpectUnchanged(
        "fuse_swish",
        StrCat("input %x: float[-1,4]\ninput %z: float[-1,4]\nsigmoid(X=%x) -> (Out=%s)\n", c.tail,
               "\noutput %y\n"),
        c.reason);
  }
}

}  // namespace fuse_swish_test
}  // namespace paddle::lite::mir
