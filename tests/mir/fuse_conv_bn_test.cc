#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace fuse_conv_bn_test {

constexpr char kPass[] = "fuse_conv_bn";

std::string BnConstants(int channels, const std::string& scale = "random(3, 0.5, 1.5)") {
  const std::string type = StrCat(": float[", channels, "] = ");
  return "const %s" + type + scale + "\nconst %b" + type + "random(4, -1, 1)\nconst %m" + type +
         "random(5, -1, 1)\nconst %v" + type + "random(6, 0.5, 2)\n";
}

constexpr char kBn[] =
    "batch_norm(X=%c, Scale=%s, Bias=%b, Mean=%m, Variance=%v) -> (Y=%y: float[-1,4,-1,-1])"
    " {epsilon=0.001, is_test=true}\n";

TEST(FuseConvBnTest, Conv2d) {
  ExpectPass(kPass,
             "const %w: float[4,3,3,3] = random(1, -1, 1)\n" + BnConstants(4, "random(3, -1, 1)") +
                 "input %x: float[-1,3,7,8]\n"
                 "conv2d(Input=%x, Filter=%w) -> (Output=%c) {strides=[2, 1], paddings=[1, 1]}\n" +
                 kBn + "output %y\n",
             "input %x\n"
             "conv2d(Input=%x, Filter=%w__1, Bias=%b__1) -> (Output=%y) {strides=[2, 1],"
             " paddings=[1, 1]}\noutput %y\n");
}

TEST(FuseConvBnTest, WithBias) {
  ExpectPass(kPass,
             "const %w: float[4,3,1,1] = random(1, -1, 1)\n"
             "const %old: float[4] = random(2, -1, 1)\n" +
                 BnConstants(4) +
                 "input %x: float[-1,3,5,5]\n"
                 "conv2d(Input=%x, Filter=%w, Bias=%old) -> (Output=%c)\n" +
                 kBn + "output %y\n",
             "input %x\nconv2d(Input=%x, Filter=%w__1, Bias=%b__1) -> (Output=%y)\noutput %y\n");
}

TEST(FuseConvBnTest, Depthwise) {
  ExpectPass(kPass,
             "const %w: float[4,1,3,3] = random(1, -1, 1)\n" + BnConstants(4) +
                 "input %x: float[-1,4,5,5]\n"
                 "depthwise_conv2d(Input=%x, Filter=%w) -> (Output=%c) {groups=4}\n" +
                 kBn + "output %y\n",
             "input %x\ndepthwise_conv2d(Input=%x, Filter=%w__1, Bias=%b__1) -> (Output=%y)"
             " {groups=4}\noutput %y\n");
}

TEST(FuseConvBnTest, TransposedWithGroups) {
  ExpectPass(
      kPass,
      "const %w: float[6,2,3,3] = random(1, -1, 1)\n" + BnConstants(4) +
          "input %x: float[-1,6,4,4]\n"
          "conv2d_transpose(Input=%x, Filter=%w) -> (Output=%c) {groups=2, strides=[2, 2]}\n" +
          kBn + "output %y\n",
      "input %x\nconv2d_transpose(Input=%x, Filter=%w__1, Bias=%b__1) -> (Output=%y)"
      " {groups=2, strides=[2, 2]}\noutput %y\n");
}

// Programs of Paddle 1.8 list the statistics as results, those of 2.6 may not.
TEST(FuseConvBnTest, ResultsThatNobodyReads) {
  ExpectPass(
      kPass,
      "const %w: float[4,3,1,1] = random(1, -1, 1)\n" + BnConstants(4) +
          "input %x: float[-1,3,5,5]\n"
          "conv2d(Input=%x, Filter=%w) -> (Output=%c)\n"
          "batch_norm(X=%c, Scale=%s, Bias=%b, Mean=%m, Variance=%v) -> (Y=%y, MeanOut=%m,"
          " VarianceOut=%v, SavedMean=%sm, SavedVariance=%sv, ReserveSpace=%r) {is_test=true}\n"
          "output %y\n",
      "input %x\nconv2d(Input=%x, Filter=%w__1, Bias=%b__1) -> (Output=%y)\noutput %y\n");
}

