#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

// Matrices are the last two dimensions of shapes that have at least two; f(output index, sum).
template <typename F>
void Multiply(const TestTensor& x, const TestTensor& y, const DDim& a, const DDim& b, bool tx,
              bool ty, const DDim& batch, F f) {
  const int64_t m = a.at(tx ? -1 : -2);
  const int64_t k = a.at(tx ? -2 : -1);
  const int64_t n = b.at(ty ? -2 : -1);
  // Position of a batch in an operand: broadcast dimensions count as index 0.
  const auto locate = [&](const DDim& dims, int64_t index) {
    int64_t at = 0, step = 1;
    for (int i = 1; i <= batch.rank(); ++i) {
      const int64_t digit = index % batch.at(-i);
      index /= batch.at(-i);
      if (i + 2 > dims.rank()) continue;
      const int64_t extent = dims.at(-i - 2);
      at += (extent == 1 ? 0 : digit) * step;
      step *= extent;
    }
    return at;
  };
  for (int64_t i = 0; i < batch.production(); ++i) {
    const int64_t xi = locate(a, i) * m * k;
    const int64_t yi = locate(b, i) * k * n;
    for (int64_t r = 0; r < m; ++r) {
      for (int64_t c = 0; c < n; ++c) {
        double sum = 0;
        for (int64_t j = 0; j < k; ++j) {
          sum += x.At(xi + (tx ? j * m + r : r * k + j)) * y.At(yi + (ty ? c * k + j : j * n + c));
        }
        f((i * m + r) * n + c, sum);
      }
    }
  }
}

// `out` is the result's shape; vectors are given as the matrices they represent.
void ExpectMatmul(OpCase* c, const DDim& a, const DDim& b, const DDim& batch, const DDim& out) {
  const bool v2 = c->attrs.count("trans_x") != 0;
  const bool tx = c->Bool(v2 ? "trans_x" : "transpose_X", false);
  const bool ty = c->Bool(v2 ? "trans_y" : "transpose_Y", false);
  TestTensor result(out, c->In("X").precision);
  Multiply(c->In("X"), c->In("Y"), a, b, tx, ty, batch,
           [&](int64_t i, double sum) { result.Set(i, sum * c->Float("alpha", 1)); });
  c->expected["Out"] = {result};
}

TEST(Matmul, MatricesOfManySizes) {
  OpSuite v1("matmul", kSumTolerance);
  OpSuite v2("matmul_v2", kSumTolerance);
  Random random("matmul sizes");
  struct Size {
    int64_t m, k, n;
  };
  for (const Size& s :
       {Size{1, 1, 1}, Size{1, 7, 65}, Size{5, 64, 1}, Size{33, 65, 31}, Size{3, 130, 129},
        Size{1, 300, 200}, Size{64, 64, 64}, Size{70, 3, 140}, Size{4, 0, 5}, Size{0, 4, 5}}) {
    for (const bool tx : {false, true}) {
      for (const bool ty : {false, true}) {
        for (const bool weight : {false, true}) {
          OpCase c("sizes");
          const DDim a = tx ? DDim({s.k, s.m}) : DDim({s.m, s.k});
          const DDim b = ty ? DDim({s.n, s.k}) : DDim({s.k, s.n});
          c.inputs["X"] = {random.Floats(a)};
          c.inputs["Y"] = {weight ? random.Floats(b).AsWeight() : random.Floats(b)};
          c.attrs["transpose_X"] = tx;
          c.attrs["transpose_Y"] = ty;
          c.attrs["alpha"] = weight ? 1.0f : -0.5f;
          ExpectMatmul(&c, a, b, {}, {s.m, s.n});
          v1.Run(c);
          c.attrs["trans_x"] = tx;
          c.attrs["trans_y"] = ty;
          v2.Run(c);
        }
      }
    }
  }
}

