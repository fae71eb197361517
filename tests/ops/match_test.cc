// Results of Paddle and Paddle Lite are in golden/; here are empty sequences, forms that they do
// not have, and what is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

TestTensor Sequences(TestTensor tensor, const std::vector<uint64_t>& offsets) {
  tensor.lod = {offsets};
  return tensor;
}

TestTensor Column(const std::vector<double>& values, const std::vector<uint64_t>& offsets) {
  TestTensor tensor({static_cast<int64_t>(values.size()), 1});
  for (int64_t i = 0; i < tensor.numel(); ++i) tensor.Set(i, values[static_cast<size_t>(i)]);
  return Sequences(std::move(tensor), offsets);
}

double Logistic(double x) { return 1 / (1 + std::exp(-x)); }

TEST(SearchGrnn, EmptySequences) {
  OpSuite suite("search_grnn", kSumTolerance);
  Random random("grnn");
  constexpr int kIn = 3, kHidden = 37;
  for (const std::vector<uint64_t>& offsets : std::vector<std::vector<uint64_t>>{
           {0, 0, 4, 4, 9}, {0, 9}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}) {
    OpCase c("empty");
    c.attrs = {{"num_input", kIn}, {"num_hidden", kHidden}};
    c.inputs["X"] = {Sequences(random.Floats({9, kIn}), offsets)};
    c.inputs["Wi"] = {random.Floats({3, kHidden, kIn}).AsWeight()};
    c.inputs["Wh"] = {random.Floats({3, kHidden, kHidden}).AsWeight()};
    TestTensor out({9, kHidden});
    out.lod = {offsets};
    for (size_t s = 0; s + 1 < offsets.size(); ++s) {
      std::vector<double> h(kHidden, 0.0);
      for (uint64_t t = offsets[s]; t < offsets[s + 1]; ++t) {
        const std::vector<double> last = h;
        const auto row = static_cast<int64_t>(t);
        for (int i = 0; i < kHidden; ++i) {
          double from_x[3] = {}, from_h[3] = {};
          for (int g = 0; g < 3; ++g) {
            const int64_t unit = g * kHidden + i;
            for (int j = 0; j < kIn; ++j)
              from_x[g] += c.In("Wi").At(unit * kIn + j) * c.In("X").At(row * kIn + j);
            for (int j = 0; j < kHidden; ++j)
              from_h[g] += c.In("Wh").At(unit * kHidden + j) * last[static_cast<size_t>(j)];
          }
          const double reset = Logistic(from_x[1] + from_h[1]);
          const double update = Logistic(from_x[2] + from_h[2]);
          const double candidate = std::tanh(from_x[0] + reset * from_h[0]);
          h[static_cast<size_t>(i)] =
              update * last[static_cast<size_t>(i)] + (1 - update) * candidate;
          out.Set(row * kHidden + i, h[static_cast<size_t>(i)]);
        }
      }
    }
    c.expected["Out"] = {out};
    suite.Run(c);
  }
}

// Sequences of X have other lengths than those of Y have ids.
TEST(AttentionPaddingMask, CrossAttention) {
  for (const char* op : {"attention_padding_mask", "search_attention_padding_mask"}) {
    OpSuite suite(op);
    Random random("mask");
    OpCase c("cross");
    c.attrs = {{"pad_id", 7}, {"mask", -1e9f}};
    c.inputs["X"] = {Sequences(random.Floats({8, 3}), {0, 2, 4, 6, 8})};
    c.inputs["Y"] = {Sequences(MakeTensor<float>({6, 1}, {1, 7, 7.5f, 7, 7, 7}), {0, 3, 6})};
    TestTensor out = c.In("X");
    const int64_t begin[2] = {1, 0};
    for (int64_t i = 0; i < 24; ++i) {
      if (i % 3 >= begin[i / 6 % 2]) out.Set(i, -1e9);
    }
    c.expected["Out"] = {out};
    c.expected["pad_begin"] = {MakeTensor<int32_t>({2}, {1, 0})};
    suite.Run(c);
  }
}

