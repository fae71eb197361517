// sparse_conv2d against the dense product that it stands for, and operators that are only declared.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lite/model/op_fields.h"
#include "lite/operators/op.h"
#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

// The weights of a filter [rows][columns], 0 for those that are left out.
struct SparseMatrix {
  int64_t rows, columns;
  std::vector<double> weights;
  double At(int64_t row, int64_t column) const {
    return weights[static_cast<size_t>(row * columns + column)];
  }
};

// Rows without weights, with one, and the first and last channel.
const SparseMatrix kSmall = {
    4, 5, {0, 1.5, 0, 0, -2, 0, 0, 0, 0, 0, 0.5, 0, 0, 3, 1, 0, 0, -1, 0, 0}};

SparseMatrix RandomMatrix(int64_t rows, int64_t columns, int percent) {
  SparseMatrix matrix{rows, columns, {}};
  uint32_t state = 7;
  for (int64_t i = 0; i < rows * columns; ++i) {
    state = state * 1664525 + 1013904223;
    const int weight = static_cast<int>(state >> 20) % 15 - 7;
    const bool kept = static_cast<int>((state >> 10) % 100) < percent;
    matrix.weights.push_back(kept ? weight * 0.125 : 0);
  }
  matrix.weights[1] = 0.5;  // never none at all
  return matrix;
}

OpCase SparseCase(
    const SparseMatrix& matrix, int64_t batch, int64_t height, int64_t width, bool with_bias,
    const std::string& activation = "relu",
    const std::function<double(double)>& act = [](double x) { return x > 0 ? x : 0; }) {
  OpCase c(StrCat("sparse", matrix.rows, "x", matrix.columns, activation));
  const int64_t plane = height * width;
  TestTensor x({batch, matrix.columns, height, width});
  TestTensor out({batch, matrix.rows, height, width});
  TestTensor bias({matrix.rows});
  for (int64_t i = 0; i < x.numel(); ++i) x.Set(i, static_cast<double>(i % 7) * 0.25 - 0.5);
  std::vector<float> weights;
  std::vector<int32_t> ends, channels;
  for (int64_t o = 0; o < matrix.rows; ++o) {
    bias.Set(o, 0.5 * static_cast<double>(o % 6) - 1);
    for (int64_t i = 0; i < matrix.columns; ++i) {
      if (matrix.At(o, i) == 0) continue;
      weights.push_back(static_cast<float>(matrix.At(o, i)));
      channels.push_back(static_cast<int32_t>(i));
    }
    ends.push_back(static_cast<int32_t>(weights.size()));
    for (int64_t n = 0; n < batch; ++n) {
      for (int64_t p = 0; p < plane; ++p) {
        double sum = with_bias ? bias.At(o) : 0;
        for (int64_t i = 0; i < matrix.columns; ++i)
          sum += matrix.At(o, i) * x.At((n * matrix.columns + i) * plane + p);
        out.Set((n * matrix.rows + o) * plane + p, act(sum));
      }
    }
  }
  std::vector<int32_t> diffs;
  for (size_t k = 0; k < channels.size(); ++k) {
    const int32_t next = channels[(k + 1) % channels.size()];
    diffs.push_back((next - channels[k]) * static_cast<int32_t>(plane * 4));
  }
  const int64_t count = static_cast<int64_t>(weights.size());
  c.inputs["Input"] = {x};
  c.inputs["NonZeroWeights"] = {MakeTensor<float>({count}, weights)};
  c.inputs["OcNonZeros"] = {MakeTensor<int32_t>({matrix.rows}, ends)};
  c.inputs["Diffs"] = {MakeTensor<int32_t>({count}, diffs)};
  for (const char* slot : {"NonZeroWeights", "OcNonZeros", "Diffs"})
    c.inputs[slot][0].weight = true;
  if (with_bias) c.inputs["Bias"] = {bias};
  c.attrs = {{"first_ic", channels[0]}, {"with_act", true}, {"act_type", activation}};
  c.expected["Output"] = {out};
  return c;
}

TEST(SparseConv2d, EqualsTheDenseConvolution) {
  OpSuite suite("sparse_conv2d");
  for (const bool with_bias : {false, true}) {
    suite.Run(SparseCase(kSmall, 1, 1, 1, with_bias));
    suite.Run(SparseCase(kSmall, 2, 3, 5, with_bias));
  }
}

