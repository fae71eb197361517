#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

// f(output index, column, sum before the bias).
template <typename F>
DDim Multiply(const OpCase& c, F f) {
  const TestTensor& x = c.In("Input");
  const TestTensor& w = c.In("W");
  const std::string type = c.String("op_type", "");
  const int split =
      type == "matmul" || type == "matmul_v2" ? x.dims.rank() - 1 : c.Int("in_num_col_dims", 1);
  const int64_t k = x.dims.Count(split, x.dims.rank());
  const int64_t n = w.dims[1] - (c.Bool("padding_weights", false) ? 4 : 0);
  DDim dims;
  for (int i = 0; i < split; ++i) dims.push_back(x.dims[i]);
  dims.push_back(n);
  for (int64_t i = 0; i < dims.production(); ++i) {
    double sum = 0;
    for (int64_t j = 0; j < k; ++j) sum += x.At(i / n * k + j) * w.At(j * w.dims[1] + i % n);
    f(i, i % n, sum);
  }
  return dims;
}

DDim FcOutputDims(const OpCase& c) {
  return Multiply(c, [](int64_t, int64_t, double) {});
}

double Activate(const OpCase& c, double y, int64_t column, int64_t in_item) {
  const std::string act = c.String("activation_type", "");
  if (act == "relu") return std::max(y, 0.0);
  if (act == "relu6") return std::min(std::max(y, 0.0), static_cast<double>(c.Float("alpha", 6)));
  if (act == "tanh") return std::tanh(y);
  if (act == "prelu") {
    const std::string mode = c.String("prelu_mode", "all");
    return y > 0 ? y
                 : y * c.In("Alpha").At(mode == "all"       ? 0
                                        : mode == "channel" ? column
                                                            : in_item);
  }
  return y;
}

void ExpectFc(OpCase* c) {
  c->largest_sum = 0;
  TestTensor out(FcOutputDims(*c));
  out.lod = c->In("Input").lod;
  const int64_t item = out.numel() == 0 ? 1 : out.numel() / out.dims[0];
  Multiply(*c, [&](int64_t i, int64_t column, double sum) {
    if (c->HasIn("Bias")) sum += c->In("Bias").At(column);
    c->largest_sum = std::max(c->largest_sum, std::abs(sum));
    out.Set(i, Activate(*c, sum, column, i % item));
  });
  c->expected["Out"] = {out};
}

OpCase MakeFc(Random* random, const std::string& name, const DDim& x, const DDim& w) {
  OpCase c(name);
  c.inputs["Input"] = {random->Floats(x)};
  c.inputs["W"] = {random->Floats(w).AsWeight()};
  return c;
}

TEST(Fc, ShapesBiasAndActivations) {
  OpSuite suite("fc", kSumTolerance);
  Random random("fc");
  struct Shapes {
    DDim x, w;
    int split;
  };
  for (const Shapes& s : {Shapes{{1, 1}, {1, 1}, 1}, Shapes{{1, 130}, {130, 200}, 1},
                          Shapes{{3, 7}, {7, 5}, 1}, Shapes{{33, 65}, {65, 67}, 1},
                          Shapes{{2, 3, 4, 5}, {60, 6}, 1}, Shapes{{2, 3, 20}, {20, 6}, 2},
                          Shapes{{2, 3, 4, 5}, {20, 6}, 2}, Shapes{{0, 7}, {7, 5}, 1}}) {
    for (const char* act : {"", "relu", "relu6", "tanh"}) {
      for (const int bias : {0, 1, 2}) {
        OpCase c = MakeFc(&random, StrCat("act '", act, "'"), s.x, s.w);
        c.attrs["in_num_col_dims"] = s.split;
        c.attrs["activation_type"] = std::string(act);
        c.attrs["alpha"] = 0.8f;
        if (bias == 1) c.inputs["Bias"] = {random.Floats({s.w[1]}).AsWeight()};
        if (bias == 2) c.inputs["Bias"] = {random.Floats({1, s.w[1]}).AsWeight()};
        ExpectFc(&c);
        suite.Run(c);
      }
    }
  }
}

TEST(Fc, FormsThatFusionsLeave) {
  OpSuite suite("fc", kSumTolerance);
  Random random("fc forms");
  for (const char* type : {"matmul", "matmul_v2"}) {
    OpCase c = MakeFc(&random, "in_num_col_dims of a fused matmul is always 1", {2, 3, 5}, {5, 4});
    c.attrs["op_type"] = std::string(type);
    c.attrs["in_num_col_dims"] = 1;
    c.attrs["alpha"] = 1.0f;  // the matmul's own, no clip
    c.attrs["activation_type"] = std::string("relu");
    ExpectFc(&c);
    suite.Run(c);
  }
  OpCase mul = MakeFc(&random, "a fused mul counts its columns", {2, 3, 5}, {15, 4});
  mul.attrs["op_type"] = std::string("mul");
  ExpectFc(&mul);
  suite.Run(mul);
  OpCase padded = MakeFc(&random, "padding_weights", {3, 5}, {9, 10});
  padded.attrs["padding_weights"] = true;
  padded.inputs["Bias"] = {random.Floats({6}).AsWeight()};
  ExpectFc(&padded);
  suite.Run(padded);
  for (const char* mode : {"all", "channel", "element"}) {
    OpCase c = MakeFc(&random, StrCat("prelu ", mode), {4, 7}, {7, 6});
    c.attrs["activation_type"] = std::string("prelu");
    c.attrs["prelu_mode"] = std::string(mode);
    c.inputs["Alpha"] = {random.Floats({std::string(mode) == "all" ? 1 : 6}).AsWeight()};
    ExpectFc(&c);
    suite.Run(c);
  }
  OpCase sequence = MakeFc(&random, "level of detail is kept", {5, 3}, {3, 2});
  sequence.inputs["Input"][0].lod = {{0, 1, 5}};
  ExpectFc(&sequence);
  suite.Run(sequence);
}

