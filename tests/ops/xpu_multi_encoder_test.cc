#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "tests/ops/xpu_reference.h"
#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

using Ints = std::vector<int32_t>;
using Rows = std::vector<double>;  // [count, columns]

struct EncoderShape {
  int64_t batch, rows, hidden, heads, depth, inner;
  int layers = 1;
};

OpCase MakeEncoder(Random* random, const std::string& name, const EncoderShape& s,
                   const DDim& mask) {
  OpCase c(name);
  c.attrs["n_layers"] = s.layers;
  c.attrs["head_num"] = static_cast<int32_t>(s.heads);
  c.attrs["size_per_head"] = static_cast<int32_t>(s.depth);
  c.attrs["precision"] = std::string("int31");
  c.inputs["Input"] = {random->Floats({s.batch, s.rows, s.hidden})};
  c.inputs["Mask"] = {random->Floats(mask)};
  const int64_t width = s.heads * s.depth;
  for (int layer = 0; layer < s.layers; ++layer) {
    const std::vector<DDim> weights = {
        {3 * width, s.hidden}, {1}, {1}, {s.hidden, width}, {s.inner, s.hidden},
        {s.hidden, s.inner}};
    for (const DDim& dims : weights) {
      c.inputs["FCWeight"].push_back(random->Floats(dims).AsWeight());
      c.inputs["FCBias"].push_back(random->Floats({dims[0]}).AsWeight());
    }
    for (int norm = 0; norm < 2; ++norm) {
      c.inputs["LNScale"].push_back(random->Floats({s.hidden}, 0.5, 1.5).AsWeight());
      c.inputs["LNBias"].push_back(random->Floats({s.hidden}).AsWeight());
    }
  }
  return c;
}

// x * FCWeight[index]^T + FCBias[index].
Rows Product(const OpCase& c, size_t index, const Rows& x) {
  const TestTensor& w = c.inputs.at("FCWeight")[index];
  const TestTensor& b = c.inputs.at("FCBias")[index];
  const int64_t n = w.dims[0];
  const int64_t k = w.dims[1];
  Rows y(x.size() / static_cast<size_t>(k) * static_cast<size_t>(n));
  for (size_t i = 0; i < y.size(); ++i) {
    const auto row = static_cast<int64_t>(i) / n;
    const auto column = static_cast<int64_t>(i) % n;
    y[i] = b.At(column);
    for (int64_t j = 0; j < k; ++j) {
      y[i] += x[static_cast<size_t>(row * k + j)] * w.At(column * k + j);
    }
  }
  return y;
}

// LayerNorm(a + b).
Rows NormOfSum(const OpCase& c, size_t index, const Rows& a, const Rows& b) {
  const TestTensor& scale = c.inputs.at("LNScale")[index];
  const TestTensor& bias = c.inputs.at("LNBias")[index];
  const auto width = static_cast<size_t>(scale.numel());
  Rows y(a.size());
  for (size_t row = 0; row < a.size(); row += width) {
    double mean = 0;
    double variance = 0;
    for (size_t i = 0; i < width; ++i) mean += (a[row + i] + b[row + i]) / width;
    for (size_t i = 0; i < width; ++i) {
      const double deviation = a[row + i] + b[row + i] - mean;
      variance += deviation * deviation / width;
    }
    for (size_t i = 0; i < width; ++i) {
      const double value =
          (a[row + i] + b[row + i] - mean) / std::sqrt(variance + c.Float("epsilon", 1e-5f));
      y[row + i] = value * scale.At(i) + bias.At(i);
    }
  }
  return y;
}

