#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace merge_concats_test {

constexpr char kPass[] = "merge_concats";

TEST(MergeConcatsTest, ConcatOfAConcat) {
  ExpectPass(kPass, R"(
    input %x: float[-1,2,3]
    relu(X=%x) -> (Out=%a)
    concat(X=[%x, %a]) -> (Out=%b) {axis=1}
    tanh(X=%a) -> (Out=%c)
    concat(X=[%c, %b, %a]) -> (Out=%d) {axis=-2}
    concat(X=[%d, %x]) -> (Out=%y) {axis=1}
    output %y)",
             R"(
    input %x
    relu(X=%x) -> (Out=%a)
    tanh(X=%a) -> (Out=%c)
    concat(X=[%c, %x, %a, %a, %x]) -> (Out=%y) {axis=1}
    output %y)");
}

TEST(MergeConcatsTest, ConcatOfASplit) {
  for (const char* split : {"{num=2, axis=1}", "{sections=[1, 3], axis=-2}"}) {
    ExpectPasses({kPass, "remove_dead_ops", "remove_identities"},
                 StrCat("input %x: float[-1,4,3]\nrelu(X=%x) -> (Out=%r)\n"
                        "split(X=%r) -> (Out=[%a, %b]) ",
                        split,
                        "\nconcat(X=[%a, %b]) -> (Out=%c) {axis=1}\ntanh(X=%c) -> (Out=%y)\n"
                        "output %y\n"),
                 "input %x\nrelu(X=%x) -> (Out=%r)\ntanh(X=%r) -> (Out=%y)\noutput %y\n");
  }
  // The split is kept if a part is used.
  ExpectPasses({kPass, "remove_dead_ops", "remove_identities"}, R"(
    input %x: float[-1,4,3]
    relu(X=%x) -> (Out=%r)
    split(X=%r) -> (Out=[%a, %b]) {num=2, axis=1}
    concat(X=[%a, %b]) -> (Out=%c) {axis=1}
    tanh(X=%c) -> (Out=%y)
    output %y
    output %a)",
               R"(
    input %x
    relu(X=%x) -> (Out=%r)
    split(X=%r) -> (Out=[%a, %b]) {num=2, axis=1}
    tanh(X=%r) -> (Out=%y)
    output %y
    output %a)");
}

TEST(MergeConcatsTest, LeftAlone) {
  const struct {
    const char* text;
    const char* reason;
  } cases[] = {
      {"concat(X=[%x, %x]) -> (Out=%a) {axis=0}\nconcat(X=[%a, %a]) -> (Out=%y) {axis=1}",
       "also read elsewhere"},
      {"concat(X=[%x, %x]) -> (Out=%a) {axis=1}\nconcat(X=[%a]) -> (Out=%y) {axis=1}\noutput %a",
       "also read elsewhere"},
      {"concat(X=[%x, %x]) -> (Out=%a) {axis=1}\nconcat(X=[%a]) -> (Out=%y) {axis=2}",
       "the axes differ"},
      {"concat(X=[%x, %x], AxisTensor=%one) -> (Out=%a)\nconcat(X=[%a, %x]) -> (Out=%y) {axis=1}",
       "the axis is computed"},
      {"concat(X=[%x, %x]) -> (Out=%a) {axis=1, X0_scale=[0.5]}\n"
       "concat(X=[%a, %x]) -> (Out=%y) {axis=1}",
       "its operands have scales"},
      {"concat(X=[%x, %x]) -> (Out=%a) {axis=1}\n"
       "concat(X=[%a, %x]) -> (Out=%y) {axis=1, X0_scale=[0.5]}",
       ""},
      {"split(X=%x) -> (Out=[%a, %b]) {num=2, axis=1}\nconcat(X=[%b, %a]) -> (Out=%y) {axis=1}",
       "incomplete or in another order"},
      {"split(X=%x) -> (Out=[%a, %b]) {num=2, axis=1}\nconcat(X=[%a, %b, %a]) -> (Out=%y) {axis=1}",
       "incomplete or in another order"},
      {"split(X=%x) -> (Out=[%a, %b]) {num=2, axis=1}\nconcat(X=[%a, %b]) -> (Out=%y) {axis=2}",
       "the axes differ"},
      {"split(X=%l) -> (Out=[%a, %b]) {num=2, axis=1}\nconcat(X=[%a, %b]) -> (Out=%y) {axis=1}",
       "holds sequences"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.text);
    ExpectUnchanged(kPass,
                    StrCat("const %one: int32[1] = [1]\ninput %x: float[-1,4,4]\n"
                           "input %l: float[-1,4]<lod=1>\n",
                           c.text, "\noutput %y\noutput %l\n"),
                    c.reason);
  }
}

// A variable that is rewritten by a loop in between is a different value.
TEST(MergeConcatsTest, OperandThatIsOverwrittenInBetween) {
  ExpectUnchanged(kPass, R"(
    block 0 {
      input %i: float[1,4]
      concat(X=[%i, %i]) -> (Out=%a) {axis=1}
      relu(X=%a) -> (Out=%b)
      slice(Input=%b) -> (Out=%i) {axes=[1], starts=[0], ends=[4]}
      concat(X=[%a, %i]) -> (Out=%y) {axis=1}
      conditional_block(Input=%i) {sub_block=^1}
      output %y
    }
    block 1 parent 0 {
      relu(X=%i) -> (Out=%i)
    })",
                  "");
}

}  // namespace merge_concats_test
}  // namespace paddle::lite::mir
