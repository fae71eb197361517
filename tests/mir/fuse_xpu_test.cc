// The fusions for XPU, whose results run on host kernels here.
#include <gmock/gmock.h>

#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace fuse_xpu_test {

constexpr char kConv[] = "fuse_xpu_conv2d";
constexpr char kFc[] = "fuse_xpu_fc";
constexpr char kEmbedding[] = "fuse_xpu_embedding";
constexpr char kWeights[] =
    "const %w: float[6,4] = random(1, -1, 1)\nconst %b: float[4] = random(2, -1, 1)\n"
    "input %x: float[-1,5,6]\n";

TEST(FuseXpuFcTest, Fc) {
  ExpectPass(kFc,
             std::string(kWeights) +
                 "fc(Input=%x, W=%w, Bias=%b) -> (Out=%y) {in_num_col_dims=2, "
                 "activation_type=\"relu\"}\noutput %y\n",
             "input %x\n__xpu__fc(Input=%x, Filter=%w, Bias=%b) -> (Output=%y) {act_param=0.0, "
             "act_type=1, in_num_col_dims=2}\noutput %y\n");
  ExpectPass(kFc,
             std::string(kWeights) +
                 "fc(Input=%x, W=%w) -> (Out=%y) {in_num_col_dims=1, op_type=\"matmul_v2\"}\n"
                 "output %y\n",
             "input %x\n__xpu__fc(Input=%x, Filter=%w) -> (Output=%y) {act_param=0.0, "
             "act_type=0, in_num_col_dims=2}\noutput %y\n");
}

TEST(FuseXpuFcTest, BareProductsAndActivationsBehindThem) {
  const std::string mul =
      std::string(kWeights) + "mul(X=%x, Y=%w) -> (Out=%m) {x_num_col_dims=2}\n";
  const auto fused = [](const std::string& attrs) {
    return "input %x\n__xpu__fc(Input=%x, Filter=%w) -> (Output=%y) {" + attrs +
           "in_num_col_dims=2}\noutput %y\n";
  };
  ExpectPass(kFc, mul + "gelu(X=%m) -> (Out=%y)\noutput %y\n",
             fused("act_param=0.0, act_type=4, "));
  ExpectPass(kFc, mul + "relu6(X=%m) -> (Out=%y) {threshold=6.0}\noutput %y\n",
             fused("act_param=0.0, act_type=17, "));
  ExpectPass(kFc, mul + "leaky_relu(X=%m) -> (Out=%y) {alpha=0.25}\noutput %y\n",
             fused("act_param=0.25, act_type=5, "));
}

TEST(FuseXpuFcTest, BiasesAfterProducts) {
  const std::string mul =
      std::string(kWeights) + "mul(X=%x, Y=%w) -> (Out=%m) {x_num_col_dims=2}\n";
  for (const char* axis : {"-1", "2"}) {
    ExpectPass(kFc,
               mul + "elementwise_add(X=%m, Y=%b) -> (Out=%s) {axis=" + axis +
                   "}\ngelu(X=%s) -> (Out=%y)\noutput %y\n",
               "input %x\n__xpu__fc(Bias=%b, Filter=%w, Input=%x) -> (Output=%y) {act_param=0.0, "
               "act_type=4, in_num_col_dims=2}\noutput %y\n");
  }
  const std::string fc =
      "const %w: float[5,5] = random(1, -1, 1)\ninput %x: float[-1,5,5]\n"
      "const %b: float[5] = random(2, -1, 1)\n"
      "__xpu__fc(Input=%x, Filter=%w";
  ExpectUnchanged(kFc,
                  fc + ") -> (Output=%m) {in_num_col_dims=2}\n"
                       "elementwise_add(X=%m, Y=%b) -> (Out=%y) {axis=1}\noutput %y\n",
                  "the addend is at axis 1, not at the last");
  ExpectUnchanged(kFc,
                  fc + ") -> (Output=%m) {in_num_col_dims=2, act_type=1}\n"
                       "elementwise_add(X=%m, Y=%b) -> (Out=%y)\noutput %y\n",
                  "__xpu__fc already has an activation");
  ExpectUnchanged(kFc,
                  fc + ", Bias=%b) -> (Output=%m) {in_num_col_dims=2}\n"
                       "elementwise_add(X=%m, Y=%b) -> (Out=%y)\noutput %y\n",
                  "");
}

