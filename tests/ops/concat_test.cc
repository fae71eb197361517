#include <gtest/gtest.h>

#include <numeric>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

using Ints = std::vector<int>;

// The part of x from `begin` (inclusive) of `size` in each dimension.
TestTensor Part(const TestTensor& x, const DDim& begin, const DDim& size) {
  TestTensor out(size, x.precision);
  for (int64_t i = 0; i < out.numel(); ++i) {
    int64_t rest = i;
    int64_t from = 0;
    int64_t stride = 1;
    for (int d = size.rank() - 1; d >= 0; --d) {
      from += (begin[d] + rest % size[d]) * stride;
      rest /= size[d];
      stride *= x.dims[d];
    }
    out.Set(i, x.At(from));
  }
  return out;
}

// A tensor split along `axis`: concat joins the pieces, split cuts the tensor.
std::vector<TestTensor> Cut(const TestTensor& x, int axis, const std::vector<int64_t>& sizes) {
  std::vector<TestTensor> pieces;
  DDim begin = x.dims;
  for (int64_t d = 0; d < begin.rank(); ++d) begin[static_cast<int>(d)] = 0;
  for (const int64_t size : sizes) {
    DDim shape = x.dims;
    shape[axis] = size;
    pieces.push_back(Part(x, begin, shape));
    begin[axis] += size;
  }
  return pieces;
}

TEST(ConcatAndSplit, EveryAxis) {
  OpSuite concat("concat");
  OpSuite split("split");
  Random random("concat");
  for (const DDim& shape : {DDim{12}, DDim{12, 12}, DDim{12, 1, 12}, DDim{2, 12, 4, 5},
                            DDim{12, 12, 1, 1}, DDim{2, 84, 3, 2}, DDim{300, 60, 2}}) {
    for (int axis = 0; axis < shape.rank(); ++axis) {
      if (shape[axis] % 12 != 0) continue;
      for (std::vector<int64_t> sizes :
           std::vector<std::vector<int64_t>>{{12}, {4, 4, 4}, {1, 11}, {5, 0, 7}, {3, 2, 1, 6}}) {
        for (int64_t& size : sizes) size *= shape[axis] / 12;
        for (const PrecisionType type :
             {PrecisionType::kFloat, PrecisionType::kInt64, PrecisionType::kUInt8}) {
          const TestTensor whole = random.Ints(shape, 0, 100, type);
          const std::vector<TestTensor> pieces = Cut(whole, axis, sizes);
          OpCase together("concat");
          together.attrs["axis"] = axis - (axis % 2 == 1 ? shape.rank() : 0);
          together.inputs["X"] = pieces;
          together.expected["Out"] = {whole};
          concat.Run(together);
          OpCase apart("split");
          apart.attrs = {{"axis", axis}, {"sections", Ints(sizes.begin(), sizes.end())}};
          apart.inputs["X"] = {whole};
          apart.expected["Out"] = pieces;
          split.Run(apart);
        }
      }
    }
  }
}

// More than a kernel of a device may take at once.
TEST(ConcatAndSplit, ManyPieces) {
  OpSuite concat("concat");
  OpSuite split("split");
  Random random("many");
  for (const Ints& sizes :
       {Ints{3, 1, 4, 1, 5}, Ints{1, 2, 1, 3, 1, 2, 1, 1}, Ints{4, 1, 1, 1, 1, 1, 1, 1, 1}}) {
    const int channels = std::accumulate(sizes.begin(), sizes.end(), 0);
    const TestTensor whole = random.Floats({2, channels, 3, 5});
    const std::vector<TestTensor> pieces = Cut(whole, 1, {sizes.begin(), sizes.end()});
    OpCase together("together");
    together.attrs["axis"] = 1;
    together.inputs["X"] = pieces;
    together.expected["Out"] = {whole};
    concat.Run(together);
    OpCase apart("apart");
    apart.attrs = {{"axis", 1}, {"sections", sizes}};
    apart.inputs["X"] = {whole};
    apart.expected["Out"] = pieces;
    split.Run(apart);
  }
}

