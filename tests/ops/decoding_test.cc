// Beam search over arrays, and what decoding operators refuse. Their results are tested by
// tests/ops/golden.
#include <gtest/gtest.h>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

OpCase BeamCase() {
  OpCase c("beam");
  c.inputs["pre_ids"] = {MakeTensor<int64_t>({2, 1}, {1, 2})};
  c.inputs["pre_scores"] = {TestTensor({2, 1})};
  c.inputs["ids"] = {TestTensor({2, 3}, PrecisionType::kInt64)};
  c.inputs["scores"] = {TestTensor({2, 3})};
  c.inputs["scores"][0].lod = {{0, 1, 2}, {0, 1, 2}};
  c.attrs["beam_size"] = 2;
  return c;
}

TEST(BeamSearch, Refuses) {
  OpSuite suite("beam_search");
  OpCase c = BeamCase();
  for (const int size : {0, -3}) {
    c.attrs["beam_size"] = size;
    suite.ExpectError(c, "attribute beam_size: expected a positive value");
  }
  c = BeamCase();
  c.attrs["level"] = 2;
  suite.ExpectError(c, "scores: expected more than 2 levels of detail, found 2");
  c.attrs["level"] = -1;
  suite.ExpectError(c, "attribute level: expected 0 or more");
  for (const LoD& lod :
       {LoD{{0, 1, 3}, {0, 1, 2}}, LoD{{0, 1, 2}, {0, 1, 3}}, LoD{{0, 2, 1, 2}, {0, 1, 2}},
        LoD{{0, 1, 2}, {0, 2, 1}}, LoD{{}, {0, 1, 2}}}) {
    c = BeamCase();
    c.inputs["scores"][0].lod = lod;
    suite.ExpectError(c, "scores: level");
  }
  c = BeamCase();
  c.inputs["ids"] = {TestTensor({2, 2}, PrecisionType::kInt64)};
  suite.ExpectError(c, "ids: expected 6 values or more, found shape [2, 2]");
  c = BeamCase();
  c.inputs["scores"] = {TestTensor(DDim{})};
  suite.ExpectError(c, "scores: expected rows, found shape []");
  c = BeamCase();
  c.inputs["pre_ids"] = {TestTensor({1, 1}, PrecisionType::kInt64)};
  suite.ExpectError(c, "pre_ids: expected 2 values or more, found shape [1, 1]");
}

// A step: ids, and the prefixes of sources and the candidates of prefixes as offsets. The score of
// candidate i of step t is t + i / 8.
struct Step {
  std::vector<int64_t> ids;
  LoD lod;
};

OpCase Decode(const std::vector<Step>& steps) {
  OpCase c("decode");
  c.attrs["beam_size"] = 2;
  c.attrs["end_id"] = 0;
  for (size_t t = 0; t < steps.size(); ++t) {
    const int64_t count = static_cast<int64_t>(steps[t].ids.size());
    TestTensor ids = MakeTensor<int64_t>({count, 1}, steps[t].ids);
    TestTensor scores({count, 1});
    for (int64_t i = 0; i < count; ++i) {
      scores.Set(i, static_cast<double>(t) + static_cast<double>(i) / 8);
    }
    ids.lod = scores.lod = steps[t].lod;
    c.input_arrays["Ids"].push_back(ids);
    c.input_arrays["Scores"].push_back(scores);
  }
  return c;
}

const std::vector<Step>& TwoSources() {
  static const std::vector<Step> steps = {
      {{5, 6}, {{0, 1, 2}, {0, 1, 2}}},
      {{7, 8, 9, 0}, {{0, 1, 2}, {0, 2, 4}}},
      // Source 0 continues 8 twice; source 1 ends 9 and keeps its earlier end.
      {{3, 4, 0, 0}, {{0, 2, 4}, {0, 0, 2, 3, 4}}},
  };
  return steps;
}

TEST(BeamSearchDecode, FollowsCandidatesBack) {
  OpSuite suite("beam_search_decode");
  OpCase c = Decode(TwoSources());
  const LoD lod = {{0, 2, 4}, {0, 3, 6, 8, 11}};
  TestTensor ids = MakeTensor<int64_t>({11}, {5, 8, 4, 5, 8, 3, 6, 0, 6, 9, 0});
  TestTensor scores =
      MakeTensor<float>({11}, {0, 1.125, 2.125, 0, 1.125, 2, 0.125, 2.375, 0.125, 1.25, 2.25});
  ids.lod = scores.lod = lod;
  c.expected["SentenceIds"] = {ids};
  c.expected["SentenceScores"] = {scores};
  suite.Run(c);
}

