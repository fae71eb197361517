// group_norm, instance_norm, lrn, norm and affine_channel.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/ops/norm_activations.h"
#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

constexpr Tolerance kNormalisationTolerance{2e-6, 1e-5, 0, 0};

struct Statistics {
  double mean = 0;
  double variance = 0;
};

// Statistics of the elements whose index is selected.
template <typename Choose>
Statistics StatisticsOf(const TestTensor& x, Choose choose) {
  double sum = 0, squares = 0, count = 0;
  for (int64_t i = 0; i < x.numel(); ++i) {
    if (!choose(i)) continue;
    sum += x.At(i);
    squares += x.At(i) * x.At(i);
    ++count;
  }
  return {sum / count, squares / count - sum / count * (sum / count)};
}

TEST(GroupNorm, GroupsOfEveryRank) {
  OpSuite suite("group_norm", kNormalisationTolerance);
  Random random("group_norm");
  for (const PrecisionType type : {PrecisionType::kFloat, PrecisionType::kFP64}) {
    for (const bool last : {false, true}) {
      for (const DDim& shape : {DDim{3, 6}, DDim{2, 6, 5}, DDim{2, 6, 4, 3}, DDim{1, 6, 2, 3, 2}}) {
        for (const int groups : {1, 2, 6}) {
          for (int slots = 0; slots < 4; ++slots) {
            OpCase c("grid");
            c.attrs = {{"groups", groups},
                       {"epsilon", 1e-3f},
                       {"data_layout", std::string(last ? "NHWC" : "NCHW")}};
            DDim dims = shape;
            if (last) std::swap(dims[1], dims[dims.rank() - 1]);
            c.inputs["X"] = {random.Floats(dims, -2, 3, type)};
            if ((slots & 1) != 0) c.inputs["Scale"] = {random.Floats({6}, -1, 1, type).AsWeight()};
            if ((slots & 2) != 0) c.inputs["Bias"] = {random.Floats({6}, -1, 1, type).AsWeight()};
            const TestTensor& x = c.In("X");
            const int64_t inner = last ? 1 : shape.Count(2, shape.rank());
            const int64_t image = shape.Count(1, shape.rank());
            const auto group_of = [&](int64_t i) { return i / inner % 6 / (6 / groups); };
            TestTensor y(dims, type), means({dims[0], groups}, type),
                variances({dims[0], groups}, type);
            for (int64_t n = 0; n < dims[0]; ++n) {
              for (int64_t g = 0; g < groups; ++g) {
                const auto chosen = [&](int64_t i) { return i / image == n && group_of(i) == g; };
                const Statistics s = StatisticsOf(x, chosen);
                means.Set(n * groups + g, s.mean);
                variances.Set(n * groups + g, s.variance);
                for (int64_t i = 0; i < x.numel(); ++i) {
                  if (!chosen(i)) continue;
                  double value = (x.At(i) - s.mean) / std::sqrt(s.variance + 1e-3f);
                  if (c.HasIn("Scale")) value *= c.In("Scale").At(i / inner % 6);
                  if (c.HasIn("Bias")) value += c.In("Bias").At(i / inner % 6);
                  y.Set(i, value);
                }
              }
            }
            c.expected = {{"Y", {y}}, {"Mean", {means}}, {"Variance", {variances}}};
            suite.Run(c);
          }
        }
      }
    }
  }
  OpCase empty("no images");
  empty.attrs["groups"] = 2;
  empty.inputs["X"] = {TestTensor({0, 4, 2, 2})};
  empty.expected["Y"] = {TestTensor({0, 4, 2, 2})};
  suite.Run(empty);
}

