#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

// Dimension `from_end` of a shape, 1 where there is none.
int64_t Size(const DDim& dims, int from_end) {
  return from_end <= dims.rank() ? dims.at(-from_end) : 1;
}

int64_t Joined(int64_t a, int64_t b) { return a == 1 ? b : a; }

// The element of `t` at row `row` and column `column` of product `index` of a batch, repeated where
// the dimension is 1.
double Element(const TestTensor& t, const DDim& batch, int64_t index, int64_t row, int64_t column) {
  int64_t at = 0;
  int64_t step = 1;
  const auto move = [&](int from_end, int64_t position) {
    if (Size(t.dims, from_end) != 1) at += position * step;
    step *= Size(t.dims, from_end);
  };
  move(1, column);
  move(2, row);
  for (int i = batch.rank() - 1; i >= 0; --i) {
    move(batch.rank() - i + 2, index % batch[i]);
    index /= batch[i];
  }
  return t.At(at);
}

void Expect(OpCase* c) {
  const TestTensor& q = c->In("Q");
  const TestTensor& k = c->In("K");
  const TestTensor& v = c->In("V");
  const TestTensor none({1});
  const TestTensor& mask = c->HasIn("Mask") ? c->In("Mask") : none;
  const int64_t m = Joined(Size(q.dims, 2), Size(mask.dims, 2));
  const int64_t n = Size(v.dims, 2);
  DDim batch;
  for (int from_end = std::max({q.dims.rank(), k.dims.rank(), v.dims.rank(), mask.dims.rank()});
       from_end > 2; --from_end) {
    int64_t size = 1;
    for (const DDim* dims : {&q.dims, &k.dims, &v.dims, &mask.dims}) {
      size = Joined(size, Size(*dims, from_end));
    }
    batch.push_back(size);
  }
  DDim dims = batch;
  dims.push_back(m);
  dims.push_back(Size(v.dims, 1));
  TestTensor out(dims);
  std::vector<double> shares(static_cast<size_t>(n));
  for (int64_t i = 0; i < batch.production() * m; ++i) {
    double total = 0;
    for (int64_t j = 0; j < n; ++j) {
      double score = 0;
      for (int64_t d = 0; d < Size(q.dims, 1); ++d) {
        score += Element(q, batch, i / m, i % m, d) * Element(k, batch, i / m, j, d);
      }
      score = score * c->Float("scale", 1) +
              (c->HasIn("Mask") ? Element(mask, batch, i / m, i % m, j) : 0);
      total += shares[static_cast<size_t>(j)] = std::exp(score);
    }
    for (int64_t w = 0; w < Size(v.dims, 1); ++w) {
      double sum = 0;
      for (int64_t j = 0; j < n; ++j) {
        sum += shares[static_cast<size_t>(j)] / total * Element(v, batch, i / m, j, w);
      }
      out.Set(i * Size(v.dims, 1) + w, sum);
    }
  }
  c->expected["Out"] = {out};
}

struct AttentionShapes {
  DDim q, k, v, mask;  // an empty mask: none
};

OpCase Case(Random* random, const AttentionShapes& s) {
  OpCase c("attention");
  c.attrs["scale"] = 0.6f;
  c.inputs["Q"] = {random->Floats(s.q)};
  c.inputs["K"] = {random->Floats(s.k)};
  c.inputs["V"] = {random->Floats(s.v)};
  if (!s.mask.empty()) c.inputs["Mask"] = {random->Floats(s.mask, -2, 2)};
  return c;
}

TEST(DotProductAttention, BatchesMasksAndRepeatedOperands) {
  OpSuite suite("dot_product_attention", kSumTolerance);
  Random random("dot_product_attention");
  const AttentionShapes cases[] = {
      {{5, 3}, {7, 3}, {7, 2}, {}},
      {{2, 3, 5, 8}, {2, 3, 9, 8}, {2, 3, 9, 4}, {2, 1, 1, 9}},
      {{2, 3, 5, 8}, {2, 3, 9, 8}, {2, 3, 9, 4}, {1, 3, 5, 9}},
      {{2, 3, 5, 8}, {2, 3, 9, 8}, {2, 3, 9, 4}, {5, 9}},
      {{2, 3, 5, 8}, {2, 3, 9, 8}, {2, 3, 9, 4}, {9}},
      // One mask value for each row, or for all.
      {{2, 5, 8}, {2, 9, 8}, {2, 9, 4}, {2, 5, 1}},
      {{2, 5, 8}, {2, 9, 8}, {2, 9, 4}, {1}},
      // Several queries for the same keys, and keys for several values.
      {{2, 3, 5, 8}, {2, 1, 9, 8}, {9, 4}, {}},
      {{3, 1, 8}, {1, 9, 8}, {3, 9, 4}, {2, 1, 1, 9}},
      // The mask has more rows, or more columns.
      {{2, 1, 8}, {2, 9, 8}, {2, 9, 4}, {5, 9}},
      {{2, 5, 8}, {2, 1, 8}, {2, 9, 4}, {5, 9}},
      // Several blocks of rows.
      {{1, 100, 16}, {1, 700, 16}, {1, 700, 24}, {1, 1, 700}},
      // Several blocks of columns.
      {{2, 20, 150}, {2, 70, 150}, {2, 70, 130}, {20, 1}},
      {{2, 0, 8}, {2, 9, 8}, {2, 9, 4}, {}},
      {{2, 5, 0}, {2, 9, 0}, {2, 9, 4}, {9}},
      {{2, 5, 3}, {2, 0, 3}, {2, 0, 4}, {}},
  };
  for (const AttentionShapes& s : cases) {
    OpCase c = Case(&random, s);
    Expect(&c);
    suite.Run(c);
  }
}

// As programs hide keys: the first block of a row, and all keys except one.
TEST(DotProductAttention, HiddenKeys) {
  OpSuite suite("dot_product_attention", kSumTolerance);
  Random random("dot_product_attention.hidden");
  for (const float hidden : {-INFINITY, -1e9f}) {
    OpCase c = Case(&random, {{2, 3, 8}, {2, 150, 8}, {2, 150, 5}, {2, 3, 150}});
    TestTensor& mask = c.inputs["Mask"][0];
    for (int64_t i = 0; i < mask.dims.production(); ++i) {
      const int64_t key = i % 150;
      const bool is_hidden = i / 150 == 0 ? key < 100 : i / 150 == 4 && key != 17;
      if (is_hidden) mask.Set(i, hidden);
    }
    Expect(&c);
    suite.Run(c);
  }
}

TEST(DotProductAttention, RefusesWhatDoesNotFit) {
  OpSuite suite("dot_product_attention");
  Random random("dot_product_attention");
  const auto refuse = [&](const AttentionShapes& s, const char* text) {
    suite.ExpectError(Case(&random, s), text);
  };
  refuse({{5}, {9, 5}, {9, 4}, {}}, "Q: expected rank 2 or more");
  refuse({{5, 8}, {9, 7}, {9, 4}, {}}, "K: expected 8 columns as in Q [5, 8], found [9, 7]");
  refuse({{5, 8}, {9, 8}, {8, 4}, {}}, "V: expected 9 rows, one for each score, found [8, 4]");
  refuse({{2, 5, 8}, {3, 9, 8}, {9, 4}, {}}, "dimension -3 of the scores would be 2 and 3");
  refuse({{5, 8}, {9, 8}, {9, 4}, {4, 9}}, "dimension -2 of the scores would be 5 and 4");
}

}  // namespace
}  // namespace paddle::lite::test