TEST(FuseXpuFcTest, ActivationsThatStay) {
  const std::string fc =
      "const %w: float[6,4] = random(1, -1, 1)\ninput %x: float[-1,6]\n"
      "__xpu__fc(Input=%x, Filter=%w) -> (Output=%m)";
  ExpectUnchanged(kFc, fc + "\ngelu(X=%m) -> (Out=%y) {approximate=true}\noutput %y\n",
                  "gelu is approximate");
  ExpectUnchanged(kFc, fc + "\nrelu6(X=%m) -> (Out=%y) {threshold=5.0}\noutput %y\n",
                  "relu6 has a threshold other than 6");
  ExpectUnchanged(kFc, fc + " {act_type=3}\nrelu(X=%m) -> (Out=%y)\noutput %y\n",
                  "__xpu__fc already has an activation");
  // The product is also read elsewhere.
  ExpectUnchanged(kFc, fc + "\nrelu(X=%m) -> (Out=%y)\noutput %y\noutput %m\n", "");
}

TEST(FuseXpuFcTest, LeftAlone) {
  const std::string fc =
      std::string(kWeights) + "fc(Input=%x, W=%w) -> (Out=%y) {in_num_col_dims=2, ";
  ExpectUnchanged(kFc, fc + "enable_int8=true}\noutput %y\n", "fc is quantised");
  ExpectUnchanged(kFc, fc + "activation_type=\"mish\"}\noutput %y\n",
                  "__xpu__fc has no activation mish");
  ExpectUnchanged(kFc, fc + "activation_type=\"relu6\", alpha=5.0}\noutput %y\n",
                  "a clip other than 6");
  ExpectUnchanged(kFc,
                  "const %w: float[10,8] = random(1, -1, 1)\ninput %x: float[-1,6]\n"
                  "fc(Input=%x, W=%w) -> (Out=%y) {padding_weights=true}\noutput %y\n",
                  "the weight of fc is padded");
  ExpectUnchanged(kFc,
                  "const %w: float[6,2,2] = random(1, -1, 1)\ninput %x: float[-1,6]\n"
                  "mul(X=%x, Y=%w) -> (Out=%y)\noutput %y\n",
                  "expected a matrix");
  ExpectUnchanged(kFc,
                  "const %w: float[6,4] = random(1, -1, 1)\ninput %x: float[4,6]\n"
                  "mul(X=%x, Y=%w) -> (Out=%y) {x_num_col_dims=0, y_num_col_dims=2}\noutput %y\n",
                  "y_num_col_dims is not 1");
  ExpectUnchanged(
      kFc,
      std::string(kWeights) +
          "mul(X=%x, Y=%w) -> (Out=%y) {x_num_col_dims=2, enable_int8=true}\noutput %y\n",
      "mul is quantised");
  ExpectUnchanged(kFc,
                  "input %w: float[6,4]\ninput %x: float[-1,6]\n"
                  "mul(X=%x, Y=%w) -> (Out=%y)\noutput %y\n",
                  "is not a constant");
}

