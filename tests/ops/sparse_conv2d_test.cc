// sparse_conv2d against the dense product that it stands for, and operators that are only declared.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "lite/operators/op.h"
#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

constexpr int64_t kSparseOut = 4;
constexpr int64_t kSparseIn = 5;
// Rows without weights, with one, and the first and last channel.
constexpr double kSparseWeights[kSparseOut][kSparseIn] = {
    {0, 1.5, 0, 0, -2}, {0, 0, 0, 0, 0}, {0.5, 0, 0, 3, 1}, {0, 0, -1, 0, 0}};

OpCase SparseCase(int64_t batch, int64_t height, int64_t width, bool with_bias) {
  OpCase c("sparse");
  const int64_t plane = height * width;
  TestTensor x({batch, kSparseIn, height, width});
  TestTensor out({batch, kSparseOut, height, width});
  TestTensor bias({kSparseOut});
  for (int64_t i = 0; i < x.numel(); ++i) x.Set(i, static_cast<double>(i % 7) * 0.25 - 0.5);
  std::vector<float> weights;
  std::vector<int32_t> ends, channels;
  for (int64_t o = 0; o < kSparseOut; ++o) {
    bias.Set(o, 0.5 * static_cast<double>(o) - 1);
    for (int64_t i = 0; i < kSparseIn; ++i) {
      if (kSparseWeights[o][i] == 0) continue;
      weights.push_back(static_cast<float>(kSparseWeights[o][i]));
      channels.push_back(static_cast<int32_t>(i));
    }
    ends.push_back(static_cast<int32_t>(weights.size()));
    for (int64_t n = 0; n < batch; ++n) {
      for (int64_t p = 0; p < plane; ++p) {
        double sum = with_bias ? bias.At(o) : 0;
        for (int64_t i = 0; i < kSparseIn; ++i)
          sum += kSparseWeights[o][i] * x.At((n * kSparseIn + i) * plane + p);
        out.Set((n * kSparseOut + o) * plane + p, sum > 0 ? sum : 0);
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
  c.inputs["OcNonZeros"] = {MakeTensor<int32_t>({kSparseOut}, ends)};
  c.inputs["Diffs"] = {MakeTensor<int32_t>({count}, diffs)};
  for (const char* slot : {"NonZeroWeights", "OcNonZeros", "Diffs"})
    c.inputs[slot][0].weight = true;
  if (with_bias) c.inputs["Bias"] = {bias};
  c.attrs = {{"first_ic", channels[0]}, {"with_act", true}, {"act_type", std::string("relu")}};
  c.expected["Output"] = {out};
  return c;
}

TEST(SparseConv2d, EqualsTheDenseConvolution) {
  OpSuite suite("sparse_conv2d");
  for (const bool with_bias : {false, true}) {
    suite.Run(SparseCase(1, 1, 1, with_bias));
    suite.Run(SparseCase(2, 3, 5, with_bias));
  }
}

TEST(SparseConv2d, Refuses) {
  OpSuite suite("sparse_conv2d");
  const OpCase good = SparseCase(1, 2, 3, true);
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
  // The image is half as large as that of the conversion.
  c = good;
  c.inputs["Input"] = {TestTensor({1, kSparseIn, 1, 3})};
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
  }
}

}  // namespace
}  // namespace paddle::lite::test
