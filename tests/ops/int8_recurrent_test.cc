// Recurrent operators with weights of int8 numbers with scales: with float32 states, and with
// states that are rounded to 8 bits in every step.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "lite/operators/quantization.h"
#include "lite/operators/rnn.h"
#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

using StateRow = std::vector<double>;

double GateSigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// Constant int8 matrices and how rows are multiplied by them.
class Int8Products {
 public:
  explicit Int8Products(bool dynamic) : dynamic_(dynamic) {}

  // The distance of a rounded value from where it would become another integer. A reference and a
  // kernel whose states differ by a few units in the last place agree as long as it is larger.
  double margin() const { return margin_; }

  // `rows` times [k, n]: element (k, j) is `at(k, j)`, its scale `scales[j]`.
  StateRow Multiply(const StateRow& row, int64_t columns,
                    const std::function<double(int64_t, int64_t)>& at,
                    const std::function<double(int64_t)>& scale) {
    const StateRow values = dynamic_ ? Rounded(row) : row;
    StateRow sums;
    for (int64_t j = 0; j < columns; ++j) {
      double sum = 0;
      for (size_t k = 0; k < values.size(); ++k) sum += values[k] * at(static_cast<int64_t>(k), j);
      sums.push_back(sum * scale(j));
    }
    return sums;
  }

 private:
  // 127 steps up to the largest magnitude.
  StateRow Rounded(const StateRow& row) {
    double largest = 0;
    for (const double value : row) largest = std::max(largest, std::abs(value));
    if (largest == 0) return row;
    StateRow rounded;
    for (const double value : row) {
      const double steps = value * 127 / largest;
      margin_ = std::min(margin_, std::abs(std::abs(steps - std::trunc(steps)) - 0.5));
      rounded.push_back(std::nearbyint(steps) * largest / 127);
    }
    return rounded;
  }

  bool dynamic_;
  double margin_ = 1;
};

struct SmallWeight {
  TestTensor steps;
  std::vector<float> scales;

  SmallWeight(Random* random, const DDim& dims, int64_t channels)
      : steps(random->Ints(dims, -128, 127, PrecisionType::kInt8).AsWeight()),
        scales(static_cast<size_t>(channels)) {
    for (float& scale : scales) scale = static_cast<float>(random->Uniform(0.0005, 0.002));
  }
  double ScaleOf(int64_t channel) const {
    return scales[scales.size() == 1 ? 0 : static_cast<size_t>(channel)];
  }
};

void StateWeightForm(bool dynamic, OpCase* c) {
  c->attrs["quantize_weight_bits"] = 8;
  if (dynamic) c->attrs["dynamic_int8"] = true;
  c->largest_sum = 4;
}

// Runs cases that are made from different random numbers until rounding is far from where a value
// would become another integer. Values of a kernel's activations have errors of about 1e-7.
void RunClear(OpSuite* suite, Random* random,
              const std::function<OpCase(Random*, Int8Products*)>& make, bool dynamic) {
  constexpr double kMinMargin = 2e-4;
  for (int attempt = 0; attempt < 200; ++attempt) {
    Int8Products products(dynamic);
    const OpCase c = make(random, &products);
    if (products.margin() < kMinMargin) continue;
    suite->Run(c);
    return;
  }
  FAIL() << "no case whose rounding is clear";
}

// The sequences of `lod` and the rows of each, in the order of steps.
template <typename Visit>
void ForEachSequence(const std::vector<uint64_t>& offsets, bool reverse, const Visit& visit) {
  for (size_t s = 0; s + 1 < offsets.size(); ++s) {
    std::vector<int64_t> rows;
    for (uint64_t t = offsets[s]; t < offsets[s + 1]; ++t) rows.push_back(static_cast<int64_t>(t));
    if (reverse) std::reverse(rows.begin(), rows.end());
    visit(rows);
  }
}