// What the fused operator states of one convolution 3x3 of 4 channels to 8.
std::string XpuConv(const std::string& act_type, const std::string& act_param, bool bias,
                    bool branch) {
  const auto truth = [](bool value) { return value ? "true" : "false"; };
  return StrCat("input %x\n", branch ? "input %r\n" : "", "__xpu__conv2d(", bias ? "Bias=%b, " : "",
                branch ? "Branch=%r, " : "", "Filter=%w, Input=%x) -> (Output=%y) {act_param=[",
                act_param, "], act_type=[", act_type, "], block_lod=[1], conv_bias=[",
                bias ? "1" : "0",
                "], dilations=[1, 1], filter_dims=[8, 4, 3, 3], groups=[1], has_bias=", truth(bias),
                ", has_branch=", truth(branch),
                ", op_type=[0], padding_algorithm=\"EXPLICIT\", paddings=[1, 1], place_x=[0], "
                "place_y=[9], place_z=[10], strides=[1, 1]}\noutput %y\n");
}

constexpr char kConvWeights[] =
    "const %w: float[8,4,3,3] = random(1, -1, 1)\nconst %b: float[8] = random(2, -1, 1)\n"
    "input %x: float[-1,4,6,5]\n";

TEST(FuseXpuConv2dTest, Convolution) {
  ExpectPass(kConv,
             std::string(kConvWeights) +
                 "conv2d(Input=%x, Filter=%w, Bias=%b) -> (Output=%y) {paddings=[1,1], "
                 "with_act=true, act_type=\"leaky_relu\", leaky_relu_alpha=0.25}\noutput %y\n",
             XpuConv("5", "0.25", true, false));
  ExpectPass(kConv,
             std::string(kConvWeights) +
                 "conv2d(Input=%x, Filter=%w) -> (Output=%y) {paddings=[1,1], fuse_relu=true}\n"
                 "output %y\n",
             XpuConv("1", "0.0", false, false));
  ExpectPass(kConv,
             std::string(kConvWeights) +
                 "input %r: float[-1,8,6,5]\n"
                 "conv2d(Input=%x, Filter=%w, Bias=%b, ResidualData=%r) -> (Output=%y) "
                 "{paddings=[1,1], with_act=true, act_type=\"hard_sigmoid\", slope=0.125}\n"
                 "output %y\n",
             XpuConv("15", "0.125", true, true));
}

// The block of a residual network, after the passes that join its operators.
TEST(FuseXpuConv2dTest, BatchNormBranchAndActivation) {
  const PassResult result =
      RunPasses({"fuse_conv_bn", "fuse_conv_residual", "fuse_conv_activation", kConv},
                "const %w: float[8,4,3,3] = random(1, -1, 1)\nconst %b: float[8] = random(2, -1, "
                "1)\ninput %x: float[2,4,6,5]\n"
                "const %s: float[8] = random(3, 0.5, 1)\n"
                "const %v: float[8] = random(4, 0.5, 1)\ninput %r: float[2,8,6,5]\n"
                "conv2d(Input=%x, Filter=%w) -> (Output=%c) {paddings=[1,1]}\n"
                "batch_norm(X=%c, Scale=%s, Bias=%b, Mean=%b, Variance=%v) -> (Y=%n) "
                "{is_test=true}\n"
                "elementwise_add(X=%n, Y=%r) -> (Out=%m)\nrelu(X=%m) -> (Out=%y)\noutput %y\n");
  const std::string text = OpsText(result.after);
  EXPECT_THAT(text, ::testing::HasSubstr("__xpu__conv2d(Bias=%"));
  EXPECT_THAT(text, ::testing::HasSubstr("Branch=%r"));
  for (const char* gone : {"batch_norm", "elementwise_add", "relu("}) {
    EXPECT_THAT(text, ::testing::Not(::testing::HasSubstr(gone)));
  }
  ExpectSameResults(result.before, result.after);
}

