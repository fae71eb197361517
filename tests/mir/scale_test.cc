// Passes that fold factors into neighbouring operators.
#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace scale_test {

std::string Scales(const std::string& first, const std::string& second,
                   const std::string& type = "float") {
  return "input %x: " + type + "[-1,4]\nscale(X=%x) -> (Out=%a) {" + first +
         "}\nscale(X=%a) -> (Out=%y) {" + second + "}\noutput %y\n";
}

TEST(FuseScalesTest, Chains) {
  const struct {
    const char* first;
    const char* second;
    const char* expected;
  } cases[] = {
      {"scale=2.0, bias=1.0", "scale=3.0, bias=0.5", "bias=3.5, bias_after_scale=true, scale=6.0"},
      {"scale=2.0, bias=1.0, bias_after_scale=false", "scale=3.0, bias=0.5",
       "bias=6.5, bias_after_scale=true, scale=6.0"},
      {"scale=2.0, bias=1.0", "scale=3.0, bias=0.5, bias_after_scale=false",
       "bias=4.5, bias_after_scale=true, scale=6.0"},
      {"scale=2.0", "scale=0.25, bias=0.5, activation_type=\"relu6\", alpha=3.0",
       "activation_type=\"relu6\", alpha=3.0, bias=0.5, bias_after_scale=true, scale=0.5"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.expected);
    ExpectPass("fuse_scales", Scales(c.first, c.second),
               StrCat("input %x\nscale(X=%x) -> (Out=%y) {", c.expected, "}\noutput %y\n"));
  }
  // Three in a row are one as well.
  ExpectPass("fuse_scales", R"(
    input %x: float[-1,4]
    scale(X=%x) -> (Out=%a) {scale=2.0}
    scale(X=%a) -> (Out=%b) {bias=1.0}
    scale(X=%b) -> (Out=%y) {scale=3.0}
    output %y)",
             "input %x\nscale(X=%x) -> (Out=%y) {bias=3.0, bias_after_scale=true, scale=6.0}\n"
             "output %y\n");
}

TEST(FuseScalesTest, LeftAlone) {
  const char kPass[] = "fuse_scales";
  ExpectUnchanged(kPass, Scales("scale=2.0, activation_type=\"relu\"", "scale=3.0"),
                  "already has an activation");
  ExpectUnchanged(kPass, Scales("scale=2.0, fuse_scaleact=true", "scale=3.0"),
                  "already has an activation");
  // x * 1.5 is rounded before it is doubled.
  ExpectUnchanged(kPass, Scales("scale=1.5", "scale=2.0", "int64"), "not of type float");
  ExpectUnchanged(kPass, Scales("scale=1e30", "scale=1e30"), "out of range");
  // 1.5 * 2^23 is added and subtracted to round.
  ExpectUnchanged(kPass, Scales("scale=10.0, bias=12582912.0", "bias=-12582912.0"),
                  "the addend 12582912 rounds the sum");
  ExpectUnchanged(kPass, Scales("scale=2.0", "scale=3.0") + "output %a\n", "also read by fetch");
  ExpectUnchanged(kPass, R"(
    input %x: float[-1,4]
    input %s: float[1]
    scale(X=%x, ScaleTensor=%s) -> (Out=%a)
    scale(X=%a) -> (Out=%y) {scale=3.0}
    output %y)",
                  "has an input ScaleTensor");
}

TEST(FuseScaleActivationTest, Activations) {
  const struct {
    const char* act;
    const char* expected;
  } cases[] = {
      {"relu(X=%a) -> (Out=%y)", "activation_type=\"relu\", bias=0.5, scale=2.0"},
      {"relu6(X=%a) -> (Out=%y)", "activation_type=\"relu6\", alpha=6.0, bias=0.5, scale=2.0"},
      {"leaky_relu(X=%a) -> (Out=%y) {alpha=0.25}",
       "activation_type=\"leaky_relu\", alpha=0.25, bias=0.5, scale=2.0"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.act);
    ExpectPass("fuse_scale_activation",
               StrCat("input %x: float[-1,4]\nscale(X=%x) -> (Out=%a) {scale=2.0, bias=0.5}\n",
                      c.act, "\noutput %y\n"),
               StrCat("input %x\nscale(X=%x) -> (Out=%y) {", c.expected, "}\noutput %y\n"));
  }
}

