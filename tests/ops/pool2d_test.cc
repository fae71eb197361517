#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/ops/window_reference.h"

namespace paddle::lite::test {
namespace {

using Ints = std::vector<int32_t>;

// The output extent of one axis.
int64_t Extent(const OpCase& c, const Window& w) {
  const int64_t span = w.in + w.before + w.after - w.kernel;
  const int64_t out = span / w.stride + 1;
  return c.Bool("ceil_mode", false) && span % w.stride > 0 ? out + 1 : out;
}

void ExpectPool2d(OpCase* c, bool to_real = false) {
  const TestTensor& x = c->In("X");
  const bool last = c->String("data_format", "NCHW") == "NHWC";
  const ImageAccess in = AccessOf(x.dims, last);
  const Ints ksize = c->Ints("ksize", {});
  const bool adaptive = c->Bool("adaptive", false);
  const bool global = c->Bool("global_pooling", false);
  const bool is_max = c->String("pooling_type", "") == "max";
  const bool exclusive = c->Bool("exclusive", true) || adaptive;
  std::vector<Window> win;
  int64_t size[2];
  if (adaptive) {
    win = {{in.height, 0, 1, 1, 0, 0}, {in.width, 0, 1, 1, 0, 0}};
    size[0] = ksize[0];
    size[1] = ksize[1];
  } else if (global) {
    win = {{in.height, in.height, 1, 1, 0, 0}, {in.width, in.width, 1, 1, 0, 0}};
    size[0] = size[1] = 1;
  } else {
    win = ReferenceWindows(*c, in.height, in.width, ksize[0], ksize[1]);
    for (int i = 0; i < 2; ++i) size[i] = Extent(*c, win[i]);
  }
  TestTensor out(last ? DDim({x.dims[0], size[0], size[1], in.channels})
                      : DDim({x.dims[0], in.channels, size[0], size[1]}),
                 to_real ? PrecisionType::kFloat : x.precision);
  out.lod = x.lod;
  const auto scale_of = [&](const char* attribute) {
    const auto it = c->attrs.find(attribute);
    return it == c->attrs.end() ? 1.0 : double{std::get<std::vector<float>>(it->second)[0]};
  };
  const double factor = scale_of("X0_scale") / (to_real ? 1.0 : scale_of("Out0_scale"));
  const ImageAccess to = AccessOf(out.dims, last);
  for (int64_t n = 0; n < x.dims[0]; ++n) {
    for (int64_t channel = 0; channel < in.channels; ++channel) {
      for (int64_t oy = 0; oy < size[0]; ++oy) {
        for (int64_t ox = 0; ox < size[1]; ++ox) {
          const int64_t o[2] = {oy, ox};
          int64_t begin[2], end[2];
          double full = 1;
          for (int i = 0; i < 2; ++i) {
            const Window& w = win[i];
            if (adaptive) {
              begin[i] =
                  static_cast<int64_t>(std::floor(static_cast<double>(o[i] * w.in) / size[i]));
              end[i] =
                  static_cast<int64_t>(std::ceil(static_cast<double>((o[i] + 1) * w.in) / size[i]));
            } else {
              begin[i] = o[i] * w.stride - w.before;
              end[i] = std::min(begin[i] + w.kernel, w.in + w.before);
            }
            full *= static_cast<double>(end[i] - begin[i]);
            begin[i] = std::max<int64_t>(begin[i], 0);
            end[i] = std::min(end[i], w.in);
          }
          double sum = 0, largest = std::numeric_limits<float>::lowest();
          for (int64_t y = begin[0]; y < end[0]; ++y) {
            for (int64_t z = begin[1]; z < end[1]; ++z) {
              const double value = x.At(in(n, channel, y, z));
              sum += value;
              largest = std::max(largest, value);
            }
          }
          const double inside = static_cast<double>((end[0] - begin[0]) * (end[1] - begin[1]));
          double y = is_max ? largest : sum / (exclusive ? inside : full);
          if (x.precision == PrecisionType::kInt8) {
            y *= factor;
            if (!to_real) y = std::clamp(std::round(y), -127.0, 127.0);
          }
          out.Set(to(n, channel, oy, ox), y);
        }
      }
    }
  }
  c->expected["Out"] = {out};
}

OpCase MakePool2d(Random* random, const std::string& name, const DDim& shape, const char* type,
                  const Ints& ksize) {
  OpCase c(StrCat(type, " ", name));
  c.inputs["X"] = {random->Floats(shape)};
  c.attrs["pooling_type"] = std::string(type);
  c.attrs["ksize"] = ksize;
  return c;
}

TEST(Pool2d, Windows) {
  OpSuite suite("pool2d");
  Random random("pool2d");
  for (const char* type : {"max", "avg"}) {
    for (const int kernel : {1, 2, 3, 5}) {
      for (const int stride : {1, 2, 3}) {
        for (const int pad : {0, 1, 2}) {
          if (pad >= kernel) continue;
          for (const bool ceil_mode : {false, true}) {
            for (const bool exclusive : {false, true}) {
              OpCase c = MakePool2d(&random, "grid", {2, 5, 9, 10}, type, {kernel, kernel});
              c.attrs["strides"] = Ints{stride, stride};
              c.attrs["paddings"] = Ints{pad, pad};
              c.attrs["ceil_mode"] = ceil_mode;
              c.attrs["exclusive"] = exclusive;
              ExpectPool2d(&c);
              suite.Run(c);
            }
          }
        }
      }
    }
    for (const char* algorithm : {"SAME", "VALID"}) {
      for (const int kernel : {1, 2, 3}) {
        for (const int stride : {1, 2}) {
          for (const bool exclusive : {false, true}) {
            OpCase c = MakePool2d(&random, algorithm, {1, 3, 7, 8}, type, {kernel, kernel});
            c.attrs["strides"] = Ints{stride, stride};
            c.attrs["paddings"] = Ints{1, 1};
            c.attrs["padding_algorithm"] = std::string(algorithm);
            c.attrs["exclusive"] = exclusive;
            ExpectPool2d(&c);
            suite.Run(c);
          }
        }
      }
    }
    for (const Ints& pads : {Ints{0, 1, 1, 0}, Ints{2, 1, 0, 2}}) {
      OpCase c = MakePool2d(&random, "four pads", {1, 4, 7, 8}, type, {3, 4});
      c.attrs["paddings"] = pads;
      c.attrs["strides"] = Ints{2, 1};
      ExpectPool2d(&c);
      suite.Run(c);
    }
  }
}

TEST(Pool2d, GlobalAndAdaptive) {
  OpSuite suite("pool2d");
  Random random("pool2d adaptive");
  for (const char* type : {"max", "avg"}) {
    for (const char* format : {"NCHW", "NHWC"}) {
      for (const DDim& shape :
           {DDim{2, 7, 5, 6}, DDim{1, 1, 1, 1}, DDim{1, 16, 7, 7}, DDim{1, 33, 14, 3}}) {
        OpCase c = MakePool2d(&random, "global", shape, type, {1, 1});
        c.attrs["data_format"] = std::string(format);
        c.attrs["global_pooling"] = true;
        c.attrs["paddings"] = Ints{3, 3};
        ExpectPool2d(&c);
        suite.Run(c);
        c.attrs.erase("global_pooling");
        c.attrs["adaptive"] = true;
        for (const Ints& size : {Ints{1, 1}, Ints{2, 3}, Ints{5, 4}, Ints{9, 11}}) {
          c.attrs["ksize"] = size;
          ExpectPool2d(&c);
          suite.Run(c);
        }
      }
      OpCase sliding = MakePool2d(&random, "sliding", {2, 6, 5, 4}, type, {3, 2});
      sliding.attrs["data_format"] = std::string(format);
      sliding.attrs["strides"] = Ints{2, 1};
      sliding.attrs["paddings"] = Ints{1, 0};
      ExpectPool2d(&sliding);
      suite.Run(sliding);
    }
    OpCase empty = MakePool2d(&random, "no images", {0, 3, 4, 4}, type, {2, 2});
    ExpectPool2d(&empty);
    suite.Run(empty);
    OpCase fp64 = MakePool2d(&random, "double", {1, 3, 6, 5}, type, {3, 3});
    fp64.inputs["X"] = {random.Floats({1, 3, 6, 5}, -1, 1, PrecisionType::kFP64)};
    ExpectPool2d(&fp64);
    suite.Run(fp64);
    OpCase int8 = MakePool2d(&random, "int8", {2, 3, 6, 5}, type, {3, 3});
    int8.inputs["X"] = {random.Ints({2, 3, 6, 5}, -127, 127, PrecisionType::kInt8)};
    ExpectPool2d(&int8);
    suite.Run(int8);
    int8.attrs["X0_scale"] = std::vector<float>{0.5f};
    int8.attrs["Out0_scale"] = std::vector<float>{0.25f};
    for (const bool to_real : {false, true}) {
      ExpectPool2d(&int8, to_real);
      suite.Run(int8);
    }
  }
}

// As in Paddle, rounding up can add a window after the image.
TEST(Pool2d, CeilModeAddsEmptyWindows) {
  OpSuite suite("pool2d");
  for (const char* type : {"max", "avg"}) {
    OpCase c(type);
    c.attrs["pooling_type"] = std::string(type);
    c.attrs["ksize"] = Ints{1, 1};
    c.attrs["strides"] = Ints{2, 2};
    c.attrs["ceil_mode"] = true;
    c.inputs["X"] = {MakeTensor<float>({1, 1, 1, 4}, {1, 2, 3, 4})};
    const bool is_max = std::string(type) == "max";
    const float empty =
        is_max ? std::numeric_limits<float>::lowest() : std::numeric_limits<float>::quiet_NaN();
    c.expected["Out"] = {MakeTensor<float>({1, 1, 1, 3}, {1, 3, empty})};
    suite.Run(c);
  }
}

// Sliding, global and adaptive windows of few and many channels: a NaN is the maximum.
TEST(Pool2d, KeepsNaN) {
  OpSuite suite("pool2d");
  Random random("NaN");
  for (const char* type : {"max", "avg"}) {
    for (const int64_t channels : {1, 3, 70}) {
      for (const int form : {0, 1, 2}) {
        for (const int64_t at : {0, 7, 24}) {
          OpCase c("NaN");
          c.attrs = {{"pooling_type", std::string(type)},
                     {"ksize", Ints{3, 3}},
                     {"strides", Ints{2, 2}},
                     {"global_pooling", form == 1},
                     {"adaptive", form == 2}};
          c.inputs["X"] = {random.Floats({1, channels, 5, 5})};
          c.inputs["X"][0].Set((channels - 1) * 25 + at, std::numeric_limits<double>::quiet_NaN());
          const int64_t size = form == 0 ? 2 : form == 1 ? 1 : 3;
          c.expected["Out"] = {TestTensor({1, channels, size, size})};
          c.check = [=](const SlotTensors& outputs) -> std::string {
            const TestTensor& out = outputs.at("Out")[0];
            int64_t before = 0, in_plane = 0;
            for (int64_t i = 0; i < out.numel(); ++i) {
              (i < out.numel() - size * size ? before : in_plane) += std::isnan(out.At(i)) ? 1 : 0;
            }
            const int64_t most = form == 1 ? 1 : 4;
            return before == 0 && in_plane >= 1 && in_plane <= most ? "" : "wrong number of NaN";
          };
          suite.Run(c);
        }
      }
    }
  }
  for (const int64_t pixels : {1, 2, 5, 17, 100}) {
    OpCase c("nothing but NaN, nothing but -infinity");
    c.attrs = {{"pooling_type", std::string("max")}, {"global_pooling", true}};
    c.inputs["X"] = {TestTensor({1, 2, 1, pixels})};
    for (int64_t i = 0; i < 2 * pixels; ++i) {
      c.inputs["X"][0].Set(i, i < pixels ? std::numeric_limits<double>::quiet_NaN()
                                         : -std::numeric_limits<double>::infinity());
    }
    c.expected["Out"] = {MakeTensor<float>({1, 2, 1, 1}, {std::numeric_limits<float>::quiet_NaN(),
                                                          std::numeric_limits<float>::lowest()})};
    suite.Run(c);
  }
}

TEST(Pool2d, RandomCases) {
  OpSuite suite("pool2d");
  Random random("pool2d random");
  for (int i = 0; i < 120; ++i) {
    const Ints ksize{static_cast<int>(random.Int(1, 5)), static_cast<int>(random.Int(1, 5))};
    const DDim shape{random.Int(1, 3), random.Int(1, 20), random.Int(5, 16), random.Int(5, 16)};
    OpCase c = MakePool2d(&random, "random", shape, random.Coin() ? "max" : "avg", ksize);
    Ints pads;
    for (int side = 0; side < 4; ++side) {
      pads.push_back(static_cast<int>(random.Int(0, ksize[side / 2] - 1)));
    }
    // With different pads on the two sides, a window can be past Paddle's end.
    pads[1] = std::min(pads[0], pads[1]);
    pads[3] = std::min(pads[2], pads[3]);
    c.attrs["paddings"] = pads;
    c.attrs["strides"] =
        Ints{static_cast<int>(random.Int(1, 4)), static_cast<int>(random.Int(1, 4))};
    c.attrs["exclusive"] = random.Coin();
    c.attrs["ceil_mode"] = random.Coin();
    ExpectPool2d(&c);
    suite.Run(c);
  }
}

TEST(Pool2d, RefusesBadShapesAndAttributes) {
  OpSuite suite("pool2d");
  const auto refuse = [&](const DDim& x, const std::string& text,
                          std::map<std::string, model::AttrValue> attrs) {
    OpCase c("bad");
    c.attrs = std::move(attrs);
    c.attrs.insert({"pooling_type", std::string("max")});
    c.inputs["X"] = {TestTensor::ShapeOnly(x)};
    suite.ExpectError(c, text);
  };
  const DDim x{1, 2, 5, 5};
  const Ints k{3, 3};
  refuse({2, 5, 5}, "X: expected rank 4", {{"ksize", k}});
  refuse(x, "ksize: expected two positive values, found []", {});
  refuse(x, "ksize: expected two positive values, found [0, 1]", {{"ksize", Ints{0, 1}}});
  refuse(x, "pooling_type: expected max or avg, found 'sum'",
         {{"ksize", k}, {"pooling_type", std::string("sum")}});
  refuse(x, "strides: expected 2 values other than 0, found [1, 0]",
         {{"ksize", k}, {"strides", Ints{1, 0}}});
  refuse(x, "strides: several windows with a stride of -1",
         {{"ksize", Ints{6, 3}},
          {"strides", Ints{-1, 1}},
          {"pooling_type", std::string("avg")},
          {"exclusive", false}});
  refuse(x, "paddings: expected 2 or 4 values", {{"ksize", k}, {"paddings", Ints{1, 1, 1}}});
  refuse(x, "ksize: expected at most 4101 positions for an input of 5, found 5000",
         {{"ksize", Ints{3, 5000}}});
  refuse(x, "the padded extent 5 of [1, 2, 5, 5] is smaller than the window 6",
         {{"ksize", Ints{6, 1}}});
  refuse({1, 2, 0, 5}, "the padded extent 0 of [1, 2, 0, 5] is smaller than the window 1",
         {{"ksize", Ints{1, 1}}});
  refuse({1, 2, int64_t{1} << 40, 5}, "spatial extent beyond", {{"ksize", k}, {"adaptive", true}});
}

}  // namespace
}  // namespace paddle::lite::test
