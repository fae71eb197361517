#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

struct DeformableConvShape {
  DDim in;
  DDim filter;
  int groups, moved_groups;
  std::vector<int> strides, paddings, dilations;
};

const std::vector<DeformableConvShape> kShapes = {
    {{2, 3, 6, 7}, {4, 3, 3, 3}, 1, 1, {1, 1}, {1, 1}, {1, 1}},
    {{1, 2, 9, 8}, {3, 2, 3, 2}, 1, 2, {2, 3}, {2, 0}, {1, 2}},
    {{2, 4, 5, 6}, {40, 2, 1, 3}, 2, 4, {1, 1}, {0, 1}, {1, 1}},
    {{1, 6, 4, 4}, {6, 1, 3, 3}, 6, 3, {1, 1}, {1, 1}, {1, 1}},
};

double Pixel(const TestTensor& x, int64_t plane, double y, double px) {
  const int64_t h = x.dims[2];
  const int64_t w = x.dims[3];
  double sum = 0;
  for (int64_t i = 0; i < h; ++i) {
    for (int64_t j = 0; j < w; ++j) {
      const double near = std::max(0.0, 1 - std::abs(y - static_cast<double>(i))) *
                          std::max(0.0, 1 - std::abs(px - static_cast<double>(j)));
      if (near > 0) sum += near * x.At((plane * h + i) * w + j);
    }
  }
  return sum;
}

OpCase DeformableConvCase(const DeformableConvShape& s, Random* random, bool masked) {
  OpCase c("shape");
  c.attrs = {{"groups", s.groups},       {"deformable_groups", s.moved_groups},
             {"strides", s.strides},     {"paddings", s.paddings},
             {"dilations", s.dilations}, {"im2col_step", 64}};
  const int64_t taps = s.filter[2] * s.filter[3];
  DDim out{s.in[0], s.filter[0], 0, 0};
  for (int i = 0; i < 2; ++i) {
    out[2 + i] = (s.in[2 + i] + 2 * s.paddings[i] - s.dilations[i] * (s.filter[2 + i] - 1) - 1) /
                     s.strides[i] +
                 1;
  }
  const DDim offsets{s.in[0], s.moved_groups * 2 * taps, out[2], out[3]};
  c.inputs["Input"] = {random->Floats(s.in)};
  c.inputs["Filter"] = {random->Floats(s.filter).AsWeight()};
  c.inputs["Offset"] = {random->Floats(offsets, -2, 2)};
  if (masked)
    c.inputs["Mask"] = {random->Floats({s.in[0], s.moved_groups * taps, out[2], out[3]}, 0, 1)};
  // The offsets must fit the image, so only the batch may change.
  c.resized = c.inputs;
  for (const char* slot : {"Input", "Offset", "Mask"}) {
    if (!c.HasIn(slot)) continue;
    DDim dims = c.In(slot).dims;
    dims[0] += 1;
    c.resized[slot] = {random->Floats(dims, 0, 1)};
  }

  const TestTensor& x = c.In("Input");
  TestTensor y(out);
  for (int64_t i = 0; i < y.numel(); ++i) {
    const int64_t ox = i % out[3];
    const int64_t oy = i / out[3] % out[2];
    const int64_t oc = i / (out[3] * out[2]) % out[1];
    const int64_t n = i / (out[3] * out[2] * out[1]);
    const int64_t group = oc / (out[1] / s.groups);
    double sum = 0;
    for (int64_t ic = 0; ic < s.filter[1]; ++ic) {
      const int64_t channel = group * s.filter[1] + ic;
      const int64_t moved = channel / (s.in[1] / s.moved_groups);
      for (int64_t t = 0; t < taps; ++t) {
        const auto map = [&](const TestTensor& of, int64_t plane) {
          return of.At(((n * of.dims[1] + plane) * out[2] + oy) * out[3] + ox);
        };
        const int64_t plane = moved * taps + t;
        const double py = static_cast<double>(oy * s.strides[0] - s.paddings[0] +
                                              t / s.filter[3] * s.dilations[0]) +
                          map(c.In("Offset"), 2 * plane);
        const double px = static_cast<double>(ox * s.strides[1] - s.paddings[1] +
                                              t % s.filter[3] * s.dilations[1]) +
                          map(c.In("Offset"), 2 * plane + 1);
        double value = Pixel(x, n * s.in[1] + channel, py, px);
        if (masked) value *= map(c.In("Mask"), plane);
        sum += value * c.In("Filter").At((oc * s.filter[1] + ic) * taps + t);
      }
    }
    y.Set(i, sum);
  }
  c.expected["Output"] = {y};
  return c;
}

TEST(DeformableConv, ShapesGroupsAndMasks) {
  for (const bool masked : {true, false}) {
    OpSuite suite(masked ? "deformable_conv" : "deformable_conv_v1", kSumTolerance);
    Random random("deformable");
    for (const DeformableConvShape& s : kShapes) suite.Run(DeformableConvCase(s, &random, masked));
  }
}

TEST(DeformableConv, RefusesWhatDoesNotFit) {
  OpSuite suite("deformable_conv");
  Random random("deformable");
  OpCase c = DeformableConvCase(kShapes[0], &random, true);
  c.inputs["Mask"] = {TestTensor({2, 8, 6, 7})};
  suite.ExpectError(c, "Mask: expected shape [2, 9, 6, 7]");
  c.inputs["Offset"] = {TestTensor({2, 9, 6, 7})};
  suite.ExpectError(c, "Offset: expected shape [2, 18, 6, 7]");
  c.attrs["deformable_groups"] = 2;
  suite.ExpectError(c, "deformable_groups: expected a divisor");
  c.attrs["groups"] = 0;
  suite.ExpectError(c, "groups: expected a positive value");
}

}  // namespace
}  // namespace paddle::lite::test
