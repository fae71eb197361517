#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "lite/model/op_fields.h"
#include "lite/operators/op.h"
#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Reduction {
  const char* op;
  double start;
  std::function<double(double, double)> take;
  bool mean;
};

std::vector<Reduction> Reductions() {
  return {
      {"reduce_sum", 0, [](double a, double b) { return a + b; }, false},
      {"reduce_mean", 0, [](double a, double b) { return a + b; }, true},
      {"reduce_prod", 1, [](double a, double b) { return a * b; }, false},
      {"reduce_max", -kInfinity, [](double a, double b) { return std::max(a, b); }, false},
      {"max", -kInfinity, [](double a, double b) { return std::max(a, b); }, false},
      {"reduce_min", kInfinity, [](double a, double b) { return std::min(a, b); }, false},
  };
}

// `dims`: sorted, from the front; empty = all.
TestTensor Reduced(const TestTensor& x, const std::vector<int>& dims, bool keep,
                   const Reduction& reduction, PrecisionType type) {
  const auto gone = [&](int d) {
    return dims.empty() || std::count(dims.begin(), dims.end(), d) != 0;
  };
  DDim shape;
  DDim kept;
  for (int d = 0; d < x.dims.rank(); ++d) {
    kept.push_back(gone(d) ? 1 : x.dims[d]);
    if (!gone(d)) {
      shape.push_back(x.dims[d]);
    } else if (keep) {
      shape.push_back(1);
    }
  }
  std::vector<double> total(static_cast<size_t>(kept.production()), reduction.start);
  for (int64_t i = 0; i < x.numel(); ++i) {
    int64_t rest = i;
    int64_t at = 0;
    int64_t stride = 1;
    for (int d = x.dims.rank() - 1; d >= 0; --d) {
      const int64_t position = rest % x.dims[d];
      rest /= x.dims[d];
      if (!gone(d)) at += position * stride;
      stride *= kept[d];
    }
    total[at] = reduction.take(total[at], x.At(i));
  }
  TestTensor out(shape, type);
  const double count = static_cast<double>(x.numel()) / static_cast<double>(out.numel());
  for (int64_t i = 0; i < out.numel(); ++i)
    out.Set(i, reduction.mean ? total[i] / count : total[i]);
  if (x.dims.rank() > 0 && !gone(0)) out.lod = x.lod;
  return out;
}

TEST(Reduce, EverySubsetOfDimensions) {
  for (const Reduction& reduction : Reductions()) {
    OpSuite suite(reduction.op, kSumTolerance);
    Random random(reduction.op);
    for (const DDim& shape : {DDim{7}, DDim{3, 5}, DDim{1, 4}, DDim{2, 3, 4}, DDim{2, 3, 4, 5},
                              DDim{3, 1, 2, 1}, DDim{2, 3, 2, 3, 2}}) {
      for (int subset = 1; subset < 1 << shape.rank(); ++subset) {
        std::vector<int> dims;
        std::vector<int> written;  // every other one counted from the end
        for (int d = 0; d < shape.rank(); ++d) {
          if ((subset >> d & 1) == 0) continue;
          dims.push_back(d);
          written.push_back(dims.size() % 2 == 0 ? d - shape.rank() : d);
        }
        for (const bool keep : {false, true}) {
          OpCase c("subset");
          c.attrs = {{"dim", written}, {"keep_dim", keep}};
          c.inputs["X"] = {random.Floats(shape)};
          c.expected["Out"] = {Reduced(c.In("X"), dims, keep, reduction, PrecisionType::kFloat)};
          suite.Run(c);
        }
      }
    }
    OpCase all("reduce_all beats dim");
    all.attrs = {{"dim", std::vector<int>{9}}, {"reduce_all", true}};
    all.inputs["X"] = {random.Floats({3, 4})};
    all.expected["Out"] = {Reduced(all.In("X"), {}, false, reduction, PrecisionType::kFloat)};
    suite.Run(all);
    OpCase large("large");
    large.attrs["dim"] = std::vector<int>{1};
    large.inputs["X"] = {random.Floats({3, 70001}, 0.9999, 1.0001)};
    large.expected["Out"] = {Reduced(large.In("X"), {1}, false, reduction, PrecisionType::kFloat)};
    suite.Run(large);
    for (const std::vector<int>& dims : {std::vector<int>{2, 3}, {1}, {0, 2, 3}, {3}}) {
      for (const bool keep : {false, true}) {
        OpCase image("image");
        image.attrs = {{"dim", dims}, {"keep_dim", keep}};
        image.inputs["X"] = {random.Floats({2, 67, 9, 11}, 0.9, 1.1)};
        image.expected["Out"] = {
            Reduced(image.In("X"), dims, keep, reduction, PrecisionType::kFloat)};
        suite.Run(image);
      }
    }
    OpCase sequences("level of detail");
    sequences.attrs["dim"] = std::vector<int>{1};
    sequences.inputs["X"] = {random.Floats({5, 3})};
    sequences.inputs["X"][0].lod = {{0, 2, 5}};
    sequences.expected["Out"] = {
        Reduced(sequences.In("X"), {1}, false, reduction, PrecisionType::kFloat)};
    suite.Run(sequences);
  }
}