TEST(SearchPadding, EmptySequences) {
  OpSuite suite("search_group_padding");
  OpCase c("empty");
  c.attrs["pad_id"] = 3;
  c.inputs["X"] = {Sequences(MakeTensor<float>({2, 1}, {5, 6}), {0, 0, 2})};
  c.expected["Out_emb_padding"] = {Sequences(MakeTensor<float>({4, 1}, {0, 0, 5, 6}), {0, 2, 4})};
  c.expected["Out_padding"] = {Sequences(MakeTensor<float>({4, 1}, {3, 3, 0, 0}), {0, 2, 4})};
  c.expected["Out_new"] = {Sequences(TestTensor({2, 1}), {0, 0, 2})};
  suite.Run(c);
  c.inputs["X"] = {Sequences(TestTensor({0, 4}), {0, 0, 0})};
  c.expected["Out_emb_padding"] = {Sequences(TestTensor({0, 4}), {0, 0, 0})};
  c.expected["Out_padding"] = {Sequences(TestTensor({0, 1}), {0, 0, 0})};
  c.expected["Out_new"] = {Sequences(TestTensor({0, 1}), {0, 0, 0})};
  suite.Run(c);

  OpSuite reverse("search_seq_depadding");
  OpCase d("groups");  // the second group of Pad is dropped
  d.inputs["Pad"] = {
      Sequences(MakeTensor<float>({8, 1}, {1, 2, 3, 4, 5, 6, 7, 8}), {0, 2, 4, 6, 8})};
  d.inputs["Src"] = {Sequences(TestTensor({1, 9}), {0, 0, 1})};
  d.expected["Out"] = {Sequences(MakeTensor<float>({1, 1}, {3}), {0, 0, 1})};
  reverse.Run(d);
}

TEST(MatchMatrixTensor, EmptySequences) {
  OpSuite suite("match_matrix_tensor", kSumTolerance);
  Random random("match");
  OpCase c("empty");
  c.attrs["dim_t"] = 2;
  c.inputs["X"] = {Sequences(random.Floats({3, 2}), {0, 0, 3, 3})};
  c.inputs["Y"] = {Sequences(random.Floats({5, 4}), {0, 3, 5, 5})};
  c.inputs["W"] = {random.Floats({2, 2, 4}).AsWeight()};
  TestTensor out({12, 1});
  out.lod = {{0, 0, 12, 12}};
  for (int64_t t = 0; t < 2; ++t) {
    for (int64_t i = 0; i < 3; ++i) {
      for (int64_t j = 0; j < 2; ++j) {
        double sum = 0;
        for (int64_t d = 0; d < 2; ++d) {
          for (int64_t e = 0; e < 4; ++e) {
            sum += c.In("X").At(i * 2 + d) * c.In("W").At((d * 2 + t) * 4 + e) *
                   c.In("Y").At((3 + j) * 4 + e);
          }
        }
        out.Set((t * 3 + i) * 2 + j, sum);
      }
    }
  }
  c.expected["Out"] = {out};
  suite.Run(c);
  for (int64_t i = 0; i < out.numel(); ++i) out.Set(i, std::max(out.At(i), 0.0));
  c.attrs["fuse_relu"] = true;
  c.expected["Out"] = {out};
  suite.Run(c);
}

// The cases of Paddle are smaller than a tile of the vector kernels.
TEST(SearchFc, ManyRowsAndColumns) {
  Random random("fc");
  for (const bool has_bias : {true, false}) {
    OpCase c("large");
    c.attrs["out_size"] = 130;
    c.inputs["X"] = {Sequences(random.Floats({21, 35}), {0, 21})};
    c.inputs["W"] = {random.Floats({130, 35}).AsWeight()};
    if (has_bias) c.inputs["b"] = {random.Floats({130}).AsWeight()};
    TestTensor out({21, 130});
    out.lod = c.In("X").lod;
    for (int64_t i = 0; i < out.numel(); ++i) {
      double sum = has_bias ? c.In("b").At(i % 130) : 0;
      for (int64_t k = 0; k < 35; ++k) {
        sum += c.In("X").At(i / 130 * 35 + k) * c.In("W").At(i % 130 * 35 + k);
      }
      out.Set(i, sum);
    }
    c.expected["Out"] = {out};
    if (has_bias) {
      OpSuite fc("search_fc", kSumTolerance);
      fc.Run(c);
      OpCase relu = c;
      for (int64_t i = 0; i < out.numel(); ++i) {
        relu.expected["Out"][0].Set(i, std::max(out.At(i), 0.0));
      }
      relu.attrs["fuse_relu"] = true;
      fc.Run(relu);
    }
    c.attrs["has_bias"] = has_bias;
    OpSuite("search_seq_fc", kSumTolerance).Run(c);
  }
}