TEST(Split, NumberAndRest) {
  OpSuite suite("split");
  Random random("split");
  OpCase number("num");
  number.attrs = {{"axis", -1}, {"num", 3}};
  number.inputs["X"] = {random.Floats({2, 6})};
  number.expected["Out"] = Cut(number.In("X"), 1, {2, 2, 2});
  suite.Run(number);
  OpCase rest("rest");
  rest.attrs = {{"axis", 1}, {"sections", Ints{1, -1, 2}}};
  rest.inputs["X"] = {random.Floats({2, 6})};
  rest.expected["Out"] = Cut(rest.In("X"), 1, {1, 3, 2});
  suite.Run(rest);
  OpCase data("sections and axis from data");
  data.attrs = {{"axis", 0}, {"sections", Ints{-1, -1}}};
  data.inputs["X"] = {random.Floats({2, 6})};
  data.inputs["AxisTensor"] = {MakeTensor<int32_t>({1}, {1})};
  data.inputs["SectionsTensorList"] = {MakeTensor<int32_t>({1}, {4}),
                                       MakeTensor<int64_t>({1}, {2})};
  data.expected["Out"] = Cut(data.In("X"), 1, {4, 2});
  suite.Run(data);

  const auto refuse = [&](int num, const Ints& sections, size_t outputs, const char* text) {
    OpCase c("sizes");
    c.attrs = {{"axis", 1}, {"num", num}, {"sections", sections}};
    c.inputs["X"] = {TestTensor({2, 6})};
    c.expected["Out"] = std::vector<TestTensor>(outputs);
    suite.ExpectError(c, text);
  };
  refuse(4, {}, 4, "attribute num: 4");
  refuse(0, {}, 1, "attribute num: expected a positive value, found 0");
  refuse(3, {}, 2, "Out: expected 3 tensors, found 2");
  OpCase many("as many pieces of nothing as a number can say");
  many.attrs["num"] = 2147483646;
  many.inputs["X"] = {TestTensor({0})};
  many.expected["Out"] = std::vector<TestTensor>(1);
  suite.ExpectError(many, "Out: expected 2147483646 tensors, found 1");
  refuse(0, {2, 5}, 2, "does not add up");
  refuse(0, {-1, -1}, 2, "is not a list of sizes");
  refuse(0, {-1, 7}, 2, "does not add up");
  refuse(0, {-3, 9}, 2, "is not a list of sizes");
}

TEST(Concat, JoinsSequences) {
  OpSuite suite("concat");
  Random random("lod");
  OpCase rows("rows");
  const TestTensor whole = random.Floats({7, 2});
  rows.inputs["X"] = Cut(whole, 0, {4, 3});
  rows.inputs["X"][0].lod = {{0, 1, 4}};
  rows.inputs["X"][1].lod = {{0, 3}};
  rows.expected["Out"] = {whole};
  rows.expected["Out"][0].lod = {{0, 1, 4, 7}};
  suite.Run(rows);
}

TEST(Concat, RefusesWhatDoesNotFit) {
  OpSuite suite("concat");
  const auto refuse = [&](const TestTensor& a, const TestTensor& b, int axis, const char* text) {
    OpCase c("shapes");
    c.attrs["axis"] = axis;
    c.inputs["X"] = {a, b};
    suite.ExpectError(c, text);
  };
  refuse(TestTensor({2, 3}), TestTensor({2, 4}), 0, "X[1]: shape [2, 4] does not fit");
  refuse(TestTensor({2, 3}), TestTensor({6}), 0, "X[1]: shape [6] does not fit");
  refuse(TestTensor({2, 3}), TestTensor({2, 3}), 2, "axis 2 is outside");
  refuse(TestTensor({2, 3}), TestTensor({2, 3}, PrecisionType::kInt32), 0,
         "X[1]: expected element type float");
  refuse(TestTensor::ShapeOnly({INT64_MAX}), TestTensor({1}), 0, "does not fit");
}

TEST(Stack, EveryPosition) {
  OpSuite suite("stack");
  Random random("stack");
  for (const DDim& shape : {DDim{}, DDim{5}, DDim{2, 3}, DDim{2, 3, 4}}) {
    for (int axis = -shape.rank() - 1; axis <= shape.rank(); ++axis) {
      const int at = axis < 0 ? axis + shape.rank() + 1 : axis;
      std::vector<int64_t> stacked = shape.Vectorize();
      stacked.insert(stacked.begin() + at, 3);
      const TestTensor whole = random.Floats(DDim(stacked));
      OpCase c("stack");
      c.attrs["axis"] = axis;
      c.inputs["X"] = Cut(whole, at, {1, 1, 1});
      for (TestTensor& piece : c.inputs["X"]) piece.dims = shape;
      c.expected["Y"] = {whole};
      suite.Run(c);
    }
  }
  OpCase shapes("shapes");
  shapes.inputs["X"] = {TestTensor({2}), TestTensor({3})};
  suite.ExpectError(shapes, "X[1]: expected shape [2]");
  OpCase types("types");
  types.inputs["X"] = {TestTensor({2}), TestTensor({2}, PrecisionType::kInt8)};
  suite.ExpectError(types, "X[1]: expected element type float of X[0], found int8_t");
}

