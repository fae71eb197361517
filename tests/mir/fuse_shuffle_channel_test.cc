#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace fuse_shuffle_channel_test {

constexpr char kPass[] = "fuse_shuffle_channel";
constexpr char kExpected[] = "input %x\nshuffle_channel(X=%x) -> (Out=%y) {group=2}\noutput %y\n";

std::string Program(const std::string& split, const std::string& axis, const std::string& join) {
  return "input %x: float[-1,6,4,5]\nreshape2(X=%x) -> (Out=%a) {shape=[" + split +
         "]}\ntranspose2(X=%a) -> (Out=%b) {axis=[" + axis +
         "]}\nreshape2(X=%b) -> (Out=%y) {shape=[" + join + "]}\noutput %y\n";
}

TEST(FuseShuffleChannelTest, Forms) {
  const struct {
    const char* split;
    const char* join;
  } cases[] = {
      {"-1, 2, 3, 4, 5", "-1, 6, 4, 5"},
      {"0, 2, -1, 4, 5", "0, 6, 4, 5"},
      {"0, 2, 3, 4, 5", "0, -1, 4, 5"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.split);
    ExpectPass(kPass, Program(c.split, "0, 2, 1, 3, 4", c.join), kExpected);
  }
  // The oldest operators, with the results listed by Paddle 1.8.
  ExpectPass(kPass, R"(
    input %x: float[-1,6,4,5]
    reshape(X=%x) -> (Out=%a) {shape=[-1, 2, 3, 4, 5]}
    transpose(X=%a) -> (Out=%b) {axis=[0, 2, 1, 3, 4]}
    reshape(X=%b) -> (Out=%y) {shape=[-1, 6, 4, 5]}
    output %y)",
             kExpected);
  ExpectPass(kPass, R"(
    input %x: float[-1,6,4,5]
    reshape2(X=%x) -> (Out=%a, XShape=%s) {shape=[-1, 2, 3, 4, 5]}
    transpose2(X=%a) -> (Out=%b, XShape=%t) {axis=[0, 2, 1, 3, 4]}
    reshape2(X=%b) -> (Out=%y, XShape=%u) {shape=[-1, 6, 4, 5], out_threshold=2.5}
    output %y)",
             "input %x\nshuffle_channel(X=%x) -> (Out=%y) {group=2, out_threshold=2.5}\n"
             "output %y\n");
}

TEST(FuseShuffleChannelTest, LeftAlone) {
  const struct {
    const char* split;
    const char* axis;
    const char* join;
    const char* reason;
  } cases[] = {
      // Two programs that are known to be fused incorrectly.
      {"-1, 2, 3, 4, 5", "0, 2, 1, 4, 3", "-1, 6, 4, 5", "does more than swap"},
      {"-1, 2, 3, 4, 5", "0, 2, 1, 3, 4", "-1, 3, 8, 5", "another shape"},
      {"-1, 2, 3, 5, 4", "0, 2, 1, 3, 4", "-1, 6, 4, 5", "more than the channels"},
      {"-1, 3, 4, 2, 5", "0, 2, 1, 3, 4", "-1, 6, 4, 5", "more than the channels"},
      {"-1, 2, 3, 4, 5", "1, 0, 2, 3, 4", "-1, 6, 4, 5", "does more than swap"},
      {"-1, 6, 20", "0, 2, 1", "-1, 6, 4, 5", "does more than swap"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.reason);
    ExpectUnchanged(kPass, Program(c.split, c.axis, c.join), c.reason);
  }
  ExpectUnchanged(kPass, Program("-1, 2, 3, 4, 5", "0, 2, 1, 3, 4", "-1, 6, 4, 5") + "output %b\n",
                  "also read by fetch");
}

}  // namespace fuse_shuffle_channel_test
}  // namespace paddle::lite::mir
