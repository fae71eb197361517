#include <gtest/gtest.h>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

TestTensor Bools(const DDim& dims, const std::vector<int>& values) {
  TestTensor tensor(dims, PrecisionType::kBool);
  for (size_t i = 0; i < values.size(); ++i) tensor.SetInt(static_cast<int64_t>(i), values[i]);
  return tensor;
}

TestTensor WithLod(TestTensor tensor, const LoD& lod) {
  tensor.lod = lod;
  return tensor;
}

// The case that splits, and the one that merges its results.
struct Pair {
  OpCase split{"split"};
  std::vector<OpCase> merges;
};

Pair MakePair(const TestTensor& x, const TestTensor& mask, const TestTensor& if_true,
              const TestTensor& if_false, int level) {
  Pair made;
  made.split.inputs["X"] = {x};
  made.split.inputs["Mask"] = {mask};
  made.split.attrs["level"] = level;
  made.split.expected["OutTrue"] = {if_true};
  made.split.expected["OutFalse"] = {if_false};
  OpCase merge("merge");
  merge.inputs["X"] = {x};
  merge.inputs["Mask"] = {mask};
  merge.inputs["InTrue"] = {if_true};
  merge.inputs["InFalse"] = {if_false};
  merge.attrs["level"] = level;
  merge.expected["Out"] = {x};
  made.merges.push_back(merge);
  return made;
}

std::vector<Pair> Pairs() {
  const TestTensor rows = MakeTensor<float>({3, 2}, {1, 2, 3, 4, 5, 6});
  const TestTensor top = MakeTensor<float>({1, 2}, {3, 4});
  const TestTensor rest = MakeTensor<float>({2, 2}, {1, 2, 5, 6});
  // Sequences of 2, 0, 3 and 1 words.
  const TestTensor words = MakeTensor<int64_t>({6, 1}, {1, 2, 3, 4, 5, 6});
  const TestTensor some = MakeTensor<int64_t>({3, 1}, {1, 2, 6});
  const TestTensor others = MakeTensor<int64_t>({3, 1}, {3, 4, 5});
  // Documents of 2, 1 and 1 sequences.
  const LoD nested = {{0, 2, 3, 4}, {0, 2, 2, 5, 6}};
  return {
      MakePair(rows, Bools({3, 1}, {0, 1, 0}), top, rest, 0),
      MakePair(rows, Bools({3}, {0, 0, 0}), TestTensor({0, 2}), rows, 0),
      MakePair(WithLod(words, {{0, 2, 2, 5, 6}}), Bools({4, 1}, {1, 1, 0, 1}),
               WithLod(some, {{0, 2, 2, 3}}), WithLod(others, {{0, 3}}), 0),
      MakePair(WithLod(words, nested), Bools({3, 1}, {1, 0, 1}),
               WithLod(some, {{0, 2, 3}, {0, 2, 2, 3}}), WithLod(others, {{0, 1}, {0, 3}}), 0),
      MakePair(WithLod(words, nested), Bools({4, 1}, {1, 1, 0, 1}), WithLod(some, {{0, 2, 2, 3}}),
               WithLod(others, {{0, 3}}), 1),
  };
}

TEST(LodSplit, Split) {
  OpSuite suite("split_lod_tensor");
  for (const Pair& pair : Pairs()) suite.Run(pair.split);
  OpCase few = Pairs()[0].split;
  few.inputs["Mask"] = {Bools({2}, {1, 0})};
  suite.ExpectError(few, "Mask: expected 3 values, found shape [2]");
  OpCase bad = Pairs()[2].split;
  bad.inputs["X"][0].lod = {{0, 2, 9}};
  suite.ExpectError(bad, "X: level 0 of detail [0, 2, 9] does not divide 6 rows");
}

TEST(LodSplit, Merge) {
  for (const char* type : {"merge_lod_tensor", "merge_lod_tensor_infer"}) {
    OpSuite suite(type);
    for (const Pair& pair : Pairs()) suite.Run(pair.merges[0]);
    OpCase many = Pairs()[0].merges[0];
    many.inputs["Mask"] = {Bools({3}, {1, 1, 0})};
    suite.ExpectError(many, "Mask [3] does not fit the 1 items of InTrue and the 2 of InFalse");
    OpCase wide = Pairs()[0].merges[0];
    wide.inputs["InTrue"] = {TestTensor({1, 3})};
    suite.ExpectError(wide, "expected rows of one kind");
  }
}

}  // namespace
}  // namespace paddle::lite::test
