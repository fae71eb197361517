// Pooling over the largest values, and operators that only Paddle Lite has, against their
// definitions.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

TestTensor InSequences(TestTensor tensor, const LoD& lod) {
  tensor.lod = lod;
  return tensor;
}

OpCase TopkCase() {
  OpCase c("topk");
  c.inputs["X"] = {InSequences(TestTensor({16, 1}), {{0, 12, 16}})};
  c.inputs["ROW"] = {InSequences(TestTensor({3, 1}), {{0, 2, 3}})};
  c.inputs["COLUMN"] = {InSequences(TestTensor({5, 1}), {{0, 3, 5}})};
  c.attrs["topks"] = std::vector<int>{1, 2};
  c.attrs["channel_num"] = 2;
  return c;
}

TEST(SequenceTopkAvgPooling, Refuses) {
  OpSuite suite("sequence_topk_avg_pooling");
  for (const std::vector<int>& topks : {std::vector<int>{}, {0, 1}, {-1}, {3, 1}}) {
    OpCase c = TopkCase();
    c.attrs["topks"] = topks;
    suite.ExpectError(c, "attribute topks: expected positive numbers, none larger than the last");
  }
  OpCase c = TopkCase();
  c.attrs["channel_num"] = 0;
  suite.ExpectError(c, "attribute channel_num: expected a positive value, found 0");
  c.attrs["channel_num"] = 3;
  suite.ExpectError(c, "X: sample 0 has 12 values, expected 3 maps of 2 x 3");
  for (const char* slot : {"X", "ROW", "COLUMN"}) {
    for (const LoD& lod : {LoD{{0, 2, 99}}, LoD{{0, 2, 1}}, LoD{{1, 2}}, LoD{{}}}) {
      c = TopkCase();
      c.inputs[slot][0].lod = lod;
      suite.ExpectError(c, StrCat(slot, ": level 0 of detail"));
    }
    c = TopkCase();
    c.inputs[slot][0].lod = {};
    suite.ExpectError(c, StrCat(slot, ": expected sequences"));
  }
  c = TopkCase();
  c.inputs["ROW"] = {InSequences(TestTensor({3, 1}), {{0, 3}})};
  suite.ExpectError(c, "X: expected as many samples as ROW and COLUMN, found 2, 1 and 2");
  c = TopkCase();
  c.attrs["topks"] = std::vector<int>{2147483647};
  c.unchecked = {"pos"};
  c.inputs["ROW"] = {
      InSequences(TestTensor::ShapeOnly({int64_t{1} << 60, 1}), {{0, 0, 1ull << 60}})};
  c.inputs["COLUMN"] = {InSequences(TestTensor({3, 1}), {{0, 3, 3}})};
  c.inputs["X"] = {InSequences(TestTensor({0, 1}), {{0, 0, 0}})};
  suite.ExpectError(c, "attribute topks: [2147483647] is too large");
}

TEST(SequencePoolConcat, EachInItsManner) {
  OpSuite suite("sequence_pool_concat");
  OpCase c("concat");
  c.inputs["X"] = {InSequences(MakeTensor<float>({4, 2}, {1, 2, 3, 8, 5, 6, 7, 7}), {{0, 3, 3, 4}}),
                   InSequences(MakeTensor<float>({3, 1}, {4, -2, 9}), {{0, 1, 2, 3}}),
                   InSequences(MakeTensor<float>({4, 1}, {1, 2, 3, 4}), {{0, 0, 4, 4}})};
  c.attrs["pooltype"] = std::vector<std::string>{"MAX", "SUM", "AVERAGE"};
  c.expected["Out"] = {MakeTensor<float>({3, 4}, {5, 8, 4, 0, 0, 0, -2, 2.5, 7, 7, 9, 0})};
  suite.Run(c);
  OpCase bad = c;
  bad.attrs["pooltype"] = std::vector<std::string>{"MAX", "SUM"};
  suite.ExpectError(bad, "attribute pooltype: expected 3 values, one for each X, found 2");
  bad.attrs["pooltype"] = std::vector<std::string>{"MAX", "SUM", "MEAN"};
  suite.ExpectError(bad, "attribute pooltype: expected AVERAGE");
  for (const LoD& lod : {LoD{{0, 2, 4}}, LoD{{0, 3, 2, 3}}, LoD{{0, 7}}, LoD{{1, 3}}}) {
    bad = c;
    bad.inputs["X"][1].lod = lod;
    suite.ExpectError(bad, "X[1]: level 0 of detail");
  }
  bad.inputs["X"][1].lod = {{0, 3}};
  suite.ExpectError(bad, "X[1]: expected 3 sequences as in X[0], found 1");
}