TEST(Fc, Int8) {
  OpSuite suite("fc", {1e-5, 1e-5, 0, 0});
  Random random("fc int8");
  for (const bool int8_out : {false, true}) {
    for (const char* act : {"", "relu", "relu6"}) {
      for (const bool per_column : {false, true}) {
        OpCase c(StrCat("int8 ", act));
        c.inputs["Input"] = {random.Ints({3, 70}, -127, 127, PrecisionType::kInt8)};
        c.inputs["W"] = {random.Ints({70, 9}, -127, 127, PrecisionType::kInt8).AsWeight()};
        c.inputs["Bias"] = {random.Floats({9}).AsWeight()};
        c.attrs["activation_type"] = std::string(act);
        c.attrs["enable_int8"] = true;
        c.attrs["Input0_scale"] = std::vector<float>{0.02f};
        std::vector<float> scale(per_column ? 9 : 1, 0.0f);
        for (float& value : scale) value = static_cast<float>(random.Uniform(0.001, 0.01));
        c.attrs["W0_scale"] = scale;
        c.attrs["Out0_scale"] = std::vector<float>{0.1f};
        TestTensor out(FcOutputDims(c), int8_out ? PrecisionType::kInt8 : PrecisionType::kFloat);
        int64_t near_half = 0;
        Multiply(c, [&](int64_t i, int64_t column, double sum) {
          double y = sum * (0.02f * scale[per_column ? column : 0]) + c.In("Bias").At(column);
          y = Activate(c, y, column, 0);
          if (int8_out) {
            y /= 0.1f;
            near_half += std::fabs(y - std::floor(y) - 0.5) < 1e-4;
            y = std::min(std::max(std::round(y), -127.0), 127.0);
          }
          out.Set(i, y);
        });
        c.expected["Out"] = {out};
        c.has_tolerance = true;
        c.tolerance = {1e-5, 1e-5, 0, near_half > 0 ? 1 : 0};
        suite.Run(c);
      }
    }
  }
}

// Operands that bfloat16 represents: every kernel multiplies the same numbers.
TEST(Fc, ProductsInBFloat16) {
  OpSuite suite("fc", kSumTolerance);
  Random random("fc bfloat16");
  struct Shapes {
    DDim x, w;
    int split;
  };
  for (const Shapes& s : {Shapes{{3, 32}, {32, 64}, 1}, Shapes{{1, 130}, {130, 200}, 1},
                          Shapes{{33, 65}, {65, 67}, 1}, Shapes{{2, 3, 100}, {100, 72}, 2},
                          Shapes{{3, 23}, {23, 64}, 1}}) {
    OpCase c = MakeFc(&random, "bfloat16", s.x, s.w);
    c.attrs["in_num_col_dims"] = s.split;
    c.attrs["bfloat16_products"] = 2;
    c.inputs["Input"] = {InBFloat16(c.In("Input"))};
    c.inputs["W"] = {InBFloat16(c.In("W"))};
    c.inputs["Bias"] = {random.Floats({s.w[1]})};
    c.resized = c.inputs;
    ExpectFc(&c);
    suite.Run(c);
    c.attrs["activation_type"] = std::string("relu");
    ExpectFc(&c);
    suite.Run(c);
  }
}

TEST(Fc, RefusesShapesThatDoNotFit) {
  OpSuite suite("fc");
  const auto refuse = [&](const DDim& x, const DDim& w, const std::string& text,
                          std::map<std::string, model::AttrValue> attrs = {},
                          std::map<std::string, DDim> more = {}) {
    OpCase c("bad");
    c.attrs = std::move(attrs);
    c.inputs["Input"] = {TestTensor::ShapeOnly(x)};
    c.inputs["W"] = {TestTensor::ShapeOnly(w)};
    for (const auto& [slot, dims] : more) c.inputs[slot] = {TestTensor::ShapeOnly(dims)};
    suite.ExpectError(c, text);
  };
  refuse({2, 3}, {4, 5}, "W: expected 3 rows for Input [2, 3], found [4, 5]");
  refuse({2, 3}, {3, 5, 1}, "W: expected rank 2");
  refuse({2, 3}, {3, 5}, "in_num_col_dims: expected a value in [1, 2)", {{"in_num_col_dims", 2}});
  refuse({2, 3}, {3, 5}, "in_num_col_dims: expected a value in [1, 2)", {{"in_num_col_dims", -1}});
  refuse({3}, {3, 5}, "in_num_col_dims: expected a value in [1, 1)",
         {{"op_type", std::string("matmul")}});
  refuse({2, 3}, {3, 5}, "Bias: expected 5 elements, found [4]", {}, {{"Bias", {4}}});
  refuse({2, 3}, {3, 5}, "unknown activation 'relu7'", {{"activation_type", std::string("relu7")}});
  refuse({2, 3}, {3, 5}, "Alpha: needed by the fused prelu",
         {{"activation_type", std::string("prelu")}});
  refuse({2, 3}, {3, 5}, "W: expected 7 rows", {{"padding_weights", true}});
}

}  // namespace
}  // namespace paddle::lite::test
