// Passes that remove transpositions.
#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace transpose_test {

std::string Softmax(const std::string& there, const std::string& axis, const std::string& back) {
  return "input %x: float[-1,3,4,5]\ntranspose2(X=%x) -> (Out=%a) {axis=[" + there +
         "]}\nsoftmax(X=%a) -> (Out=%b) {axis=" + axis + "}\ntranspose2(X=%b) -> (Out=%y) {axis=[" +
         back + "]}\noutput %y\n";
}

constexpr char kSoftmax[] = "fuse_transpose_softmax";

TEST(FuseTransposeSoftmaxTest, Axes) {
  const struct {
    const char* there;
    const char* axis;
    const char* back;
    int expected;
  } cases[] = {
      {"0, 2, 3, 1", "-1", "0, 3, 1, 2", 1},
      {"0, 2, 3, 1", "3", "0, 3, 1, 2", 1},
      {"0, 2, 3, 1", "1", "0, 3, 1, 2", 2},
      {"0, 3, 2, 1", "-1", "0, 3, 2, 1", 1},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(StrCat(c.there, " axis ", c.axis));
    ExpectPass(kSoftmax, Softmax(c.there, c.axis, c.back),
               StrCat("input %x\nsoftmax(X=%x) -> (Out=%y) {axis=", c.expected, "}\noutput %y\n"));
  }
}

TEST(FuseTransposeSoftmaxTest, LeftAlone) {
  ExpectUnchanged(kSoftmax, Softmax("0, 2, 3, 1", "-1", "0, 2, 3, 1"), "does not undo");
  ExpectUnchanged(kSoftmax, Softmax("0, 2, 3, 1", "-1", "0, 3, 1, 2") + "output %b\n",
                  "also read by fetch");
  ExpectUnchanged(kSoftmax, Softmax("0, 2, 3, 1", "-1, eleminate_success=true", "0, 3, 1, 2"),
                  "eleminate_success");
}

TEST(MergeTransposesTest, TwoInARow) {
  const std::string program = R"(
    input %x: float[-1,3,4,5]
    transpose2(X=%x) -> (Out=%a) {axis=[0, 2, 3, 1]}
    transpose2(X=%a) -> (Out=%b) {axis=[2, 0, 1, 3]}
    relu(X=%b) -> (Out=%y)
    output %y)";
  ExpectPass("merge_transposes", program,
             "input %x\ntranspose2(X=%x) -> (Out=%b) {axis=[3, 0, 2, 1]}\nrelu(X=%b) -> (Out=%y)\n"
             "output %y\n");
  ExpectUnchanged("merge_transposes", program + "\noutput %a\n", "also read by fetch");
}

TEST(MergeTransposesTest, ThereAndBack) {
  ExpectPasses({"merge_transposes", "remove_identities"}, R"(
    input %x: float[-1,3,4,5]
    transpose(X=%x) -> (Out=%a) {axis=[0, 2, 3, 1]}
    transpose2(X=%a) -> (Out=%b) {axis=[0, 3, 1, 2]}
    relu(X=%b) -> (Out=%y)
    output %y)",
               "input %x\nrelu(X=%x) -> (Out=%y)\noutput %y\n");
}

constexpr char kMatmul[] = "fuse_transpose_matmul";

TEST(FuseTransposeMatmulTest, EitherOperand) {
  ExpectPass(kMatmul, R"(
    input %x: float[-1,2,4,3]
    input %y: float[-1,2,4,5]
    transpose2(X=%x) -> (Out=%t) {axis=[0, 1, 3, 2]}
    matmul_v2(X=%t, Y=%y) -> (Out=%z)
    output %z)",
             "input %x\ninput %y\nmatmul_v2(X=%x, Y=%y) -> (Out=%z) {trans_x=true}\noutput %z\n");
  ExpectPass(kMatmul, R"(
    input %x: float[-1,3,4]
    input %y: float[-1,5,4]
    transpose2(X=%y) -> (Out=%t) {axis=[0, 2, 1]}
    matmul(X=%x, Y=%t) -> (Out=%z) {alpha=0.5}
    output %z)",
             "input %x\ninput %y\nmatmul(X=%x, Y=%y) -> (Out=%z) {alpha=0.5, transpose_Y=true}\n"
             "output %z\n");
  ExpectPass(kMatmul, R"(
    input %x: float[-1,3,4]
    input %y: float[-1,4,5]
    transpose2(X=%y) -> (Out=%t) {axis=[0, 2, 1]}
    matmul(X=%x, Y=%t) -> (Out=%z) {transpose_Y=true}
    output %z)",
             "input %x\ninput %y\nmatmul(X=%x, Y=%y) -> (Out=%z) {transpose_Y=false}\noutput %z\n");
}

TEST(FuseTransposeMatmulTest, LeftAlone) {
  const auto program = [](const char* axis, const char* attrs) {
    return StrCat(
        "input %x: float[2,2,4]\ninput %y: float[2,2,4]\ntranspose2(X=%x) -> (Out=%t)"
        " {axis=[",
        axis, "]}\nmatmul_v2(X=%t, Y=%y) -> (Out=%z) {", attrs, "}\noutput %z\n");
  };
  ExpectUnchanged(kMatmul, program("1, 0, 2", "trans_y=true"), "does more than swap");
  ExpectUnchanged(kMatmul, program("0, 2, 1", "enable_int8=true"), "quantised");
  ExpectUnchanged(kMatmul, program("0, 2, 1", "trans_y=false") + "output %t\n",
                  "also read by fetch");
  ExpectUnchanged(kMatmul,
                  "input %x: float[2,5]\ntranspose2(X=%x) -> (Out=%t) {axis=[1, 0]}\n"
                  "matmul_v2(X=%t, Y=%t) -> (Out=%z) {trans_y=true}\noutput %z\n",
                  "%t is also %y of the pattern");
}

}  // namespace transpose_test
}  // namespace paddle::lite::mir
