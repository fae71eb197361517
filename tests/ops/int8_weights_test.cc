// Operators that compute with float32 values and a weight of int8 or int16 numbers with scales.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

// A constant [rows, columns] of int8 or int16, the smallest among them, with one scale or one for
// each column.
struct Weight {
  TestTensor steps;
  std::vector<float> scales;

  Weight(Random* random, int64_t rows, int64_t columns, bool by_column, int bits = 8)
      : steps(random
                  ->Ints({rows, columns}, -(1 << (bits - 1)), (1 << (bits - 1)) - 1,
                         bits == 8 ? PrecisionType::kInt8 : PrecisionType::kInt16)
                  .AsWeight()),
        scales(static_cast<size_t>(by_column ? columns : 1)) {
    const double unit = bits == 8 ? 1 : 1.0 / 256;
    for (float& scale : scales) scale = static_cast<float>(unit * random->Uniform(0.001, 0.01));
    steps.Set(0, -(1 << (bits - 1)));
    scales.back() = 0;  // of a column of zeros in some files
  }
  double At(int64_t row, int64_t column) const {
    const int64_t columns = steps.dims[1];
    return steps.At(row * columns + column) *
           static_cast<double>(scales[scales.size() == 1 ? 0 : static_cast<size_t>(column)]);
  }
};

// The sums of X [m, k] and a weight of k rows, or of k columns if `transposed`.
TestTensor Product(const TestTensor& x, const Weight& weight, bool transposed, double* largest) {
  const int64_t m = x.dims[0], k = x.dims[1];
  const int64_t n = weight.steps.dims[transposed ? 0 : 1];
  TestTensor out(DDim({m, n}));
  for (int64_t i = 0; i < m * n; ++i) {
    double sum = 0;
    for (int64_t j = 0; j < k; ++j) {
      sum += x.At(i / n * k + j) * (transposed ? weight.At(i % n, j) : weight.At(j, i % n));
    }
    *largest = std::max(*largest, std::abs(sum));
    out.Set(i, sum);
  }
  return out;
}

OpCase WithWeight(const std::string& name, const char* slot, const Weight& weight) {
  OpCase c(name);
  c.inputs[slot] = {weight.steps};
  c.attrs["quantize_weight_bits"] = weight.steps.precision == PrecisionType::kInt8 ? 8 : 16;
  c.attrs[StrCat(slot, "0_scale")] = weight.scales;
  c.largest_sum = 0;
  return c;
}

void RunFc(int bits) {
  OpSuite suite("fc", kSumTolerance);
  Random random(StrCat("int", bits, " weights fc"));
  for (const int64_t m : {1, 2, 5, 6, 7, 13, 40}) {
    for (const int64_t n : {1, 17, 64, 90}) {
      for (const char* act : {"", "relu", "gelu"}) {
        const Weight weight(&random, 65, n, n != 17, bits);
        OpCase c = WithWeight(StrCat("rows ", m, " columns ", n, act), "W", weight);
        c.inputs["Input"] = {random.Floats({m, 65})};
        c.inputs["Bias"] = {random.Floats({n}).AsWeight()};
        c.attrs["activation_type"] = std::string(act);
        TestTensor out = Product(c.In("Input"), weight, false, &c.largest_sum);
        for (int64_t i = 0; i < out.numel(); ++i) {
          double y = out.At(i) + c.In("Bias").At(i % n);
          if (*act == 'r') y = std::max(y, 0.0);
          if (*act == 'g') y = y * 0.5 * (1 + std::erf(y / std::sqrt(2.0)));
          out.Set(i, y);
        }
        c.expected["Out"] = {out};
        suite.Run(c);
      }
    }
  }
}
TEST(Int8Weights, Fc) { RunFc(8); }
TEST(Int16Weights, Fc) { RunFc(16); }

void RunMul(int bits) {
  OpSuite suite("mul", kSumTolerance);
  Random random(StrCat("int", bits, " weights mul"));
  for (const int64_t m : {1, 4, 9}) {
    const Weight weight(&random, 33, 70, true, bits);
    OpCase c = WithWeight("mul", "Y", weight);
    c.inputs["X"] = {random.Floats({m, 33})};
    c.expected["Out"] = {Product(c.In("X"), weight, false, &c.largest_sum)};
    suite.Run(c);
  }
}
TEST(Int8Weights, Mul) { RunMul(8); }
TEST(Int16Weights, Mul) { RunMul(16); }