TEST(FuseXpuConv2dTest, LeftAlone) {
  const auto conv = [](const std::string& attrs) {
    return StrCat(kConvWeights, "conv2d(Input=%x, Filter=%w) -> (Output=%y) {", attrs,
                  "}\noutput %y\n");
  };
  ExpectUnchanged(kConv, conv("enable_int8=true"), "the convolution is quantised");
  ExpectUnchanged(kConv, conv("with_act=true, act_type=\"mish\""),
                  "__xpu__conv2d has no activation mish");
  ExpectUnchanged(kConv, conv("with_act=true, act_type=\"relu6\", fuse_brelu_threshold=5.0"),
                  "fuse_brelu_threshold is 5, expected 6");
  ExpectUnchanged(kConv, conv("with_act=true, act_type=\"hard_swish\", hard_swish_offset=2.0"),
                  "hard_swish_offset is 2, expected 3");
  ExpectUnchanged(kConv, conv("with_act=true, act_type=\"hard_sigmoid\", offset=0.25"),
                  "offset is 0.25, expected 0.5");
  ExpectUnchanged(kConv, conv("with_act=true, act_type=\"relu\", activation_scale=2.0"),
                  "scales the result of its activation");
  ExpectUnchanged(kConv,
                  "const %w: float[8,4,3,3] = random(1, -1, 1)\ninput %x: float[-1,6,5,4]\n"
                  "conv2d(Input=%x, Filter=%w) -> (Output=%y) {data_format=\"NHWC\"}\noutput %y\n",
                  "the convolution is NHWC");
  ExpectUnchanged(kConv,
                  "const %w: float64[8,4,3,3] = fill(1)\ninput %x: float64[-1,4,6,5]\n"
                  "conv2d(Input=%x, Filter=%w) -> (Output=%y)\noutput %y\n",
                  "Filter is not of rank 4 and type float");
  ExpectUnchanged(kConv,
                  "input %w: float[8,4,3,3]\ninput %x: float[-1,4,6,5]\n"
                  "conv2d(Input=%x, Filter=%w) -> (Output=%y)\noutput %y\n",
                  "is not a constant");
}

constexpr char kEncoder[] = "fuse_xpu_multi_encoder";

// Attributes of a layer that a test changes.
struct LayerText {
  std::string q_split = "shape=[0, 0, 2, 4]";
  std::string k_turn = "axis=[0, 2, 1, 3]";
  std::string scores = "transpose_Y=true, alpha=0.5";
  std::string mix;
  std::string softmax = "axis=-1";
  std::string turn = "axis=[0, 2, 1, 3]";
  std::string up = "act_type=4";
  std::string down;
  std::string second_norm;
  std::string sum;
};

// A layer of 2 heads of 4 columns, from %x to %y; constants and values end with `name`.
std::string Layer(const std::string& x, const std::string& y, const std::string& name,
                  const LayerText& t = {}) {
  const auto fc = [&](const std::string& from, const std::string& part, const std::string& to,
                      const std::string& attrs) {
    return StrCat("__xpu__fc(Input=%", from, ", Filter=%w", part, name, ", Bias=%b", part, name,
                  ") -> (Output=%", to, ") {in_num_col_dims=2", attrs.empty() ? "" : ", ", attrs,
                  "}\n");
  };
  std::string text;
  for (const char* part : {"q", "k", "v"}) {
    const std::string value = StrCat(part, name);
    text += StrCat(fc(x, part, value, ""), "reshape2(X=%", value, ") -> (Out=%", value, "s) {",
                   part == std::string("q") ? t.q_split : "shape=[0, 0, 2, 4]", "}\ntranspose2(X=%",
                   value, "s) -> (Out=%", value, "h) {",
                   part == std::string("k") ? t.k_turn : "axis=[0, 2, 1, 3]", "}\n");
  }
  const auto norm = [&](const std::string& from, const std::string& to, const std::string& part,
                        const std::string& attrs) {
    return StrCat("layer_norm(X=%", from, ", Scale=%s", part, name, ", Bias=%t", part, name,
                  ") -> (Y=%", to, ") {begin_norm_axis=2", attrs.empty() ? "" : ", ", attrs, "}\n");
  };
  const auto with = [](const std::string& attrs) {
    return attrs.empty() ? std::string("\n") : StrCat(" {", attrs, "}\n");
  };
  return StrCat(
      text, "matmul(X=%q", name, "h, Y=%k", name, "h) -> (Out=%s", name, ")", with(t.scores),
      "elementwise_add(X=%s", name, ", Y=%mask) -> (Out=%m", name, ")", with(t.sum), "softmax(X=%m",
      name, ") -> (Out=%p", name, ")", with(t.softmax), "matmul(X=%p", name, ", Y=%v", name,
      "h) -> (Out=%c", name, ")", with(t.mix), "transpose2(X=%c", name, ") -> (Out=%r", name, ")",
      with(t.turn), "reshape2(X=%r", name, ") -> (Out=%j", name, ") {shape=[0, 0, 8]}\n",
      fc(StrCat("j", name), "o", StrCat("o", name), ""), "elementwise_add(X=%", x, ", Y=%o", name,
      ") -> (Out=%a", name, ")\n", norm(StrCat("a", name), StrCat("n", name), "1", ""),
      fc(StrCat("n", name), "u", StrCat("u", name), t.up),
      fc(StrCat("u", name), "d", StrCat("d", name), t.down), "elementwise_add(X=%d", name, ", Y=%n",
      name, ") -> (Out=%e", name, ")\n", norm(StrCat("e", name), y, "2", t.second_norm));
}