OpCase Int8LstmCase(const std::vector<uint64_t>& offsets, int64_t d, bool reverse, bool one_scale,
                    bool dynamic, Random* random, Int8Products* products) {
  const auto steps = static_cast<int64_t>(offsets.back());
  const SmallWeight w(random, {d, 4 * d}, one_scale ? 1 : 4 * d);
  OpCase c(StrCat("units ", d, reverse ? " reverse" : "", one_scale ? " one scale" : ""));
  StateWeightForm(dynamic, &c);
  c.inputs["Input"] = {random->Floats({steps, 4 * d})};
  c.inputs["Input"][0].lod = {offsets};
  c.inputs["Weight"] = {w.steps};
  c.inputs["Bias"] = {random->Floats({1, 4 * d}).AsWeight()};
  c.attrs["Weight0_scale"] = w.scales;
  c.attrs["use_peepholes"] = false;
  c.attrs["is_reverse"] = reverse;
  TestTensor hidden(DDim({steps, d})), cells(DDim({steps, d}));
  hidden.lod = cells.lod = {offsets};
  ForEachSequence(offsets, reverse, [&](const std::vector<int64_t>& rows) {
    StateRow h(static_cast<size_t>(d), 0.0), cell = h;
    for (const int64_t row : rows) {
      const StateRow sums = products->Multiply(
          h, 4 * d, [&](int64_t k, int64_t j) { return w.steps.At(k * 4 * d + j); },
          [&](int64_t j) { return w.ScaleOf(j); });
      const auto gate = [&](int64_t number, int64_t j) {
        const int64_t at = number * d + j;
        return c.In("Input").At(row * 4 * d + at) + c.In("Bias").At(at) +
               sums[static_cast<size_t>(at)];
      };
      for (int64_t j = 0; j < d; ++j) {
        const auto unit = static_cast<size_t>(j);
        cell[unit] =
            GateSigmoid(gate(2, j)) * cell[unit] + GateSigmoid(gate(1, j)) * std::tanh(gate(0, j));
        h[unit] = GateSigmoid(gate(3, j)) * std::tanh(cell[unit]);
        hidden.Set(row * d + j, h[unit]);
        cells.Set(row * d + j, cell[unit]);
      }
    }
  });
  c.expected["Hidden"] = {hidden};
  c.expected["Cell"] = {cells};
  return c;
}

OpCase Int8GruCase(const std::vector<uint64_t>& offsets, int64_t d, bool one_scale, bool dynamic,
                   Random* random, Int8Products* products) {
  const auto steps = static_cast<int64_t>(offsets.back());
  const SmallWeight w(random, {d, 3 * d}, one_scale ? 1 : 3 * d);
  OpCase c(StrCat("units ", d, one_scale ? " one scale" : ""));
  StateWeightForm(dynamic, &c);
  c.inputs["Input"] = {random->Floats({steps, 3 * d})};
  c.inputs["Input"][0].lod = {offsets};
  c.inputs["Weight"] = {w.steps};
  c.attrs["Weight0_scale"] = w.scales;
  TestTensor hidden(DDim({steps, d}));
  hidden.lod = {offsets};
  ForEachSequence(offsets, false, [&](const std::vector<int64_t>& rows) {
    StateRow h(static_cast<size_t>(d), 0.0);
    for (const int64_t row : rows) {
      const auto x = [&](int64_t at) { return c.In("Input").At(row * 3 * d + at); };
      const StateRow gates = products->Multiply(
          h, 2 * d, [&](int64_t k, int64_t j) { return w.steps.At(k * 2 * d + j); },
          [&](int64_t j) { return w.ScaleOf(j); });
      StateRow reset = h;
      for (int64_t j = 0; j < d; ++j) {
        reset[static_cast<size_t>(j)] *= GateSigmoid(x(d + j) + gates[static_cast<size_t>(d + j)]);
      }
      const StateRow candidate = products->Multiply(
          reset, d, [&](int64_t k, int64_t j) { return w.steps.At(2 * d * d + k * d + j); },
          [&](int64_t j) { return w.ScaleOf(2 * d + j); });
      for (int64_t j = 0; j < d; ++j) {
        const auto unit = static_cast<size_t>(j);
        const double u = GateSigmoid(x(j) + gates[unit]);
        h[unit] = (1 - u) * h[unit] + u * std::tanh(x(2 * d + j) + candidate[unit]);
        hidden.Set(row * d + j, h[unit]);
      }
    }
  });
  c.expected["Hidden"] = {hidden};
  return c;
}