TEST(Reduce, OtherElementTypes) {
  for (const Reduction& reduction : Reductions()) {
    OpSuite suite(reduction.op, kSumTolerance);
    Random random(reduction.op);
    for (const PrecisionType type :
         {PrecisionType::kInt32, PrecisionType::kInt64, PrecisionType::kFP64}) {
      OpCase c("type");
      const bool widened =
          type == PrecisionType::kInt32 && std::string(reduction.op) == "reduce_sum";
      c.attrs["dim"] = std::vector<int>{1};
      c.inputs["X"] = {random.Ints({4, 6}, -5, 5, type)};
      c.expected["Out"] = {
          Reduced(c.In("X"), {1}, false, reduction, widened ? PrecisionType::kInt64 : type)};
      suite.Run(c);
    }
  }
  OpSuite suite("reduce_sum");
  Random random("converted");
  OpCase c("bool counted");
  c.attrs = {{"dim", std::vector<int>{0}}, {"in_dtype", 0}, {"out_dtype", 2}};
  c.inputs["X"] = {random.Ints({9, 4}, 0, 1, PrecisionType::kBool)};
  c.expected["Out"] = {Reduced(c.In("X"), {0}, false, Reductions()[0], PrecisionType::kInt32)};
  suite.Run(c);
}

// At any place of a line, along the last dimension, the first and all: a NaN that disappeared would
// make a broken network look sound.
TEST(Reduce, KeepsNaN) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const char* op : {"reduce_max", "reduce_min", "reduce_sum"}) {
    OpSuite suite(op);
    Random random("NaN");
    for (const PrecisionType type : {PrecisionType::kFloat, PrecisionType::kFP64}) {
      for (const DDim& shape : {DDim{3, 1}, DDim{3, 5}, DDim{70, 37}, DDim{2, 140}}) {
        for (const int64_t at : {int64_t{0}, shape.production() / 2, shape.production() - 1}) {
          for (const int axis : {0, 1}) {
            OpCase c("one NaN");
            c.attrs["dim"] = std::vector<int>{axis};
            c.inputs["X"] = {random.Floats(shape, -1, 1, type)};
            c.inputs["X"][0].Set(at, nan);
            const int64_t line = axis == 0 ? at % shape[1] : at / shape[1];
            c.expected["Out"] = {TestTensor({shape[1 - axis]}, type)};
            c.check = [line](const SlotTensors& outputs) -> std::string {
              const TestTensor& out = outputs.at("Out")[0];
              for (int64_t i = 0; i < out.numel(); ++i) {
                if (std::isnan(out.At(i)) != (i == line)) return StrCat("element ", i);
              }
              return "";
            };
            suite.Run(c);
          }
        }
      }
    }
    OpCase planes("two dimensions apart");
    planes.attrs["dim"] = std::vector<int>{0, 2};
    planes.inputs["X"] = {random.Floats({3, 5, 2, 67})};
    planes.inputs["X"][0].Set(((1 * 5 + 4) * 2 + 1) * 67 + 66, nan);
    planes.expected["Out"] = {TestTensor({5, 67})};
    planes.check = [](const SlotTensors& outputs) -> std::string {
      const TestTensor& out = outputs.at("Out")[0];
      for (int64_t i = 0; i < out.numel(); ++i) {
        if (std::isnan(out.At(i)) != (i == 5 * 67 - 1)) return StrCat("element ", i);
      }
      return "";
    };
    suite.Run(planes);
  }
}

TEST(Reduce, EmptyDimensions) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<std::pair<const char*, double>> values = {{"reduce_sum", 0},
                                                              {"reduce_prod", 1},
                                                              {"reduce_mean", nan},
                                                              {"reduce_max", -kInfinity},
                                                              {"reduce_min", kInfinity}};
  for (const auto& [op, value] : values) {
    OpSuite suite(op);
    OpCase c("empty");
    c.attrs["dim"] = std::vector<int>{1};
    c.inputs["X"] = {TestTensor({2, 0, 3})};
    TestTensor out({2, 3});
    for (int64_t i = 0; i < 6; ++i) out.Set(i, value);
    c.expected["Out"] = {out};
    suite.Run(c);
  }
}

