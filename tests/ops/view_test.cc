#include <gtest/gtest.h>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

using Ints = std::vector<int>;

// Same elements in another shape, and the shape of X after a 0 in XShape.
void ExpectView(OpCase* c, const DDim& shape, bool with_holder) {
  TestTensor out = c->In("X");
  out.dims = shape;
  const bool rows_kept =
      shape.rank() > 0 && c->In("X").dims.rank() > 0 && shape[0] == c->In("X").dims[0];
  if (!rows_kept) out.lod.clear();
  c->expected["Out"] = {out};
  if (!with_holder) return;
  DDim holder{0};
  for (const int64_t d : c->In("X").dims) holder.push_back(d);
  c->expected["XShape"] = {TestTensor(holder, c->In("X").precision)};
  c->expected["XShape"][0].lod = c->In("X").lod;
}

struct Change {
  DDim from;
  Ints argument;
  DDim to;
};

void RunChanges(const std::string& op, const char* attr, const std::vector<Change>& changes) {
  OpSuite suite(op);
  Random random(op);
  for (const Change& change : changes) {
    OpCase c("grid");
    c.attrs[attr] = change.argument;
    c.inputs["X"] = {random.Floats(change.from)};
    ExpectView(&c, change.to, op.back() == '2');
    suite.Run(c);
  }
}

TEST(Reshape, Targets) {
  for (const char* op : {"reshape", "reshape2"}) {
    RunChanges(op, "shape",
               {{{2, 3, 4}, {6, 4}, {6, 4}},
                {{2, 3, 4}, {-1, 8}, {3, 8}},
                {{2, 3, 4}, {0, -1}, {2, 12}},
                {{2, 3, 4}, {0, 0, 2, 2}, {2, 3, 2, 2}},
                {{2, 3, 4, 5}, {0, 60}, {2, 60}},
                {{1}, {}, {}},
                {{}, {1, 1}, {1, 1}},
                {{0, 3}, {-1, 3}, {0, 3}},
                {{0, 3}, {0, 5}, {0, 5}},
                {{2, 0, 3}, {0, 0, -1}, {2, 0, 0}}});
  }
}

TEST(Reshape, ShapeFromData) {
  OpSuite suite("reshape2");
  Random random("reshape");
  for (const bool weight : {false, true}) {
    OpCase tensor("Shape beats the attribute");
    tensor.attrs["shape"] = Ints{1};
    tensor.inputs["X"] = {random.Floats({2, 3, 4})};
    tensor.inputs["Shape"] = {MakeTensor<int32_t>({2}, {4, -1})};
    if (weight) tensor.inputs["Shape"] = {tensor.In("Shape").AsWeight()};
    ExpectView(&tensor, {4, 6}, true);
    suite.Run(tensor);
  }
  OpCase list("ShapeTensor beats both");
  list.attrs["shape"] = Ints{1};
  list.inputs["X"] = {random.Floats({2, 3, 4})};
  list.inputs["Shape"] = {MakeTensor<int32_t>({1}, {7})};
  list.inputs["ShapeTensor"] = {MakeTensor<int64_t>({1}, {8}), MakeTensor<int64_t>({1}, {3})};
  ExpectView(&list, {8, 3}, true);
  suite.Run(list);
}

TEST(Reshape, KeepsSequencesWithTheirRows) {
  OpSuite suite("reshape2");
  Random random("sequences");
  for (const bool kept : {true, false}) {
    OpCase c("level of detail");
    c.attrs["shape"] = kept ? Ints{0, -1} : Ints{10, -1};
    c.inputs["X"] = {random.Floats({5, 2, 2})};
    c.inputs["X"][0].lod = {{0, 2, 5}};
    ExpectView(&c, kept ? DDim{5, 4} : DDim{10, 2}, true);
    suite.Run(c);
  }
}

TEST(Reshape, RefusesWhatIsNoShape) {
  OpSuite suite("reshape2");
  const auto refuse = [&](const DDim& x, const Ints& shape, const char* text) {
    OpCase c("shape");
    c.attrs["shape"] = shape;
    c.inputs["X"] = {TestTensor::ShapeOnly(x)};
    suite.ExpectError(c, text);
  };
  refuse({2, 3}, {4, 2}, "needs 8 elements, X [2, 3] has 6");
  refuse({2, 3}, {4, -1}, "needs 4 elements");
  refuse({2, 3}, {-1, -1}, "more than one -1");
  refuse({2, 3}, {-2, 3}, "is not a shape");
  refuse({2, 3}, {2, 3, 0}, "keeps dimension 2");
  refuse({2, 3}, {INT32_MAX, INT32_MAX, INT32_MAX}, "is not a shape");
  refuse({2, 3}, {1, 1, 1, 1, 1, 1, 1, 1, 2, 3}, "rank 10");
  OpCase floats("Shape of floats");
  floats.inputs["X"] = {TestTensor({2, 3})};
  floats.inputs["Shape"] = {TestTensor({2})};
  suite.ExpectError(floats, "Shape: expected int32 or int64");
}