// Two layers in both directions; the matrix `real` of WeightList is float.
OpCase Int8RnnCase(const std::string& mode, int64_t batch, int real, bool dynamic, Random* random,
                   Int8Products* products) {
  const int64_t steps = 3, width = 20, hidden = 18;
  const int64_t gates = mode == "LSTM" ? 4 : mode == "GRU" ? 3 : 1;
  OpCase c(StrCat(mode, " batch ", batch, " float ", real));
  StateWeightForm(dynamic, &c);
  c.attrs["mode"] = mode;
  c.attrs["hidden_size"] = static_cast<int>(hidden);
  c.attrs["input_size"] = static_cast<int>(width);
  c.attrs["num_layers"] = 2;
  c.attrs["is_bidirec"] = true;
  c.attrs["is_test"] = true;
  c.inputs["Input"] = {random->Floats({steps, batch, width})};
  std::vector<SmallWeight> matrices;
  auto& list = c.inputs["WeightList"];
  for (int i = 0; i < 8; ++i) {
    const int64_t depth = i % 2 == 1 ? hidden : i < 4 ? width : 2 * hidden;
    SmallWeight w(random, {gates * hidden, depth}, i == 3 ? 1 : gates * hidden);
    if (i == real) {
      w.steps = random->Floats({gates * hidden, depth}).AsWeight();
      w.scales = {1};
    } else {
      c.attrs[StrCat("WeightList", i, "_scale")] = w.scales;
    }
    list.push_back(w.steps);
    matrices.push_back(std::move(w));
  }
  for (int i = 0; i < 8; ++i) list.push_back(random->Floats({gates * hidden}).AsWeight());
  const int64_t states = mode == "LSTM" ? 2 : 1;
  for (int64_t i = 0; i < states; ++i) {
    c.inputs["PreState"].push_back(random->Floats({4, batch, hidden}));
    c.expected["State"].push_back(TestTensor(DDim({4, batch, hidden})));
  }
  Int8Products real_products(false);
  std::vector<StateRow> x;  // [step * batch]
  for (int64_t i = 0; i < steps * batch; ++i) {
    StateRow row;
    for (int64_t k = 0; k < width; ++k) row.push_back(c.In("Input").At(i * width + k));
    x.push_back(std::move(row));
  }
  for (int64_t layer = 0; layer < 2; ++layer) {
    std::vector<StateRow> out(x.size(), StateRow(static_cast<size_t>(2 * hidden)));
    for (int64_t direction = 0; direction < 2; ++direction) {
      const int64_t cell = layer * 2 + direction;
      const auto multiply = [&](int64_t number, const StateRow& row) {
        const SmallWeight& w = matrices[static_cast<size_t>(number)];
        return (number == real ? real_products : *products)
            .Multiply(
                row, gates * hidden,
                [&](int64_t k, int64_t j) {
                  return w.steps.At(j * static_cast<int64_t>(row.size()) + k);
                },
                [&](int64_t j) { return w.ScaleOf(j); });
      };
      const auto bias = [&](int64_t which, int64_t j) {
        return list[static_cast<size_t>(8 + cell * 2 + which)].At(j);
      };
      for (int64_t b = 0; b < batch; ++b) {
        const int64_t at = (cell * batch + b) * hidden;
        StateRow h, memory(static_cast<size_t>(hidden));
        for (int64_t j = 0; j < hidden; ++j) {
          h.push_back(c.inputs["PreState"][0].At(at + j));
          if (states == 2) memory[static_cast<size_t>(j)] = c.inputs["PreState"][1].At(at + j);
        }
        for (int64_t step = 0; step < steps; ++step) {
          const int64_t t = direction == 0 ? step : steps - 1 - step;
          const StateRow inputs = multiply(cell * 2, x[static_cast<size_t>(t * batch + b)]);
          const StateRow sums = multiply(cell * 2 + 1, h);
          const auto input = [&](int64_t i) { return inputs[static_cast<size_t>(i)] + bias(0, i); };
          const auto state = [&](int64_t i) { return sums[static_cast<size_t>(i)] + bias(1, i); };
          for (int64_t j = 0; j < hidden; ++j) {
            const auto unit = static_cast<size_t>(j);
            const auto gate = [&](int64_t i) {
              return input(i * hidden + j) + state(i * hidden + j);
            };
            if (mode == "LSTM") {
              memory[unit] =
                  GateSigmoid(gate(1)) * memory[unit] + GateSigmoid(gate(0)) * std::tanh(gate(2));
              h[unit] = GateSigmoid(gate(3)) * std::tanh(memory[unit]);
            } else if (mode == "GRU") {
              const double r = GateSigmoid(gate(0)), u = GateSigmoid(gate(1));
              const double candidate = std::tanh(input(2 * hidden + j) + r * state(2 * hidden + j));
              h[unit] = u * h[unit] + (1 - u) * candidate;
            } else {
              h[unit] = std::tanh(gate(0));
            }
            out[static_cast<size_t>(t * batch + b)][static_cast<size_t>(direction * hidden + j)] =
                h[unit];
          }
        }
        for (int64_t j = 0; j < hidden; ++j) {
          c.expected["State"][0].Set(at + j, h[static_cast<size_t>(j)]);
          if (states == 2) c.expected["State"][1].Set(at + j, memory[static_cast<size_t>(j)]);
        }
      }
    }
    x = std::move(out);
  }
  TestTensor result(DDim({steps, batch, 2 * hidden}));
  for (int64_t i = 0; i < result.numel(); ++i) {
    result.Set(i, x[static_cast<size_t>(i / (2 * hidden))][static_cast<size_t>(i % (2 * hidden))]);
  }
  c.expected["Out"] = {result};
  c.resized = c.inputs;
  return c;
}