TEST(FuseScaleActivationTest, LeftAlone) {
  const auto program = [](const std::string& scale, const std::string& type = "float") {
    return "input %x: " + type + "[-1,4]\nscale(X=%x) -> (Out=%a) {" + scale +
           "}\nrelu(X=%a) -> (Out=%y)\noutput %y\n";
  };
  const char kPass[] = "fuse_scale_activation";
  ExpectUnchanged(kPass, program("scale=-2.0, activation_type=\"relu\""), "already has");
  ExpectUnchanged(kPass, program("scale=-2.0", "int64"), "not of type float");
  ExpectUnchanged(kPass, program("scale=-2.0") + "output %a\n", "also read by fetch");
}

std::string Conv(const std::string& behind, const std::string& attrs = "groups=1",
                 const std::string& more = "") {
  return "const %w: float[4,3,3,3] = random(1, -1, 1)\nconst %b: float[4] = random(2, -1, 1)\n" +
         more + "input %x: float[-1,3,6,6]\nconv2d(Input=%x, Filter=%w, Bias=%b) -> (Output=%c) {" +
         attrs + "}\n" + behind + "\noutput %y\n";
}

TEST(FuseConvScaleTest, Scale) {
  for (const char* attrs : {"scale=0.5, bias=2.0", "scale=0.5, bias=2.0, bias_after_scale=false"}) {
    SCOPED_TRACE(attrs);
    ExpectPass("fuse_conv_scale", Conv(StrCat("scale(X=%c) -> (Out=%y) {", attrs, "}")),
               "input %x\nconv2d(Bias=%b__1, Filter=%w__1, Input=%x) -> (Output=%y) {groups=1}\n"
               "output %y\n");
  }
  // Without a bias, and transposed in two groups; the next operator takes the activation.
  ExpectPasses({"fuse_conv_scale", "fuse_conv_activation"}, R"(
    const %w: float[4,3,3,3] = random(1, -1, 1)
    input %x: float[-1,4,5,5]
    conv2d_transpose(Input=%x, Filter=%w) -> (Output=%c) {groups=2}
    scale(X=%c) -> (Out=%s) {scale=0.5, bias=2.0}
    relu(X=%s) -> (Out=%y)
    output %y)",
               R"(
    input %x
    conv2d_transpose(Bias=%c.bias, Filter=%w__1, Input=%x) -> (Output=%y) {act_type="relu",
        groups=2, with_act=true}
    output %y)");
}

TEST(FuseConvScaleTest, NumbersPerChannel) {
  const char kExpected[] =
      "input %x\nconv2d(Bias=%b__1, Filter=%w__1, Input=%x) -> (Output=%y) {groups=1}\noutput %y\n";
  const char kChannels[] = "const %k: float[4] = random(3, -1, 1)\n";
  ExpectPass("fuse_conv_scale",
             Conv("elementwise_mul(X=%c, Y=%k) -> (Out=%y) {axis=1}", "groups=1", kChannels),
             kExpected);
  const char kDivisors[] = "const %k: float[4] = random(3, 0.5, 1.5)\n";
  ExpectPass("fuse_conv_scale",
             Conv("elementwise_div(X=%c, Y=%k) -> (Out=%y) {axis=1}", "groups=1", kDivisors),
             kExpected);
  const char kImage[] = "const %k: float[1,4,1,1] = random(3, -1, 1)\n";
  ExpectPass("fuse_conv_scale", Conv("elementwise_mul(X=%k, Y=%c) -> (Out=%y)", "groups=1", kImage),
             kExpected);
}

TEST(FuseConvScaleTest, SharedFilter) {
  ExpectPass("fuse_conv_scale", R"(
    const %w: float[3,3,1,1] = random(1, -1, 1)
    const %b: float[3] = random(2, -1, 1)
    input %x: float[-1,3,6,6]
    conv2d(Input=%x, Filter=%w, Bias=%b) -> (Output=%c)
    scale(X=%c) -> (Out=%s) {scale=0.5}
    conv2d(Input=%s, Filter=%w, Bias=%b) -> (Output=%y)
    output %y)",
             R"(
    input %x
    conv2d(Bias=%b__1, Filter=%w__1, Input=%x) -> (Output=%s)
    conv2d(Bias=%b, Filter=%w, Input=%s) -> (Output=%y)
    output %y)");
}