std::string LayerConstants(const std::string& name) {
  std::string text;
  int seed = 1;
  for (const char* part : {"q", "k", "v", "o", "u", "d"}) {
    const std::string rows = part == std::string("d") ? "20" : "8";
    const std::string columns = part == std::string("u") ? "20" : "8";
    text += StrCat("const %w", part, name, ": float[", rows, ",", columns, "] = random(", seed,
                   ", -1, 1)\nconst %b", part, name, ": float[", columns, "] = random(", seed + 1,
                   ", -1, 1)\n");
    seed += 2;
  }
  for (const char* part : {"s1", "t1", "s2", "t2"}) {
    text += StrCat("const %", part, name, ": float[8] = random(", seed++, ", 0.5, 1)\n");
  }
  return text;
}

std::string OneLayer(const LayerText& t) {
  return StrCat(LayerConstants("0"), "input %x: float[2,5,8]\ninput %mask: float[2,1,1,5]\n",
                Layer("x", "y", "0", t), "output %y\n");
}

TEST(FuseXpuMultiEncoderTest, LayersBecomeOneOperator) {
  const std::string program =
      StrCat(LayerConstants("0"), LayerConstants("1"), LayerConstants("2"),
             "input %x: float[2,5,8]\ninput %mask: float[2,1,1,5]\n", Layer("x", "y0", "0"),
             Layer("y0", "y1", "1"), Layer("y1", "y", "2"), "output %y\n");
  const PassResult result = RunPasses({kEncoder}, program);
  const std::string text = OpsText(result.after);
  EXPECT_THAT(text, ::testing::MatchesRegex(
                        "input %x\ninput %mask\n__xpu__multi_encoder\\(FCBias=.*"
                        "Input=%x, LNBias=.*LNScale=.*Mask=%mask\\) -> \\(Output=%y\\) "
                        "\\{act_type=\"gelu\", adaptive_seqlen=false, enable_qkv_fusion=true, "
                        "epsilon=.*, head_num=2, hidden_dim=8, n_layers=3, norm_before=false, "
                        "precision=\"int31\", size_per_head=4\\}\noutput %y\n"));
  ExpectSameResults(result.before, result.after);
}

