// What softmax_with_cross_entropy, sigmoid_cross_entropy_with_logits, label_smooth, segment_pool,
// edit_distance, sequence_erase, sequence_enumerate, sequence_slice, sequence_scatter,
// add_position_encoding and fused_softmax_mask refuse, and the results that Paddle does not compute
// on the CPU. Other results are tested by tests/ops/golden.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

TestTensor WithLevel(TestTensor tensor, const std::vector<uint64_t>& offsets) {
  tensor.lod = {offsets};
  return tensor;
}

TEST(CrossEntropy, Refuses) {
  OpSuite suite("softmax_with_cross_entropy");
  OpCase valid("valid");
  valid.inputs["Logits"] = {TestTensor({2, 3})};
  valid.inputs["Label"] = {TestTensor({2, 1}, PrecisionType::kInt64)};
  OpCase c = valid;
  c.attrs["axis"] = 2;
  suite.ExpectError(c, "attribute axis: axis 2 is outside of");
  c = valid;
  c.inputs["Label"] = {TestTensor({2, 3}, PrecisionType::kInt64)};
  suite.ExpectError(c, "Label: expected shape [2, 1], found [2, 3]");
  c = valid;
  c.inputs["Label"] = {TestTensor({2, 1}, PrecisionType::kBool)};
  suite.ExpectError(c, "Label: element type");
  c = valid;
  c.attrs["soft_label"] = true;
  suite.ExpectError(c, "Label: expected shape [2, 3], found [2, 1]");
  c.inputs["Label"] = {TestTensor({2, 3}, PrecisionType::kFP64)};
  suite.ExpectError(c, "Label: expected element type");
}

TEST(SigmoidCrossEntropy, Refuses) {
  OpSuite suite("sigmoid_cross_entropy_with_logits");
  OpCase c("shape");
  c.inputs["X"] = {TestTensor({2, 3})};
  c.inputs["Label"] = {TestTensor({2, 1})};
  suite.ExpectError(c, "Label: expected the shape of X [2, 3], found [2, 1]");
  c.inputs["Label"] = {TestTensor({2, 3})};
  c.inputs["pos_weight"] = {TestTensor({3})};
  suite.ExpectError(c, "pos_weight: expected the shape of X [2, 3], found [3]");
}

TEST(LabelSmooth, Refuses) {
  OpSuite suite("label_smooth");
  OpCase c("shape");
  c.inputs["X"] = {TestTensor({2, 3})};
  c.inputs["PriorDist"] = {TestTensor({1, 0})};
  suite.ExpectError(c, "PriorDist: expected 3 values, found shape [1, 0]");
}

TEST(SegmentPool, Refuses) {
  OpSuite suite("segment_pool");
  OpCase c("shape");
  c.inputs["X"] = {TestTensor({2, 3})};
  c.inputs["SegmentIds"] = {TestTensor({3}, PrecisionType::kInt64)};
  suite.ExpectError(c, "SegmentIds: expected shape [2], found [3]");
  c.attrs["pooltype"] = std::string("sum");
  suite.ExpectError(c, "attribute pooltype: expected SUM, MEAN, MAX or MIN, found 'sum'");
}

TEST(EditDistance, Refuses) {
  OpSuite suite("edit_distance");
  const TestTensor tokens({3, 1}, PrecisionType::kInt64);
  OpCase c("levels");
  c.inputs["Hyps"] = {WithLevel(tokens, {0, 1, 3})};
  c.inputs["Refs"] = {WithLevel(tokens, {0, 3})};
  suite.ExpectError(c, "Refs: expected at least 2 sequences, found 1");
  c.inputs["Refs"] = {WithLevel(tokens, {0, 1, 2})};
  suite.ExpectError(c, "Refs: level 0 of detail");
  c.inputs["Refs"] = {tokens};
  suite.ExpectError(c, "Refs: expected sequences");
  c.inputs["HypsLength"] = {TestTensor({3}, PrecisionType::kInt64)};
  suite.ExpectError(c, "RefsLength: missing");
  c.inputs["RefsLength"] = {TestTensor({2}, PrecisionType::kInt64)};
  suite.ExpectError(c, "RefsLength: expected at least 3 lengths, found shape [2]");
}