// Quantised: scales take the magnitude of the factor, weights its sign.
TEST(FuseConvScaleTest, Int8) {
  const auto program = [](const std::string& behind) {
    return R"(
    const %w: int8[2,1,1,2] = [10, -20, 30, 127]
    const %b: float[2] = [0.5, 0.25]
    const %k: float[2] = [2.0, -3.0]
    const %h: float[2] = [1.0, 10.0]
    input %x: float[1,1,4,4]
    conv2d(Input=%x, Filter=%w, Bias=%b) -> (Output=%c)
        {enable_int8=true, Filter0_scale=[0.5], Input0_scale=[0.1], Output0_scale=[0.3]}
    )" + behind +
           "\noutput %y\n";
  };
  const auto check = [](const PassResult& result, const std::vector<float>& bias) {
    ASSERT_EQ(result.after.program.blocks[0].ops.size(), 3u);  // feed, conv2d, fetch
    const model::OpDesc& conv = result.after.program.blocks[0].ops[1];
    EXPECT_EQ(conv.attrs.at("Filter0_scale"), model::AttrValue(std::vector<float>{1.0f, 1.5f}));
    EXPECT_EQ(conv.attrs.count("Output0_scale"), 0u) << "that of a value between the two";
    const Tensor& w = result.after.params.at("w__1");
    EXPECT_EQ(std::vector<int8_t>(w.data<int8_t>(), w.data<int8_t>() + 4),
              (std::vector<int8_t>{10, -20, -30, -127}));
    const Tensor& b = result.after.params.at("b__1");
    EXPECT_EQ(std::vector<float>(b.data<float>(), b.data<float>() + 2), bias);
  };
  check(RunPasses({"fuse_conv_scale"}, program("elementwise_mul(X=%c, Y=%k) -> (Out=%y) {axis=1}")),
        {1.0f, -0.75f});
  check(
      RunPasses({"fuse_conv_scale"}, program("affine_channel(X=%c, Scale=%k, Bias=%h) -> (Out=%y) "
                                             "{data_layout=\"NCHW\"}")),
      {2.0f, 9.25f});
  ExpectUnchanged("fuse_conv_scale",
                  program("elementwise_mul(X=%c, Y=%k) -> (Out=%y) "
                          "{axis=1, enable_int8=true, X0_scale=[0.3]}"),
                  "elementwise_mul is quantised");
}

TEST(FuseConvScaleTest, LeftAlone) {
  const char kPass[] = "fuse_conv_scale";
  const char kScale[] = "scale(X=%c) -> (Out=%y) {scale=-2.0, bias=0.5}";
  // A known defect moved a factor through the relu before it.
  ExpectUnchanged(kPass, Conv(kScale, "with_act=true, act_type=\"relu\""), "has an activation");
  ExpectUnchanged(kPass, Conv(kScale, "enable_int8=true"), "quantised");
  ExpectUnchanged(kPass, Conv(kScale, "quantize_weight_bits=8"), "scales are stored");
  ExpectUnchanged(kPass, Conv("scale(X=%c) -> (Out=%y) {activation_type=\"relu\"}"),
                  "already has an activation");
  ExpectUnchanged(kPass, Conv(kScale) + "output %c\n", "also read by fetch");
  const char kRow[] = "const %k: float[4] = random(3, -1, 1)\n";
  ExpectUnchanged(kPass, Conv("elementwise_mul(X=%c, Y=%k) -> (Out=%y)", "paddings=[0, 0]", kRow),
                  "not one number per channel");
  ExpectUnchanged(
      kPass,
      Conv("elementwise_mul(X=%c, Y=%k) -> (Out=%y) {axis=1, fuse_scale=true}", "groups=1", kRow),
      "already has a scale");
  ExpectUnchanged(kPass,
                  Conv("elementwise_div(X=%c, Y=%k) -> (Out=%y) {axis=1}", "groups=1",
                       "const %k: float[4] = [1.0, 0.0, 2.0, 3.0]\n"),
                  "a divisor is 0");
  // Numbers divided by the result of the convolution.
  ExpectUnchanged(kPass,
                  Conv("elementwise_div(X=%k, Y=%c) -> (Out=%y)", "groups=1",
                       "const %k: float[1,4,1,1] = fill(1)\n"),
                  "");
}