TEST(SequenceReverseEmbedding, ReversesEachSequence) {
  OpSuite suite("sequence_reverse_embedding");
  for (const PrecisionType type : {PrecisionType::kInt32, PrecisionType::kInt64}) {
    OpCase c("embedding");
    c.inputs["W"] = {MakeTensor<float>({3, 2}, {1, 2, 3, 4, 5, 6})};
    c.inputs["Ids"] = {
        InSequences(Convert(MakeTensor<int64_t>({5, 1}, {0, 2, 1, 1, 0}), type), {{0, 3, 3, 5}})};
    c.attrs["padding_idx"] = int64_t{0};
    c.expected["Out"] = {
        InSequences(MakeTensor<float>({5, 2}, {3, 4, 5, 6, 0, 0, 0, 0, 3, 4}), {{0, 3, 3, 5}})};
    suite.Run(c);
  }
  OpCase bad("bad");
  bad.inputs["W"] = {TestTensor({3, 2})};
  for (const LoD& lod : {LoD{{0, 2, 4}}, LoD{{0, 4, 2, 5}}, LoD{{0, 7}}, LoD{{1, 5}}}) {
    bad.inputs["Ids"] = {InSequences(TestTensor({5, 1}, PrecisionType::kInt64), lod)};
    suite.ExpectError(bad, "Ids: level 0 of detail");
  }
  bad.inputs["Ids"] = {InSequences(TestTensor({5, 2}, PrecisionType::kInt64), {{0, 5}})};
  suite.ExpectError(bad, "Ids: expected one id in each row");
}

TEST(TopkPooling, LargestOfThePartInUse) {
  OpSuite suite("topk_pooling");
  Random random("topk_pooling");
  const int64_t heights[] = {2, 0, 3}, widths[] = {4, 3, 1};
  for (const PrecisionType type : {PrecisionType::kFloat, PrecisionType::kFP64}) {
    OpCase c("topk");
    c.inputs["X"] = {InSequences(random.Floats({3, 2, 3, 4}, -1, 1, type), {{0, 4, 7, 8}})};
    c.inputs["Y"] = {InSequences(TestTensor({5, 1}), {{0, 2, 2, 5}})};
    c.attrs["top_k"] = 5;
    c.attrs["feat_map_num"] = 2;
    TestTensor out({3, 10}, type);
    for (int64_t map = 0; map < 6; ++map) {
      std::vector<double> values;
      for (int64_t h = 0; h < heights[map / 2]; ++h) {
        for (int64_t w = 0; w < widths[map / 2]; ++w)
          values.push_back(c.In("X").At((map * 3 + h) * 4 + w));
      }
      std::sort(values.begin(), values.end(), std::greater<double>());
      values.resize(5, 0);
      for (int64_t i = 0; i < 5; ++i) out.Set(map * 5 + i, values[static_cast<size_t>(i)]);
    }
    c.expected["Out"] = {out};
    suite.Run(c);
  }
  OpCase bad("bad");
  bad.inputs["X"] = {InSequences(TestTensor({2, 2, 3, 4}), {{0, 4, 8}})};
  bad.inputs["Y"] = {InSequences(TestTensor({6, 1}), {{0, 3, 7}})};
  suite.ExpectError(bad, "Y: level 0 of detail [0, 3, 7] decreases or exceeds 3 for image 1");
  bad.inputs["Y"][0].lod = {{0, 3, 2}};
  suite.ExpectError(bad, "Y: level 0 of detail");
  bad.inputs["Y"][0].lod = {{0, 3}};
  suite.ExpectError(bad, "Y: expected a level of detail with 2 sequences");
  bad.inputs["Y"][0].lod = {{0, 3, 6}};
  bad.attrs["top_k"] = 0;
  suite.ExpectError(bad, "attribute top_k: expected a positive value, found 0");
  bad.attrs["top_k"] = 1;
  bad.attrs["feat_map_num"] = 3;
  suite.ExpectError(bad, "feat_map_num: 3, but X [2, 2, 3, 4] has 2 channels");
}

}  // namespace
}  // namespace paddle::lite::test