// Blocks of pixels that are not full, several of them, rows that several threads share, and more
// rows than are computed at once.
TEST(SparseConv2d, ShapesAndShares) {
  OpSuite suite("sparse_conv2d");
  const struct {
    int64_t batch, height, width;
  } images[] = {{1, 1, 1}, {1, 7, 7}, {3, 5, 13}, {1, 16, 17}, {2, 1, 300}};
  for (const auto& image : images) {
    for (const int percent : {0, 8, 35, 100}) {
      suite.Run(SparseCase(RandomMatrix(37, 19, percent), image.batch, image.height, image.width,
                           percent != 35));
    }
  }
  // So many channels that a block is shorter.
  suite.Run(SparseCase(RandomMatrix(3, 5000, 2), 1, 9, 15, true));
}

// Distances in another unit than the channels of this image.
TEST(SparseConv2d, OtherSizes) {
  OpSuite suite("sparse_conv2d");
  for (const int unit : {1, 24, 120}) {
    OpCase c = SparseCase(kSmall, 2, 2, 3, true);
    TestTensor& diffs = c.inputs["Diffs"][0];
    for (int64_t k = 0; k < diffs.numel(); ++k) diffs.Set(k, diffs.At(k) / 24 * unit);
    c.attrs["channel_bytes"] = unit;
    suite.Run(c);
  }
}

TEST(SparseConv2d, Activations) {
  OpSuite suite("sparse_conv2d");
  const auto run = [&suite](const std::string& name, const std::function<double(double)>& act) {
    suite.Run(SparseCase(RandomMatrix(34, 11, 20), 2, 5, 7, true, name, act));
  };
  run("", [](double x) { return x; });
  run("relu6", [](double x) { return std::min(std::max(x, 0.0), 6.0); });
  run("leaky_relu", [](double x) { return x > 0 ? x : 0.02f * x; });
  run("hard_swish", [](double x) { return x * std::min(std::max(x + 3, 0.0), 6.0) / 6; });
}

TEST(SparseConv2d, Refuses) {
  OpSuite suite("sparse_conv2d");
  const OpCase good = SparseCase(kSmall, 1, 2, 3, true);
  OpCase c = good;
  c.attrs["flag_semi"] = 1;
  suite.ExpectError(c, "attribute flag_semi: expected 0, found 1");
  c = good;
  c.attrs["first_ic"] = -1;
  suite.ExpectError(c, "Diffs: weight 0 belongs to channel -1");
  c = good;
  c.inputs["Diffs"][0].Set(0, 7);
  suite.ExpectError(c, "Diffs: 7 is not a multiple of 24");
  for (const double end : {-1.0, 99.0}) {
    c = good;
    c.inputs["OcNonZeros"][0].Set(1, end);
    suite.ExpectError(c, "at channel 1, expected 2 to 6");
  }
  c = good;
  c.attrs["channel_bytes"] = -4;
  suite.ExpectError(c, "attribute channel_bytes: expected at least 0, found -4");
  c.attrs["channel_bytes"] = 7;
  suite.ExpectError(c, "is not a multiple of 7");
  // Counts that end before the last weight.
  c = good;
  c.inputs["OcNonZeros"][0].Set(3, 5);
  suite.ExpectError(c,
                    "NonZeroWeights: expected 5 elements, as many as OcNonZeros counts, found 6");
  c = good;
  c.attrs["activation_scale"] = 2.0f;
  c.attrs["act_type"] = std::string("hard_swish");
  suite.ExpectError(c, "a scale or a bias after the activation");
  // The image is half as large as that of the conversion.
  c = good;
  c.inputs["Input"] = {TestTensor({1, kSmall.columns, 1, 3})};
  suite.ExpectError(c, "convert it for this one or without sparse_model");
}

TEST(DeviceProgram, IsRefusedWithTheWayOut) {
  const std::unique_ptr<Op> graph = CreateOp("graph_op");
  EXPECT_EQ(graph->InferShape().message(),
            "Weight: a network compiled for an NPU; convert the original program for this target");
  for (const char* type : {"fusion_decoding", "fusion_unified_decoding"}) {
    EXPECT_EQ(CreateOp(type)->InferShape().message(),
              "a decoder that only an accelerator runs; export the network without the fusion of "
              "its decoder, as a loop with beam_search");
    model::OpDesc desc;
    desc.type = type;
    desc.inputs["SelfOutBias@VECTOR"] = {"first", "second"};
    desc.outputs["SequenceLength"] = {"lengths"};
    const std::unique_ptr<Op> op = CreateOp(type);
    EXPECT_TRUE(model::LoadOp(desc, nullptr, op.get()).ok());
  }
}

}  // namespace
}  // namespace paddle::lite::test