TEST(FuseScaleIntoWeightsTest, Operators) {
  const char kPass[] = "fuse_scale_into_weights";
  ExpectPass(kPass, R"(
    const %w: float[4,3,3,3] = random(1, -1, 1)
    const %b: float[4] = random(2, -1, 1)
    input %x: float[-1,3,6,6]
    scale(X=%x) -> (Out=%s) {scale=0.5}
    conv2d(Input=%s, Filter=%w, Bias=%b) -> (Output=%y) {act_type="relu", paddings=[1, 1],
        with_act=true}
    output %y)",
             R"(
    input %x
    conv2d(Bias=%b, Filter=%w__1, Input=%x) -> (Output=%y) {act_type="relu", paddings=[1, 1],
        with_act=true}
    output %y)");
  ExpectPass(kPass, R"(
    const %w: float[4,3] = random(1, -1, 1)
    const %b: float[3] = random(2, -1, 1)
    input %x: float[-1,4]
    scale(X=%x) -> (Out=%s) {scale=0.5}
    fc(Input=%s, W=%w, Bias=%b) -> (Out=%y)
    output %y)",
             "input %x\nfc(Bias=%b, Input=%x, W=%w__1) -> (Out=%y)\noutput %y\n");
  for (const char* product : {"mul", "matmul", "matmul_v2"}) {
    SCOPED_TRACE(product);
    ExpectPass(kPass,
               StrCat("const %w: float[4,3] = random(1, -1, 1)\ninput %x: float[-1,4]\n"
                      "scale(X=%x) -> (Out=%s) {scale=0.5}\n",
                      product, "(X=%s, Y=%w) -> (Out=%y)\noutput %y\n"),
               StrCat("input %x\n", product, "(X=%x, Y=%w__1) -> (Out=%y)\noutput %y\n"));
  }
}

// The factor moves from the input's scale to those of the weights, which stay as they are.
TEST(FuseScaleIntoWeightsTest, Int8) {
  const char kPass[] = "fuse_scale_into_weights";
  const char kCasts[] = "int8 kernels need the casts of legalisation: CalibTest compares results";
  ExpectPass(kPass, R"(
    const %w: int8[4,3,3,3] = random(1, -127, 127)
    input %x: float[-1,3,6,6]
    scale(X=%x) -> (Out=%s) {scale=0.5}
    conv2d(Input=%s, Filter=%w) -> (Output=%y) {enable_int8=true, paddings=[1, 1],
        Input0_scale=[0.125], Filter0_scale=[0.5, 0.25, 2.0, 4.0]}
    output %y)",
             R"(
    input %x
    conv2d(Filter=%w__1, Input=%x) -> (Output=%y) {Filter0_scale=[0.25, 0.125, 1.0, 2.0],
        Input0_scale=[0.25], enable_int8=true, paddings=[1, 1]}
    output %y)",
             "", kCasts);
  ExpectPass(kPass, R"(
    const %w: int8[4,3] = random(1, -127, 127)
    input %x: float[-1,4]
    scale(X=%x) -> (Out=%s) {scale=2.0}
    mul(X=%s, Y=%w) -> (Out=%y) {enable_int8=true, X0_scale=[0.125], Y0_scale=[0.5]}
    output %y)",
             R"(
    input %x
    mul(X=%x, Y=%w__1) -> (Out=%y) {X0_scale=[0.0625], Y0_scale=[1.0], enable_int8=true}
    output %y)",
             "", kCasts);
}