TEST(Reduce, TruthValues) {
  for (const bool all : {true, false}) {
    OpSuite suite(all ? "reduce_all" : "reduce_any");
    OpCase c("rows");
    c.attrs["dim"] = std::vector<int>{1};
    c.inputs["X"] = {MakeTensor<bool>({3, 3}, {1, 1, 1, 0, 1, 0, 0, 0, 0})};
    c.expected["Out"] = {MakeTensor<bool>({3}, {true, !all, false})};
    suite.Run(c);
  }
}

// The result of a full reduction is declared as [] by Paddle 2.5 and later, and as [1] by older
// ones.
TEST(Reduce, DeclaredShapeOfAScalarIsKept) {
  struct Binder final : model::SlotBinder {
    Tensor x, out;
    const Tensor* InputTensor(const std::string&) override { return &x; }
    Tensor* OutputTensor(const std::string&) override { return &out; }
    const TensorArray* InputArray(const std::string&) override { return nullptr; }
    TensorArray* OutputArray(const std::string&) override { return nullptr; }
  };
  for (const char* type : {"reduce_sum", "mean", "arg_max", "matmul", "l1_norm", "dist", "dot",
                           "equal_all", "allclose", "logsumexp"}) {
    for (const DDim& declared : {DDim{}, DDim{1}}) {
      Binder binder;
      binder.x.Resize(DDim{7});
      binder.x.set_precision(PrecisionType::kFloat);
      binder.out.Resize(declared);
      const std::unique_ptr<Op> op = CreateOp(type);
      model::OpDesc desc;
      desc.type = type;
      desc.attrs["flatten"] = true;  // of arg_max
      desc.inputs = {{"X", {"x"}}, {"Y", {"x"}}, {"Input", {"x"}}, {"Other", {"x"}}};
      desc.outputs["Out"] = {"out"};
      ASSERT_TRUE(model::LoadOp(desc, &binder, op.get()).ok());
      for (int i = 0; i < 2; ++i) {
        ASSERT_TRUE(op->InferShape().ok());
        EXPECT_EQ(binder.out.dims(), declared) << type;
      }
    }
  }
}

TEST(Reduce, RefusesDimensionsOutside) {
  OpSuite suite("reduce_sum");
  for (const int dim : {-3, 2}) {
    OpCase c("dim");
    c.attrs["dim"] = std::vector<int>{dim};
    c.inputs["X"] = {TestTensor({2, 3})};
    suite.ExpectError(c, "attribute dim: axis");
  }
}

TEST(ArgMax, FirstOfTheBest) {
  for (const bool max : {true, false}) {
    OpSuite suite(max ? "arg_max" : "arg_min");
    Random random("arg");
    for (const DDim& shape : {DDim{9}, DDim{3, 5}, DDim{70, 5}, DDim{2, 3, 4}, DDim{2, 3, 4, 5},
                              DDim{2, 7, 3, 23}, DDim{1, 1}}) {
      for (int axis = -shape.rank(); axis < shape.rank(); ++axis) {
        for (const PrecisionType type :
             {PrecisionType::kFloat, PrecisionType::kFP64, PrecisionType::kInt32,
              PrecisionType::kInt64, PrecisionType::kUInt8}) {
          const int along = axis < 0 ? axis + shape.rank() : axis;
          for (const bool keep : {false, true}) {
            OpCase c("axis");
            c.attrs = {{"axis", int64_t{axis}}, {"keepdims", keep}, {"dtype", keep ? 2 : -1}};
            c.inputs["X"] = {random.Ints(shape, 0, 3, type)};  // many ties
            const TestTensor& x = c.In("X");
            DDim out_shape;
            for (int d = 0; d < shape.rank(); ++d) {
              if (d != along) out_shape.push_back(shape[d]);
              if (d == along && keep) out_shape.push_back(1);
            }
            TestTensor out(out_shape, keep ? PrecisionType::kInt32 : PrecisionType::kInt64);
            const int64_t inner = shape.Count(along + 1, shape.rank());
            for (int64_t o = 0; o < out.numel(); ++o) {
              const int64_t first = o / inner * inner * shape[along] + o % inner;
              int64_t best = 0;
              for (int64_t i = 1; i < shape[along]; ++i) {
                const double candidate = x.At(first + i * inner);
                const double champion = x.At(first + best * inner);
                if (max ? candidate > champion : candidate < champion) best = i;
              }
              out.SetInt(o, best);
            }
            c.expected["Out"] = {out};
            suite.Run(c);
          }
        }
      }
    }
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    constexpr double kInf = std::numeric_limits<double>::infinity();
    for (const int64_t axis : {0, 1}) {
      OpCase nan("not a number");
      nan.attrs["axis"] = axis;
      TestTensor x({3, 3}), expected({3}, PrecisionType::kInt64);
      const double lines[3][3] = {{kNan, 1, 2}, {kNan, kNan, kNan}, {kNan, -kInf, kNan}};
      for (int64_t line = 0; line < 3; ++line) {
        for (int64_t i = 0; i < 3; ++i)
          x.Set(axis == 1 ? line * 3 + i : i * 3 + line, lines[line][i]);
        expected.SetInt(line, line == 1 ? 0 : line == 0 && max ? 2 : 1);
      }
      nan.inputs["X"] = {x};
      nan.expected["Out"] = {expected};
      suite.Run(nan);
    }
    OpCase type("dtype");
    type.attrs = {{"axis", int64_t{0}}, {"dtype", 7}};
    type.inputs["X"] = {TestTensor({3})};
    suite.ExpectError(type, "attribute dtype");
    OpCase empty("empty");
    empty.attrs["axis"] = int64_t{1};
    empty.inputs["X"] = {TestTensor({3, 0})};
    suite.ExpectError(empty, "has no element");
  }
}

