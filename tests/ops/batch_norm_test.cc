#include <gtest/gtest.h>

#include <cmath>

#include "tests/ops/norm_activations.h"
#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

constexpr Tolerance kBatchNormTolerance{1e-6, 1e-5, 1e-6, 0};

void ExpectBatchNorm(OpCase* c) {
  const TestTensor& x = c->In("X");
  const bool last = c->String("data_layout", "NCHW") == "NHWC";
  const int axis = last ? x.dims.rank() - 1 : 1;
  const int64_t channels = x.dims[axis];
  const int64_t inner = x.dims.Count(axis + 1, x.dims.rank());
  const bool own = (!c->Bool("is_test", false) || c->Bool("trainable_statistics", false)) &&
                   !c->Bool("use_global_stats", false);
  const double momentum =
      c->HasIn("MomentumTensor") ? c->In("MomentumTensor").At(0) : c->Float("momentum", 0.9f);
  TestTensor y(x.dims, x.precision);
  y.lod = x.lod;
  const DDim vector{channels};
  TestTensor mean_out(vector, x.precision), variance_out(vector, x.precision);
  TestTensor saved_mean(vector, x.precision), saved_variance(vector, x.precision);
  for (int64_t channel = 0; channel < channels; ++channel) {
    double mean = c->In("Mean").At(channel);
    double variance = c->In("Variance").At(channel);
    mean_out.Set(channel, mean);
    variance_out.Set(channel, variance);
    if (own) {
      double sum = 0, squares = 0, count = 0;
      for (int64_t i = 0; i < x.numel(); ++i) {
        if (i / inner % channels != channel) continue;
        sum += x.At(i);
        squares += x.At(i) * x.At(i);
        ++count;
      }
      mean_out.Set(channel, mean * momentum + sum / count * (1 - momentum));
      mean = sum / count;
      variance_out.Set(channel,
                       variance * momentum + (squares / count - mean * mean) * (1 - momentum));
      variance = squares / count - mean * mean;
    }
    const double inverse = 1 / std::sqrt(variance + c->Float("epsilon", 1e-5f));
    saved_mean.Set(channel, mean);
    saved_variance.Set(channel, inverse);
    const double scale = c->HasIn("Scale") ? c->In("Scale").At(channel) : 1;
    const double bias = c->HasIn("Bias") ? c->In("Bias").At(channel) : 0;
    for (int64_t i = 0; i < x.numel(); ++i) {
      if (i / inner % channels == channel) y.Set(i, (x.At(i) - mean) * inverse * scale + bias);
    }
  }
  c->expected["Y"] = {y};
  if (!own) {
    c->unchecked = {"MeanOut", "VarianceOut", "SavedMean", "SavedVariance"};
    return;
  }
  c->expected["MeanOut"] = {mean_out};
  c->expected["VarianceOut"] = {variance_out};
  c->expected["SavedMean"] = {saved_mean};
  c->expected["SavedVariance"] = {saved_variance};
}

OpCase MakeBatchNorm(Random* random, const std::string& name, const DDim& shape, int64_t channels,
                     PrecisionType type = PrecisionType::kFloat) {
  OpCase c(name);
  c.attrs["is_test"] = true;
  c.inputs["X"] = {random->Floats(shape, -2, 3, type)};
  c.inputs["Scale"] = {random->Floats({channels}, -1, 1, type).AsWeight()};
  c.inputs["Bias"] = {random->Floats({channels}, -1, 1, type).AsWeight()};
  c.inputs["Mean"] = {random->Floats({channels}, -1, 1, type).AsWeight()};
  c.inputs["Variance"] = {random->Floats({channels}, 0.1, 2, type).AsWeight()};
  return c;
}

