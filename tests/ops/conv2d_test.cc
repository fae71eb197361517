#include <gtest/gtest.h>

#include <cstring>

#include "tests/ops/conv2d_reference.h"
#include "tests/support/emulation.h"
#include "tests/support/sanitizer.h"

namespace paddle::lite::test {
namespace {

double BiasAt(const OpCase& c, int64_t channel) {
  return c.HasIn("Bias") ? c.In("Bias").At(channel) : 0.0;
}

void ExpectConv2d(OpCase* c) {
  TestTensor out(Conv2dOutputDims(*c), c->In("Input").precision);
  out.lod = c->In("Input").lod;
  const int64_t image = out.numel() == 0 ? 1 : out.numel() / out.dims[0];
  Convolve(*c, c->Int("groups", 1), [&](int64_t at, int64_t, int64_t channel, double sum) {
    double y = sum + BiasAt(*c, channel);
    if (c->HasIn("ResidualData")) y += c->In("ResidualData").At(at);
    y = ReferenceConvActivation(*c, y, channel, at % image);
    if (c->HasIn("SecondInput")) {
      y += c->In("SecondInput").At(at);
      if (c->String("fuse_elementwise_op_type", "") == "fusion_elementwise_add_activation") {
        y = std::max(y, 0.0);
      }
    }
    out.Set(at, y);
  });
  c->expected["Output"] = {out};
}

struct Conv2dShape {
  int64_t n, ic, h, w, oc, kh, kw;
  int groups = 1;
};

OpCase MakeConv2d(Random* random, const std::string& name, const Conv2dShape& s, bool bias = true,
                  PrecisionType type = PrecisionType::kFloat) {
  OpCase c(name);
  c.attrs["groups"] = s.groups;
  c.inputs["Input"] = {random->Floats({s.n, s.ic, s.h, s.w}, -1, 1, type)};
  c.inputs["Filter"] = {
      random->Floats({s.oc, s.ic / s.groups, s.kh, s.kw}, -1, 1, type).AsWeight()};
  if (bias) c.inputs["Bias"] = {random->Floats({s.oc}, -1, 1, type).AsWeight()};
  return c;
}

using Ints = std::vector<int32_t>;

TEST(Conv2d, Windows) {
  OpSuite suite("conv2d", kSumTolerance);
  Random random("conv2d windows");
  for (const int kernel : {1, 2, 3, 5, 7}) {
    for (const int stride : {1, 2, 3}) {
      for (const int pad : {0, 1, 3}) {
        OpCase c = MakeConv2d(&random, "grid", {2, 5, 9, 11, 6, kernel, kernel}, pad != 1);
        c.attrs["strides"] = Ints{stride, stride};
        c.attrs["paddings"] = Ints{pad, pad};
        ExpectConv2d(&c);
        suite.Run(c);
      }
    }
  }
  for (const char* algorithm : {"SAME", "VALID"}) {
    for (const int kernel : {1, 2, 3, 4, 5}) {
      for (const int stride : {1, 2, 3}) {
        for (const int size : {7, 8}) {
          OpCase c = MakeConv2d(&random, algorithm, {1, 3, size, size + 1, 4, kernel, kernel});
          c.attrs["strides"] = Ints{stride, stride};
          c.attrs["paddings"] = Ints{2, 2};
          c.attrs["padding_algorithm"] = std::string(algorithm);
          ExpectConv2d(&c);
          suite.Run(c);
        }
      }
    }
  }
  for (const Ints& pads : {Ints{0, 1, 2, 3}, Ints{3, 0, 0, 0}, Ints{0, 0, 0, 4}}) {
    OpCase c = MakeConv2d(&random, "four pads", {1, 4, 6, 5, 8, 3, 3});
    c.attrs["paddings"] = pads;
    ExpectConv2d(&c);
    suite.Run(c);
    c.attrs["strides"] = Ints{2, 1};
    c.attrs["dilations"] = Ints{1, 2};
    ExpectConv2d(&c);
    suite.Run(c);
  }
  OpCase wide = MakeConv2d(&random, "window wider than the image", {1, 2, 2, 2, 3, 3, 3});
  wide.attrs["paddings"] = Ints{1, 1};
  ExpectConv2d(&wide);
  suite.Run(wide);
  OpCase kernel_only_in_padding = MakeConv2d(&random, "far padding", {1, 2, 3, 3, 2, 2, 2});
  kernel_only_in_padding.attrs["paddings"] = Ints{4, 4};
  ExpectConv2d(&kernel_only_in_padding);
  suite.Run(kernel_only_in_padding);
}

TEST(Conv2d, ChannelsAndGroups) {
  OpSuite suite("conv2d", kSumTolerance);
  OpSuite depthwise("depthwise_conv2d", kSumTolerance);
  Random random("conv2d channels");
  for (const int64_t ic : {1, 3, 4, 8, 17, 32, 33}) {
    for (const int64_t oc : {1, 2, 7, 16, 40}) {
      for (const int64_t kernel : {1, 3}) {
        OpCase c = MakeConv2d(&random, "channels", {1, ic, 5, 6, oc, kernel, kernel});
        c.attrs["paddings"] = Ints{1, 1};
        ExpectConv2d(&c);
        suite.Run(c);
      }
    }
  }
  for (const int groups : {2, 3, 4}) {
    for (const int64_t in_per_group : {1, 2, 5}) {
      for (const int64_t out_per_group : {1, 2, 6}) {
        OpCase c =
            MakeConv2d(&random, "groups",
                       {2, groups * in_per_group, 6, 7, groups * out_per_group, 3, 3, groups});
        c.attrs["paddings"] = Ints{1, 0};
        c.attrs["strides"] = Ints{1, 2};
        ExpectConv2d(&c);
        suite.Run(c);
      }
    }
  }
  for (const int channels : {1, 4, 8, 15, 16, 33, 64}) {
    for (const int64_t kernel : {1, 3, 5}) {
      for (const int stride : {1, 2}) {
        OpCase c = MakeConv2d(&random, "depthwise",
                              {1, channels, 9, 8, channels, kernel, kernel, channels});
        c.attrs["paddings"] = Ints{static_cast<int>(kernel / 2), static_cast<int>(kernel / 2)};
        c.attrs["strides"] = Ints{stride, stride};
        ExpectConv2d(&c);
        suite.Run(c);
        depthwise.Run(c);
      }
    }
  }
  // Larger than one tile of any kernel in every direction.
  for (const Conv2dShape& s :
       {Conv2dShape{1, 70, 14, 15, 130, 1, 1}, Conv2dShape{1, 40, 20, 21, 48, 3, 3},
        Conv2dShape{2, 3, 33, 35, 16, 7, 7}}) {
    OpCase c = MakeConv2d(&random, "large", s);
    c.attrs["paddings"] = Ints{1, 1};
    ExpectConv2d(&c);
    suite.Run(c);
    c.attrs["strides"] = Ints{2, 2};
    ExpectConv2d(&c);
    suite.Run(c);
  }
}

// Enough channels and pixels for Winograd's algorithm on devices: 83 million products, too many for
// sanitizers and emulators.
TEST(Conv2d, ManyChannels) {
  OpSuite suite("conv2d", kSumTolerance);
  Random random("conv2d channels");
  const bool few = kUnderSanitizer || IsEmulated();
  OpCase c = MakeConv2d(&random, "many channels", {1, 126, few ? 5 : 25, few ? 3 : 23, 127, 3, 3});
  c.attrs["paddings"] = Ints{1, 0, 2, 1};
  c.inputs["ResidualData"] = {random.Floats(Conv2dOutputDims(c))};
  c.attrs["with_act"] = true;
  c.attrs["act_type"] = std::string("prelu");
  c.attrs["prelu_mode"] = std::string("channel");
  c.inputs["Prelu_alpha"] = {random.Floats({127}).AsWeight()};
  ExpectConv2d(&c);
  suite.Run(c);
  // Two images, no padding, no bias, whole blocks of channels and tiles that are cut off.
  OpCase images =
      MakeConv2d(&random, "two images", {2, 160, few ? 5 : 20, few ? 4 : 18, 144, 3, 3}, false);
  images.attrs["with_act"] = true;
  images.attrs["act_type"] = std::string("relu");
  ExpectConv2d(&images);
  suite.Run(images);
}

TEST(Conv2d, FusedActivations) {
  OpSuite suite("conv2d", kSumTolerance);
  OpSuite depthwise("depthwise_conv2d", kSumTolerance);
  Random random("conv2d activations");
  for (const char* act :
       {"relu", "relu6", "leaky_relu", "hard_swish", "hard_sigmoid", "sigmoid", "tanh", "swish",
        "abs", "exp", "elu", "gelu", "softplus", "mish", "silu", "thresholded_relu", "erf"}) {
    for (const int variant : {0, 1, 2}) {
      OpCase c =
          MakeConv2d(&random, act, {2, 4, 6, 7, 4, 3, 3, variant == 2 ? 4 : 1}, variant != 1);
      c.attrs["paddings"] = Ints{1, 1};
      c.attrs["with_act"] = true;
      c.attrs["act_type"] = std::string(act);
      if (variant == 1) {
        c.attrs["fuse_brelu_threshold"] = 1.5f;
        c.attrs["leaky_relu_alpha"] = 0.3f;
        c.attrs["hard_swish_threshold"] = 4.0f;
        c.attrs["hard_swish_scale"] = 5.0f;
        c.attrs["hard_swish_offset"] = 2.0f;
        c.attrs["slope"] = 0.3f;
        c.attrs["offset"] = 0.4f;
        c.attrs["swish_scale"] = 1.5f;
        c.inputs["ResidualData"] = {random.Floats({2, 4, 6, 7})};
      }
      ExpectConv2d(&c);
      suite.Run(c);
      if (variant == 2) depthwise.Run(c);
    }
  }
  // A scale and a bias after it.
  for (const char* act : {"", "relu", "relu6", "hard_swish", "sigmoid"}) {
    for (const int variant : {0, 1, 2}) {
      OpCase c =
          MakeConv2d(&random, StrCat("scaled ", act), {1, 5, 6, 7, 5, 3, 3, variant == 2 ? 5 : 1});
      c.attrs["paddings"] = Ints{1, 1};
      c.attrs["with_act"] = act[0] != '\0';
      c.attrs["act_type"] = std::string(act);
      c.attrs["activation_scale"] = -1.25f;
      c.attrs["activation_bias"] = 0.75f;
      if (variant == 1) c.inputs["ResidualData"] = {random.Floats({1, 5, 6, 7})};
      ExpectConv2d(&c);
      suite.Run(c);
      if (variant == 2) depthwise.Run(c);
    }
  }
  for (const char* mode : {"all", "channel", "element"}) {
    for (const bool nhwc : {false, true}) {
      OpCase c =
          MakeConv2d(&random, std::string("prelu ") + mode, {2, 3, 5, nhwc ? 3 : 4, 6, 3, 3});
      c.attrs["paddings"] = Ints{1, 1};
      c.attrs["with_act"] = true;
      c.attrs["act_type"] = std::string("prelu");
      c.attrs["prelu_mode"] = std::string(mode);
      if (nhwc) c.attrs["data_format"] = std::string("NHWC");
      const DDim out = Conv2dOutputDims(c);
      const std::string m = mode;
      const DDim slopes = m == "all"       ? DDim({1})
                          : m == "channel" ? DDim({6})
                                           : DDim({1, out[1], out[2], out[3]});
      c.inputs["Prelu_alpha"] = {random.Floats(slopes).AsWeight()};
      if (nhwc) c.inputs["Input"] = {random.Floats({2, 3, 5, 3})};
      ExpectConv2d(&c);
      suite.Run(c);
    }
  }
  OpCase off = MakeConv2d(&random, "act_type without with_act", {1, 2, 4, 4, 3, 3, 3});
  off.attrs["act_type"] = std::string("relu");
  off.attrs["fuse_brelu_threshold"] = 1.0f;
  ExpectConv2d(&off);
  suite.Run(off);
  OpCase old = MakeConv2d(&random, "fuse_relu of the oldest programs", {1, 2, 4, 4, 3, 3, 3});
  old.attrs["fuse_relu"] = true;
  ExpectConv2d(&old);
  suite.Run(old);
}

TEST(Conv2d, ResidualAndSecondInput) {
  OpSuite suite("conv2d", kSumTolerance);
  Random random("conv2d residual");
  for (const bool bias : {false, true}) {
    for (const bool relu : {false, true}) {
      for (const int64_t kernel : {1, 3}) {
        OpCase c = MakeConv2d(&random, "residual", {2, 5, 6, 6, 7, kernel, kernel}, bias);
        c.inputs["ResidualData"] = {random.Floats(Conv2dOutputDims(c))};
        c.attrs["with_act"] = relu;
        c.attrs["act_type"] = std::string(relu ? "relu" : "");
        ExpectConv2d(&c);
        suite.Run(c);
      }
    }
  }
  for (const char* type : {"elementwise_add", "fusion_elementwise_add_activation"}) {
    OpCase c = MakeConv2d(&random, "second input", {2, 5, 6, 6, 7, 1, 1});
    c.inputs["SecondInput"] = {random.Floats(Conv2dOutputDims(c))};
    c.attrs["fuse_elementwise_op_type"] = std::string(type);
    c.attrs["with_act"] = true;
    c.attrs["act_type"] = std::string("tanh");
    ExpectConv2d(&c);
    suite.Run(c);
  }
}

TEST(Conv2d, ChannelsLastPrograms) {
  OpSuite suite("conv2d", kSumTolerance);
  Random random("conv2d nhwc");
  for (const int groups : {1, 2, 4}) {
    for (const int stride : {1, 2}) {
      for (const char* algorithm : {"EXPLICIT", "SAME"}) {
        OpCase c = MakeConv2d(&random, "nhwc", {2, 4, 7, 6, 8, 3, 3, groups});
        c.inputs["Input"] = {random.Floats({2, 7, 6, 4})};
        c.attrs["data_format"] = std::string("NHWC");
        c.attrs["strides"] = Ints{stride, stride};
        c.attrs["paddings"] = Ints{0, 1, 2, 1};
        c.attrs["padding_algorithm"] = std::string(algorithm);
        c.inputs["ResidualData"] = {random.Floats(Conv2dOutputDims(c))};
        c.attrs["with_act"] = true;
        c.attrs["act_type"] = std::string("leaky_relu");
        ExpectConv2d(&c);
        suite.Run(c);
      }
    }
  }
}

TEST(Conv2d, OtherTypesAndEmptyBatch) {
  OpSuite suite("conv2d", kSumTolerance);
  Random random("conv2d types");
  OpCase fp64 = MakeConv2d(&random, "double", {2, 6, 7, 5, 4, 3, 3, 2}, true, PrecisionType::kFP64);
  fp64.inputs["ResidualData"] = {
      random.Floats(Conv2dOutputDims(fp64), -1, 1, PrecisionType::kFP64)};
  ExpectConv2d(&fp64);
  fp64.has_tolerance = true;
  fp64.tolerance = {1e-13, 1e-13, 0, 0};
  suite.Run(fp64);
  OpSuite("depthwise_conv2d").Run(fp64);
  OpCase empty = MakeConv2d(&random, "no images", {0, 3, 5, 5, 4, 3, 3});
  ExpectConv2d(&empty);
  suite.Run(empty);
  OpCase sequence = MakeConv2d(&random, "level of detail is kept", {3, 2, 4, 4, 2, 3, 3});
  sequence.inputs["Input"][0].lod = {{0, 1, 3}};
  ExpectConv2d(&sequence);
  suite.Run(sequence);
}

// Exactly the integer arithmetic: sums in int32, one factor per channel, halves away from zero.
TEST(Conv2d, Int8) {
  Random random("conv2d int8");
  for (const char* type : {"conv2d", "depthwise_conv2d"}) {
    OpSuite suite(type, {1e-5, 1e-6, 0, 0});
    // Six channels are not a whole number of registers of four.
    for (const auto& [channels, groups] :
         {std::pair(8, 1), {8, 2}, {8, 8}, {6, 1}, {6, 2}, {6, 6}}) {
      for (const PrecisionType residual :
           {PrecisionType::kUnk, PrecisionType::kFloat, PrecisionType::kInt8}) {
        const bool added = residual != PrecisionType::kUnk;
        const bool per_channel = added;
        for (const char* name :
             {"", "relu", "relu6", "leaky_relu", "hard_swish", "scaled hard_swish", "sigmoid"}) {
          const bool scaled = std::strncmp(name, "scaled ", 7) == 0;
          const char* const act = scaled ? name + 7 : name;
          if (channels == 6 && *act != 0) continue;
          for (const bool int8_out : {false, true}) {
            OpCase c(StrCat("int8 ", name, added ? " plus " : "", PrecisionToStr(residual)));
            c.inputs["Input"] = {random.Ints({2, channels, 6, 5}, -127, 127, PrecisionType::kInt8)};
            c.inputs["Filter"] = {
                random.Ints({channels, channels / groups, 3, 3}, -127, 127, PrecisionType::kInt8)
                    .AsWeight()};
            c.inputs["Bias"] = {random.Floats({channels}).AsWeight()};
            const float residual_scale = residual == PrecisionType::kInt8 ? 0.007f : 1;
            if (residual == PrecisionType::kFloat) {
              c.inputs["ResidualData"] = {random.Floats({2, channels, 6, 5})};
            }
            if (residual == PrecisionType::kInt8) {
              c.inputs["ResidualData"] = {random.Ints({2, channels, 6, 5}, -128, 127, residual)};
              c.attrs["ResidualData0_scale"] = std::vector<float>{residual_scale};
            }
            const auto addend = [&](int64_t at) {
              return added ? c.In("ResidualData").At(at) * residual_scale : 0.0;
            };
            c.attrs["groups"] = groups;
            c.attrs["paddings"] = Ints{1, 1};
            c.attrs["enable_int8"] = true;
            const float input_scale = 0.01f;
            const float output_scale = 0.02f;
            std::vector<float> weight_scale;
            for (int i = 0; i < (per_channel ? channels : 1); ++i) {
              weight_scale.push_back(static_cast<float>(random.Uniform(0.001, 0.01)));
            }
            c.attrs["Input0_scale"] = std::vector<float>{input_scale};
            c.attrs["Filter0_scale"] = weight_scale;
            c.attrs["Output0_scale"] = std::vector<float>{output_scale};
            c.attrs["with_act"] = *act != 0;
            c.attrs["act_type"] = std::string(act);
            const float alpha = 0.1f;
            c.attrs["leaky_relu_alpha"] = alpha;
            if (scaled) {
              c.attrs["activation_scale"] = 1.25f;
              c.attrs["activation_bias"] = -0.5f;
            }
            TestTensor out(Conv2dOutputDims(c),
                           int8_out ? PrecisionType::kInt8 : PrecisionType::kFloat);
            Convolve(c, c.Int("groups", 1), [&](int64_t at, int64_t, int64_t channel, double sum) {
              const float scale = input_scale * weight_scale[per_channel ? channel : 0];
              double y = sum * scale + c.In("Bias").At(channel) + addend(at);
              y = ReferenceConvActivation(c, y, channel, 0);
              if (int8_out) y = std::min(std::max(std::round(y / output_scale), -127.0), 127.0);
              out.Set(at, y);
            });
            c.expected["Output"] = {out};
            c.has_tolerance = true;
            // A value within float rounding of a half may be rounded either way.
            c.tolerance = {1e-5, 1e-5, 0, 0};
            int near_half = 0;
            Convolve(c, c.Int("groups", 1), [&](int64_t at, int64_t, int64_t channel, double sum) {
              const float scale = input_scale * weight_scale[per_channel ? channel : 0];
              const double real = sum * scale + c.In("Bias").At(channel) + addend(at);
              const double y = ReferenceConvActivation(c, real, channel, 0) / output_scale;
              near_half += std::fabs(y - std::floor(y) - 0.5) < 1e-4;
            });
            c.tolerance.integer = int8_out && near_half > 0 ? 1 : 0;
            suite.Run(c);
          }
        }
      }
    }
  }
}

// Operands that bfloat16 represents: every kernel multiplies the same numbers.
TEST(Conv2d, ProductsInBFloat16) {
  OpSuite suite("conv2d", kSumTolerance);
  Random random("conv2d bfloat16");
  struct Form {
    Conv2dShape shape;
    int stride;
    bool residual;
  };
  for (const Form& f :
       {Form{{1, 32, 7, 6, 64, 1, 1}, 1, false}, Form{{2, 33, 5, 5, 70, 1, 1}, 1, true},
        Form{{1, 40, 9, 8, 64, 3, 3}, 2, false}, Form{{1, 32, 6, 6, 64, 5, 5}, 1, true},
        Form{{1, 32, 9, 10, 24, 3, 3}, 1, false}, Form{{1, 3, 9, 9, 20, 3, 3}, 1, false},
        Form{{1, 3, 9, 9, 20, 5, 5}, 1, false}, Form{{1, 64, 6, 6, 128, 1, 1, 2}, 1, false},
        Form{{1, 16, 6, 6, 64, 1, 1}, 1, false}}) {
    OpCase c = MakeConv2d(&random, "bfloat16", f.shape);
    c.attrs["bfloat16_products"] = 2;
    c.attrs["strides"] = Ints{f.stride, f.stride};
    const int pad = static_cast<int>(f.shape.kh) / 2;
    c.attrs["paddings"] = Ints{pad, pad};
    c.inputs["Input"] = {InBFloat16(c.In("Input"))};
    c.inputs["Filter"] = {InBFloat16(c.In("Filter"))};
    if (f.residual) c.inputs["ResidualData"] = {random.Floats(Conv2dOutputDims(c))};
    c.resized = c.inputs;
    ExpectConv2d(&c);
    suite.Run(c);
  }
}

TEST(Conv2d, RandomCases) {
  OpSuite suite("conv2d", kSumTolerance);
  Random random("conv2d random");
  for (int i = 0; i < 150; ++i) {
    Conv2dShape s;
    s.groups = static_cast<int>(random.Int(1, 3));
    s.n = random.Int(1, 3);
    s.ic = s.groups * random.Int(1, 9);
    s.oc = s.groups * random.Int(1, 9);
    s.h = random.Int(1, 16);
    s.w = random.Int(1, 16);
    s.kh = random.Int(1, 5);
    s.kw = random.Int(1, 5);
    OpCase c = MakeConv2d(&random, "random", s, random.Coin());
    const Ints dilations{static_cast<int>(random.Int(1, 2)), static_cast<int>(random.Int(1, 3))};
    Ints pads;
    for (int side = 0; side < 4; ++side) pads.push_back(static_cast<int>(random.Int(0, 3)));
    // Make the window fit.
    while (s.h + pads[0] + pads[1] < dilations[0] * (s.kh - 1) + 1) ++pads[1];
    while (s.w + pads[2] + pads[3] < dilations[1] * (s.kw - 1) + 1) ++pads[3];
    c.attrs["paddings"] = pads;
    c.attrs["dilations"] = dilations;
    c.attrs["strides"] =
        Ints{static_cast<int>(random.Int(1, 4)), static_cast<int>(random.Int(1, 4))};
    if (random.Coin()) {
      c.attrs["with_act"] = true;
      c.attrs["act_type"] = random.Pick(std::vector<std::string>{"relu", "relu6", "leaky_relu",
                                                                 "hard_swish", "sigmoid", "swish"});
    }
    if (random.Coin()) c.inputs["ResidualData"] = {random.Floats(Conv2dOutputDims(c))};
    ExpectConv2d(&c);
    suite.Run(c);
  }
}

TEST(Conv2d, RefusesBadShapesAndAttributes) {
  OpSuite suite("conv2d");
  const auto refuse = [&](const DDim& input, const DDim& filter, const std::string& text,
                          std::map<std::string, model::AttrValue> attrs = {},
                          std::map<std::string, DDim> more = {}) {
    OpCase c("bad");
    c.attrs = std::move(attrs);
    c.inputs["Input"] = {TestTensor::ShapeOnly(input)};
    c.inputs["Filter"] = {TestTensor::ShapeOnly(filter)};
    for (const auto& [slot, dims] : more) c.inputs[slot] = {TestTensor::ShapeOnly(dims)};
    suite.ExpectError(c, text);
  };
  const DDim x{1, 4, 5, 5};
  const DDim w{6, 4, 3, 3};
  refuse({4, 5, 5}, w, "Input: expected rank 4, found [4, 5, 5]");
  refuse(x, {6, 4, 3}, "Filter: expected rank 4, found [6, 4, 3]");
  refuse({1, 3, 5, 5}, w, "Input: expected 4 * 1 channels");
  refuse(x, w, "groups: expected a positive value, found 0", {{"groups", 0}});
  refuse(x, {5, 2, 3, 3}, "5 output channels are not a multiple of groups 2", {{"groups", 2}});
  refuse(x, w, "strides: expected two positive values, found [0, 1]", {{"strides", Ints{0, 1}}});
  refuse(x, w, "strides: expected two positive values, found [1]", {{"strides", Ints{1}}});
  refuse(x, w, "dilations: expected 2 positive values, found [1, -1]",
         {{"dilations", Ints{1, -1}}});
  refuse(x, w, "paddings: expected 2 or 4 values, found [1]", {{"paddings", Ints{1}}});
  refuse(x, w, "is smaller than the dilated window", {{"paddings", Ints{-2, 0}}});
  refuse(x, w, "paddings: expected at most 4101 positions for an input of 5, found -9000",
         {{"paddings", Ints{-9000, 0}}});
  refuse(x, w, "data_format: expected NCHW, NHWC or AnyLayout, found 'CHWN'",
         {{"data_format", std::string("CHWN")}});
  refuse({1, 4, 1, 5}, w,
         "the padded extent 1 of [1, 4, 1, 5] is smaller than the dilated window 3");
  refuse(x, w, "smaller than the dilated window 7", {{"dilations", Ints{3, 3}}});
  refuse(x, {6, 4, 0, 3}, "Filter: empty shape [6, 4, 0, 3]");
  refuse({1, 0, 5, 5}, {6, 0, 3, 3}, "Filter: empty shape [6, 0, 3, 3]");
  refuse(x, w, "strides: expected at most 4101 positions for an input of 5, found 1073741824",
         {{"strides", Ints{1, 1 << 30}}});
  refuse(x, w, "dilations: expected at most 4101 positions for an input of 5, found 2147483649",
         {{"dilations", Ints{1 << 30, 1}}, {"paddings", Ints{1 << 30, 0}}});
  refuse(x, w, "paddings: expected at most 4101 positions for an input of 5, found 4200",
         {{"paddings", Ints{0, 4200}}});
  refuse(x, w, "Bias: expected 6 elements, found [5]", {}, {{"Bias", {5}}});
  refuse(x, w, "ResidualData: expected the output's shape [1, 6, 3, 3], found [1, 6, 5, 5]", {},
         {{"ResidualData", {1, 6, 5, 5}}});
  refuse(x, w, "unknown activation 'rellu'",
         {{"with_act", true}, {"act_type", std::string("rellu")}});
  refuse(x, w, "Prelu_alpha: needed by the fused prelu, but absent",
         {{"with_act", true}, {"act_type", std::string("prelu")}});
  refuse(x, w, "Prelu_alpha: expected 6 slopes for prelu_mode channel, found [4]",
         {{"with_act", true},
          {"act_type", std::string("prelu")},
          {"prelu_mode", std::string("channel")}},
         {{"Prelu_alpha", {4}}});
  const int64_t huge = int64_t{1} << 40;
  refuse({1, 4, huge, 5}, w, "spatial extent beyond");
  refuse({huge, 1, 4, 4}, {huge, 1, 1, 1}, "");
}

}  // namespace
}  // namespace paddle::lite::test