// A value that is read between two layers keeps them apart, and so does another activation.
TEST(FuseXpuMultiEncoderTest, LayersThatStayApart) {
  const auto encoders = [&](const LayerText& second, const std::string& rest) {
    const PassResult result =
        RunPasses({kEncoder}, StrCat(LayerConstants("0"), LayerConstants("1"),
                                     "input %x: float[2,5,8]\ninput %mask: float[2,1,1,5]\n",
                                     Layer("x", "y0", "0"), Layer("y0", "y", "1", second), rest,
                                     "output %y\n"));
    ExpectSameResults(result.before, result.after);
    const std::string text = OpsText(result.after);
    size_t count = 0;
    for (size_t at = text.find("__xpu__multi_encoder("); at != std::string::npos;
         at = text.find("__xpu__multi_encoder(", at + 1)) {
      ++count;
    }
    return std::pair(count, result.explanation);
  };
  EXPECT_EQ(encoders({}, "").first, 1u);
  const auto read = encoders({}, "output %y0\n");
  EXPECT_EQ(read.first, 2u);
  EXPECT_THAT(read.second, ::testing::HasSubstr("%y0 is also read elsewhere"));
  LayerText relu;
  relu.up = "act_type=1";
  const auto other = encoders(relu, "");
  EXPECT_EQ(other.first, 2u);
  EXPECT_THAT(other.second, ::testing::HasSubstr("act_type differs"));
}

// One input with several masks.
TEST(FuseXpuMultiEncoderTest, TheMaskRepeatsTheBatch) {
  const PassResult result =
      RunPasses({kEncoder},
                StrCat(LayerConstants("0"), "input %x: float[1,5,8]\ninput %mask: float[2,1,1,5]\n",
                       Layer("x", "y", "0"), "output %y\n"));
  EXPECT_THAT(OpsText(result.after), ::testing::HasSubstr("__xpu__multi_encoder("));
  ExpectSameResults(result.before, result.after);
}

// The views that fuse_view_fc leaves out, and the first row of each sequence.
TEST(FuseXpuMultiEncoderTest, WithoutViewAndFirstRow) {
  std::string layer = Layer("x", "z", "0");
  const std::string view = "reshape2(X=%r0) -> (Out=%j0) {shape=[0, 0, 8]}\n";
  ASSERT_NE(layer.find(view), std::string::npos);
  layer.erase(layer.find(view), view.size());
  layer.replace(layer.find("Input=%j0"), 9, "Input=%r0");
  const PassResult result =
      RunPasses({kEncoder}, StrCat(LayerConstants("0"),
                                   "input %x: float[2,5,8]\ninput %mask: float[2,2,5,5]\n", layer,
                                   "slice(Input=%z) -> (Out=%y) {axes=[1], starts=[0], ends=[1], "
                                   "decrease_axis=[1]}\noutput %y\n"));
  const std::string text = OpsText(result.after);
  EXPECT_THAT(text, ::testing::HasSubstr("slice_axes=[1], slice_ends=[1], slice_starts=[0]"));
  EXPECT_THAT(text, ::testing::HasSubstr("squeeze2(X=%"));
  EXPECT_THAT(text, ::testing::Not(::testing::HasSubstr("\nslice(")));
  ExpectSameResults(result.before, result.after);
}

TEST(FuseXpuMultiEncoderTest, LayersLeftAlone) {
  const auto left = [](std::string LayerText::*attrs, const std::string& value,
                       const std::string& reason) {
    LayerText text;
    text.*attrs = value;
    ExpectUnchanged(kEncoder, OneLayer(text), reason);
  };
  left(&LayerText::q_split, "shape=[0, 0, 4, 2]", "the heads of `k` are");
  left(&LayerText::k_turn, "axis=[0, 1, 2, 3]", "");
  left(&LayerText::scores, "transpose_Y=true, alpha=0.25",
       "alpha of the product `scores` is 0.25, expected 0.5");
  left(&LayerText::mix, "alpha=2.0", "alpha of the product `mix` is 2, expected 1");
  left(&LayerText::softmax, "axis=1", "softmax is along axis 1");
  left(&LayerText::up, "act_type=3", "`up` is followed by neither relu nor gelu");
  left(&LayerText::down, "act_type=1", "`down` has an activation");
  left(&LayerText::down, "alpha=2.0", "`down` has a factor");
  left(&LayerText::second_norm, "epsilon=0.5", "the norms have different epsilons");
  left(&LayerText::sum, "fuse_scale=true, scale=2.0", "already has a scale or an activation");
  const auto mask = [](const std::string& shape, const std::string& reason) {
    ExpectUnchanged(kEncoder,
                    StrCat(LayerConstants("0"), "input %x: float[2,-1,8]\ninput %mask: float",
                           shape, "\n", Layer("x", "y", "0"), "output %y\n"),
                    reason);
  };
  mask("[2,1,7,-1]", "the mask may have other rows");
  mask("[5,-1]", "the mask is not of rank 4 and type float");
  // The scores are also read elsewhere.
  ExpectUnchanged(
      kEncoder,
      StrCat(LayerConstants("0"), "input %x: float[2,5,8]\ninput %mask: float[2,1,1,5]\n",
             Layer("x", "y", "0"), "output %y\noutput %p0\n"),
      "");
}

