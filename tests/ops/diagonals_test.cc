// Diagonals and triangles of matrices, and the operators that rearrange channels and pixels in
// Paddle 2: what they refuse, and sizes that Paddle's cases do not have. Values are compared in
// golden_test.cc.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

constexpr Tolerance kDiagonalsExact{0, 0, 0, 0};
using DiagonalsAttrs = std::map<std::string, model::AttrValue>;

void RefuseDiagonals(const char* op, const char* text, DiagonalsAttrs attrs) {
  OpCase c(text);
  c.attrs = std::move(attrs);
  OpSuite(op).ExpectError(c, text);
}

void RefuseDiagonals(const char* op, const char* slot, const DDim& x, const char* text,
                     DiagonalsAttrs attrs = {}) {
  OpCase c(text);
  c.attrs = std::move(attrs);
  c.inputs[slot] = {TestTensor::ShapeOnly(x)};
  OpSuite(op).ExpectError(c, text);
}

TEST(Diagonals, RefuseWhatDoesNotFit) {
  constexpr int64_t kMany = int64_t{1} << 40;
  RefuseDiagonals("eye", "attribute num_rows: expected 0 or more, found -1",
                  {{"num_rows", int64_t{-1}}});
  RefuseDiagonals("eye", "attribute num_columns: expected -1 or more, found -2",
                  {{"num_rows", int64_t{2}}, {"num_columns", int64_t{-2}}});
  RefuseDiagonals("eye", "Out", {{"num_rows", kMany}, {"num_columns", kMany}});
  RefuseDiagonals("eye", "attribute dtype: data type 99 is not supported",
                  {{"num_rows", int64_t{2}}, {"dtype", 99}});
  RefuseDiagonals("diag_v2", "X", {2, 2, 2}, "X: expected rank 0, 1 or 2, found shape [2, 2, 2]");
  RefuseDiagonals("diag_v2", "X", {2, 3}, "X: shape [2, 3] does not have a diagonal 4",
                  {{"offset", 4}});
  RefuseDiagonals("diag_v2", "X", {2, 3}, "X: shape [2, 3] does not have a diagonal -3",
                  {{"offset", -3}});
  RefuseDiagonals("diag_v2", "X", {kMany}, "Out");
  for (const char* op : {"diagonal", "trace"}) {
    RefuseDiagonals(op, "Input", {2}, "Input: expected rank 2 or more, found shape [2]");
    RefuseDiagonals(op, "Input", {2, 3}, "attribute axis1: axis 2 is outside of", {{"axis1", 2}});
    RefuseDiagonals(op, "Input", {2, 3}, "attribute axis2: axis -3 is outside of", {{"axis2", -3}});
    RefuseDiagonals(op, "Input", {2, 3}, "attribute axis2: expected another axis than axis1",
                    {{"axis2", -2}});
  }
  RefuseDiagonals("diag_embed", "Input", {}, "Input: expected rank 1 to 8, found shape []");
  RefuseDiagonals("diag_embed", "Input", {1, 1, 1, 1, 1, 1, 1, 1, 1}, "Input: expected rank 1 to");
  RefuseDiagonals("diag_embed", "Input", {2, 3}, "attribute dim1: axis 3 is outside of",
                  {{"dim1", 3}});
  RefuseDiagonals("diag_embed", "Input", {2, 3}, "attribute dim2: axis -4 is outside of",
                  {{"dim2", -4}});
  RefuseDiagonals("diag_embed", "Input", {2, 3}, "attribute dim2: expected another axis than dim1",
                  {{"dim2", 1}});
  RefuseDiagonals("diag_embed", "Input", {2, kMany}, "Out");
}

TEST(TriangleIndices, RefuseWhatDoesNotFit) {
  RefuseDiagonals("tril_indices", "attribute rows: expected 0 or more, found -1",
                  {{"rows", -1}, {"cols", 2}});
  RefuseDiagonals("tril_indices", "attribute cols: expected 0 or more, found -1",
                  {{"rows", 2}, {"cols", -1}});
  RefuseDiagonals("triu_indices", "attribute row: expected 0 or more, found -1",
                  {{"row", -1}, {"col", 2}});
  RefuseDiagonals("triu_indices", "attribute col: expected 0 or more, found -1",
                  {{"row", 2}, {"col", -1}});
  RefuseDiagonals("triu_indices", "attribute dtype: element type float",
                  {{"row", 2}, {"col", 1}, {"dtype", 5}});
}