TEST(BatchNorm, ShapesAndStatistics) {
  Random random("batch_norm");
  for (const char* type : {"batch_norm", "sync_batch_norm"}) {
    OpSuite suite(type, kBatchNormTolerance);
    const std::vector<DDim> shapes = {{3, 5},        {1, 1},        {2, 5, 7},       {2, 5, 3, 4},
                                      {1, 17, 9, 1}, {3, 33, 8, 8}, {2, 3, 2, 3, 4}, {0, 5, 3, 3}};
    for (const DDim& shape : shapes) {
      for (const bool last : {false, true}) {
        for (const char* mode : {"is_test", "use_global_stats", "batch"}) {
          if (shape[0] == 0 && std::string(mode) == "batch") continue;
          OpCase c = MakeBatchNorm(&random, mode, shape, last ? shape.at(-1) : shape[1]);
          if (last) c.attrs["data_layout"] = std::string("NHWC");
          c.attrs["is_test"] = std::string(mode) == "is_test";
          c.attrs["use_global_stats"] = std::string(mode) == "use_global_stats";
          c.attrs["epsilon"] = 1e-3f;
          c.attrs["momentum"] = 0.7f;
          ExpectBatchNorm(&c);
          suite.Run(c);
        }
      }
    }
    OpCase plain = MakeBatchNorm(&random, "without Scale and Bias", {2, 4, 3, 3}, 4);
    plain.inputs.erase("Scale");
    plain.inputs.erase("Bias");
    ExpectBatchNorm(&plain);
    suite.Run(plain);
    OpCase fp64 = MakeBatchNorm(&random, "double", {2, 4, 3, 3}, 4, PrecisionType::kFP64);
    ExpectBatchNorm(&fp64);
    suite.Run(fp64);
    for (const auto& [name, function] : NormActivations()) {
      for (const DDim& shape : {DDim{3, 5}, DDim{2, 17, 5, 7}}) {
        OpCase fused = MakeBatchNorm(&random, name, shape, shape[1]);
        ExpectBatchNorm(&fused);
        fused.attrs["activation_type"] = std::string(name);
        fused.attrs["alpha"] = 0.5f;
        TestTensor& y = fused.expected["Y"][0];
        for (int64_t i = 0; i < y.numel(); ++i) y.Set(i, function(y.At(i)));
        suite.Run(fused);
      }
    }
    OpCase momentum = MakeBatchNorm(&random, "MomentumTensor", {2, 4, 3, 3}, 4);
    momentum.attrs["is_test"] = false;
    momentum.inputs["MomentumTensor"] = {MakeTensor<float>({1}, {0.25f}).AsWeight()};
    ExpectBatchNorm(&momentum);
    suite.Run(momentum);
    OpCase minimal = MakeBatchNorm(&random, "only Y is bound", {2, 4, 3, 3}, 4);
    ExpectBatchNorm(&minimal);
    minimal.unchecked.clear();
    suite.Run(minimal);
  }
}

TEST(BatchNorm, RefusesBadShapesAndAttributes) {
  OpSuite suite("batch_norm");
  Random random("batch_norm bad");
  const auto refuse = [&](const char* slot, const DDim& shape, const std::string& text,
                          std::map<std::string, model::AttrValue> attrs = {}) {
    OpCase c = MakeBatchNorm(&random, "bad", {2, 4, 3, 3}, 4);
    c.attrs = std::move(attrs);
    c.inputs[slot] = {TestTensor::ShapeOnly(shape)};
    suite.ExpectError(c, text);
  };
  refuse("X", {4}, "X: expected rank 2 to 5, found [4]");
  refuse("X", {1, 1, 1, 1, 1, 1}, "X: expected rank 2 to 5");
  refuse("Scale", {3}, "Scale: expected 4 elements for X [2, 4, 3, 3], found [3]");
  refuse("Bias", {5}, "Bias: expected 4 elements");
  refuse("Mean", {}, "Mean: expected 4 elements");
  refuse("Variance", {2, 4}, "Variance: expected 4 elements");
  refuse("X", {2, 4, 3, 3}, "epsilon: expected a value of at least 0", {{"epsilon", -1.0f}});
  refuse("X", {2, 4, 3, 3}, "activation_type: expected relu, relu6 or leaky_relu, found tanh",
         {{"activation_type", std::string("tanh")}});
  refuse("X", {2, 4, 3, 3}, "data_layout: expected NCHW, NHWC or AnyLayout",
         {{"data_layout", std::string("NC")}});
}

}  // namespace
}  // namespace paddle::lite::test
