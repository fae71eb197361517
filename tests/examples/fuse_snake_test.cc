// A fusion is tested with programs before and after it, and with programs that it must not change.
#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace {

std::string Program(const std::string& before_attrs, const std::string& after_attrs,
                    const std::string& more = "") {
  return "input %x: float[2,3]\n"
         "scale(X=%x) -> (Out=%a) {" +
         before_attrs +
         "}\n"
         "sin(X=%a) -> (Out=%s)\n"
         "square(X=%s) -> (Out=%q)\n"
         "scale(X=%q) -> (Out=%d) {" +
         after_attrs +
         "}\n"
         "elementwise_add(X=%x, Y=%d) -> (Out=%y)\n" +
         more + "output %y\n";
}

TEST(FuseSnake, FindsTheChain) {
  ExpectPass("fuse_snake", Program("scale=2.0", "scale=0.5"),
             "input %x\nsnake(X=%x) -> (Out=%y) {alpha=2.0}\noutput %y\n");
}

TEST(FuseSnake, LeavesOtherChainsAlone) {
  ExpectUnchanged("fuse_snake", Program("scale=2.0", "scale=0.25"), "not divided by alpha");
  ExpectUnchanged("fuse_snake", Program("scale=-2.0", "scale=-0.5"), "not positive");
  ExpectUnchanged("fuse_snake", Program("scale=2.0, bias=1.0", "scale=0.5"), "there is a bias");
  ExpectUnchanged("fuse_snake", Program("scale=2.0", "scale=0.5", "output %q\n"),
                  "also read by fetch");
}

}  // namespace
}  // namespace paddle::lite::mir
