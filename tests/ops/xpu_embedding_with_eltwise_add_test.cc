#include <gtest/gtest.h>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

constexpr char kEmbedding[] = "__xpu__embedding_with_eltwise_add";

TEST(XpuEmbeddingWithEltwiseAdd, SumsOfRows) {
  OpSuite suite(kEmbedding, kSumTolerance);
  Random random(kEmbedding);
  for (const DDim& shape : {DDim{1, 1}, DDim{3, 4, 1}, DDim{2, 0, 1}, DDim{2, 3, 2, 1}}) {
    for (const int64_t tables : {1, 2, 3, 4}) {
      for (const PrecisionType type : {PrecisionType::kInt64, PrecisionType::kInt32}) {
        for (const int64_t padding : {int64_t{-1}, int64_t{2}, int64_t{-2}}) {
          OpCase c(StrCat(tables, " tables"));
          c.attrs["padding_idx"] = padding;
          DDim out_shape = shape;
          out_shape[shape.rank() - 1] = 5;
          TestTensor out(out_shape);
          for (int64_t t = 0; t < tables; ++t) {
            // Tables differ in their numbers of rows.
            const TestTensor table = random.Floats({3 + t, 5}).AsWeight();
            TestTensor ids = random.Ints(shape, 0, 2 + t, type);
            if (t == 0) out.lod = ids.lod = {{0, static_cast<uint64_t>(shape[0])}};
            for (int64_t i = 0; i < out.numel(); ++i) {
              const int64_t id = ids.IntAt(i / 5);
              if (id != padding) out.Set(i, out.At(i) + table.At(id * 5 + i % 5));
            }
            c.inputs["Tables"].push_back(table);
            c.inputs["Ids"].push_back(ids);
          }
          c.expected["Output"] = {out};
          suite.Run(c);
        }
      }
    }
  }
}

// Tokens [2, 3], positions [1, 3] and kinds [2, 1].
TEST(XpuEmbeddingWithEltwiseAdd, BroadcastIds) {
  OpSuite suite(kEmbedding, kSumTolerance);
  Random random("broadcast ids");
  const std::vector<DDim> shapes = {{2, 3, 1}, {1, 3, 1}, {2, 1, 1}};
  for (const std::vector<size_t>& order :
       {std::vector<size_t>{0, 1, 2}, std::vector<size_t>{2, 1, 0}, std::vector<size_t>{1, 2}}) {
    OpCase c("broadcast");
    TestTensor out({2, 3, 5});
    for (const size_t t : order) {
      const TestTensor table = random.Floats({4, 5}).AsWeight();
      const TestTensor ids = random.Ints(shapes[t], 0, 3, PrecisionType::kInt64);
      for (int64_t i = 0; i < out.numel(); ++i) {
        const int64_t row = t == 2 ? 0 : i / 5 % 3;
        const int64_t item = t == 1 ? 0 : i / 15;
        const int64_t id = ids.IntAt(item * shapes[t][1] + row);
        out.Set(i, out.At(i) + table.At(id * 5 + i % 5));
      }
      c.inputs["Tables"].push_back(table);
      c.inputs["Ids"].push_back(ids);
    }
    c.expected["Output"] = {out};
    suite.Run(c);
  }
}

TEST(XpuEmbeddingWithEltwiseAdd, RefusesWhatDoesNotFit) {
  OpSuite suite(kEmbedding);
  const auto refuse = [&](const std::vector<DDim>& tables, const std::vector<DDim>& ids,
                          const std::string& text) {
    OpCase c("bad");
    for (const DDim& dims : tables) c.inputs["Tables"].push_back(TestTensor::ShapeOnly(dims));
    for (const DDim& dims : ids) {
      c.inputs["Ids"].push_back(TestTensor::ShapeOnly(dims, PrecisionType::kInt64));
    }
    suite.ExpectError(c, text);
  };
  refuse({{4, 5}, {4, 5}}, {{3, 1}}, "Ids: expected 2 tensors, one for each of Tables, found 1");
  refuse({{4, 5}, {4, 5, 6}}, {{3, 1}, {3, 1}},
         "Tables[1]: expected rank 2, found shape [4, 5, 6]");
  refuse({{4, 5}, {4, 6}}, {{3, 1}, {3, 1}}, "Tables[1]: expected rows of 5 as in Tables[0]");
  refuse({{4, 5}, {4, 5}}, {{3, 1}, {2, 1}},
         "Ids[1]: expected a shape that broadcasts with [3, 1], found [2, 1]");
  refuse({{4, 5}, {4, 5}}, {{3, 1}, {1, 3, 1}},
         "Ids[1]: expected a shape that broadcasts with [3, 1], found [1, 3, 1]");
  refuse({{4, 5}}, {{3, 2}}, "Ids[0]: expected a last dimension of 1, found shape [3, 2]");
}

}  // namespace
}  // namespace paddle::lite::test