TEST(FuseScaleIntoWeightsTest, LeftAlone) {
  const auto program = [](const char* scale, const char* attrs) {
    return StrCat(
        "const %w: float[4,3] = random(1, -1, 1)\ninput %x: float[-1,4]\n"
        "scale(X=%x) -> (Out=%s) {",
        scale, "}\nfc(Input=%s, W=%w) -> (Out=%y) {", attrs, "}\noutput %y\n");
  };
  const char kPass[] = "fuse_scale_into_weights";
  ExpectUnchanged(kPass, program("scale=0.5, bias=1.0", "in_num_col_dims=1"), "adds a bias");
  ExpectUnchanged(kPass, program("scale=0.5, activation_type=\"relu\"", "in_num_col_dims=1"),
                  "already has an activation");
  ExpectUnchanged(kPass, program("scale=0.5", "enable_int8=true"), "quantised and lack scales");
  ExpectUnchanged(kPass, program("scale=0.5", "quantize_weight_bits=8"), "quantised");
  const auto int8 = [](const char* scale, const char* attrs) {
    return StrCat(
        "const %w: int8[4,3] = random(1, -127, 127)\ninput %x: float[-1,4]\n"
        "scale(X=%x) -> (Out=%s) {scale=",
        scale, "}\nfc(Input=%s, W=%w) -> (Out=%y) {enable_int8=true, ", attrs, "}\noutput %y\n");
  };
  ExpectUnchanged(kPass, int8("0.5", "W0_scale=[0.1]"), "lack scales, or those of the input");
  ExpectUnchanged(kPass, int8("0.5", "Input0_scale=[0.1]"), "lack scales, or those of the input");
  ExpectUnchanged(kPass, int8("-0.5", "Input0_scale=[0.1], W0_scale=[0.1]"), "is not positive");
  ExpectUnchanged(kPass, int8("1e-30", "Input0_scale=[1e30], W0_scale=[0.1]"), "out of the range");
  ExpectUnchanged(kPass, program("scale=0.5", "in_num_col_dims=1") + "output %s\n",
                  "also read by fetch");
}

std::string Fc(const std::string& behind, const std::string& attrs = "in_num_col_dims=1") {
  return "const %w: float[4,3] = random(1, -1, 1)\nconst %b: float[3] = random(2, -1, 1)\n"
         "const %k: float[3] = random(3, -1, 1)\nconst %v: float[3] = fill(2)\n"
         "input %x: float[-1,4]\nfc(Input=%x, W=%w, Bias=%b) -> (Out=%f) {" +
         attrs + "}\n" + behind + "\noutput %y\n";
}

TEST(FuseFcScaleTest, ScaleAndBatchNorm) {
  const char kExpected[] =
      "input %x\nfc(Bias=%b__1, Input=%x, W=%w__1) -> (Out=%y) {in_num_col_dims=1}\noutput %y\n";
  ExpectPass("fuse_fc_scale", Fc("scale(X=%f) -> (Out=%y) {scale=0.5, bias=2.0}"), kExpected);
  ExpectPass("fuse_fc_scale",
             Fc("batch_norm(X=%f, Scale=%k, Bias=%b, Mean=%k, Variance=%v) -> (Y=%y)"
                " {is_test=true}"),
             kExpected);
  ExpectPass("fuse_fc_scale", R"(
    const %w: float[4,3] = random(1, -1, 1)
    input %x: float[-1,4]
    fc(Input=%x, W=%w) -> (Out=%f)
    scale(X=%f) -> (Out=%y) {scale=0.5, bias=2.0}
    output %y)",
             "input %x\nfc(Bias=%f.bias, Input=%x, W=%w__1) -> (Out=%y)\noutput %y\n");
}

TEST(FuseFcScaleTest, LeftAlone) {
  const char kPass[] = "fuse_fc_scale";
  const char kScale[] = "scale(X=%f) -> (Out=%y) {scale=-2.0}";
  ExpectUnchanged(kPass, Fc(kScale, "activation_type=\"relu\""), "already applies relu");
  ExpectUnchanged(kPass, Fc(kScale, "enable_int8=true"), "quantised");
  ExpectUnchanged(kPass, Fc(kScale, "quantize_weight_bits=8"), "quantised");
  ExpectUnchanged(kPass, Fc(kScale, "padding_weights=true"), "have margins");
  ExpectUnchanged(kPass, Fc("scale(X=%f) -> (Out=%y) {activation_type=\"relu\"}"),
                  "already has an activation");
  ExpectUnchanged(kPass, Fc(kScale) + "output %f\n", "also read by fetch");
  ExpectUnchanged(kPass,
                  Fc("batch_norm(X=%f, Scale=%k, Bias=%b, Mean=%k, Variance=%v) -> (Y=%y)"
                     " {is_test=false}"),
                  "statistics of the batch");
  ExpectUnchanged(kPass, R"(
    const %w: float[4,3] = random(1, -1, 1)
    const %k: float[2] = fill(2)
    input %x: float[-1,2,4]
    fc(Input=%x, W=%w) -> (Out=%f) {in_num_col_dims=2}
    batch_norm(X=%f, Scale=%k, Bias=%k, Mean=%k, Variance=%k) -> (Y=%y) {is_test=true}
    output %y)",
                  "not the columns");
}

