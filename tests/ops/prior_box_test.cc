#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

using Floats = std::vector<float>;

struct Size {
  double width;
  double height;
};

// Boxes of the given sizes around the cells of a 3x4 map over an image of 30x50.
TestTensor Boxes(const std::vector<Size>& sizes, double step_h, double step_w, double offset,
                 bool clip) {
  TestTensor out({3, 4, static_cast<int64_t>(sizes.size()), 4});
  int64_t at = 0;
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 4; ++x) {
      const double cx = (x + offset) * step_w;
      const double cy = (y + offset) * step_h;
      for (const Size& size : sizes) {
        for (const double edge : {(cx - size.width / 2) / 50, (cy - size.height / 2) / 30,
                                  (cx + size.width / 2) / 50, (cy + size.height / 2) / 30}) {
          out.Set(at++, clip ? std::clamp(edge, 0.0, 1.0) : edge);
        }
      }
    }
  }
  return out;
}

TestTensor Repeated(const DDim& shape, const Floats& values) {
  TestTensor out(shape);
  for (int64_t i = 0; i < out.numel(); ++i)
    out.Set(i, values[static_cast<size_t>(i) % values.size()]);
  return out;
}

OpCase PriorCase(const char* name) {
  OpCase c(name);
  c.attrs = {{"variances", Floats{0.1f, 0.2f, 0.3f, 0.4f}}};
  c.inputs["Input"] = {TestTensor({1, 2, 3, 4})};
  c.inputs["Image"] = {TestTensor({1, 3, 30, 50})};
  // Every cell changes with the number of cells.
  c.resized = c.inputs;
  c.resized["Input"] = {TestTensor({2, 1, 5, 2})};
  return c;
}

TEST(PriorBox, SizesRatiosAndOrder) {
  OpSuite suite("prior_box");
  const double root = std::sqrt(2.0);
  for (const bool flip : {false, true}) {
    for (const bool clip : {false, true}) {
      for (const bool order : {false, true}) {
        OpCase c = PriorCase("sizes");
        c.attrs["min_sizes"] = Floats{4.5f, 12.0f};
        c.attrs["max_sizes"] = Floats{9.0f, 20.0f};
        c.attrs["aspect_ratios"] = Floats{1.0f, 2.0f, 2.0f};
        c.attrs["flip"] = flip;
        c.attrs["clip"] = clip;
        c.attrs["min_max_aspect_ratios_order"] = order;
        std::vector<Size> sizes;
        for (const auto& [small, large] :
             std::vector<std::pair<double, double>>{{4.5, 9.0}, {12.0, 20.0}}) {
          const double middle = std::sqrt(small * large);
          sizes.push_back({small, small});
          if (order) sizes.push_back({middle, middle});
          sizes.push_back({small * root, small / root});
          if (flip) sizes.push_back({small / root, small * root});
          if (!order) sizes.push_back({middle, middle});
        }
        const TestTensor boxes = Boxes(sizes, 10, 12.5, 0.5, clip);
        c.expected["Boxes"] = {boxes};
        c.expected["Variances"] = {Repeated(boxes.dims, {0.1f, 0.2f, 0.3f, 0.4f})};
        suite.Run(c);
      }
    }
  }
  OpCase steps = PriorCase("steps");
  steps.attrs["min_sizes"] = Floats{4};
  steps.attrs["clip"] = false;
  steps.attrs["step_h"] = 8.0f;
  steps.attrs["step_w"] = 6.0f;
  steps.attrs["offset"] = 0.25f;
  steps.expected["Boxes"] = {Boxes({{4, 4}}, 8, 6, 0.25, false)};
  suite.Run(steps);
}

TEST(PriorBox, RefusesWhatIsIncomplete) {
  OpSuite suite("prior_box");
  OpCase c = PriorCase("none");
  suite.ExpectError(c, "min_sizes: expected at least one size");
  c.attrs["min_sizes"] = Floats{4, 5};
  c.attrs["max_sizes"] = Floats{9};
  suite.ExpectError(c, "max_sizes: expected 2 values");
  c.attrs.erase("max_sizes");
  c.attrs["aspect_ratios"] = Floats(1000000, 2.0f);
  suite.ExpectError(c, "aspect_ratios: expected a list of at most 1024 values, found 1000000");
  c.attrs.erase("aspect_ratios");
  c.attrs["variances"] = Floats{1};
  suite.ExpectError(c, "variances: expected 4 values, found 1");
  c.inputs["Input"] = {TestTensor({3, 4})};
  suite.ExpectError(c, "Input: expected rank 4");
}

