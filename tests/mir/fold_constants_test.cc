#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace fold_constants_test {

constexpr char kPass[] = "fold_constants";

TEST(FoldConstantsTest, ChainsOfConstants) {
  const PassResult result = RunPasses({kPass}, R"(
    const %a: float[2,3] = range(0, 1)
    input %x: float[-1,2]
    transpose2(X=%a) -> (Out=%b, XShape=%xs) {axis=[1, 0]}
    scale(X=%b) -> (Out=%c) {scale=2.0, bias=1.0}
    mul(X=%x, Y=%a) -> (Out=%d)
    elementwise_add(X=%d, Y=%c) -> (Out=%y)
    output %y)");
  EXPECT_EQ(OpsText(result.after), OpsText(*ParseModel(R"(
    input %x
    mul(X=%x, Y=%a) -> (Out=%d)
    elementwise_add(X=%d, Y=%c) -> (Out=%y)
    output %y)")));
  const Tensor& c = result.after.params.at("c");
  EXPECT_EQ(c.dims(), DDim({3, 2}));
  EXPECT_EQ(std::vector<float>(c.data<float>(), c.data<float>() + 6),
            (std::vector<float>{1, 7, 3, 9, 5, 11}));
  EXPECT_TRUE(result.after.program.blocks[0].FindVar("c")->persistable);
  EXPECT_EQ(result.after.params.count("b"), 0u);
}

// As in Paddle, whatever the scalar is.
TEST(FoldConstantsTest, SoftmaxOfAScalarIsOne) {
  const PassResult result = RunPasses({kPass}, R"(
    const %a: float[] = [-1]
    input %x: float[-1,2]
    log(X=%a) -> (Out=%nan)
    softmax(X=%nan) -> (Out=%one)
    log_softmax(X=%nan) -> (Out=%zero)
    elementwise_mul(X=%x, Y=%one) -> (Out=%m)
    elementwise_add(X=%m, Y=%zero) -> (Out=%y)
    output %y)");
  EXPECT_EQ(*result.after.params.at("one").data<float>(), 1.0f);
  EXPECT_EQ(*result.after.params.at("zero").data<float>(), 0.0f);
}

// A full reduction of Paddle 1.x has a dimension, that of Paddle 2.x none.
TEST(FoldConstantsTest, ReductionsHaveTheShapeOfTheirPaddle) {
  for (const char* version : {"1008005", "2006002"}) {
    const PassResult result = RunPasses({kPass}, std::string("version ") + version + R"(
      const %a: float[2,3] = range(0, 1)
      var %m: float[1]
      input %x: float[1]
      reduce_max(X=%a) -> (Out=%m) {reduce_all=true}
      elementwise_add(X=%x, Y=%m) -> (Out=%y)
      output %y)");
    const Tensor& m = result.after.params.at("m");
    EXPECT_EQ(*m.data<float>(), 5.0f);
    EXPECT_EQ(m.dims(), *version == '1' ? DDim({1}) : DDim(std::vector<int64_t>{})) << version;
  }
}

// A file has no place for the levels of detail of a constant.
TEST(FoldConstantsTest, SequencesStay) {
  ExpectPass(kPass, R"(
    const %a: float[5,1] = range(0, 1)
    input %x: float[2,1]
    relu(X=%a) -> (Out=%b)
    lod_reset(X=%b) -> (Out=%s) {target_lod=[0, 2, 5]}
    sequence_pool(X=%s) -> (Out=%p) {pooltype="SUM"}
    elementwise_add(X=%p, Y=%x) -> (Out=%y)
    output %y)",
             R"(
    input %x
    lod_reset(X=%b) -> (Out=%s) {target_lod=[0, 2, 5]}
    sequence_pool(X=%s) -> (Out=%p) {pooltype="SUM"}
    elementwise_add(X=%p, Y=%x) -> (Out=%y)
    output %y)");
}

// A source without inputs is also a constant.
TEST(FoldConstantsTest, FillConstant) {
  ExpectPass(kPass, R"(
    input %x: float[-1,2]
    fill_constant() -> (Out=%c) {shape=[2L], value=3.0, dtype=5}
    elementwise_mul(X=%x, Y=%c) -> (Out=%y)
    output %y)",
             "input %x\nelementwise_mul(X=%x, Y=%c) -> (Out=%y)\noutput %y");
}