TEST(SearchAlignedMatMul, ManyRowsAndColumns) {
  OpSuite suite("search_aligned_mat_mul", kSumTolerance);
  Random random("aligned");
  constexpr int64_t kCount = 3, kM = 19, kN = 75, kK = 33;
  for (const int form : {0, 1, 2, 3}) {
    const bool transpose_x = form % 2 != 0, transpose_y = form / 2 != 0;
    OpCase c(StrCat("form_", form));
    c.attrs = {{"transpose_X", transpose_x}, {"transpose_Y", transpose_y}, {"alpha", 0.5f}};
    const int64_t x_rows = transpose_x ? kK : kM, y_rows = transpose_y ? kN : kK;
    const auto ends = [](int64_t rows) {
      const auto size = static_cast<uint64_t>(rows);
      return std::vector<uint64_t>{0, size, 2 * size, 3 * size};
    };
    c.inputs["X"] = {Sequences(random.Floats({kCount * x_rows, kM * kK / x_rows}), ends(x_rows))};
    c.inputs["Y"] = {Sequences(random.Floats({kCount * y_rows, kN * kK / y_rows}), ends(y_rows))};
    TestTensor out({kCount * kM, kN});
    out.lod = {ends(kM)};
    for (int64_t i = 0; i < out.numel(); ++i) {
      const int64_t s = i / (kM * kN), row = i / kN % kM, column = i % kN;
      double sum = 0;
      for (int64_t k = 0; k < kK; ++k) {
        sum += c.In("X").At(s * kM * kK + (transpose_x ? k * kM + row : row * kK + k)) *
               c.In("Y").At(s * kN * kK + (transpose_y ? column * kK + k : k * kN + column));
      }
      out.Set(i, 0.5 * sum);
    }
    c.expected["Out"] = {out};
    suite.Run(c);
  }
}

TEST(MatchMatrixTensor, ManyRowsAndColumns) {
  OpSuite suite("match_matrix_tensor", kSumTolerance);
  Random random("match");
  constexpr int64_t kForms = 3, kX = 7, kY = 9;
  const std::vector<uint64_t> of_x = {0, 20, 21, 26}, of_y = {0, 70, 71, 201};
  OpCase c("large");
  c.attrs["dim_t"] = static_cast<int>(kForms);
  c.inputs["X"] = {Sequences(random.Floats({26, kX}), of_x)};
  c.inputs["Y"] = {Sequences(random.Floats({201, kY}), of_y)};
  c.inputs["W"] = {random.Floats({kX, kForms, kY}).AsWeight()};
  std::vector<double> values;
  std::vector<uint64_t> ends = {0};
  for (size_t b = 0; b < 3; ++b) {
    for (int64_t t = 0; t < kForms; ++t) {
      for (uint64_t i = of_x[b]; i < of_x[b + 1]; ++i) {
        for (uint64_t j = of_y[b]; j < of_y[b + 1]; ++j) {
          double sum = 0;
          for (int64_t d = 0; d < kX * kY; ++d) {
            sum += c.In("X").At(static_cast<int64_t>(i) * kX + d / kY) *
                   c.In("W").At((d / kY * kForms + t) * kY + d % kY) *
                   c.In("Y").At(static_cast<int64_t>(j) * kY + d % kY);
          }
          values.push_back(sum);
        }
      }
    }
    ends.push_back(values.size());
  }
  c.expected["Out"] = {Column(values, ends)};
  suite.Run(c);
}

// Sizes from the levels of X, kept for a following convolution; the activation of Paddle Lite.
TEST(VarConv2d, SizesInLevelsAndRelu) {
  OpSuite suite("var_conv_2d");
  OpCase c("levels");
  c.attrs = {{"KernelH", 1}, {"KernelW", 3}, {"fuse_relu", true}};
  c.inputs["X"] = {MakeTensor<float>({5, 1}, {1, -2, 3, 4, -5})};
  c.inputs["X"][0].lod = {{0, 3, 3, 5}, {0, 1, 1, 3}, {0, 3, 7, 8}};
  c.inputs["W"] = {MakeTensor<float>({1, 3}, {1, 10, 100}).AsWeight()};
  TestTensor out = MakeTensor<float>({5, 1}, {0, 281, 28, 40, 0});
  out.lod = c.In("X").lod;
  c.expected["Out"] = {out};
  suite.Run(c);
  c.attrs["StrideW"] = 2;
  out = MakeTensor<float>({4, 1}, {0, 28, 40, 0});
  out.lod = {{0, 2, 2, 4}};
  c.expected["Out"] = {out};
  suite.Run(c);
}