// Offsets and sizes at the ends of int32.
TEST(TriangleIndices, Extremes) {
  OpCase none("none");
  none.attrs = {{"rows", INT32_MAX}, {"cols", INT32_MAX}, {"offset", INT32_MIN}};
  none.expected["out"] = {TestTensor({2, 0}, PrecisionType::kInt64)};
  OpSuite("tril_indices", kDiagonalsExact).Run(none);
  OpCase last("last");
  last.attrs = {{"rows", INT32_MAX}, {"cols", 3}, {"offset", -(INT32_MAX - 2)}};
  last.expected["out"] = {
      MakeTensor<int64_t>({2, 3}, {INT32_MAX - 2, INT32_MAX - 1, INT32_MAX - 1, 0, 0, 1})};
  OpSuite("tril_indices", kDiagonalsExact).Run(last);
  OpCase upper("upper");
  upper.attrs = {{"row", INT32_MAX}, {"col", 3}, {"offset", 1}};
  upper.expected["out"] = {MakeTensor<int64_t>({2, 3}, {0, 0, 1, 1, 2, 2})};
  OpSuite("triu_indices", kDiagonalsExact).Run(upper);
  upper.attrs = {{"row", 2}, {"col", INT32_MAX}, {"offset", INT32_MAX}};
  upper.expected["out"] = {TestTensor({2, 0}, PrecisionType::kInt64)};
  OpSuite("triu_indices", kDiagonalsExact).Run(upper);
}

TEST(ChannelShuffle, RefusesWhatDoesNotFit) {
  const DDim image{1, 4, 5, 6};
  RefuseDiagonals("channel_shuffle", "X", {4, 5, 6}, "X: expected rank 4");
  RefuseDiagonals("channel_shuffle", "X", image, "attribute groups: 3 does not divide",
                  {{"groups", 3}});
  RefuseDiagonals("channel_shuffle", "X", image, "attribute groups: 4 does not divide",
                  {{"groups", 4}, {"data_format", std::string("NHWC")}});
  for (const int groups : {0, -2}) {
    RefuseDiagonals("channel_shuffle", "X", image, "attribute groups: ", {{"groups", groups}});
  }
  RefuseDiagonals("channel_shuffle", "X", image, "attribute data_format: expected",
                  {{"data_format", std::string("X")}});
}

TEST(PixelUnshuffle, RefusesWhatDoesNotFit) {
  const DDim image{1, 4, 6, 6};
  RefuseDiagonals("pixel_unshuffle", "X", {4, 6, 6}, "X: expected rank 4");
  for (const int factor : {4, 0, -2, INT32_MIN}) {
    RefuseDiagonals("pixel_unshuffle", "X", image,
                    "attribute downscale_factor: ", {{"downscale_factor", factor}});
  }
  RefuseDiagonals("pixel_unshuffle", "X", image, "attribute downscale_factor: 6 does not divide",
                  {{"downscale_factor", 6}, {"data_format", std::string("NHWC")}});
  RefuseDiagonals("pixel_unshuffle", "X", image, "attribute data_format: expected",
                  {{"data_format", std::string("X")}});
  RefuseDiagonals("pixel_unshuffle", "X", {1, int64_t{1} << 40, 0, 0}, "downscale_factor",
                  {{"downscale_factor", INT32_MAX}});
}

// Sizes without elements, which end Paddle's process.
TEST(PixelUnshuffle, NoElements) {
  for (const bool shuffle : {false, true}) {
    OpCase c("empty");
    c.attrs[shuffle ? "groups" : "downscale_factor"] = 2;
    c.inputs["X"] = {TestTensor({1, 4, 0, 2})};
    c.expected["Out"] = {TestTensor(shuffle ? DDim{1, 4, 0, 2} : DDim{1, 16, 0, 1})};
    OpSuite(shuffle ? "channel_shuffle" : "pixel_unshuffle", kDiagonalsExact).Run(c);
  }
}

TEST(FillDiagonal, RefusesWhatDoesNotFit) {
  OpSuite suite("fill_diagonal");
  OpCase c("rank");
  for (const DDim& shape : {DDim{}, DDim{3}}) {
    c.inputs["X"] = {TestTensor(shape)};
    suite.ExpectError(c, "X: expected rank 2 or more, found shape");
  }
}

// More elements than one thread takes.
TEST(Diagonals, ManyElements) {
  Random random("diagonals");
  constexpr int64_t kCount = 40, kRows = 30, kColumns = 50;
  OpCase c("many");
  c.attrs = {{"offset", 3}, {"axis1", 0}, {"axis2", 2}};
  c.inputs["Input"] = {random.Floats({kRows, kCount, kColumns})};
  TestTensor out({kCount, kRows});
  TestTensor sums({kCount});
  for (int64_t i = 0; i < kCount; ++i) {
    double sum = 0;
    for (int64_t k = 0; k < kRows; ++k) {
      out.Set(i * kRows + k, c.In("Input").At((k * kCount + i) * kColumns + k + 3));
      sum += out.At(i * kRows + k);
    }
    sums.Set(i, sum);
  }
  c.expected["Out"] = {out};
  OpSuite("diagonal", kDiagonalsExact).Run(c);
  c.expected["Out"] = {sums};
  OpSuite("trace").Run(c);
}

}  // namespace
}  // namespace paddle::lite::test