TEST(FuseXpuMultiEncoderTest, SlicesThatStay) {
  const auto slice = [](const std::string& attrs, const std::string& reason) {
    const PassResult result = RunPasses(
        {kEncoder},
        StrCat(LayerConstants("0"), "input %x: float[2,5,8]\ninput %mask: float[2,1,1,5]\n",
               Layer("x", "z", "0"), "slice(Input=%z) -> (Out=%y) {", attrs, "}\noutput %y\n"));
    EXPECT_THAT(OpsText(result.after), ::testing::HasSubstr("slice(Input=%z)"));
    EXPECT_THAT(result.explanation, ::testing::HasSubstr(reason));
    ExpectSameResults(result.before, result.after);
  };
  slice("axes=[1], starts=[1], ends=[2], decrease_axis=[1]", "more than the first row");
  slice("axes=[2], starts=[0], ends=[1], decrease_axis=[2]", "more than the first row");
  slice("axes=[1], starts=[0], ends=[1]", "more than the first row");
}

// Ids from a float input: 0 or 1.
std::string IdsOf(const std::string& name) {
  return StrCat("sigmoid(X=%float_", name, ") -> (Out=%near_", name, ")\ncast(X=%near_", name,
                ") -> (Out=%", name, ") {in_dtype=5, out_dtype=3}\n");
}

// Tables u, v, s, t with ids i, j, k, l, which are 0 or 1; `shape` is that of the ids.
std::string Lookups(const std::string& type, const std::string& shape, const std::string& rest) {
  std::string text;
  const char* tables[] = {"u", "v", "s", "t"};
  const char* indices[] = {"i", "j", "k", "l"};
  const char* rows[] = {"a", "b", "c", "d"};
  for (int n = 0; n < 4; ++n) {
    text += StrCat("const %", tables[n], ": float[4,8] = random(", n + 1, ", -1, 1)\n",
                   "input %float_", indices[n], ": float", shape, "\n");
  }
  for (int n = 0; n < 4; ++n) text += IdsOf(indices[n]);
  for (int n = 0; n < 4; ++n) {
    text += StrCat(type, "(W=%", tables[n], ", Ids=%", indices[n], ") -> (Out=%", rows[n], ")\n");
  }
  return text + rest;
}

std::string Inputs() {
  return "input %float_i\ninput %float_j\ninput %float_k\ninput %float_l\n" + IdsOf("i") +
         IdsOf("j") + IdsOf("k") + IdsOf("l");
}

TEST(FuseXpuEmbeddingTest, FourTables) {
  ExpectPass(kEmbedding,
             Lookups("lookup_table", "[-1,3,1]",
                     "elementwise_add(X=%a, Y=%b) -> (Out=%m)\n"
                     "elementwise_add(X=%c, Y=%m) -> (Out=%n)\n"
                     "elementwise_add(X=%n, Y=%d) -> (Out=%y)\noutput %y\n"),
             Inputs() +
                 "__xpu__embedding_with_eltwise_add(Tables=[%u, %v, %s, %t], Ids=[%i, %j, %k, %l]) "
                 "-> (Output=%y) {padding_idx=-1L}\noutput %y\n");
}

