#include <gtest/gtest.h>

#include "tests/ops/window_reference.h"
#include "tests/support/window_sums.h"

namespace paddle::lite::test {
namespace {

using Ints = std::vector<int32_t>;

WindowSums ShapeOf(const OpCase& c) {
  const TestTensor& x = c.In("Input");
  const TestTensor& w = c.In("Filter");
  const bool last = c.String("data_format", "NCHW") == "NHWC";
  const ImageAccess in = AccessOf(x.dims, last);
  const int64_t groups = c.Int("groups", 1);
  const std::vector<Window> win = ReferenceWindows(c, in.height, in.width, w.dims[2], w.dims[3]);
  const Ints output_size = c.Ints("output_size", {});
  const Ints output_padding = c.Ints("output_padding", {});
  WindowAxis axes[2];
  for (int i = 0; i < 2; ++i) {
    int64_t size = (win[i].in - 1) * win[i].stride - win[i].before - win[i].after +
                   win[i].dilation * (win[i].kernel - 1) + 1;
    if (!output_size.empty()) {
      size = output_size[i];
    } else if (!output_padding.empty()) {
      size += output_padding[i];
    }
    axes[i] = {win[i].in, size, win[i].kernel, win[i].stride, win[i].dilation, win[i].before};
  }
  return {x.dims[0], in.channels, w.dims[1] * groups, groups, axes[0], axes[1], last};
}

DDim Conv2dTransposeOutputDims(const OpCase& c) {
  const WindowSums s = ShapeOf(c);
  return s.channels_last ? DDim({s.batch, s.y.out, s.x.out, s.out_channels})
                         : DDim({s.batch, s.out_channels, s.y.out, s.x.out});
}

// f(output index, channel, index in the image, sum before the bias).
template <typename F>
void Scatter(const OpCase& c, F f) {
  const WindowSums s = ShapeOf(c);
  const std::vector<double> sums = TransposedConvolutionSums(s, c.In("Input"), c.In("Filter"));
  const int64_t pixels = s.y.out * s.x.out;
  const int64_t image = s.out_channels * pixels;
  for (int64_t at = 0; at < static_cast<int64_t>(sums.size()); ++at) {
    const int64_t in_image = at % image;
    f(at, s.channels_last ? in_image % s.out_channels : in_image / pixels, in_image, sums[at]);
  }
}

void ExpectConv2dTranspose(OpCase* c) {
  TestTensor out(Conv2dTransposeOutputDims(*c), c->In("Input").precision);
  Scatter(*c, [&](int64_t at, int64_t channel, int64_t in_image, double sum) {
    const double bias = c->HasIn("Bias") ? c->In("Bias").At(channel) : 0.0;
    out.Set(at, ReferenceConvActivation(*c, sum + bias, channel, in_image));
  });
  c->expected["Output"] = {out};
}

OpCase MakeConv2dTranspose(Random* random, const std::string& name, const DDim& input,
                           const DDim& filter, int groups = 1,
                           PrecisionType type = PrecisionType::kFloat) {
  OpCase c(name);
  c.inputs["Input"] = {random->Floats(input, -1, 1, type)};
  c.inputs["Filter"] = {random->Floats(filter, -1, 1, type).AsWeight()};
  if (random->Coin()) {
    c.inputs["Bias"] = {random->Floats({filter[1] * groups}, -1, 1, type).AsWeight()};
  }
  c.attrs["groups"] = groups;
  return c;
}

TEST(Conv2dTranspose, Windows) {
  OpSuite suite("conv2d_transpose", kSumTolerance);
  Random random("conv2d_transpose");
  for (const int kernel : {1, 2, 3, 4, 5}) {
    for (const int stride : {1, 2, 3}) {
      for (const int pad : {0, 1}) {
        for (const int dilation : {1, 2}) {
          if (kernel == 1 && pad > 0) continue;
          OpCase c = MakeConv2dTranspose(&random, "grid", {2, 3, 5, 6}, {3, 4, kernel, kernel});
          c.attrs["strides"] = Ints{stride, stride};
          c.attrs["paddings"] = Ints{pad, pad};
          c.attrs["dilations"] = Ints{dilation, dilation};
          ExpectConv2dTranspose(&c);
          suite.Run(c);
        }
      }
    }
  }
  for (const char* algorithm : {"SAME", "VALID"}) {
    for (const int kernel : {1, 2, 3, 4}) {
      for (const int stride : {1, 2}) {
        for (const int size : {4, 5}) {
          OpCase c =
              MakeConv2dTranspose(&random, algorithm, {1, 3, size, size}, {3, 2, kernel, kernel});
          c.attrs["strides"] = Ints{stride, stride};
          c.attrs["paddings"] = Ints{1, 2};
          c.attrs["dilations"] = Ints{1, 2};
          c.attrs["padding_algorithm"] = std::string(algorithm);
          ExpectConv2dTranspose(&c);
          suite.Run(c);
        }
      }
    }
  }
  OpCase pads = MakeConv2dTranspose(&random, "four pads", {1, 3, 4, 5}, {3, 2, 3, 4});
  pads.attrs["paddings"] = Ints{0, 1, 2, 1};
  pads.attrs["strides"] = Ints{2, 3};
  ExpectConv2dTranspose(&pads);
  suite.Run(pads);
  for (const int extra : {0, 1, 2}) {
    OpCase c = MakeConv2dTranspose(&random, "output_size", {1, 3, 3, 3}, {3, 2, 3, 3});
    c.attrs["strides"] = Ints{3, 3};
    c.attrs["output_size"] = Ints{9 + extra, 9};
    ExpectConv2dTranspose(&c);
    suite.Run(c);
    c.attrs.erase("output_size");
    c.attrs["output_padding"] = Ints{extra, 1};
    ExpectConv2dTranspose(&c);
    suite.Run(c);
  }
}

TEST(Conv2dTranspose, ChannelsGroupsAndFormats) {
  OpSuite suite("conv2d_transpose", kSumTolerance);
  OpSuite depthwise("depthwise_conv2d_transpose", kSumTolerance);
  Random random("conv2d_transpose groups");
  for (const int64_t ic : {1, 5, 16, 33}) {
    for (const int64_t oc : {1, 3, 16, 20}) {
      OpCase c = MakeConv2dTranspose(&random, "channels", {1, ic, 4, 5}, {ic, oc, 4, 4});
      c.attrs["strides"] = Ints{2, 2};
      c.attrs["paddings"] = Ints{1, 1};
      ExpectConv2dTranspose(&c);
      suite.Run(c);
    }
  }
  for (const int groups : {2, 3, 6}) {
    for (const bool nhwc : {false, true}) {
      const DDim input = nhwc ? DDim({2, 4, 3, 6}) : DDim({2, 6, 4, 3});
      OpCase c = MakeConv2dTranspose(&random, "groups", input, {6, 2, 3, 3}, groups);
      c.attrs["strides"] = Ints{2, 1};
      if (nhwc) c.attrs["data_format"] = std::string("NHWC");
      ExpectConv2dTranspose(&c);
      suite.Run(c);
    }
  }
  for (const int channels : {1, 4, 9, 16}) {
    OpCase c = MakeConv2dTranspose(&random, "depthwise", {2, channels, 5, 4}, {channels, 1, 3, 3},
                                   channels);
    c.attrs["strides"] = Ints{2, 2};
    c.attrs["paddings"] = Ints{1, 1};
    ExpectConv2dTranspose(&c);
    suite.Run(c);
    depthwise.Run(c);
  }
  OpCase fp64 =
      MakeConv2dTranspose(&random, "double", {1, 3, 4, 4}, {3, 2, 3, 3}, 1, PrecisionType::kFP64);
  ExpectConv2dTranspose(&fp64);
  suite.Run(fp64);
  depthwise.Run(fp64);
  OpCase empty = MakeConv2dTranspose(&random, "no images", {0, 3, 4, 4}, {3, 2, 3, 3});
  ExpectConv2dTranspose(&empty);
  suite.Run(empty);
}

TEST(Conv2dTranspose, FusedActivations) {
  OpSuite suite("conv2d_transpose", kSumTolerance);
  Random random("conv2d_transpose activations");
  for (const char* act : {"relu", "relu6", "leaky_relu", "hard_swish", "hard_sigmoid", "sigmoid",
                          "tanh", "swish", "abs"}) {
    for (const int kernel : {2, 3}) {  // 2: the windows tile the result
      OpCase c = MakeConv2dTranspose(&random, act, {2, 3, 4, 5}, {3, 4, kernel, kernel});
      c.attrs["strides"] = Ints{2, 2};
      c.attrs["with_act"] = true;
      c.attrs["act_type"] = std::string(act);
      c.attrs["fuse_brelu_threshold"] = 0.75f;
      c.attrs["activation_bias"] = kernel == 2 ? 0.5f : 0.0f;
      ExpectConv2dTranspose(&c);
      suite.Run(c);
    }
  }
  OpCase c = MakeConv2dTranspose(&random, "prelu", {2, 3, 4, 5}, {3, 4, 3, 3});
  c.attrs["with_act"] = true;
  c.attrs["act_type"] = std::string("prelu");
  c.attrs["prelu_mode"] = std::string("channel");
  c.inputs["Prelu_alpha"] = {random.Floats({4}).AsWeight()};
  ExpectConv2dTranspose(&c);
  suite.Run(c);
}

// Sums in int32, one factor per channel, halves away from zero.
void ExpectInt8(OpCase* c, bool int8_out, int64_t out_channels) {
  const float output_scale = 0.2f;
  c->inputs["Bias"] = {TestTensor({out_channels})};
  std::vector<float> scale;
  for (int64_t i = 0; i < out_channels; ++i) {
    scale.push_back(0.001f * static_cast<float>(i % 7 + 1));
    c->inputs["Bias"][0].Set(i, 0.3f * static_cast<float>(i % 5) - 0.7f);
  }
  c->inputs["Bias"][0] = c->inputs["Bias"][0].AsWeight();
  c->attrs["enable_int8"] = true;
  c->attrs["Input0_scale"] = std::vector<float>{0.01f};
  c->attrs["Output0_scale"] = std::vector<float>{output_scale};
  c->attrs["Filter0_scale"] = scale;
  TestTensor out(Conv2dTransposeOutputDims(*c),
                 int8_out ? PrecisionType::kInt8 : PrecisionType::kFloat);
  int near_half = 0;
  Scatter(*c, [&](int64_t at, int64_t channel, int64_t, double sum) {
    double y = sum * (0.01f * scale[channel]) + c->In("Bias").At(channel);
    y = ReferenceConvActivation(*c, y, channel, 0);
    if (int8_out) {
      const double steps = y / output_scale;
      near_half += std::fabs(steps - std::floor(steps) - 0.5) < 1e-4;
      y = std::min(std::max(std::round(steps), -127.0), 127.0);
    }
    out.Set(at, y);
  });
  c->expected["Output"] = {out};
  // A value within float rounding of a half may be rounded either way.
  c->has_tolerance = true;
  c->tolerance = {1e-5, 1e-5, 0, 0};
  c->tolerance.integer = near_half > 0 ? 1 : 0;
}

OpCase MakeInt8(Random* random, const std::string& name, const DDim& input, const DDim& filter) {
  OpCase c(name);
  c.inputs["Input"] = {random->Ints(input, -128, 127, PrecisionType::kInt8)};
  c.inputs["Filter"] = {random->Ints(filter, -128, 127, PrecisionType::kInt8).AsWeight()};
  return c;
}

TEST(Conv2dTranspose, Int8) {
  for (const char* type : {"conv2d_transpose", "depthwise_conv2d_transpose"}) {
    OpSuite suite(type, {1e-5, 1e-5, 0, 0});
    Random random("conv2d_transpose int8");
    for (const bool int8_out : {false, true}) {
      for (const int groups : {1, 2}) {
        OpCase c =
            MakeInt8(&random, int8_out ? "int8" : "int8 to float", {2, 4, 5, 3}, {4, 3, 3, 3});
        c.attrs["groups"] = groups;
        c.attrs["strides"] = Ints{2, 2};
        ExpectInt8(&c, int8_out, 3 * groups);
        suite.Run(c);
      }
      for (const int channels : {3, 20}) {
        OpCase c = MakeInt8(&random, "depthwise", {1, channels, 5, 6}, {channels, 1, 4, 4});
        c.attrs["groups"] = channels;
        c.attrs["strides"] = Ints{2, 2};
        c.attrs["paddings"] = Ints{1, 1};
        ExpectInt8(&c, int8_out, channels);
        suite.Run(c);
      }
    }
  }
}

// Phases without taps, that begin inside the image, or of different sizes.
TEST(Conv2dTranspose, Int8Windows) {
  OpSuite suite("conv2d_transpose", {1e-5, 1e-5, 0, 0});
  Random random("conv2d_transpose int8 windows");
  for (const int kernel : {1, 2, 3, 5}) {
    for (const int stride : {1, 2, 3}) {
      for (const int pad : {0, 1, 2}) {
        for (const int dilation : {1, 2}) {
          if (3 * stride + (kernel - 1) * dilation + 1 <= 2 * pad) continue;
          for (const bool int8_out : {false, true}) {
            OpCase c = MakeInt8(&random, "windows", {2, 19, 4, 5}, {19, 18, kernel, kernel});
            c.attrs["strides"] = Ints{stride, stride};
            c.attrs["paddings"] = Ints{pad, pad};
            c.attrs["dilations"] = Ints{dilation, dilation};
            if (stride > 1) c.attrs["output_padding"] = Ints{stride - 1, 0};
            ExpectInt8(&c, int8_out, 18);
            suite.Run(c);
          }
        }
      }
    }
  }
}

TEST(Conv2dTranspose, Int8Activations) {
  OpSuite suite("conv2d_transpose", {1e-5, 1e-5, 0, 0});
  Random random("conv2d_transpose int8 activations");
  for (const char* act : {"relu", "relu6", "leaky_relu", "hard_swish", "abs", "sigmoid"}) {
    for (const bool int8_out : {false, true}) {
      OpCase c = MakeInt8(&random, act, {1, 8, 4, 5}, {8, 9, 2, 2});
      c.attrs["strides"] = Ints{2, 2};
      c.attrs["with_act"] = true;
      c.attrs["act_type"] = std::string(act);
      c.attrs["leaky_relu_alpha"] = 0.1f;
      ExpectInt8(&c, int8_out, 9);
      suite.Run(c);
    }
  }
}

TEST(Conv2dTranspose, RefusesBadShapesAndAttributes) {
  OpSuite suite("conv2d_transpose");
  const auto refuse = [&](const DDim& input, const DDim& filter, const std::string& text,
                          std::map<std::string, model::AttrValue> attrs = {}) {
    OpCase c("bad");
    c.attrs = std::move(attrs);
    c.inputs["Input"] = {TestTensor::ShapeOnly(input)};
    c.inputs["Filter"] = {TestTensor::ShapeOnly(filter)};
    suite.ExpectError(c, text);
  };
  const DDim x{1, 4, 5, 5};
  const DDim w{4, 6, 3, 3};
  refuse({4, 5, 5}, w, "Input: expected rank 4");
  refuse({1, 3, 5, 5}, w, "Input: expected 4 channels");
  refuse(x, w, "groups: 5 exceeds the 4 input channels", {{"groups", 5}});
  refuse(x, w, "groups: expected a positive value", {{"groups", -1}});
  refuse(x, w, "strides: expected two positive values", {{"strides", Ints{2, 0}}});
  refuse(x, w, "output_size: expected a value in [7, 8), found 8", {{"output_size", Ints{8, 7}}});
  refuse(x, w, "output_size: expected zero or 2 values", {{"output_size", Ints{7}}});
  refuse(x, w, "output_padding: expected a value in [0, 1), found 1",
         {{"output_padding", Ints{1, 0}}});
  refuse({1, 4, 1, 1}, {4, 6, 1, 1}, "leave no output", {{"paddings", Ints{1, 1}}});
  refuse({1, 4, 0, 5}, w, "leave no output", {{"paddings", Ints{2, 2}}});
  refuse({1, 4, int64_t{1} << 40, 5}, w, "spatial extent beyond");
}

}  // namespace
}  // namespace paddle::lite::test