TEST(InstanceNorm, EveryRank) {
  OpSuite suite("instance_norm", kNormalisationTolerance);
  Random random("instance_norm");
  for (const PrecisionType type : {PrecisionType::kFloat, PrecisionType::kFP64}) {
    for (const DDim& shape : {DDim{2, 3, 5}, DDim{2, 3, 4, 5}, DDim{1, 2, 3, 2, 3},
                              DDim{1, 1, 40, 50}, DDim{2, 37, 9, 5}}) {
      for (int slots = 0; slots < 4; ++slots) {
        OpCase c("grid");
        c.attrs["epsilon"] = 1e-3f;
        c.inputs["X"] = {random.Floats(shape, -2, 3, type)};
        if ((slots & 1) != 0)
          c.inputs["Scale"] = {random.Floats({shape[1]}, -1, 1, type).AsWeight()};
        if ((slots & 2) != 0)
          c.inputs["Bias"] = {random.Floats({shape[1]}, -1, 1, type).AsWeight()};
        const TestTensor& x = c.In("X");
        const int64_t pixels = shape.Count(2, shape.rank());
        TestTensor y(shape, type), means({shape[0] * shape[1]}, type), deviations = means;
        for (int64_t plane = 0; plane < means.numel(); ++plane) {
          const Statistics s = StatisticsOf(x, [&](int64_t i) { return i / pixels == plane; });
          means.Set(plane, s.mean);
          deviations.Set(plane, 1 / std::sqrt(s.variance + 1e-3f));
          for (int64_t i = plane * pixels; i < (plane + 1) * pixels; ++i) {
            double value = (x.At(i) - s.mean) / std::sqrt(s.variance + 1e-3f);
            if (c.HasIn("Scale")) value *= c.In("Scale").At(plane % shape[1]);
            if (c.HasIn("Bias")) value += c.In("Bias").At(plane % shape[1]);
            y.Set(i, value);
          }
        }
        c.expected = {{"Y", {y}}, {"SavedMean", {means}}, {"SavedVariance", {deviations}}};
        suite.Run(c);
        if (type != PrecisionType::kFloat || slots != 3) continue;
        for (const auto& [name, function] : NormActivations()) {
          OpCase fused = c;
          fused.attrs["activation_type"] = std::string(name);
          fused.attrs["alpha"] = 0.5f;
          TestTensor& activated = fused.expected["Y"][0];
          for (int64_t i = 0; i < y.numel(); ++i) activated.Set(i, function(y.At(i)));
          suite.Run(fused);
        }
      }
    }
  }
}

TEST(Lrn, WindowsOfChannels) {
  OpSuite suite("lrn", kNormalisationTolerance);
  Random random("lrn");
  for (const float beta : {0.5f, 0.6f, 0.75f, 1.0f}) {
    for (const bool last : {false, true}) {
      for (const int n : {1, 2, 3, 5, 11}) {
        for (const int64_t channels : {1, 4, 19}) {
          OpCase c("grid");
          c.attrs = {{"n", n},
                     {"k", 1.5f},
                     {"alpha", 0.2f},
                     {"beta", beta},
                     {"data_format", std::string(last ? "NHWC" : "NCHW")}};
          const DDim shape = last ? DDim{2, 3, 2, channels} : DDim{2, channels, 3, 2};
          c.inputs["X"] = {random.Floats(shape, -2, 2)};
          const TestTensor& x = c.In("X");
          const int64_t step = last ? 1 : 6;
          TestTensor out(shape), mid(shape);
          for (int64_t i = 0; i < x.numel(); ++i) {
            const int64_t channel = i / step % channels;
            double sum = 0;
            for (int64_t j = 0; j < n; ++j) {
              const int64_t other = channel - (n - 1) / 2 + j;
              if (other < 0 || other >= channels) continue;
              sum += std::pow(x.At(i + (other - channel) * step), 2);
            }
            const double base = 1.5f + static_cast<double>(0.2f) * sum;
            mid.Set(i, base);
            out.Set(i, x.At(i) / std::pow(base, beta));
          }
          c.expected = {{"Out", {out}}, {"MidOut", {mid}}};
          suite.Run(c);
        }
      }
    }
  }
}

TEST(Norm, AlongEveryAxis) {
  OpSuite suite("norm", kNormalisationTolerance);
  Random random("norm");
  for (const PrecisionType type : {PrecisionType::kFloat, PrecisionType::kFP64}) {
    for (const DDim& shape : {DDim{6}, DDim{3, 4}, DDim{2, 3, 4}, DDim{2, 5, 3, 4}}) {
      for (int axis = -shape.rank(); axis < shape.rank(); ++axis) {
        OpCase c("grid");
        c.attrs = {{"axis", axis}, {"epsilon", 1e-3f}};
        c.inputs["X"] = {random.Floats(shape, -2, 2, type)};
        const TestTensor& x = c.In("X");
        const int along = axis < 0 ? axis + shape.rank() : axis;
        const int64_t inner = shape.Count(along + 1, shape.rank());
        DDim norm_shape = shape;
        norm_shape[along] = 1;
        TestTensor out(shape, type), norm(norm_shape, type);
        const auto line = [&](int64_t i) { return i / (inner * shape[along]) * inner + i % inner; };
        for (int64_t i = 0; i < x.numel(); ++i) {
          double squares = 1e-3f;
          for (int64_t j = 0; j < x.numel(); ++j) {
            if (line(j) == line(i)) squares += x.At(j) * x.At(j);
          }
          norm.Set(line(i), std::sqrt(squares));
          out.Set(i, x.At(i) / std::sqrt(squares));
        }
        c.expected = {{"Out", {out}}, {"Norm", {norm}}};
        suite.Run(c);
      }
    }
  }
}

