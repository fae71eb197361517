#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

TEST(SequencePool, TypesAndEmptySequences) {
  OpSuite suite("sequence_pool");
  Random random("pool");
  const std::vector<LoD> lods = {
      {{0, 2, 3, 7}}, {{0, 0, 7, 7}}, {{0, 7}}, {{0, 1, 3}, {0, 2, 4, 7}}};
  for (const std::string type : {"AVERAGE", "SUM", "SQRT", "MAX", "MIN", "FIRST", "LAST"}) {
    for (const LoD& lod : lods) {
      for (const DDim& shape : {DDim{7, 1}, DDim{7, 5}, DDim{7, 2, 3}}) {
        OpCase c(type);
        c.attrs = {{"pooltype", type}, {"pad_value", -2.5f}};
        c.inputs["X"] = {random.Floats(shape)};
        c.inputs["X"][0].lod = lod;
        c.unchecked = {"MaxIndex"};
        const TestTensor& x = c.In("X");
        DDim out_shape = shape;
        out_shape[0] = static_cast<int64_t>(lod.back().size()) - 1;
        TestTensor out(out_shape);
        out.lod = LoD(lod.begin(), lod.end() - 1);
        const int64_t width = shape.Count(1, shape.rank());
        for (int64_t i = 0; i < out.numel(); ++i) {
          std::vector<double> column;
          for (uint64_t r = lod.back()[i / width]; r < lod.back()[i / width + 1]; ++r) {
            column.push_back(x.At(static_cast<int64_t>(r) * width + i % width));
          }
          const double length = static_cast<double>(column.size());
          double sum = 0;
          for (const double v : column) sum += v;
          double value = -2.5;
          if (column.empty()) {
          } else if (type == "AVERAGE") {
            value = sum / length;
          } else if (type == "SUM") {
            value = sum;
          } else if (type == "SQRT") {
            value = sum / std::sqrt(length);
          } else if (type == "MAX") {
            value = *std::max_element(column.begin(), column.end());
          } else if (type == "MIN") {
            value = *std::min_element(column.begin(), column.end());
          } else {
            value = type == "FIRST" ? column.front() : column.back();
          }
          out.Set(i, value);
        }
        c.expected["Out"] = {out};
        suite.Run(c);
      }
    }
  }
}

TEST(SequencePool, RefusesWhatIsNoSequence) {
  OpSuite suite("sequence_pool");
  const auto refuse = [&](const LoD& lod, const std::string& type, const char* text) {
    OpCase c("lod");
    c.attrs["pooltype"] = type;
    c.inputs["X"] = {TestTensor({7, 2})};
    c.inputs["X"][0].lod = lod;
    suite.ExpectError(c, text);
  };
  refuse({}, "SUM", "without a level of detail");
  refuse({{}}, "SUM", "level 0 of detail [] does not divide 7 rows");
  refuse({{0, 5}}, "SUM", "level 0 of detail [0, 5] does not divide 7 rows");
  refuse({{1, 7}}, "SUM", "level 0 of detail [1, 7] does not divide 7 rows");
  refuse({{0, 9, 7}}, "SUM", "level 0 of detail [0, 9, 7] does not divide 7 rows");
  refuse({{0, 3}, {0, 2, 7}}, "SUM", "level 0 of detail [0, 3] does not divide 2 rows");
  refuse({{0, 7}}, "MEDIAN", "found 'MEDIAN'");
}

}  // namespace
}  // namespace paddle::lite::test
