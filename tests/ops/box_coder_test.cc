#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

struct Center {
  double x, y, width, height;
};

Center CenterOf(const TestTensor& boxes, int64_t row, double extra) {
  const double w = boxes.At(row * 4 + 2) - boxes.At(row * 4) + extra;
  const double h = boxes.At(row * 4 + 3) - boxes.At(row * 4 + 1) + extra;
  return {boxes.At(row * 4) + w / 2, boxes.At(row * 4 + 1) + h / 2, w, h};
}

// Boxes with positive sizes.
TestTensor RandomBoxes(Random* random, int64_t count) {
  TestTensor boxes = random->Floats({count, 4}, 0, 10);
  for (int64_t i = 0; i < count; ++i) {
    for (int64_t k = 0; k < 2; ++k)
      boxes.Set(i * 4 + 2 + k, boxes.At(i * 4 + k) + random->Uniform(2, 9));
  }
  return boxes;
}

enum class Variance { kNone, kAttribute, kTensor };

OpCase BoxCoderCase(Random* random, bool decode, bool normalized, int axis, Variance kind) {
  const double extra = normalized ? 0 : 1;
  OpCase c(decode ? "decode" : "encode");
  c.attrs = {{"code_type", std::string(decode ? "decode_center_size" : "encode_center_size")},
             {"box_normalized", normalized},
             {"axis", axis}};
  const TestTensor priors = RandomBoxes(random, 5);
  const TestTensor spread = random->Floats({5, 4}, 0.1, 0.5);
  c.inputs["PriorBox"] = {priors};
  c.inputs["PriorBox"][0].lod = {{0, 2, 5}};
  if (kind == Variance::kAttribute)
    c.attrs["variance"] = std::vector<float>{0.1f, 0.2f, 0.3f, 0.4f};
  if (kind == Variance::kTensor) c.inputs["PriorBoxVar"] = {spread};
  const auto variance = [&](int64_t prior, int64_t i) {
    if (kind == Variance::kNone) return 1.0;
    if (kind == Variance::kTensor) return spread.At(prior * 4 + i);
    return static_cast<double>(std::vector<float>{0.1f, 0.2f, 0.3f, 0.4f}[i]);
  };
  const TestTensor targets =
      decode ? random->Floats(axis == 0 ? DDim{3, 5, 4} : DDim{5, 3, 4}) : RandomBoxes(random, 3);
  c.inputs["TargetBox"] = {targets};
  TestTensor out(decode ? targets.dims : DDim{3, 5, 4});
  for (int64_t i = 0; i < out.dims[0] * out.dims[1]; ++i) {
    const int64_t row = i / out.dims[1];
    const int64_t prior = decode && axis == 1 ? row : i % out.dims[1];
    const Center p = CenterOf(priors, prior, extra);
    if (decode) {
      const double x = variance(prior, 0) * targets.At(i * 4) * p.width + p.x;
      const double y = variance(prior, 1) * targets.At(i * 4 + 1) * p.height + p.y;
      const double w = std::exp(variance(prior, 2) * targets.At(i * 4 + 2)) * p.width;
      const double h = std::exp(variance(prior, 3) * targets.At(i * 4 + 3)) * p.height;
      out.Set(i * 4, x - w / 2);
      out.Set(i * 4 + 1, y - h / 2);
      out.Set(i * 4 + 2, x + w / 2 - extra);
      out.Set(i * 4 + 3, y + h / 2 - extra);
    } else {
      // The centre of the target ignores the extra pixel.
      Center t = CenterOf(targets, row, extra);
      t.x -= extra / 2;
      t.y -= extra / 2;
      out.Set(i * 4, (t.x - p.x) / p.width / variance(prior, 0));
      out.Set(i * 4 + 1, (t.y - p.y) / p.height / variance(prior, 1));
      out.Set(i * 4 + 2, std::log(t.width / p.width) / variance(prior, 2));
      out.Set(i * 4 + 3, std::log(t.height / p.height) / variance(prior, 3));
    }
  }
  if (decode && axis == 1) out.lod = {{0, 2, 5}};
  c.expected["OutputBox"] = {out};
  return c;
}

TEST(BoxCoder, BothWays) {
  OpSuite suite("box_coder", {1e-5, 1e-5, 0, 0});
  Random random("coder");
  for (const bool normalized : {true, false}) {
    for (const Variance kind : {Variance::kNone, Variance::kAttribute, Variance::kTensor}) {
      suite.Run(BoxCoderCase(&random, false, normalized, 0, kind));
      for (const int axis : {0, 1}) suite.Run(BoxCoderCase(&random, true, normalized, axis, kind));
    }
  }
}

TEST(BoxCoder, RefusesWhatDoesNotFit) {
  OpSuite suite("box_coder");
  Random random("coder");
  OpCase c = BoxCoderCase(&random, true, true, 0, Variance::kTensor);
  c.attrs["code_type"] = std::string("encode");
  suite.ExpectError(c, "code_type: expected encode_center_size or decode_center_size");
  c = BoxCoderCase(&random, true, true, 0, Variance::kTensor);
  c.attrs["axis"] = 1;
  suite.ExpectError(c, "TargetBox: expected shape [5, M, 4]");
  c.attrs["axis"] = 2;
  suite.ExpectError(c, "axis: expected 0 or 1");
  c.inputs["PriorBoxVar"] = {TestTensor({4, 4})};
  suite.ExpectError(c, "PriorBoxVar: expected the shape of PriorBox");
  c.inputs["PriorBox"] = {TestTensor({5, 3})};
  suite.ExpectError(c, "PriorBox: expected shape [M, 4]");
}

}  // namespace
}  // namespace paddle::lite::test