TEST(Matmul, Batches) {
  OpSuite v1("matmul", kSumTolerance);
  OpSuite v2("matmul_v2", kSumTolerance);
  Random random("matmul batches");
  struct Batch {
    DDim x, y, out;
  };
  for (const Batch& batch :
       {Batch{{3}, {3}, {3}}, Batch{{3}, {}, {3}}, Batch{{}, {3}, {3}},
        Batch{{2, 3}, {2, 3}, {2, 3}}, Batch{{2, 3}, {}, {2, 3}}, Batch{{2, 1}, {3}, {2, 3}},
        Batch{{2, 1}, {1, 3}, {2, 3}}, Batch{{1, 1}, {2, 3}, {2, 3}}, Batch{{2, 3}, {3}, {2, 3}},
        Batch{{2, 3}, {1, 1}, {2, 3}}, Batch{{0}, {}, {0}}, Batch{{2, 1, 3}, {4, 1}, {2, 4, 3}}}) {
    for (const bool tx : {false, true}) {
      for (const bool ty : {false, true}) {
        OpCase c("batches");
        DDim a = batch.x, b = batch.y, out = batch.out;
        for (const int64_t d : tx ? std::vector<int64_t>{5, 4} : std::vector<int64_t>{4, 5})
          a.push_back(d);
        for (const int64_t d : ty ? std::vector<int64_t>{6, 5} : std::vector<int64_t>{5, 6})
          b.push_back(d);
        out.push_back(4);
        out.push_back(6);
        c.inputs["X"] = {random.Floats(a)};
        c.inputs["Y"] = {random.Floats(b)};
        c.attrs["transpose_X"] = tx;
        c.attrs["transpose_Y"] = ty;
        ExpectMatmul(&c, a, b, batch.out, out);
        v1.Run(c);
        c.attrs["trans_x"] = tx;
        c.attrs["trans_y"] = ty;
        v2.Run(c);
      }
    }
  }
}

TEST(Matmul, OtherTypes) {
  OpSuite v2("matmul_v2", {0, 1e-13, 1e-13, 0});
  Random random("matmul types");
  for (const PrecisionType type :
       {PrecisionType::kFP64, PrecisionType::kInt32, PrecisionType::kInt64}) {
    OpCase c("types");
    c.inputs["X"] = {type == PrecisionType::kFP64 ? random.Floats({3, 70}, -1, 1, type)
                                                  : random.Ints({3, 70}, -1000, 1000, type)};
    c.inputs["Y"] = {type == PrecisionType::kFP64 ? random.Floats({70, 4}, -1, 1, type)
                                                  : random.Ints({70, 4}, -1000, 1000, type)};
    c.attrs["trans_x"] = false;
    ExpectMatmul(&c, {3, 70}, {70, 4}, {}, {3, 4});
    v2.Run(c);
  }
}

TEST(Matmul, Int8) {
  OpSuite v1("matmul", {1e-5, 1e-5, 0, 0});
  OpSuite v2("matmul_v2", {1e-5, 1e-5, 0, 0});
  Random random("matmul int8");
  for (const bool ty : {false, true}) {
    for (const bool int8_out : {false, true}) {
      OpCase c("int8");
      const DDim a{2, 5, 70};
      const DDim b = ty ? DDim({9, 70}) : DDim({70, 9});
      c.inputs["X"] = {random.Ints(a, -127, 127, PrecisionType::kInt8)};
      c.inputs["Y"] = {random.Ints(b, -127, 127, PrecisionType::kInt8).AsWeight()};
      c.attrs["transpose_Y"] = ty;
      c.attrs["trans_y"] = ty;
      c.attrs["alpha"] = 0.5f;
      c.attrs["enable_int8"] = true;
      c.attrs["X0_scale"] = std::vector<float>{0.5f};
      c.attrs["Y0_scale"] = std::vector<float>{0.25f};
      c.attrs["Out0_scale"] = std::vector<float>{32.0f};
      TestTensor out({2, 5, 9}, int8_out ? PrecisionType::kInt8 : PrecisionType::kFloat);
      Multiply(c.In("X"), c.In("Y"), a, b, false, ty, {2}, [&](int64_t i, double sum) {
        const double real = sum * 0.5 * 0.5 * 0.25;
        out.Set(i, int8_out ? std::min(std::max(std::round(real / 32), -127.0), 127.0) : real);
      });
      c.expected["Out"] = {out};
      v1.Run(c);
      v2.Run(c);
    }
  }
}

