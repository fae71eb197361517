#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

constexpr int64_t kHeads = 2, kDepth = 3, kWidth = kHeads * kDepth;

OpCase FusedAttentionCase(Random* random, int64_t batch, int64_t rows, const DDim& residual) {
  constexpr int64_t kColumns = 5;
  OpCase c("attention");
  c.attrs = {{"scale", 0.7f},
             {"in_num_col_dims", 2},
             {"reshape_shape", std::vector<int>{0, 0, kHeads, kDepth}}};
  c.inputs["Input"] = {random->Floats({batch, rows, kColumns})};
  c.inputs["W"] = {random->Floats({kColumns, 3 * kWidth}).AsWeight()};
  c.inputs["Residual"] = {random->Floats(residual)};
  return c;
}

void ExpectFusedAttention(OpCase* c) {
  const TestTensor& input = c->In("Input");
  const int64_t batch = input.dims[0], rows = input.dims[1], columns = input.dims[2];
  // Part 0, 1, 2: q, k, v.
  const auto projected = [&](int64_t part, int64_t n, int64_t row, int64_t head, int64_t d) {
    const int64_t at = part * kWidth + head * kDepth + d;
    double sum = c->HasIn("Bias") ? c->In("Bias").At(at) : 0;
    for (int64_t k = 0; k < columns; ++k)
      sum += input.At((n * rows + row) * columns + k) * c->In("W").At(k * 3 * kWidth + at);
    return sum;
  };
  const DDim& residual = c->In("Residual").dims;
  TestTensor out({batch, kHeads, rows, kDepth});
  for (int64_t n = 0; n < batch; ++n) {
    for (int64_t head = 0; head < kHeads; ++head) {
      for (int64_t i = 0; i < rows; ++i) {
        std::vector<double> shares;
        double total = 0;
        for (int64_t j = 0; j < rows; ++j) {
          double score = 0;
          for (int64_t d = 0; d < kDepth; ++d)
            score += 0.7f * projected(0, n, i, head, d) * projected(1, n, j, head, d);
          const int64_t position[4] = {n, head, i, j};
          int64_t at = 0;
          for (int axis = 0; axis < residual.rank(); ++axis) {
            const int64_t p = position[4 - residual.rank() + axis];
            at = at * residual[axis] + (residual[axis] == 1 ? 0 : p);
          }
          shares.push_back(std::exp(score + c->In("Residual").At(at)));
          total += shares.back();
        }
        for (int64_t d = 0; d < kDepth; ++d) {
          double sum = 0;
          for (int64_t j = 0; j < rows; ++j)
            sum += shares[static_cast<size_t>(j)] / total * projected(2, n, j, head, d);
          out.Set(((n * kHeads + head) * rows + i) * kDepth + d, sum);
        }
      }
    }
  }
  c->expected["Out"] = {out};
}

TEST(FusedAttention, HeadsBatchesAndRepeatedResiduals) {
  OpSuite suite("fused_attention", kSumTolerance);
  Random random("attention");
  for (const DDim& residual : {DDim{2, kHeads, 4, 4}, DDim{2, 1, 1, 4}, DDim{4, 4}, DDim{1}}) {
    for (const bool bias : {false, true}) {
      OpCase c = FusedAttentionCase(&random, 2, 4, residual);
      if (bias) c.inputs["Bias"] = {random.Floats({3 * kWidth}).AsWeight()};
      ExpectFusedAttention(&c);
      suite.Run(c);
    }
  }
}

TEST(FusedAttention, RefusesWhatDoesNotFit) {
  OpSuite suite("fused_attention");
  Random random("attention");
  const OpCase good = FusedAttentionCase(&random, 2, 4, {4, 4});
  const auto refuse = [&](const char* attr, const model::AttrValue& value, const char* text) {
    OpCase c = good;
    c.attrs[attr] = value;
    suite.ExpectError(c, text);
  };
  refuse("enable_int8", true, "enable_int8: expected false, found true");
  refuse("activation_type", std::string("relu"), "activation_type: expected none");
  refuse("in_num_col_dims", 3, "in_num_col_dims: expected a number from 1 to 2");
  refuse("in_num_col_dims", 1, "W: expected shape [20, 3 * N]");
  refuse("reshape_shape", std::vector<int>{0, 0, 2}, "reshape_shape: expected [batch, rows");
  refuse("reshape_shape", std::vector<int>{0, 0, 2, 4}, "heads of 6 columns in all");
  refuse("reshape_shape", std::vector<int>{3, 0, 2, 3}, "reshape_shape: expected 2, 4");
  refuse("softmax_axis", 2, "softmax_axis: expected the last axis, found 2");
  OpCase c = good;
  c.inputs["Residual"] = {TestTensor({4, 3})};
  suite.ExpectError(c, "Residual: expected shape [2, 2, 4, 4], or 1 where it is repeated");
  c = good;
  c.inputs["Bias"] = {TestTensor({4})};
  suite.ExpectError(c, "Bias: expected 18 values");
}

}  // namespace
}  // namespace paddle::lite::test