TEST(Slice, WindowsAndRemovedDimensions) {
  OpSuite suite("slice");
  Random random("slice");
  struct Window {
    DDim x;
    Ints axes, starts, ends, removed;
    DDim begin, size;
  };
  const std::vector<Window> windows = {
      {{4, 5, 6}, {0}, {1}, {3}, {}, {1, 0, 0}, {2, 5, 6}},
      {{4, 5, 6}, {1}, {-4}, {-1}, {}, {0, 1, 0}, {4, 3, 6}},
      {{4, 5, 6}, {2, 0}, {2, 1}, {5, 3}, {}, {1, 0, 2}, {2, 5, 3}},
      {{4, 5, 6}, {0, 1, 2}, {1, 1, 1}, {2, 3, INT32_MAX}, {}, {1, 1, 1}, {1, 2, 5}},
      {{4, 5, 6}, {1}, {2}, {3}, {1}, {0, 2, 0}, {4, 1, 6}},
      {{4, 5, 6}, {0, 2}, {3, 5}, {4, 6}, {0, 2}, {3, 0, 5}, {1, 5, 1}},
      {{4, 5, 6}, {1}, {-100}, {2}, {}, {0, 0, 0}, {4, 2, 6}},
      {{4, 5, 6}, {1}, {4}, {2}, {}, {0, 4, 0}, {4, 0, 6}},
      {{4, 5, 6}, {1}, {9}, {12}, {}, {0, 5, 0}, {4, 0, 6}},
      {{4, 5}, {0, 1}, {1, 2}, {2, 3}, {0, 1}, {1, 2}, {1, 1}},
      {{2, 6, 4, 5}, {1}, {1}, {4}, {}, {0, 1, 0, 0}, {2, 3, 4, 5}},
      {{7}, {0}, {2}, {5}, {}, {2}, {3}},
      {{3, 4}, {}, {}, {}, {}, {0, 0}, {3, 4}},
  };
  for (const Window& w : windows) {
    for (const PrecisionType type :
         {PrecisionType::kFloat, PrecisionType::kInt64, PrecisionType::kInt8}) {
      OpCase c("window");
      c.attrs = {
          {"axes", w.axes}, {"starts", w.starts}, {"ends", w.ends}, {"decrease_axis", w.removed}};
      c.inputs["Input"] = {random.Ints(w.x, -100, 100, type)};
      TestTensor out = Part(c.In("Input"), w.begin, w.size);
      DDim shape;
      for (int d = 0; d < w.size.rank(); ++d) {
        bool removed = false;
        for (const int r : w.removed) removed |= r == d;
        if (!removed) shape.push_back(w.size[d]);
      }
      out.dims = shape;
      c.expected["Out"] = {out};
      suite.Run(c);
    }
  }
}

TEST(Slice, BoundsFromData) {
  OpSuite suite("slice");
  Random random("slice");
  for (const bool list : {false, true}) {
    OpCase c("data");
    c.attrs = {{"axes", Ints{0, 1}}, {"starts", Ints{-1, -1}}, {"ends", Ints{-1, -1}}};
    c.inputs["Input"] = {random.Floats({4, 5})};
    if (list) {
      c.inputs["StartsTensorList"] = {MakeTensor<int32_t>({1}, {1}),
                                      MakeTensor<int64_t>({1}, {-2})};
      c.inputs["EndsTensorList"] = {MakeTensor<int32_t>({1}, {3}), MakeTensor<int64_t>({1}, {5})};
    } else {
      c.inputs["StartsTensor"] = {MakeTensor<int32_t>({2}, {1, -2})};
      c.inputs["EndsTensor"] = {MakeTensor<int64_t>({2}, {3, 5})};
    }
    c.expected["Out"] = {Part(c.In("Input"), {1, 3}, {2, 2})};
    suite.Run(c);
  }
}

TEST(Slice, RefusesWhatIsNoWindow) {
  OpSuite suite("slice");
  const auto refuse = [&](const Ints& axes, const Ints& starts, const Ints& ends,
                          const Ints& removed, const char* text) {
    OpCase c("window");
    c.attrs = {{"axes", axes}, {"starts", starts}, {"ends", ends}, {"decrease_axis", removed}};
    c.inputs["Input"] = {TestTensor({4, 5})};
    suite.ExpectError(c, text);
  };
  refuse({0}, {1, 2}, {3}, {}, "there are 2 starts and 1 ends");
  refuse({2}, {1}, {2}, {}, "attribute axes: axis 2");
  refuse({0}, {1}, {3}, {0}, "must have size 1");
  refuse({0}, {1}, {2}, {5}, "attribute decrease_axis");
}

}  // namespace
}  // namespace paddle::lite::test