TEST(SequenceErase, Refuses) {
  OpCase c("shape");
  c.inputs["X"] = {TestTensor({3, 1}, PrecisionType::kInt64)};
  OpSuite("sequence_erase").ExpectError(c, "X: expected sequences");
  c.inputs["X"] = {WithLevel(TestTensor({3, 2}, PrecisionType::kInt64), {0, 3})};
  OpSuite("sequence_erase").ExpectError(c, "X: expected shape [T, 1], found [3, 2]");
  c.attrs["win_size"] = 2;
  OpSuite("sequence_enumerate").ExpectError(c, "X: expected shape [T, 1], found [3, 2]");
  c.inputs["X"] = {WithLevel(TestTensor({3, 1}, PrecisionType::kInt64), {0, 3})};
  c.attrs["win_size"] = 1;
  OpSuite("sequence_enumerate").ExpectError(c, "attribute win_size: expected 2 or more, found 1");
  c.attrs["win_size"] = 1 << 30;
  OpSuite("sequence_enumerate").ExpectError(c, "attribute win_size: expected at most 64");
}

TEST(SequenceSlice, Refuses) {
  OpSuite suite("sequence_slice");
  OpCase c("places");
  c.inputs["X"] = {WithLevel(TestTensor({3, 2}), {0, 1, 3})};
  c.inputs["Offset"] = {TestTensor({1, 1}, PrecisionType::kInt64)};
  c.inputs["Length"] = {TestTensor({2, 1}, PrecisionType::kInt64)};
  suite.ExpectError(c, "Offset: expected 2 values, one for each sequence of X, found shape [1, 1]");
}

TEST(SequenceScatter, Refuses) {
  OpSuite suite("sequence_scatter");
  const TestTensor ids({3, 1}, PrecisionType::kInt64);
  OpCase c("levels");
  c.inputs["X"] = {TestTensor({2, 4})};
  c.inputs["Ids"] = {WithLevel(ids, {0, 3})};
  c.inputs["Updates"] = {WithLevel(TestTensor({3, 1}), {0, 3})};
  c.inputs["Ids"] = {WithLevel(ids, {0, 1, 2, 3})};
  suite.ExpectError(c, "Ids: expected at most 2 sequences, one for a row of X, found 3");
  c.inputs["Ids"] = {WithLevel(ids, {0, 1, 3})};
  c.inputs["Updates"] = {TestTensor({3, 1})};
  suite.ExpectError(c, "Updates: expected sequences, found shape [3, 1] without a level of detail");
  c.inputs["X"] = {TestTensor({6})};
  suite.ExpectError(c, "X: expected rank 2 or more, found shape [6]");
  c.inputs["X"] = {TestTensor({2, 4})};
  c.inputs["Updates"] = {WithLevel(TestTensor({2, 1}), {0, 1, 2})};
  suite.ExpectError(c, "Updates: expected 3 values, found shape [2, 1]");
}

TEST(AddPositionEncoding, Refuses) {
  OpSuite suite("add_position_encoding");
  OpCase c("shape");
  c.inputs["X"] = {TestTensor({2, 3, 5})};
  suite.ExpectError(c, "X: expected an even number of elements for a position");
  c.inputs["X"] = {TestTensor({3, 4})};
  suite.ExpectError(c, "X: expected rank 3, or rank 2 with a level of detail");
  c.inputs["X"] = {WithLevel(TestTensor({3, 4}), {0, 2})};
  suite.ExpectError(c, "X: level 0 of detail");
}

TEST(FusedSoftmaxMask, UpperTriangle) {
  OpSuite suite("fused_softmax_mask_upper_triangle");
  Random random("upper triangle");
  for (const PrecisionType type : {PrecisionType::kFloat, PrecisionType::kFP64}) {
    for (const int64_t width : {1, 5, 40}) {
      OpCase c("triangle");
      TestTensor x = random.Floats({2, 3, width, width}, -5, 5, type);
      TestTensor out = x;
      for (int64_t row = 0; row < 6 * width; ++row) {
        double sum = 0;
        for (int64_t i = 0; i <= row % width; ++i) sum += std::exp(x.At(row * width + i));
        for (int64_t i = 0; i < width; ++i) {
          const int64_t at = row * width + i;
          out.Set(at, i <= row % width ? std::exp(x.At(at)) / sum : 0.0);
        }
      }
      c.inputs["X"] = {x};
      c.expected["Out"] = {out};
      suite.Run(c);
    }
  }
  OpCase c("shape");
  c.inputs["X"] = {TestTensor({1, 1, 2, 3})};
  suite.ExpectError(c, "X: expected rank 4 with square matrices, found shape [1, 1, 2, 3]");
}

TEST(FusedSoftmaxMask, Refuses) {
  OpSuite suite("fused_softmax_mask");
  OpCase c("shape");
  c.inputs["X"] = {TestTensor({1, 2, 3, 4})};
  c.inputs["Mask"] = {TestTensor({1, 2, 3, 4})};
  suite.ExpectError(c, "Mask: expected shape [1, 1, 3, 4], found [1, 2, 3, 4]");
  c.inputs["X"] = {TestTensor({3, 4})};
  suite.ExpectError(c, "X: expected rank 4");
}

}  // namespace
}  // namespace paddle::lite::test