void RunMatmul(int bits) {
  OpSuite v1("matmul", kSumTolerance), v2("matmul_v2", kSumTolerance);
  Random random(StrCat("int", bits, " weights matmul"));
  for (const bool transposed : {false, true}) {
    for (const int64_t m : {1, 8}) {
      // Scales belong to the stored columns, which are rows of the product if transposed.
      const Weight weight(&random, transposed ? 70 : 33, transposed ? 33 : 70, true, bits);
      OpCase c = WithWeight(transposed ? "transposed" : "plain", "Y", weight);
      c.inputs["X"] = {random.Floats({m, 33})};
      c.expected["Out"] = {Product(c.In("X"), weight, transposed, &c.largest_sum)};
      c.attrs["transpose_Y"] = transposed;
      v1.Run(c);
      c.attrs["trans_y"] = transposed;
      v2.Run(c);
    }
  }
}
TEST(Int8Weights, Matmul) { RunMatmul(8); }
TEST(Int16Weights, Matmul) { RunMatmul(16); }

// X rounded as the kernels round it: 127 steps up to the largest magnitude of each row.
TestTensor RoundedRows(const TestTensor& x) {
  TestTensor rounded = x;
  const int64_t columns = x.dims[1];
  for (int64_t i = 0; i < x.numel(); i += columns) {
    float largest = 0;
    for (int64_t j = 0; j < columns; ++j) {
      largest = std::max(largest, static_cast<float>(std::abs(x.At(i + j))));
    }
    if (largest == 0) largest = 127;
    for (int64_t j = 0; j < columns; ++j) {
      const float steps = static_cast<float>(x.At(i + j)) * (127 / largest);
      rounded.Set(i + j, static_cast<double>(std::nearbyint(steps)) * largest / 127);
    }
  }
  return rounded;
}

// The results of rounded rows, within the error of float32 sums.
TEST(Int8Weights, DynamicFc) {
  OpSuite suite("fc", kSumTolerance);
  Random random("dynamic fc");
  for (const int64_t m : {1, 3, 40}) {
    for (const int64_t n : {64, 90}) {
      for (const char* act : {"", "relu", "gelu"}) {
        const Weight weight(&random, 67, n, n == 90);
        OpCase c = WithWeight(StrCat("rows ", m, " columns ", n, act), "W", weight);
        c.attrs["dynamic_int8"] = true;
        c.inputs["Input"] = {random.Floats({m, 67})};
        if (m == 3) {
          for (int64_t j = 0; j < 67; ++j) c.inputs["Input"][0].Set(67 + j, 0);
        }
        c.inputs["Bias"] = {random.Floats({n}).AsWeight()};
        c.attrs["activation_type"] = std::string(act);
        TestTensor out = Product(RoundedRows(c.In("Input")), weight, false, &c.largest_sum);
        for (int64_t i = 0; i < out.numel(); ++i) {
          double y = out.At(i) + c.In("Bias").At(i % n);
          if (*act == 'r') y = std::max(y, 0.0);
          if (*act == 'g') y = y * 0.5 * (1 + std::erf(y / std::sqrt(2.0)));
          out.Set(i, y);
        }
        c.expected["Out"] = {out};
        c.resized = c.inputs;
        suite.Run(c);
      }
    }
  }
}

TEST(Int8Weights, DynamicProductsAndValuesThatAreNotFinite) {
  OpSuite mul("mul", kSumTolerance);
  OpSuite v1("matmul", kSumTolerance), v2("matmul_v2", kSumTolerance);
  Random random("dynamic products");
  const Weight weight(&random, 70, 64, true);
  OpCase c = WithWeight("mul", "Y", weight);
  c.attrs["dynamic_int8"] = true;
  c.inputs["X"] = {random.Floats({5, 70})};
  c.expected["Out"] = {Product(RoundedRows(c.In("X")), weight, false, &c.largest_sum)};
  mul.Run(c);
  v1.Run(c);
  v2.Run(c);
  for (const double bad : {std::nan(""), HUGE_VAL}) {
    c.inputs["X"][0].Set(70 + 3, bad);
    for (int64_t i = 0; i < 64; ++i) c.expected["Out"][0].Set(64 + i, std::nan(""));
    mul.Run(c);
  }
}

void RunLookupTable(int bits) {
  Random random(StrCat("int", bits, " weights lookup_table"));
  const Weight weight(&random, 9, 5, true, bits);
  for (const char* type : {"lookup_table", "lookup_table_v2"}) {
    OpCase c = WithWeight("rows", "W", weight);
    c.inputs["Ids"] = {random.Ints({4, 1}, 0, 8, PrecisionType::kInt64)};
    c.attrs["padding_idx"] = static_cast<int64_t>(3);
    c.inputs["Ids"][0].Set(2, 3);
    const bool drops = std::string(type) == "lookup_table";
    TestTensor out(drops ? DDim({4, 5}) : DDim({4, 1, 5}));
    for (int64_t i = 0; i < 20; ++i) {
      const auto id = static_cast<int64_t>(c.In("Ids").At(i / 5));
      out.Set(i, id == 3 ? 0 : weight.At(id, i % 5));
    }
    c.expected["Out"] = {out};
    OpSuite(type).Run(c);
  }
}
TEST(Int8Weights, LookupTable) { RunLookupTable(8); }
TEST(Int16Weights, LookupTable) { RunLookupTable(16); }

}  // namespace
}  // namespace paddle::lite::test