TEST(FuseConvScaleTest, AffineChannel) {
  const char kBehind[] =
      "affine_channel(X=%c, Scale=%k, Bias=%k) -> (Out=%y) {data_layout=\"NCHW\"}";
  ExpectPass("fuse_conv_scale",
             Conv(kBehind, "groups=1", "const %k: float[4] = random(3, -1, 1)\n"),
             "input %x\nconv2d(Bias=%b__1, Filter=%w__1, Input=%x) -> (Output=%y) {groups=1}\n"
             "output %y\n");
  // The default is channels last.
  ExpectUnchanged("fuse_conv_scale",
                  Conv("affine_channel(X=%c, Scale=%k, Bias=%k) -> (Out=%y)", "groups=1",
                       "const %k: float[4] = random(3, -1, 1)\n"),
                  "disagree about the channel dimension");
  ExpectUnchanged("fuse_conv_scale",
                  Conv(kBehind, "enable_int8=true", "const %k: float[4] = random(3, -1, 1)\n"),
                  "quantised");
}

TEST(FuseFcActivationTest, WithoutParameters) {
  for (const char* act : {"sigmoid", "tanh"}) {
    SCOPED_TRACE(act);
    ExpectPass("fuse_fc_activation", Fc(StrCat(act, "(X=%f) -> (Out=%y)")),
               StrCat("input %x\nfc(Bias=%b, Input=%x, W=%w) -> (Out=%y) {activation_type=\"", act,
                      "\", in_num_col_dims=1}\noutput %y\n"));
  }
}

TEST(FuseMatmulScaleTest, EitherSide) {
  const char* programs[] = {
      "matmul_v2(X=%x, Y=%y) -> (Out=%p) {alpha=2.0}\nscale(X=%p) -> (Out=%z) {scale=0.25}",
      "scale(X=%x) -> (Out=%s) {scale=0.25}\nmatmul_v2(X=%s, Y=%y) -> (Out=%z) {alpha=2.0}",
      "scale(X=%y) -> (Out=%s) {scale=0.25}\nmatmul_v2(X=%x, Y=%s) -> (Out=%z) {alpha=2.0}",
  };
  for (const char* program : programs) {
    SCOPED_TRACE(program);
    ExpectPass(
        "fuse_matmul_scale",
        StrCat("input %x: float[-1,3,4]\ninput %y: float[-1,4,5]\n", program, "\noutput %z\n"),
        "input %x\ninput %y\nmatmul_v2(X=%x, Y=%y) -> (Out=%z) {alpha=0.5}\noutput %z\n");
  }
}

TEST(FuseMatmulScaleTest, LeftAlone) {
  const auto program = [](const char* product, const char* scale) {
    return StrCat(
        "input %x: float[-1,3,4]\ninput %y: float[-1,4,5]\nmatmul(X=%x, Y=%y) -> (Out=%p)"
        " {",
        product, "}\nscale(X=%p) -> (Out=%z) {", scale, "}\noutput %z\n");
  };
  const char kPass[] = "fuse_matmul_scale";
  ExpectUnchanged(kPass, program("alpha=2.0", "scale=0.25, bias=1.0"), "adds a bias");
  ExpectUnchanged(kPass, program("alpha=2.0", "activation_type=\"relu\""), "has an activation");
  ExpectUnchanged(kPass, program("enable_int8=true", "scale=0.25"), "quantised");
  ExpectUnchanged(kPass, program("alpha=1e30", "scale=1e30"), "not be finite");
  ExpectUnchanged(kPass, program("alpha=2.0", "scale=0.25") + "output %p\n", "also read by fetch");
}