Rows Attention(const OpCase& c, const EncoderShape& s, const Rows& qkv) {
  const TestTensor& mask = c.In("Mask");
  const int64_t width = s.heads * s.depth;
  Rows mixed(static_cast<size_t>(s.batch * s.rows * width), 0.0);
  for (int64_t b = 0; b < s.batch; ++b) {
    for (int64_t h = 0; h < s.heads; ++h) {
      for (int64_t r = 0; r < s.rows; ++r) {
        const auto at = [&](int64_t row, int64_t part, int64_t d) {
          return qkv[static_cast<size_t>(((b * s.rows + row) * 3 + part) * width + h * s.depth +
                                         d)];
        };
        Rows scores(static_cast<size_t>(s.rows));
        double total = 0;
        for (int64_t j = 0; j < s.rows; ++j) {
          double score = 0;
          for (int64_t d = 0; d < s.depth; ++d) score += at(r, 0, d) * at(j, 1, d);
          score /= std::sqrt(static_cast<double>(s.depth));
          int64_t index = 0;
          const int64_t position[] = {b, h, r, j};
          for (int d = 0; d < 4; ++d) {
            index = index * mask.dims[d] + (mask.dims[d] == 1 ? 0 : position[d]);
          }
          scores[static_cast<size_t>(j)] = std::exp(score + mask.At(index));
          total += scores[static_cast<size_t>(j)];
        }
        for (int64_t j = 0; j < s.rows; ++j) {
          for (int64_t d = 0; d < s.depth; ++d) {
            mixed[static_cast<size_t>((b * s.rows + r) * width + h * s.depth + d)] +=
                scores[static_cast<size_t>(j)] / total * at(j, 2, d);
          }
        }
      }
    }
  }
  return mixed;
}

void ExpectEncoder(OpCase* c, const EncoderShape& s) {
  Rows x;
  const int64_t count = c->In("Input").numel();
  for (int64_t i = 0; i < s.batch * s.rows * s.hidden; ++i)
    x.push_back(c->In("Input").At(i % count));
  const int act = c->String("act_type", "gelu") == "relu" ? 1 : 4;
  for (int layer = 0; layer < s.layers; ++layer) {
    const auto product = static_cast<size_t>(6 * layer);
    const auto norm = static_cast<size_t>(2 * layer);
    const Rows mixed = Attention(*c, s, Product(*c, product, x));
    x = NormOfSum(*c, norm, Product(*c, product + 3, mixed), x);
    Rows inner = Product(*c, product + 4, x);
    for (double& value : inner) value = XpuActivate(act, 0, value);
    x = NormOfSum(*c, norm + 1, Product(*c, product + 5, inner), x);
  }
  const bool sliced = !c->Ints("slice_axes", {}).empty();
  TestTensor out({s.batch, sliced ? 1 : s.rows, s.hidden});
  out.lod = c->In("Input").lod;
  for (int64_t i = 0; i < out.numel(); ++i) {
    const int64_t row = sliced ? i / s.hidden * s.rows : i / s.hidden;
    out.Set(i, x[static_cast<size_t>(row * s.hidden + i % s.hidden)]);
  }
  c->expected["Output"] = {out};
}

TEST(XpuMultiEncoder, ShapesMasksAndLayers) {
  OpSuite suite("__xpu__multi_encoder", kSumTolerance);
  Random random("__xpu__multi_encoder");
  for (const EncoderShape& s : {EncoderShape{1, 1, 1, 1, 1, 1}, EncoderShape{2, 5, 12, 3, 4, 20},
                                EncoderShape{2, 7, 10, 2, 3, 40, 2}, EncoderShape{0, 4, 6, 2, 3, 8},
                                EncoderShape{1, 33, 16, 4, 4, 70, 3}}) {
    for (const DDim& mask : {DDim{1, 1, 1, 1}, DDim{s.batch, 1, 1, s.rows},
                             DDim{s.batch, s.heads, s.rows, s.rows}, DDim{1, s.heads, s.rows, 1}}) {
      for (const char* act : {"gelu", "relu"}) {
        for (const bool sliced : {false, true}) {
          OpCase c = MakeEncoder(&random, act, s, mask);
          c.attrs["act_type"] = std::string(act);
          if (sliced) {
            c.attrs["slice_axes"] = Ints{1};
            c.attrs["slice_starts"] = Ints{0};
            c.attrs["slice_ends"] = Ints{1};
          }
          ExpectEncoder(&c, s);
          suite.Run(c);
        }
      }
    }
  }
}

TEST(XpuMultiEncoder, AMaskForEachOfABatchOfOneInput) {
  OpSuite suite("__xpu__multi_encoder", kSumTolerance);
  Random random("__xpu__multi_encoder batch");
  for (const int layers : {1, 2}) {
    const EncoderShape s{3, 4, 6, 2, 3, 8, layers};
    OpCase c = MakeEncoder(&random, "one input", s, {3, 1, 1, 4});
    c.inputs["Input"] = {random.Floats({1, 4, 6})};
    ExpectEncoder(&c, s);
    suite.Run(c);
  }
}

