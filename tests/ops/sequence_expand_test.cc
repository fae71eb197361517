#include <gtest/gtest.h>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

OpCase SequenceExpandCase(const DDim& shape, const LoD& x_lod, const LoD& y_lod, int level,
                          PrecisionType type) {
  Random random("expand");
  OpCase c("expand");
  c.attrs["ref_level"] = level;
  c.inputs["X"] = {random.Ints(shape, -100, 100, type)};
  c.inputs["X"][0].lod = x_lod;
  c.inputs["Y"] = {TestTensor({9, 1})};
  c.inputs["Y"][0].lod = y_lod;
  return c;
}

TEST(SequenceExpand, RowsAndSequences) {
  OpSuite suite("sequence_expand");
  struct Example {
    LoD x_lod, y_lod;
    int level;
    std::vector<int64_t> rows;  // of X, in the order of Out
    LoD out_lod;
  };
  const std::vector<Example> examples = {
      {{}, {{0, 2, 2, 3, 9}}, 0, {0, 0, 2, 3, 3, 3, 3, 3, 3}, {}},
      {{}, {{0, 1, 2, 3, 5}, {0, 1, 3, 4, 5, 9}}, 0, {0, 1, 2, 3, 3}, {}},
      {{{0, 1, 4}},
       {{0, 2, 9}},
       -1,
       {0, 0, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3},
       {{0, 1, 2, 5, 8, 11, 14, 17, 20, 23}}},
      {{{0, 3, 4}}, {{0, 2, 3}, {0, 0, 8, 9}}, 0, {0, 1, 2, 0, 1, 2, 3}, {{0, 3, 6, 7}}},
  };
  for (const Example& e : examples) {
    for (const PrecisionType type :
         {PrecisionType::kFloat, PrecisionType::kInt64, PrecisionType::kInt32}) {
      for (const DDim& shape : {DDim{4, 1}, DDim{4, 2, 3}}) {
        OpCase c = SequenceExpandCase(shape, e.x_lod, e.y_lod, e.level, type);
        const int64_t width = shape.Count(1, shape.rank());
        DDim out_shape = shape;
        out_shape[0] = static_cast<int64_t>(e.rows.size());
        TestTensor out(out_shape, type);
        for (int64_t i = 0; i < out.numel(); ++i)
          out.Set(i, c.In("X").At(e.rows[static_cast<size_t>(i / width)] * width + i % width));
        out.lod = e.out_lod;
        c.expected["Out"] = {out};
        suite.Run(c);
      }
    }
  }
}

TEST(SequenceExpand, RefusesWhatDoesNotFit) {
  OpSuite suite("sequence_expand");
  const PrecisionType type = PrecisionType::kFloat;
  suite.ExpectError(SequenceExpandCase({4, 1}, {}, {}, -1, type), "Y: expected a level of detail");
  suite.ExpectError(SequenceExpandCase({4, 1}, {}, {{0, 9}}, -1, type), "X: expected 1 sequences");
  suite.ExpectError(SequenceExpandCase({4, 1}, {}, {{0, 1, 2, 3, 9}}, 1, type),
                    "ref_level: axis 1");
  suite.ExpectError(SequenceExpandCase({4, 1}, {{0, 9, 4}}, {{0, 1, 9}}, 0, type),
                    "X: level 0 of detail [0, 9, 4] does not divide 4 rows");
  suite.ExpectError(SequenceExpandCase({4, 1}, {{0, 2, 3}}, {{0, 1, 9}}, 0, type),
                    "X: level 0 of detail [0, 2, 3] does not divide 4 rows");
  suite.ExpectError(SequenceExpandCase({2, 1}, {}, {{0, 1, 10}}, 0, type),
                    "Y: level 0 of detail [0, 1, 10] does not divide 9 rows");
  suite.ExpectError(SequenceExpandCase({2, 1}, {}, {{0, 1, 3}, {0, 4, 9}}, 0, type),
                    "Y: level 0 of detail [0, 1, 3] does not divide 2 rows");
  suite.ExpectError(SequenceExpandCase({2, 1}, {}, {{0, 1, 8}}, 0, type),
                    "Y: level 0 of detail [0, 1, 8] does not divide 9 rows");
}

}  // namespace
}  // namespace paddle::lite::test