TEST(TopK, BestFirstTiesByPosition) {
  for (const char* op : {"top_k", "top_k_v2"}) {
    const bool v2 = std::string(op) == "top_k_v2";
    OpSuite suite(op);
    Random random(op);
    for (const DDim& shape : {DDim{9}, DDim{3, 5}, DDim{2, 7, 4}, DDim{1, 200}}) {
      for (int axis = v2 ? 0 : shape.rank() - 1; axis < shape.rank(); ++axis) {
        for (const bool largest : {true, false}) {
          if (!v2 && !largest) continue;
          for (const int64_t k : {int64_t{1}, shape[axis] / 2 + 1, shape[axis]}) {
            if (k > shape[axis]) continue;
            for (const PrecisionType type : {PrecisionType::kFloat, PrecisionType::kInt64}) {
              OpCase c("k");
              c.attrs["k"] = static_cast<int>(k);
              if (v2) {
                c.attrs["axis"] = axis;
                c.attrs["largest"] = largest;
              }
              c.inputs["X"] = {random.Ints(shape, 0, 6, type)};
              const TestTensor& x = c.In("X");
              DDim out_shape = shape;
              out_shape[axis] = k;
              TestTensor values(out_shape, type);
              TestTensor indices(out_shape, PrecisionType::kInt64);
              const int64_t inner = shape.Count(axis + 1, shape.rank());
              for (int64_t line = 0; line < shape.production() / shape[axis]; ++line) {
                const int64_t from = line / inner * inner * shape[axis] + line % inner;
                const int64_t to = line / inner * inner * k + line % inner;
                std::vector<int64_t> order;
                for (int64_t i = 0; i < shape[axis]; ++i) order.push_back(i);
                std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
                  const double p = x.At(from + a * inner);
                  const double q = x.At(from + b * inner);
                  return largest ? p > q : p < q;
                });
                for (int64_t i = 0; i < k; ++i) {
                  values.Set(to + i * inner, x.At(from + order[i] * inner));
                  indices.SetInt(to + i * inner, order[i]);
                }
              }
              c.expected["Out"] = {values};
              c.expected["Indices"] = {indices};
              suite.Run(c);
            }
          }
        }
      }
    }
    const float nan = std::numeric_limits<float>::quiet_NaN();
    OpCase nans("NaN comes first");
    nans.attrs["k"] = 3;
    nans.inputs["X"] = {MakeTensor<float>({4}, {1, nan, 3, nan})};
    nans.expected["Out"] = {MakeTensor<float>({3}, {nan, nan, 3})};
    nans.expected["Indices"] = {MakeTensor<int64_t>({3}, {1, 3, 2})};
    suite.Run(nans);
    for (const int k : {0, 4, -1}) {
      OpCase c("k");
      c.attrs["k"] = k;
      c.inputs["X"] = {TestTensor({2, 3})};
      suite.ExpectError(c, "k: ");
    }
    OpCase tensor("no k");
    tensor.inputs["X"] = {TestTensor({2, 3})};
    tensor.inputs["K"] = {TestTensor({0}, PrecisionType::kInt32)};
    suite.ExpectError(tensor, "K: ");
  }
}

}  // namespace
}  // namespace paddle::lite::test