// Conversions of weights, as files that were optimised for another target have them.
TEST(FoldConstantsTest, ConversionsOfConstants) {
  const PassResult result = RunPasses({kPass}, R"(
    const %a: float[1,2,2,3] = range(0, 1)
    const %q: int8[4] = [1, -2, 3, 4]
    const %n: int64[2] = [3, -7]
    input %x: float[1,2,2,3]
    input %z: float[4]
    input %i: int32[2]
    layout(Input=%a) -> (Out=%b: float[1,2,2,3])
    io_copy_once(Input=%b) -> (Out=%c: float[1,2,2,3])
    calib_once(Input=%q) -> (Out=%f: float[4]) {scale=0.5}
    calib(Input=%f) -> (Out=%g: int8[4]) {scale=0.25, full_range=true}
    calib(Input=%g) -> (Out=%h: float[4]) {scale=1.0}
    calib(Input=%n) -> (Out=%m: int32[2])
    elementwise_add(X=%x, Y=%c) -> (Out=%y0)
    elementwise_add(X=%z, Y=%f) -> (Out=%y1)
    elementwise_add(X=%z, Y=%h) -> (Out=%y2)
    elementwise_add(X=%i, Y=%m) -> (Out=%y3)
    output %y0
    output %y1
    output %y2
    output %y3)");
  for (const model::OpDesc& op : result.after.program.blocks[0].ops) {
    EXPECT_TRUE(op.type == "feed" || op.type == "fetch" || op.type == "elementwise_add") << op.type;
  }
  const auto floats = [&](const char* name) {
    const Tensor& value = result.after.params.at(name);
    return std::vector<float>(value.data<float>(), value.data<float>() + value.numel());
  };
  EXPECT_EQ(floats("c"), (std::vector<float>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
  EXPECT_EQ(floats("f"), (std::vector<float>{0.5f, -1, 1.5f, 2}));
  EXPECT_EQ(floats("h"), (std::vector<float>{2, -4, 6, 8}));
  const Tensor& numbers = result.after.params.at("m");
  ASSERT_EQ(numbers.precision(), PrecisionType::kInt32);
  EXPECT_EQ(numbers.data<int32_t>()[1], -7);
}

TEST(FoldConstantsTest, LeftAlone) {
  const char* cases[] = {
      // An input is not a constant.
      "input %x: float[2]\nscale(X=%x) -> (Out=%y) {scale=2.0}\noutput %y\n",
      // The model's outputs are written by operators.
      "const %a: float[2] = fill(1)\nscale(X=%a) -> (Out=%y) {scale=2.0}\noutput %y\n",
      // Whether a reader takes int8 depends on its kernel.
      "input %x: int8[2]\nconst %a: float[2] = fill(1)\n"
      "calib(Input=%a) -> (Out=%b: int8[2]) {scale=0.5}\nconcat(X=[%x, %b]) -> (Out=%y)\n"
      "output %y\n",
      // Random numbers differ each time.
      "input %x: float[2]\nuniform_random() -> (Out=%r) {shape=[2]}\n"
      "elementwise_add(X=%x, Y=%r) -> (Out=%y)\noutput %y\n",
      // A weight that the program changes is not a constant.
      "const %a: float[2] = fill(1)\nscale(X=%a) -> (Out=%b) {scale=2.0}\n"
      "assign(X=%b) -> (Out=%a)\noutput %b\n",
  };
  for (const char* text : cases) {
    SCOPED_TRACE(text);
    ExpectUnchanged(kPass, text, "");
  }
}

// A value read by another block must stay a variable, and an unknown operator is kept.
TEST(FoldConstantsTest, VariablesOfOtherBlocks) {
  ExpectUnchanged(kPass, R"(
    block 0 {
      const %a: float[1] = [1.0]
      input %x: float[1]
      scale(X=%a) -> (Out=%i) {scale=2.0}
      no_such_operator(X=%a) -> (Out=%u)
      conditional_block(Input=[%x, %u]) {sub_block=^1}
      output %x
    }
    block 1 parent 0 {
      elementwise_add(X=%i, Y=%i) -> (Out=%i)
    })",
                  "");
}

// Constants that grow would bloat the file.
TEST(FoldConstantsTest, LargeResults) {
  ExpectUnchanged(kPass, R"(
    input %x: float[-1,1]
    fill_constant() -> (Out=%c) {shape=[100000L], value=3.0, dtype=5}
    elementwise_mul(X=%x, Y=%c) -> (Out=%y)
    output %y)",
                  "more than 65536 elements");
}

// An operator refused by its own rule is kept, with the reason.
TEST(FoldConstantsTest, IllegalOperators) {
  ExpectUnchanged(kPass, R"(
    const %a: float[3] = fill(1)
    input %x: float[2]
    reshape2(X=%a) -> (Out=%b) {shape=[2, 2]}
    elementwise_add(X=%x, Y=%b) -> (Out=%y)
    output %y)",
                  "needs 4 elements");
}

}  // namespace fold_constants_test
}  // namespace paddle::lite::mir