TEST(AffineChannel, LayoutsAndRanks) {
  OpSuite suite("affine_channel");
  Random random("affine_channel");
  for (const PrecisionType type : {PrecisionType::kFloat, PrecisionType::kFP64}) {
    for (const char* layout : {"NCHW", "NHWC", "AnyLayout"}) {
      for (const DDim& shape :
           {DDim{4, 3}, DDim{2, 3, 5, 3}, DDim{2, 3, 4, 2, 3}, DDim{0, 3, 2, 3}}) {
        OpCase c(layout);
        c.attrs["data_layout"] = std::string(layout);
        c.inputs["X"] = {random.Floats(shape, -2, 2, type)};
        c.inputs["Scale"] = {random.Floats({3}, -1, 1, type).AsWeight()};
        c.inputs["Bias"] = {random.Floats({3}, -1, 1, type).AsWeight()};
        const int64_t inner = layout[1] == 'C' ? shape.Count(2, shape.rank()) : 1;
        TestTensor out(shape, type);
        for (int64_t i = 0; i < out.numel(); ++i) {
          const int64_t channel = i / inner % 3;
          out.Set(i, c.In("X").At(i) * c.In("Scale").At(channel) + c.In("Bias").At(channel));
        }
        c.expected["Out"] = {out};
        suite.Run(c);
      }
    }
  }
}

TEST(Normalisation, RefusesWhatDoesNotFit) {
  const auto refuse = [](const char* op, const DDim& x, const char* text,
                         std::map<std::string, model::AttrValue> attrs, const char* slot = "") {
    OpCase c(text);
    c.attrs = std::move(attrs);
    c.inputs["X"] = {TestTensor::ShapeOnly(x)};
    if (slot[0] != '\0') c.inputs[slot] = {TestTensor({5})};
    OpSuite(op).ExpectError(c, text);
  };
  const DDim image{1, 4, 2, 2};
  refuse("group_norm", {4}, "X: expected rank 2 or more", {{"groups", 1}});
  refuse("group_norm", image, "groups: 3 does not divide", {{"groups", 3}});
  refuse("group_norm", image, "groups: -1 does not divide", {});
  refuse("group_norm", image, "groups: 0 does not divide", {{"groups", 0}});
  refuse("group_norm", image, "Scale: expected 4 values", {{"groups", 2}}, "Scale");
  refuse("group_norm", image, "Bias: expected 4 values", {{"groups", 2}}, "Bias");
  refuse("group_norm", image, "data_layout: expected",
         {{"groups", 2}, {"data_layout", std::string("X")}});
  refuse("instance_norm", {4}, "X: expected rank 2 to 5", {});
  refuse("instance_norm", image, "Scale: expected 4 values", {}, "Scale");
  refuse("instance_norm", image, "Bias: expected 4 values", {}, "Bias");
  refuse("instance_norm", image, "activation_type: expected relu, relu6 or leaky_relu, found tanh",
         {{"activation_type", std::string("tanh")}});
  refuse("lrn", {1, 4, 2}, "X: expected rank 4", {});
  refuse("lrn", image, "n: expected at least one channel, found 0", {{"n", 0}});
  refuse("lrn", image, "data_format: expected", {{"data_format", std::string("X")}});
  refuse("norm", image, "axis 4 is outside", {{"axis", 4}});
  OpCase affine("affine");
  affine.attrs["data_layout"] = std::string("NCHW");
  affine.inputs["X"] = {TestTensor(image)};
  affine.inputs["Scale"] = {TestTensor({5})};
  affine.inputs["Bias"] = {TestTensor({4})};
  OpSuite("affine_channel").ExpectError(affine, "Scale: expected 4 values");
  affine.inputs["X"] = {TestTensor({4})};
  OpSuite("affine_channel").ExpectError(affine, "X: expected rank 2 or more");
}

}  // namespace
}  // namespace paddle::lite::test