// Products of two activations, as in attention.
TEST(Matmul, Int8OfTwoActivations) {
  OpSuite v1("matmul", {1e-5, 1e-5, 0, 0});
  OpSuite v2("matmul_v2", {1e-5, 1e-5, 0, 0});
  Random random("matmul int8 activations");
  struct Batch {
    DDim x, y, out;
  };
  for (const Batch& batch : {Batch{{}, {}, {}}, Batch{{2, 3}, {2, 3}, {2, 3}},
                             Batch{{2, 1}, {3}, {2, 3}}, Batch{{3}, {}, {3}}}) {
    for (const bool tx : {false, true}) {
      for (const bool ty : {false, true}) {
        for (const bool int8_out : {false, true}) {
          OpCase c("int8");
          DDim a = batch.x, b = batch.y, out = batch.out;
          for (const int64_t d : tx ? std::vector<int64_t>{70, 5} : std::vector<int64_t>{5, 70})
            a.push_back(d);
          for (const int64_t d : ty ? std::vector<int64_t>{9, 70} : std::vector<int64_t>{70, 9})
            b.push_back(d);
          out.push_back(5);
          out.push_back(9);
          c.inputs["X"] = {random.Ints(a, -127, 127, PrecisionType::kInt8)};
          c.inputs["Y"] = {random.Ints(b, -127, 127, PrecisionType::kInt8)};
          c.attrs["transpose_X"] = tx;
          c.attrs["transpose_Y"] = ty;
          c.attrs["trans_x"] = tx;
          c.attrs["trans_y"] = ty;
          c.attrs["alpha"] = 0.5f;
          c.attrs["enable_int8"] = true;
          c.attrs["X0_scale"] = std::vector<float>{0.5f};
          c.attrs["Y0_scale"] = std::vector<float>{0.25f};
          c.attrs["Out0_scale"] = std::vector<float>{32.0f};
          TestTensor expected(out, int8_out ? PrecisionType::kInt8 : PrecisionType::kFloat);
          Multiply(c.In("X"), c.In("Y"), a, b, tx, ty, batch.out, [&](int64_t i, double sum) {
            const double real = sum * 0.5 * 0.5 * 0.25;
            expected.Set(
                i, int8_out ? std::min(std::max(std::round(real / 32), -127.0), 127.0) : real);
          });
          c.expected["Out"] = {expected};
          v1.Run(c);
          v2.Run(c);
        }
      }
    }
  }
}

// Operands that bfloat16 represents: every kernel multiplies the same numbers.
TEST(Matmul, ProductsInBFloat16) {
  OpSuite v1("matmul", kSumTolerance);
  OpSuite v2("matmul_v2", kSumTolerance);
  Random random("matmul bfloat16");
  for (const bool ty : {false, true}) {
    for (const bool weight : {false, true}) {
      OpCase c("bfloat16");
      const DDim b = ty ? DDim({80, 45}) : DDim({45, 80});
      c.inputs["X"] = {InBFloat16(random.Floats({2, 7, 45}))};
      const TestTensor y = InBFloat16(random.Floats(b));
      c.inputs["Y"] = {weight ? y.AsWeight() : y};
      c.resized = c.inputs;
      c.attrs["bfloat16_products"] = 2;
      c.attrs["transpose_Y"] = ty;
      c.attrs["alpha"] = ty ? 0.125f : 1.0f;
      ExpectMatmul(&c, {2, 7, 45}, b, {2}, {2, 7, 80});
      v1.Run(c);
      c.attrs["trans_x"] = false;
      c.attrs["trans_y"] = ty;
      v2.Run(c);
    }
  }
}

TEST(Matmul, RefusesHeadsThatDoNotFit) {
  const auto refuse = [](const DDim& x, const DDim& y, const std::string& text) {
    OpCase c("heads");
    c.attrs["head_number"] = 2;
    c.inputs["X"] = {TestTensor::ShapeOnly(x)};
    c.inputs["Y"] = {TestTensor::ShapeOnly(y)};
    OpSuite("matmul").ExpectError(c, text);
  };
  refuse({2, 5}, {5, 6}, "X: expected columns for 2 heads, found 5");
  refuse({2, 4}, {3, 6}, "Y: expected 4 rows for X [2, 4], found 3");
  refuse({2, 4}, {2, 5}, "Y: expected columns for 2 heads, found 5");
}

TEST(Matmul, RefusesShapesThatDoNotFit) {
  for (const char* type : {"matmul", "matmul_v2"}) {
    OpSuite suite(type);
    const auto refuse = [&](const DDim& x, const DDim& y, const std::string& text) {
      OpCase c("bad");
      c.inputs["X"] = {TestTensor::ShapeOnly(x)};
      c.inputs["Y"] = {TestTensor::ShapeOnly(y)};
      suite.ExpectError(c, text);
    };
    refuse({2, 3}, {4, 5}, "Y: expected 3 rows for X [2, 3], found 4 in [4, 5]");
    refuse({}, {4, 5}, "X: expected rank 1 or more");
    refuse({2, 3}, {}, "Y: expected rank 1 or more");
    refuse({2, 4, 3}, {3, 3, 5}, "batch dimensions of [3, 3, 5] do not broadcast with X [2, 4, 3]");
    refuse({5}, {4}, "Y: expected 5 rows");
    const int64_t huge = int64_t{1} << 40;
    refuse({huge, 1}, {1, huge}, "");
  }
}

}  // namespace
}  // namespace paddle::lite::test