TEST(VarConv2d, LargeMaps) {
  OpSuite suite("var_conv_2d", kSumTolerance);
  Random random("var_conv");
  constexpr int64_t kIn = 3, kOut = 17;
  const int64_t heights[] = {13, 1, 2}, widths[] = {11, 90, 1};
  for (const auto& [kernel_h, kernel_w, stride_h, stride_w] :
       std::vector<std::array<int, 4>>{{3, 3, 1, 1}, {5, 2, 2, 3}, {1, 7, 3, 1}, {4, 5, 1, 2}}) {
    OpCase c(StrCat("kernel_", kernel_h, "_", kernel_w));
    c.attrs = {{"InputChannel", static_cast<int>(kIn)},
               {"OutputChannel", static_cast<int>(kOut)},
               {"KernelH", kernel_h},
               {"KernelW", kernel_w},
               {"StrideH", stride_h},
               {"StrideW", stride_w}};
    std::vector<uint64_t> of_x = {0}, rows = {0}, columns = {0}, ends = {0};
    for (size_t b = 0; b < 3; ++b) {
      of_x.push_back(of_x[b] + static_cast<uint64_t>(kIn * heights[b] * widths[b]));
      rows.push_back(rows[b] + static_cast<uint64_t>(heights[b]));
      columns.push_back(columns[b] + static_cast<uint64_t>(widths[b]));
    }
    c.inputs["X"] = {Sequences(random.Floats({static_cast<int64_t>(of_x[3]), 1}), of_x)};
    c.inputs["ROW"] = {Sequences(TestTensor({static_cast<int64_t>(rows[3]), 1}), rows)};
    c.inputs["COLUMN"] = {Sequences(TestTensor({static_cast<int64_t>(columns[3]), 1}), columns)};
    const int64_t taps = kIn * kernel_h * kernel_w;
    c.inputs["W"] = {random.Floats({kOut, taps}).AsWeight()};
    std::vector<double> values;
    for (size_t b = 0; b < 3; ++b) {
      for (int64_t channel = 0; channel < kOut; ++channel) {
        for (int64_t top = -(kernel_h / 2); top + kernel_h / 2 < heights[b]; top += stride_h) {
          for (int64_t left = -(kernel_w / 2); left + kernel_w / 2 < widths[b]; left += stride_w) {
            double sum = 0;
            for (int64_t k = 0; k < taps; ++k) {
              const int64_t y = top + k / kernel_w % kernel_h, x = left + k % kernel_w;
              if (y < 0 || y >= heights[b] || x < 0 || x >= widths[b]) continue;
              const int64_t row = k / (kernel_h * kernel_w) * heights[b] + y;
              sum += c.In("X").At(static_cast<int64_t>(of_x[b]) + row * widths[b] + x) *
                     c.In("W").At(channel * taps + k);
            }
            values.push_back(sum);
          }
        }
      }
      ends.push_back(values.size());
    }
    c.expected["Out"] = {Column(values, ends)};
    suite.Run(c);
  }
}

TEST(CosSim, RowsWithoutElementsAndZeros) {
  OpSuite suite("cos_sim");
  OpCase c("zeros");
  c.inputs["X"] = {MakeTensor<float>({2, 2}, {3, 4, 0, 0})};
  c.inputs["Y"] = {MakeTensor<float>({1, 2}, {4, 3})};
  c.expected["Out"] = {MakeTensor<float>({2, 1}, {0.96f, 0})};
  c.expected["XNorm"] = {MakeTensor<float>({2, 1}, {5, 1e-4f})};
  c.expected["YNorm"] = {MakeTensor<float>({1, 1}, {5})};
  suite.Run(c);
  c.inputs["X"] = {TestTensor({0, 2})};
  c.expected["Out"] = {TestTensor({0, 1})};
  c.expected["XNorm"] = {TestTensor({0, 1})};
  suite.Run(c);
}