// A filter shared by two convolutions is not folded twice, nor for another operator.
TEST(FuseConvBnTest, SharedFilterIsCopied) {
  ExpectPass(
      kPass,
      "const %w: float[3,3,1,1] = random(1, -1, 1)\n" + BnConstants(3) +
          "input %x: float[-1,3,5,5]\n"
          "conv2d(Input=%x, Filter=%w) -> (Output=%c)\n"
          "batch_norm(X=%c, Scale=%s, Bias=%b, Mean=%m, Variance=%v) -> (Y=%y) {is_test=true}\n"
          "conv2d(Input=%y, Filter=%w) -> (Output=%c2)\n"
          "batch_norm(X=%c2, Scale=%s, Bias=%b, Mean=%m, Variance=%v) -> (Y=%y2)"
          " {is_test=true}\n"
          "conv2d(Input=%y2, Filter=%w) -> (Output=%z)\n"
          "output %z\n",
      "input %x\n"
      "conv2d(Input=%x, Filter=%w__1, Bias=%b__1) -> (Output=%y)\n"
      "conv2d(Input=%y, Filter=%w__2, Bias=%b__2) -> (Output=%y2)\n"
      "conv2d(Input=%y2, Filter=%w) -> (Output=%z)\n"
      "output %z\n");
}

TEST(FuseConvBnTest, ChannelsLast) {
  ExpectPass(kPass,
             "const %w: float[4,3,1,1] = random(1, -1, 1)\n" + BnConstants(4) +
                 "input %x: float[-1,5,5,3]\n"
                 "conv2d(Input=%x, Filter=%w) -> (Output=%c) {data_format=\"NHWC\"}\n"
                 "batch_norm(X=%c, Scale=%s, Bias=%b, Mean=%m, Variance=%v) -> (Y=%y)"
                 " {is_test=true, data_layout=\"NHWC\"}\noutput %y\n",
             "input %x\nconv2d(Input=%x, Filter=%w__1, Bias=%b__1) -> (Output=%y)"
             " {data_format=\"NHWC\"}\noutput %y\n");
}

// Quantised: scales take the magnitude of alpha, weights its sign.
TEST(FuseConvBnTest, Int8) {
  const PassResult result = RunPasses({kPass}, R"(
    const %w: int8[2,1,1,2] = [10, -20, 30, 127]
    const %s: float[2] = [2.0, -3.0]
    const %b: float[2] = [0.5, 0.25]
    const %m: float[2] = [1.0, 2.0]
    const %v: float[2] = [0.75, 0.75]
    input %x: float[1,1,4,4]
    conv2d(Input=%x, Filter=%w) -> (Output=%c)
        {enable_int8=true, Filter0_scale=[0.5], Input0_scale=[0.1]}
    batch_norm(X=%c, Scale=%s, Bias=%b, Mean=%m, Variance=%v) -> (Y=%y)
        {is_test=true, epsilon=0.25}
    output %y)");
  const model::OpDesc& conv = result.after.program.blocks[0].ops[1];
  EXPECT_EQ(conv.attrs.at("Filter0_scale"), model::AttrValue(std::vector<float>{1.0f, 1.5f}));
  const Tensor& w = result.after.params.at("w__1");
  EXPECT_EQ(std::vector<int8_t>(w.data<int8_t>(), w.data<int8_t>() + 4),
            (std::vector<int8_t>{10, -20, -30, -127}));
  const Tensor& b = result.after.params.at("b__1");
  EXPECT_EQ(b.data<float>()[0], -1.5f);
  EXPECT_EQ(b.data<float>()[1], 6.25f);
}