TEST(XpuMultiEncoder, Epsilon) {
  OpSuite suite("__xpu__multi_encoder", kSumTolerance);
  Random random("__xpu__multi_encoder epsilon");
  const EncoderShape s{1, 3, 6, 2, 3, 8};
  OpCase c = MakeEncoder(&random, "epsilon", s, {1, 1, 3, 3});
  c.attrs["epsilon"] = 0.5f;
  c.attrs["hidden_dim"] = 6;
  c.inputs["FCWeightMax"] = {random.Floats({6})};
  ExpectEncoder(&c, s);
  suite.Run(c);
}

TEST(XpuMultiEncoder, RefusesWhatDoesNotFit) {
  OpSuite suite("__xpu__multi_encoder");
  Random random("__xpu__multi_encoder bad");
  const EncoderShape s{2, 3, 6, 2, 3, 8};
  const auto refuse = [&](const std::string& text, const std::string& attr,
                          const model::AttrValue& value) {
    OpCase c = MakeEncoder(&random, "bad", s, {2, 1, 1, 3});
    c.attrs[attr] = value;
    suite.ExpectError(c, text);
  };
  refuse("n_layers: expected a positive value, found 0", "n_layers", 0);
  refuse("FCWeight: expected 12 tensors for n_layers 2, found 6", "n_layers", 2);
  refuse("head_num: expected a positive value, found -1", "head_num", -1);
  refuse("size_per_head: expected a positive value, found 0", "size_per_head", 0);
  refuse("FCWeight[0]: expected shape [9, 6], found [18, 6]", "head_num", 1);
  refuse("hidden_dim: expected 6 as of Input [2, 3, 6], found 7", "hidden_dim", 7);
  refuse("act_type: expected gelu or relu, found 'tanh'", "act_type", std::string("tanh"));
  refuse("epsilon: -1 is negative", "epsilon", -1.0f);
  refuse("precision: expected int31, found 'int16'; convert", "precision", std::string("int16"));
  refuse("enable_qkv_fusion: expected true", "enable_qkv_fusion", false);
  refuse("norm_before: expected false", "norm_before", true);
  refuse("adaptive_seqlen: expected false", "adaptive_seqlen", true);
  refuse("slice_axes: expected none, or [1] from [0] to [1], found [2] from [] to []", "slice_axes",
         Ints{2});
  OpCase huge = MakeEncoder(&random, "bad", s, {2, 1, 1, 3});
  huge.attrs["head_num"] = huge.attrs["size_per_head"] = 2147483647;
  suite.ExpectError(huge, "head_num: 2147483647 heads of 2147483647 are too large");
  const auto refuse_shape = [&](const std::string& text, const std::string& slot, size_t index,
                                const DDim& dims) {
    OpCase c = MakeEncoder(&random, "bad", s, {2, 1, 1, 3});
    std::vector<TestTensor>& list = c.inputs[slot];
    if (index == list.size()) list.emplace_back();
    list[index] = TestTensor::ShapeOnly(dims);
    suite.ExpectError(c, text);
  };
  refuse_shape("Input: expected rank 3, found shape [6, 6]", "Input", 0, {6, 6});
  refuse_shape("Mask: expected a shape that broadcasts to [2, 2, 3, 3], found [2, 1, 3]", "Mask", 0,
               {2, 1, 3});
  refuse_shape("found [3, 1, 1, 3]", "Mask", 0, {3, 1, 1, 3});
  refuse_shape("FCWeight[3]: expected shape [6, 6], found [5, 6]", "FCWeight", 3, {5, 6});
  refuse_shape("FCWeight[4]: expected shape [0, 6], found [8]", "FCWeight", 4, {8});
  refuse_shape("FCWeight[5]: expected shape [6, 8], found [6, 9]", "FCWeight", 5, {6, 9});
  refuse_shape("FCBias[5]: expected 6 elements, found [5]", "FCBias", 5, {5});
  refuse_shape("LNScale[1]: expected 6 elements, found [4]", "LNScale", 1, {4});
  refuse_shape("LNBias[0]: expected 6 elements, found [7]", "LNBias", 0, {7});
  refuse_shape("LNBias: expected 2 tensors for n_layers 1, found 3", "LNBias", 2, {6});
  refuse_shape("slots SeqLod and PadSeqLen", "SeqLod", 0, {3});
}

}  // namespace
}  // namespace paddle::lite::test