// One sequence, several of different lengths with an empty one, and more than a tile of rows.
const std::vector<std::vector<uint64_t>> kSequences = {
    {0, 3}, {0, 1, 1, 4, 6}, {0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}};

TEST(Int8Recurrent, Lstm) {
  OpSuite suite("lstm");
  Random random("int8 lstm");
  for (const bool dynamic : {false, true}) {
    for (const auto& offsets : kSequences) {
      for (const int64_t d : {5, 17}) {
        RunClear(
            &suite, &random,
            [&](Random* r, Int8Products* p) {
              return Int8LstmCase(offsets, d, offsets.size() == 5, d == 5, dynamic, r, p);
            },
            dynamic);
      }
    }
  }
}

TEST(Int8Recurrent, Gru) {
  OpSuite suite("gru");
  Random random("int8 gru");
  for (const bool dynamic : {false, true}) {
    for (const auto& offsets : kSequences) {
      for (const int64_t d : {5, 17}) {
        RunClear(
            &suite, &random,
            [&](Random* r, Int8Products* p) {
              return Int8GruCase(offsets, d, d == 5, dynamic, r, p);
            },
            dynamic);
      }
    }
  }
}

TEST(Int8Recurrent, Rnn) {
  OpSuite suite("rnn");
  Random random("int8 rnn");
  for (const bool dynamic : {false, true}) {
    for (const char* mode : {"LSTM", "GRU", "RNN_TANH"}) {
      for (const int64_t batch : {1, 2}) {
        RunClear(
            &suite, &random,
            [&](Random* r, Int8Products* p) {
              return Int8RnnCase(mode, batch, batch == 2 ? 2 : -1, dynamic, r, p);
            },
            dynamic);
      }
    }
  }
}

TEST(Int8Recurrent, OnlyTheWeightMayBeInt8) {
  Random random("int8 recurrent refusals");
  Int8Products products(false);
  OpCase lstm = Int8LstmCase({0, 3}, 4, false, false, false, &random, &products);
  lstm.inputs["Bias"] = {TestTensor({1, 16}, PrecisionType::kInt8).AsWeight()};
  OpSuite("lstm").ExpectError(lstm, "Bias: expected element type float of Input, found int8_t");
  OpCase gru = Int8GruCase({0, 3}, 4, false, false, &random, &products);
  gru.attrs.erase("quantize_weight_bits");
  OpSuite("gru").ExpectError(gru, "Weight: expected element type float of Input, found int8_t");
  OpCase rnn = Int8RnnCase("GRU", 1, -1, false, &random, &products);
  rnn.inputs["WeightList"][9] = TestTensor({54}, PrecisionType::kInt8).AsWeight();
  OpSuite("rnn").ExpectError(rnn, "WeightList: expected element type float of Input, found int8_t");
}

TEST(Int8Recurrent, NumbersOfScalesAreChecked) {
  const auto message = [](std::vector<float> scales) {
    operators::Rnn op;
    SlotScales all;
    all.Set("WeightList", 1, std::move(scales));
    op.set_scales(std::move(all));
    return operators::WeightScales(op, "WeightList", 3, 1).status().message();
  };
  EXPECT_EQ(message({1, 0, 2}), "");
  EXPECT_EQ(message({1, 2}), "WeightList1_scale: expected 1 or 3 values, found 2");
  EXPECT_EQ(message({}), "WeightList1_scale: expected 1 or 3 values, found 0");
}

}  // namespace
}  // namespace paddle::lite::test
