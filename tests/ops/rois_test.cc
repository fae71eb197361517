// What roi_pool, psroi_pool, unpool, iou_similarity, nms, bipartite_match, spp and row_conv refuse.
// Their results are tested by tests/ops/golden.
#include <gtest/gtest.h>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

OpCase RegionsCase() {
  OpCase c("regions");
  c.inputs["X"] = {TestTensor({2, 4, 5, 6})};
  c.inputs["ROIs"] = {TestTensor({3, 4})};
  c.inputs["ROIs"][0].lod = {{0, 1, 3}};
  return c;
}

TEST(RoiPool, Refuses) {
  for (const char* op : {"roi_pool", "psroi_pool"}) {
    OpSuite suite(op);
    OpCase valid = RegionsCase();
    if (op == std::string("psroi_pool")) valid.attrs["output_channels"] = 4;
    OpCase c = valid;
    c.expected["Out"] = {TestTensor({3, 4, 1, 1})};
    suite.Run(c);
    c = valid;
    c.attrs["pooled_height"] = 0;
    suite.ExpectError(c, "attributes pooled_height and pooled_width: expected positive values");
    c = valid;
    c.inputs["X"] = {TestTensor({2, 4, 5})};
    suite.ExpectError(c, "X: expected rank 4");
    c = valid;
    c.inputs["X"] = {TestTensor::ShapeOnly({1, 4, int64_t{1} << 31, 1})};
    suite.ExpectError(c, "X: spatial extent");
    c = valid;
    c.inputs["ROIs"] = {TestTensor({3, 5})};
    suite.ExpectError(c, "ROIs: expected shape [R, 4], found [3, 5]");
    c = valid;
    c.inputs["ROIs"] = {TestTensor({3, 4}, PrecisionType::kFP64)};
    suite.ExpectError(c, "ROIs: expected element type");
  }
  OpCase c = RegionsCase();
  c.attrs["output_channels"] = 3;
  OpSuite("psroi_pool").ExpectError(c, "X: expected 3 * 1 * 1 channels");
  c.attrs["output_channels"] = 0;
  OpSuite("psroi_pool").ExpectError(c, "attribute output_channels: expected a positive value");
}

TEST(RoiPool, Offsets) {
  OpSuite suite("roi_pool");
  OpCase c = RegionsCase();
  c.inputs["ROIs"][0].lod.clear();
  c.inputs["RoisLod"] = {MakeTensor<int64_t>({3}, {0, 1, 3})};
  c.expected["Out"] = {TestTensor({3, 4, 1, 1})};
  suite.Run(c);
}

TEST(Unpool, Refuses) {
  OpSuite suite("unpool");
  OpCase valid("valid");
  valid.inputs["X"] = {TestTensor({1, 1, 2, 2})};
  valid.inputs["Indices"] = {TestTensor({1, 1, 2, 2}, PrecisionType::kInt32)};
  valid.attrs = {{"ksize", std::vector<int>{2, 2}}, {"strides", std::vector<int>{2, 2}}};
  OpCase c = valid;
  c.expected["Out"] = {TestTensor({1, 1, 4, 4})};
  suite.Run(c);
  c = valid;
  c.inputs["X"] = {TestTensor({1, 2, 2})};
  suite.ExpectError(c, "X: expected rank 4");
  c = valid;
  c.inputs["Indices"] = {TestTensor({1, 1, 4}, PrecisionType::kInt32)};
  suite.ExpectError(c, "Indices: expected the shape of X");
  c = valid;
  c.inputs["Indices"] = {TestTensor({1, 1, 2, 2}, PrecisionType::kInt64)};
  suite.ExpectError(c, "Indices: expected int32, found int64");
  c = valid;
  c.attrs["ksize"] = std::vector<int>{2};
  suite.ExpectError(c, "attribute ksize: expected 2 values, found [2]");
  c = valid;
  c.attrs["output_size"] = std::vector<int>{4};
  suite.ExpectError(c, "attribute output_size: expected 2 values");
  c = valid;
  c.attrs["output_size"] = std::vector<int>{4, -1};
  suite.ExpectError(c, "attribute output_size: expected extents that are not negative, found -1");
}

TEST(IouSimilarity, Refuses) {
  OpSuite suite("iou_similarity");
  OpCase c("shape");
  c.inputs["X"] = {TestTensor({2, 4})};
  c.inputs["Y"] = {TestTensor({2, 5})};
  suite.ExpectError(c, "Y: expected shape [N, 4], found [2, 5]");
  c.inputs["Y"] = {TestTensor({2, 4}, PrecisionType::kFP64)};
  suite.ExpectError(c, "Y: expected element type");
}

TEST(Nms, Refuses) {
  OpSuite suite("nms");
  OpCase c("shape");
  c.inputs["Boxes"] = {TestTensor({8})};
  suite.ExpectError(c, "Boxes: expected shape [N, 4], found [8]");
}

TEST(BipartiteMatch, Refuses) {
  OpSuite suite("bipartite_match");
  OpCase c("level");
  c.inputs["DistMat"] = {TestTensor({3, 2})};
  c.inputs["DistMat"][0].lod = {{0, 2}};
  suite.ExpectError(c, "DistMat: level 0 of detail");
  c.inputs["DistMat"] = {TestTensor({3, 2, 1})};
  suite.ExpectError(c, "DistMat: expected rank 2");
  c.attrs["match_type"] = std::string("other");
  suite.ExpectError(c, "attribute match_type: expected bipartite or per_prediction");
}

TEST(Spp, Refuses) {
  OpSuite suite("spp");
  OpCase c("height");
  c.inputs["X"] = {TestTensor({1, 1, 2, 2})};
  for (const int height : {16, 1 << 30}) {
    c.attrs["pyramid_height"] = height;
    suite.ExpectError(c, "attribute pyramid_height: expected at most 15");
  }
  c.attrs["pyramid_height"] = 1;
  c.attrs["pooling_type"] = std::string("sum");
  suite.ExpectError(c, "attribute pooling_type: expected max or avg");
  c.attrs.erase("pooling_type");
  c.inputs["X"] = {TestTensor({1, 1, 2})};
  suite.ExpectError(c, "X: expected rank 4, found shape [1, 1, 2]");
}

TEST(RowConv, Refuses) {
  OpSuite suite("row_conv");
  OpCase c("shape");
  c.inputs["X"] = {TestTensor({3, 2})};
  c.inputs["Filter"] = {TestTensor({2, 2})};
  suite.ExpectError(c, "X: expected rank 3, or rank 2 with a level of detail");
  c.inputs["X"][0].lod = {{0, 2}};
  suite.ExpectError(c, "X: level 0 of detail");
  c.inputs["X"][0].lod = {{0, 1, 3}};
  c.inputs["Filter"] = {TestTensor({2, 3})};
  suite.ExpectError(c, "Filter: expected 2 columns, found shape [2, 3]");
}

}  // namespace
}  // namespace paddle::lite::test