// A fifth addend stays an addition, whatever it is.
TEST(FuseXpuEmbeddingTest, TheRestOfTheSumStays) {
  ExpectPass(kEmbedding,
             Lookups("lookup_table", "[-1,3,1]",
                     "elementwise_add(X=%a, Y=%b) -> (Out=%m)\nrelu(X=%c) -> (Out=%r)\n"
                     "elementwise_add(X=%m, Y=%r) -> (Out=%n)\n"
                     "elementwise_add(X=%n, Y=%d) -> (Out=%y)\noutput %y\n"),
             Inputs() +
                 "lookup_table(W=%s, Ids=%k) -> (Out=%c)\n"
                 "lookup_table(W=%t, Ids=%l) -> (Out=%d)\n"
                 "__xpu__embedding_with_eltwise_add(Tables=[%u, %v], Ids=[%i, %j]) "
                 "-> (Output=%m) {padding_idx=-1L}\nrelu(X=%c) -> (Out=%r)\n"
                 "elementwise_add(X=%m, Y=%r) -> (Out=%n)\n"
                 "elementwise_add(X=%n, Y=%d) -> (Out=%y)\noutput %y\n");
}

// The ids of lookup_table_v2 lack the last dimension.
TEST(FuseXpuEmbeddingTest, SecondVersion) {
  const PassResult result = RunPasses(
      {kEmbedding}, Lookups("lookup_table_v2", "[-1,3]",
                            "elementwise_add(X=%a, Y=%b) -> (Out=%m)\n"
                            "elementwise_add(X=%m, Y=%c) -> (Out=%y)\noutput %y\noutput %d\n"));
  const std::string text = OpsText(result.after);
  EXPECT_THAT(text, ::testing::HasSubstr("__xpu__embedding_with_eltwise_add(Ids=[%"));
  EXPECT_THAT(text, ::testing::Not(::testing::HasSubstr("elementwise_add(X")));
  EXPECT_THAT(text, ::testing::HasSubstr("unsqueeze2"));
  ExpectSameResults(result.before, result.after);
}

TEST(FuseXpuEmbeddingTest, LeftAlone) {
  const auto two = [](const std::string& a, const std::string& b, const std::string& add,
                      const std::string& ids = "int64[-1,3,1]",
                      const std::string& table = "float[4,8] = random(1, -1, 1)") {
    return StrCat("const %u: ", table, "\nconst %v: float[4,8] = random(2, -1, 1)\n",
                  "input %i: int64[-1,3,1]\ninput %j: ", ids,
                  "\nlookup_table(W=%u, Ids=%i) -> (Out=%a)", a,
                  "\nlookup_table(W=%v, Ids=%j) -> (Out=%b)", b,
                  "\nelementwise_add(X=%a, Y=%b) -> (Out=%y)", add, "\noutput %y\n");
  };
  ExpectUnchanged(kEmbedding, two(" {padding_idx=1L}", "", ""), "padding_idx differs: 1 and -1");
  ExpectUnchanged(kEmbedding, two("", "", "", "int64[3,1]"), "may have different ranks");
  ExpectUnchanged(kEmbedding, two("", "", "", "int64[-1,3,1]", "float[4,1] = random(1, -1, 1)"),
                  "differ in length");
  ExpectUnchanged(kEmbedding, two("", "", "", "int64[-1,3,1]", "float64[4,8] = fill(1)"),
                  "is not a table of floats");
  ExpectUnchanged(kEmbedding, two("", "", " {fuse_scale=true, scale=2.0}"),
                  "already has a scale or an activation");
  ExpectUnchanged(kEmbedding, two("", "", "\noutput %a"), "");
}

}  // namespace fuse_xpu_test
}  // namespace paddle::lite::mir