TEST(DensityPriorBox, SpreadsBoxesOverTheCell) {
  OpSuite suite("density_prior_box");
  for (const bool flat : {false, true}) {
    OpCase c = PriorCase("density");
    c.attrs["fixed_sizes"] = Floats{8.5f, 20.0f};
    c.attrs["fixed_ratios"] = Floats{1.0f, 4.0f};
    c.attrs["densities"] = std::vector<int>{3, 1};
    c.attrs["flatten_to_2d"] = flat;
    TestTensor out({3, 4, 20, 4});
    int64_t at = 0;
    const int step = 11;  // the mean of 10 and 12.5, truncated
    for (int y = 0; y < 3; ++y) {
      for (int x = 0; x < 4; ++x) {
        for (const auto& [size, density] : std::vector<std::pair<double, int>>{{8.5, 3}, {20, 1}}) {
          const int shift = step / density;
          for (const double ratio : {1.0, 4.0}) {
            for (int k = 0; k < density * density; ++k) {
              const double cx = (x + 0.5) * 12.5 - step / 2.0 + shift / 2.0 + k % density * shift;
              const double cy = (y + 0.5) * 10 - step / 2.0 + shift / 2.0 + k / density * shift;
              const double w = size * std::sqrt(ratio) / 2;
              const double h = size / std::sqrt(ratio) / 2;
              for (const double edge : {(cx - w) / 50, (cy - h) / 30, (cx + w) / 50, (cy + h) / 30})
                out.Set(at++, std::clamp(edge, 0.0, 1.0));
            }
          }
        }
      }
    }
    if (flat) out.dims = DDim{240, 4};
    c.expected["Boxes"] = {out};
    c.expected["Variances"] = {Repeated(out.dims, {0.1f, 0.2f, 0.3f, 0.4f})};
    suite.Run(c);
  }
}

TEST(DensityPriorBox, RefusesWhatDoesNotMatch) {
  OpSuite suite("density_prior_box");
  OpCase c = PriorCase("lengths");
  c.attrs["fixed_sizes"] = Floats{8};
  suite.ExpectError(c, "densities: expected 1 values");
  c.attrs["densities"] = std::vector<int>{0};
  suite.ExpectError(c, "densities: expected positive values, found 0");
  c.attrs["densities"] = std::vector<int>{1000};
  suite.ExpectError(c, "attribute densities: expected at most 64 for an extent of ");
  c.attrs["fixed_sizes"] = Floats(1000000, 8.0f);
  c.attrs["densities"] = std::vector<int>(1000000, 1);
  suite.ExpectError(c, "fixed_sizes: expected a list of at most 1024 values, found 1000000");
}

TEST(AnchorGenerator, RatiosAndSizes) {
  OpSuite suite("anchor_generator");
  OpCase c("anchors");
  c.attrs = {{"anchor_sizes", Floats{32, 50}},
             {"aspect_ratios", Floats{0.5f, 1, 3}},
             {"variances", Floats{0.1f, 0.2f, 0.3f, 0.4f}},
             {"stride", Floats{16, 8}},
             {"offset", 0.5f}};
  c.inputs["Input"] = {TestTensor({1, 2, 3, 4})};
  TestTensor out({3, 4, 6, 4});
  int64_t at = 0;
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 4; ++x) {
      for (const double ratio : {0.5, 1.0, 3.0}) {
        const double base_w = std::round(std::sqrt(16 * 8 / ratio));
        const double base_h = std::round(base_w * ratio);
        for (const double size : {32.0, 50.0}) {
          const double cx = x * 16 + 0.5 * 15;
          const double cy = y * 8 + 0.5 * 7;
          const double w = (size / 16 * base_w - 1) / 2;
          const double h = (size / 8 * base_h - 1) / 2;
          for (const double edge : {cx - w, cy - h, cx + w, cy + h}) out.Set(at++, edge);
        }
      }
    }
  }
  c.expected["Anchors"] = {out};
  c.expected["Variances"] = {Repeated(out.dims, {0.1f, 0.2f, 0.3f, 0.4f})};
  suite.Run(c);
  c.attrs["stride"] = Floats{16};
  suite.ExpectError(c, "stride: expected 2 values");
}

}  // namespace
}  // namespace paddle::lite::test