// A level of detail that does not fit, for every operator of the family that has one.
TEST(MatchFamily, RefusesLevelsThatDoNotFit) {
  const std::vector<std::pair<LoD, const char*>> levels = {
      {{}, "X: expected sequences, found shape [4, 3] with 0 levels"},
      {{{}}, "X: expected offsets that ascend from 0 to 4"},
      {{{0, 3}}, "X: expected offsets that ascend from 0 to 4, found [0, 3]"},
      {{{0, 9}}, "X: expected offsets that ascend from 0 to 4, found [0, 9]"},
      {{{1, 4}}, "X: expected offsets that ascend from 0 to 4, found [1, 4]"},
      {{{0, 5, 4}}, "X: expected offsets that ascend from 0 to 4, found [0, 5, 4]"}};
  for (const auto& [lod, text] : levels) {
    OpCase c("level");
    c.inputs["X"] = {TestTensor({4, 3})};
    c.inputs["X"][0].lod = lod;
    c.inputs["Y"] = {Sequences(TestTensor({4, 3}), {0, 4})};
    OpSuite("sequence_arithmetic").ExpectError(c, text);
    OpSuite("search_aligned_mat_mul").ExpectError(c, text);
    OpSuite("attention_padding_mask").ExpectError(c, text);
    c.inputs["W"] = {TestTensor({3, 1, 3})};
    OpSuite("match_matrix_tensor").ExpectError(c, text);
    c.inputs.erase("Y");
    c.attrs = {{"num_input", 3}, {"num_hidden", 2}};
    c.inputs["Wi"] = {TestTensor({3, 2, 3})};
    c.inputs["Wh"] = {TestTensor({3, 2, 2})};
    OpSuite("search_grnn").ExpectError(c, text);
    c.attrs.clear();
    OpSuite("search_group_padding").ExpectError(c, text);
    c.inputs["W"] = {TestTensor({2, 3})};
    c.attrs["out_size"] = 2;
    OpSuite("search_seq_fc").ExpectError(c, text);
  }
}