TEST(Flatten, Axes) {
  Random random("flatten");
  for (const char* op : {"flatten", "flatten2"}) {
    OpSuite suite(op);
    const std::vector<std::pair<int, DDim>> results = {
        {0, {1, 120}}, {1, {2, 60}}, {2, {6, 20}}, {3, {24, 5}}, {4, {120, 1}}};
    for (const auto& [axis, to] : results) {
      OpCase c("axis");
      c.attrs["axis"] = axis;
      c.inputs["X"] = {random.Floats({2, 3, 4, 5})};
      ExpectView(&c, to, op[7] == '2');
      suite.Run(c);
    }
    OpCase outside("outside");
    outside.attrs["axis"] = 3;
    outside.inputs["X"] = {TestTensor({2, 3})};
    suite.ExpectError(outside, "attribute axis: 3");
  }
}

TEST(FlattenContiguousRange, Ranges) {
  OpSuite suite("flatten_contiguous_range");
  Random random("range");
  struct Range {
    DDim from;
    int start, stop;
    DDim to;
  };
  const std::vector<Range> ranges = {
      {{2, 3, 4, 5}, 1, 3, {2, 60}},    {{2, 3, 4, 5}, 0, -1, {120}},
      {{2, 3, 4, 5}, 1, 2, {2, 12, 5}}, {{2, 3, 4, 5}, -4, -3, {6, 4, 5}},
      {{2, 3}, 1, 1, {2, 3}},           {{}, 0, 0, {1}},
      {{0, 3, 4}, 1, 2, {0, 12}}};
  for (const Range& r : ranges) {
    OpCase c("range");
    c.attrs = {{"start_axis", r.start}, {"stop_axis", r.stop}};
    c.inputs["X"] = {random.Floats(r.from)};
    ExpectView(&c, r.to, false);
    suite.Run(c);
  }
  const auto refuse = [&](const DDim& x, int start, int stop, const char* text) {
    OpCase c("range");
    c.attrs = {{"start_axis", start}, {"stop_axis", stop}};
    c.inputs["X"] = {TestTensor::ShapeOnly(x)};
    suite.ExpectError(c, text);
  };
  refuse({2, 3, 4}, 2, 1, "stop_axis 1 is before start_axis 2");
  refuse({2, 3, 4}, 3, 3, "start_axis");
  refuse({2, 3, 4}, 0, -4, "stop_axis");
  refuse({0, int64_t{1} << 40, int64_t{1} << 40}, 1, 2, "too large");
}

TEST(Squeeze, Axes) {
  for (const char* op : {"squeeze", "squeeze2"}) {
    RunChanges(op, "axes",
               {{{1, 3, 1, 5}, {}, {3, 5}},
                {{1, 3, 1, 5}, {0}, {3, 1, 5}},
                {{1, 3, 1, 5}, {-2}, {1, 3, 5}},
                {{1, 3, 1, 5}, {0, 2}, {3, 5}},
                {{1, 3, 1, 5}, {0, 1}, {3, 1, 5}},
                {{1, 1}, {}, {}},
                {{2, 3}, {}, {2, 3}}});
    OpSuite suite(op);
    OpCase outside("outside");
    outside.attrs["axes"] = Ints{2};
    outside.inputs["X"] = {TestTensor({2, 3})};
    suite.ExpectError(outside, "axis 2 is outside");
  }
}

TEST(Unsqueeze, RefusesMoreDimensionsThanThereAre) {
  OpSuite suite("unsqueeze");
  OpCase c("a million");
  c.attrs["axes"] = std::vector<int>(1000000, 0);
  c.inputs["X"] = {TestTensor({2})};
  suite.ExpectError(c, "axes: rank 1000001 is above the limit of 9");
}

TEST(Unsqueeze, Axes) {
  for (const char* op : {"unsqueeze", "unsqueeze2"}) {
    RunChanges(op, "axes",
               {{{3, 5}, {0}, {1, 3, 5}},
                {{3, 5}, {-1}, {3, 5, 1}},
                {{3, 5}, {0, 2}, {1, 3, 1, 5}},
                {{3, 5}, {2, 0}, {1, 3, 5, 1}},
                {{3, 5}, {-1, -1}, {3, 5, 1, 1}},
                {{}, {0}, {1}},
                {{3, 5}, {}, {3, 5}}});
    OpSuite suite(op);
    OpCase data("axes from data");
    data.inputs["X"] = {MakeTensor<float>({2}, {1, 2})};
    data.inputs["AxesTensor"] = {MakeTensor<int32_t>({2}, {0, 2})};
    ExpectView(&data, {1, 2, 1}, op[9] == '2');
    suite.Run(data);
    OpCase outside("outside");
    outside.attrs["axes"] = Ints{4};
    outside.inputs["X"] = {TestTensor({2, 3})};
    suite.ExpectError(outside, "axis 4 is outside");
    OpCase rank("rank");
    rank.attrs["axes"] = Ints(8, 0);
    rank.inputs["X"] = {TestTensor({2, 3})};
    suite.ExpectError(rank, "rank 10");
  }
}

TEST(View, OtherElementTypes) {
  OpSuite suite("reshape2");
  Random random("types");
  for (const PrecisionType type :
       {PrecisionType::kBool, PrecisionType::kInt8, PrecisionType::kUInt8, PrecisionType::kInt16,
        PrecisionType::kInt32, PrecisionType::kInt64, PrecisionType::kFP16, PrecisionType::kFP64}) {
    OpCase c("type");
    c.attrs["shape"] = Ints{3, -1};
    c.inputs["X"] = {random.Ints({2, 6}, 0, 1, type)};
    ExpectView(&c, {3, 4}, true);
    suite.Run(c);
  }
}

}  // namespace
}  // namespace paddle::lite::test