TEST(ElementwiseToScaleTest, Operators) {
  const struct {
    const char* op;
    const char* expected;
  } cases[] = {
      {"elementwise_add(X=%x, Y=%k)", "bias=0.25, bias_after_scale=true, scale=1.0"},
      {"elementwise_sub(X=%x, Y=%k)", "bias=-0.25, bias_after_scale=true, scale=1.0"},
      {"elementwise_mul(X=%x, Y=%k)", "bias=0.0, bias_after_scale=true, scale=0.25"},
      {"elementwise_div(X=%x, Y=%k)", "bias=0.0, bias_after_scale=true, scale=4.0"},
      {"elementwise_add(X=%k, Y=%x)", "bias=0.25, bias_after_scale=true, scale=1.0"},
      {"elementwise_mul(X=%k, Y=%x)", "bias=0.0, bias_after_scale=true, scale=0.25"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.op);
    ExpectPass("elementwise_to_scale",
               StrCat("const %k: float[1] = [0.25]\ninput %x: float[-1,4]\n", c.op,
                      " -> (Out=%y)\noutput %y\n"),
               StrCat("input %x\nscale(X=%x) -> (Out=%y) {", c.expected, "}\noutput %y\n"));
  }
  // A multiplication by one is removed.
  ExpectPasses({"elementwise_to_scale", "remove_identities"}, R"(
    const %k: float[1] = [1.0]
    input %x: float[-1,4]
    relu(X=%x) -> (Out=%a)
    elementwise_mul(X=%a, Y=%k) -> (Out=%b)
    tanh(X=%b) -> (Out=%y)
    output %y)",
               "input %x\nrelu(X=%x) -> (Out=%a)\ntanh(X=%a) -> (Out=%y)\noutput %y\n");
}

TEST(ElementwiseToScaleTest, LeftAlone) {
  const auto program = [](const char* constant, const char* x, const char* op) {
    return StrCat("const %k: ", constant, "\ninput %x: ", x, "\n", op, "\noutput %y\n");
  };
  const char kPass[] = "elementwise_to_scale";
  const char kMul[] = "elementwise_mul(X=%x, Y=%k) -> (Out=%y)";
  ExpectUnchanged(kPass, program("float[2] = [1.0, 2.0]", "float[-1,2]", kMul),
                  "more than one number");
  ExpectUnchanged(kPass, program("int64[1] = [2]", "int64[-1,2]", kMul), "not of type float");
  ExpectUnchanged(kPass, program("float[1,1,1] = [2.0]", "float[2,2]", kMul), "raises the rank");
  ExpectUnchanged(
      kPass, program("float[1] = [3.0]", "float[2,2]", "elementwise_div(X=%x, Y=%k) -> (Out=%y)"),
      "is not exact");
  ExpectUnchanged(kPass,
                  program("float[1] = [3.0]", "float[2,2]",
                          "elementwise_mul(X=%x, Y=%k) -> (Out=%y) {fuse_scale=true}"),
                  "already has a scale");
}

TEST(PreluToLeakyReluTest, EqualSlopes) {
  for (const char* alpha : {"float[1] = [0.25]", "float[4] = fill(0.25)"}) {
    SCOPED_TRACE(alpha);
    const char* mode = alpha[6] == '1' ? "all" : "channel";
    ExpectPass("prelu_to_leaky_relu",
               StrCat("const %k: ", alpha, "\ninput %x: float[-1,4,2,2]\n",
                      "prelu(X=%x, Alpha=%k) -> (Out=%y) {mode=\"", mode, "\"}\noutput %y\n"),
               "input %x\nleaky_relu(X=%x) -> (Out=%y) {alpha=0.25}\noutput %y\n");
  }
}

TEST(PreluToLeakyReluTest, LeftAlone) {
  ExpectUnchanged("prelu_to_leaky_relu", R"(
    const %k: float[2] = [0.25, 0.5]
    input %x: float[-1,2,2,2]
    prelu(X=%x, Alpha=%k) -> (Out=%y) {mode="channel"}
    output %y)",
                  "the slopes differ");
}

}  // namespace scale_test
}  // namespace paddle::lite::mir