// -128 has no negative in int8.
TEST(FuseConvBnTest, Int8ThatCannotBeNegated) {
  ExpectUnchanged(kPass, R"(
    const %w: int8[1,1,1,1] = [-128]
    const %s: float[1] = [-1.0]
    const %b: float[1] = [0.0]
    const %m: float[1] = [0.0]
    const %v: float[1] = [1.0]
    input %x: float[1,1,4,4]
    conv2d(Input=%x, Filter=%w) -> (Output=%c) {enable_int8=true, Filter0_scale=[0.5]}
    batch_norm(X=%c, Scale=%s, Bias=%b, Mean=%m, Variance=%v) -> (Y=%y) {is_test=true}
    output %y)",
                  "does not fit");
}

struct Refused {
  const char* conv;
  const char* bn;
  const char* more;
  const char* reason;
};

TEST(FuseConvBnTest, LeftAlone) {
  const Refused cases[] = {
      {"{with_act=true, act_type=\"relu\"}", "{is_test=true}", "", "already has an activation"},
      {"", "{is_test=false}", "", "uses the statistics of the batch"},
      {"", "{is_test=true, trainable_statistics=true}", "", "uses the statistics of the batch"},
      {"", "{is_test=true, data_layout=\"NHWC\"}", "", "disagree about the channel dimension"},
      {"", "{is_test=true}", "relu(X=%c) -> (Out=%other)\noutput %other\n", "also read by relu"},
      {"", "{is_test=true}", "output %c\n", "also read by fetch"},
      {"{quantize_weight_bits=8}", "{is_test=true}", "", "stored under its name"},
  };
  for (const Refused& c : cases) {
    SCOPED_TRACE(c.reason);
    ExpectUnchanged(kPass,
                    "const %w: float[4,4,1,1] = random(1, -1, 1)\n" + BnConstants(4) +
                        "input %x: float[-1,4,4,4]\n"
                        "conv2d(Input=%x, Filter=%w) -> (Output=%c) " +
                        c.conv +
                        "\nbatch_norm(X=%c, Scale=%s, Bias=%b, Mean=%m, Variance=%v) -> (Y=%y) " +
                        c.bn + "\n" + c.more + "output %y\n",
                    c.reason);
  }
}

TEST(FuseConvBnTest, StatisticsThatAreRead) {
  ExpectUnchanged(kPass,
                  "const %w: float[4,3,1,1] = random(1, -1, 1)\n" + BnConstants(4) +
                      "input %x: float[-1,3,4,4]\n"
                      "conv2d(Input=%x, Filter=%w) -> (Output=%c)\n"
                      "batch_norm(X=%c, Scale=%s, Bias=%b, Mean=%m, Variance=%v) -> (Y=%y,"
                      " SavedMean=%saved) {is_test=true}\noutput %y\noutput %saved\n",
                  "(SavedMean) is needed elsewhere");
}

TEST(FuseConvBnTest, FilterThatIsComputed) {
  ExpectUnchanged(kPass,
                  BnConstants(4) +
                      "input %x: float[-1,3,4,4]\ninput %w: float[4,3,1,1]\n"
                      "conv2d(Input=%x, Filter=%w) -> (Output=%c)\n" +
                      kBn + "output %y\n",
                  "%w (Filter) is not a constant");
}

TEST(FuseConvBnTest, ResidualBetween) {
  ExpectUnchanged(kPass,
                  "const %w: float[4,3,1,1] = random(1, -1, 1)\n" + BnConstants(4) +
                      "input %x: float[-1,3,4,4]\ninput %r: float[-1,4,4,4]\n"
                      "conv2d(Input=%x, Filter=%w, ResidualData=%r) -> (Output=%c)\n" +
                      kBn + "output %y\n",
                  "has an input ResidualData");
}

}  // namespace fuse_conv_bn_test
}  // namespace paddle::lite::mir