TEST(BeamSearchDecode, Refuses) {
  OpCase c = Decode(TwoSources());
  c.attrs["beam_size"] = 0;
  OpSuite("beam_search_decode")
      .ExpectError(c, "attribute beam_size: expected a positive value, found 0");
}

TEST(GatherTree, Refuses) {
  OpSuite suite("gather_tree");
  OpCase c("tree");
  c.inputs["Ids"] = {TestTensor({3, 1, 2}, PrecisionType::kInt64)};
  c.inputs["Parents"] = {TestTensor({3, 2, 1}, PrecisionType::kInt64)};
  suite.ExpectError(c, "Parents: expected shape [3, 1, 2] of Ids, found [3, 2, 1]");
  c.inputs["Parents"] = {TestTensor({3, 1, 2}, PrecisionType::kInt32)};
  suite.ExpectError(c, "Parents: expected element type int64");
}

TEST(SamplingId, Refuses) {
  OpSuite suite("sampling_id");
  OpCase c("sampling");
  c.inputs["X"] = {TestTensor({3, 0})};
  suite.ExpectError(c, "X: expected rank 2 with columns");
  c.inputs["X"] = {TestTensor({3, 2})};
  c.attrs["min"] = 1.0f;
  suite.ExpectError(c, "attribute min: expected less than max");
}

TEST(CtcAlign, Refuses) {
  OpSuite suite("ctc_align");
  OpCase c("ctc");
  for (const LoD& lod : {LoD{{0, 2, 4}}, LoD{{0, 4, 2, 5}}, LoD{{0, 7}}, LoD{{1, 5}}}) {
    c.inputs["Input"] = {TestTensor({5, 1}, PrecisionType::kInt32)};
    c.inputs["Input"][0].lod = lod;
    suite.ExpectError(c, "Input: level 0 of detail");
  }
  c.inputs["Input"] = {TestTensor({5, 0}, PrecisionType::kInt32)};
  suite.ExpectError(c, "Input: expected shape [T, 1], found [5, 0]");
  c.inputs["Input"] = {TestTensor({5, 2}, PrecisionType::kInt32)};
  c.unchecked = {"OutputLength"};
  c.inputs["InputLength"] = {TestTensor({4, 1}, PrecisionType::kInt32)};
  suite.ExpectError(c, "InputLength: expected 5 values or more, found shape [4, 1]");
}

TEST(CrfDecoding, Refuses) {
  OpSuite suite("crf_decoding");
  OpCase c("crf");
  c.inputs["Transition"] = {TestTensor({5, 3})};
  for (const LoD& lod : {LoD{{0, 2, 4}}, LoD{{0, 4, 2, 5}}, LoD{{0, 7}}, LoD{{1, 5}}}) {
    c.inputs["Emission"] = {TestTensor({5, 3})};
    c.inputs["Emission"][0].lod = lod;
    suite.ExpectError(c, "Emission: level 0 of detail");
  }
  c.inputs["Emission"][0].lod = {{0, 5}};
  c.inputs["Transition"] = {TestTensor({4, 3})};
  suite.ExpectError(c, "Transition: expected shape [5, 3], found [4, 3]");
  c.inputs["Transition"] = {TestTensor({5, 3})};
  c.inputs["Label"] = {TestTensor({4, 1}, PrecisionType::kInt64)};
  suite.ExpectError(c, "Label: expected at least 5 values, found shape [4, 1]");
}

TEST(ViterbiDecode, Refuses) {
  OpSuite suite("viterbi_decode");
  OpCase c("viterbi");
  c.inputs["Input"] = {TestTensor({2, 4, 3})};
  c.inputs["Transition"] = {TestTensor({3, 3})};
  for (const int64_t length : {int64_t{-1}, int64_t{5}}) {
    c.inputs["Length"] = {MakeTensor<int64_t>({2}, {1, length})};
    suite.ExpectError(c, "Length: sequence 1 has length");
  }
  c.inputs["Length"] = {TestTensor({3}, PrecisionType::kInt64)};
  suite.ExpectError(c, "Length: expected 2 values, found shape [3]");
  c.inputs["Transition"] = {TestTensor({5, 3})};
  suite.ExpectError(c, "Transition: expected shape [3, 3], found [5, 3]");
}

}  // namespace
}  // namespace paddle::lite::test