TEST(MatchFamily, RefusesWhatDoesNotFit) {
  OpCase c("pair");
  c.inputs["X"] = {Sequences(TestTensor({4, 3}), {0, 2, 4})};
  c.inputs["Y"] = {Sequences(TestTensor({3, 3}), {0, 1, 2, 3})};
  OpSuite("sequence_arithmetic").ExpectError(c, "Y: expected 2 sequences as in X, found 3");
  OpSuite("search_aligned_mat_mul").ExpectError(c, "Y: expected 2 sequences as in X, found 3");
  OpSuite("attention_padding_mask")
      .ExpectError(c, "X: expected a multiple of the 3 sequences of Y, found 2");
  c.inputs["Y"] = {Sequences(TestTensor({3, 3}), {0, 1, 3})};
  OpSuite("search_aligned_mat_mul")
      .ExpectError(c, "Y: expected sequences of one length, found 1 and 2");
  c.inputs["Y"] = {Sequences(TestTensor({4, 3}), {0, 2, 4})};
  OpSuite("search_aligned_mat_mul").ExpectError(c, "inner size of 3 as those of X, found 2");
  OpSuite("attention_padding_mask").ExpectError(c, "Y: expected one id per row");
  c.inputs["Y"] = {Sequences(TestTensor({4, 1}), {0, 2, 4})};
  OpSuite("attention_padding_mask").ExpectError(c, "Y: expected sequences of 3 ids");
  OpSuite("sequence_arithmetic").ExpectError(c, "Y: expected 3 columns as in X");
  for (const int type : {0, 4, -1}) {
    c.attrs["op_type"] = type;
    OpSuite("sequence_arithmetic").ExpectError(c, "op_type: expected 1 (add), 2 (sub) or 3 (mul)");
  }

  OpCase fc("fc");
  fc.attrs["out_size"] = 3;
  fc.inputs["X"] = {TestTensor({4, 3})};
  fc.inputs["W"] = {TestTensor({2, 3})};
  fc.inputs["b"] = {TestTensor({2})};
  OpSuite("search_fc").ExpectError(fc, "out_size: expected 2, the rows of W, found 3");
  fc.attrs["out_size"] = 2;
  fc.inputs["b"] = {TestTensor({3})};
  OpSuite("search_fc").ExpectError(fc, "b: expected 2 values");
  fc.inputs["W"] = {TestTensor({3, 2})};
  OpSuite("search_fc").ExpectError(fc, "W: expected 3 columns");
  fc.inputs.erase("b");
  fc.attrs["has_bias"] = true;
  fc.inputs["X"][0].lod = {{0, 4}};
  OpSuite("search_seq_fc").ExpectError(fc, "b: required by attribute has_bias");

  OpCase pad("pad");
  pad.inputs["Pad"] = {Sequences(TestTensor({4, 1}), {0, 2, 4})};
  pad.inputs["Src"] = {Sequences(TestTensor({3, 1}), {0, 1, 2, 3})};
  OpSuite("search_seq_depadding").ExpectError(pad, "Pad: expected a multiple of the 3 sequences");
  pad.inputs["Src"] = {Sequences(TestTensor({3, 1}), {0, 3})};
  OpSuite("search_seq_depadding").ExpectError(pad, "Pad: sequence 0 has 2 rows, that of Src 3");

  OpCase grnn("grnn");
  grnn.inputs["X"] = {Sequences(TestTensor({4, 3}), {0, 4})};
  grnn.inputs["Wi"] = {TestTensor({3, 2, 2})};
  grnn.inputs["Wh"] = {TestTensor({2, 2, 2})};
  OpSuite("search_grnn").ExpectError(grnn, "num_input: expected 3, the columns of X, found 0");
  grnn.attrs = {{"num_input", 3}, {"num_hidden", -2}};
  OpSuite("search_grnn").ExpectError(grnn, "num_hidden: expected a positive number, found -2");
  grnn.attrs["num_hidden"] = 2;
  OpSuite("search_grnn").ExpectError(grnn, "Wi: expected shape [3, 2, 3]");
  grnn.inputs["Wi"] = {TestTensor({3, 2, 3})};
  OpSuite("search_grnn").ExpectError(grnn, "Wh: expected shape [3, 2, 2]");

  OpCase match("match");
  match.inputs["X"] = {Sequences(TestTensor({4, 3}), {0, 4})};
  match.inputs["Y"] = {Sequences(TestTensor({4, 3}), {0, 4})};
  match.inputs["W"] = {TestTensor({3, 2, 3})};
  OpSuite("match_matrix_tensor").ExpectError(match, "W: expected shape [3, 1, 3]");
  match.attrs["dim_t"] = 0;
  OpSuite("match_matrix_tensor").ExpectError(match, "dim_t: expected a positive number, found 0");

  OpCase conv("conv");
  conv.inputs["X"] = {Sequences(TestTensor({12, 1}), {0, 12})};
  conv.inputs["W"] = {TestTensor({1, 1})};
  OpSuite("var_conv_2d").ExpectError(conv, "ROW: required, because X has only 1 levels");
  conv.inputs["ROW"] = {Sequences(TestTensor({3, 1}), {0, 3})};
  conv.inputs["COLUMN"] = {Sequences(TestTensor({5, 1}), {0, 5})};
  OpSuite("var_conv_2d").ExpectError(conv, "X: map 0 has 12 values, expected 1 channels of 3 x 5");
  conv.inputs["COLUMN"] = {Sequences(TestTensor({4, 1}), {0, 1, 4})};
  OpSuite("var_conv_2d").ExpectError(conv, "COLUMN: expected 1 sequences as in X, found 2");
  conv.attrs["KernelW"] = 3;
  OpSuite("var_conv_2d").ExpectError(conv, "W: expected shape [1, 1 * 1 * 3], found [1, 1]");
  conv.attrs["StrideH"] = 0;
  OpSuite("var_conv_2d").ExpectError(conv, "StrideH: expected a positive number, found 0");
  conv.inputs.erase("ROW");
  conv.attrs.clear();
  conv.inputs["X"][0].lod = {{0, 12}, {0, 3}, {0, uint64_t{1} << 40}};
  conv.inputs.erase("COLUMN");
  OpSuite("var_conv_2d").ExpectError(conv, "X: level 2 of detail ends at 1099511627776");

  OpCase cosine("cos");
  cosine.inputs["X"] = {TestTensor({4, 3})};
  cosine.inputs["Y"] = {TestTensor({2, 3})};
  OpSuite("cos_sim").ExpectError(cosine, "Y: expected the shape of X [4, 3], or one row of it");
}

}  // namespace
}  // namespace paddle::lite::test
