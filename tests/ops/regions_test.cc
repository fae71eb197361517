// Operators on regions of maps: those that Paddle computes are in golden/.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

TEST(Correlation, AgainstTheDefinition) {
  Random random("correlation");
  struct Sizes {
    int pad, kernel, displacement, stride1, stride2;
  };
  for (const Sizes& s : std::vector<Sizes>{
           {4, 1, 4, 1, 1}, {3, 3, 2, 2, 1}, {2, 1, 3, 1, 2}, {0, 3, 1, 1, 1}, {9, 5, 4, 3, 2}}) {
    OpSuite suite("correlation", kSumTolerance);
    OpCase c("correlation");
    c.attrs = {{"pad_size", s.pad},
               {"kernel_size", s.kernel},
               {"max_displacement", s.displacement},
               {"stride1", s.stride1},
               {"stride2", s.stride2}};
    const DDim shape{2, 3, 7, 9};
    c.inputs["Input1"] = {random.Floats(shape)};
    c.inputs["Input2"] = {random.Floats(shape)};
    const int radius = (s.kernel - 1) / 2;
    const int border = radius + s.displacement;
    const int steps = s.displacement / s.stride2;
    const int side = 2 * steps + 1;
    const auto extent = [&](int64_t in) {
      return static_cast<int64_t>(
          std::ceil(static_cast<double>(in + 2 * s.pad - 2 * border) / s.stride1));
    };
    TestTensor out({2, side * side, extent(7), extent(9)});
    const auto value = [&](const char* slot, int64_t n, int64_t ch, int64_t y, int64_t x) {
      y -= s.pad;
      x -= s.pad;
      if (y < 0 || y >= 7 || x < 0 || x >= 9) return 0.0;
      return c.In(slot).At(((n * 3 + ch) * 7 + y) * 9 + x);
    };
    for (int64_t i = 0; i < out.numel(); ++i) {
      const int64_t ox = i % out.dims[3], oy = i / out.dims[3] % out.dims[2];
      const int64_t channel = i / out.dims[3] / out.dims[2] % out.dims[1];
      const int64_t n = i / out.dims[3] / out.dims[2] / out.dims[1];
      const int64_t dy = (channel / side - steps) * s.stride2;
      const int64_t dx = (channel % side - steps) * s.stride2;
      double sum = 0;
      for (int64_t ch = 0; ch < 3; ++ch) {
        for (int64_t ky = -radius; ky <= radius; ++ky) {
          for (int64_t kx = -radius; kx <= radius; ++kx) {
            const int64_t y = oy * s.stride1 + border + ky;
            const int64_t x = ox * s.stride1 + border + kx;
            sum += value("Input1", n, ch, y, x) * value("Input2", n, ch, y + dy, x + dx);
          }
        }
      }
      out.Set(i, sum / (s.kernel * s.kernel * 3));
    }
    c.expected["Output"] = {out};
    suite.Run(c);
  }
}

TEST(Correlation, RefusesWhatDoesNotFit) {
  OpSuite suite("correlation");
  OpCase c("sizes");
  c.inputs["Input1"] = {TestTensor({1, 2, 4, 4})};
  c.inputs["Input2"] = {TestTensor({1, 2, 4, 5})};
  suite.ExpectError(c, "Input2: expected shape [1, 2, 4, 4] of Input1");
  c.inputs["Input2"] = {TestTensor({1, 2, 4, 4})};
  c.attrs["max_displacement"] = 2;
  suite.ExpectError(c, "Input1: the padded map of [1, 2, 4, 4] is smaller than the reach 5");
  for (const auto& [name, value] :
       std::vector<std::pair<const char*, int>>{{"pad_size", -1},
                                                {"kernel_size", 0},
                                                {"max_displacement", -1},
                                                {"stride1", 0},
                                                {"stride2", -3},
                                                {"pad_size", INT32_MAX}}) {
    OpCase d = c;
    d.attrs[name] = value;
    suite.ExpectError(d, StrCat("attribute ", name, ": expected a number from"));
  }
  c.attrs = {{"kernel_size", 2}};
  suite.ExpectError(c, "kernel_size: expected an odd number, found 2");
}

TEST(DecodeBboxes, CodesAndVariances) {
  Random random("boxes");
  for (const std::string code : {"corner", "center_size", "corner_size"}) {
    for (const bool encoded : {false, true}) {
      OpSuite suite("decode_bboxes");
      OpCase c(code);
      constexpr int kPriors = 5;
      c.attrs = {{"num_priors", kPriors},
                 {"share_location", true},
                 {"variance_encoded_in_target", encoded},
                 {"code_type", code}};
      c.inputs["Loc"] = {random.Floats({3, kPriors * 4})};
      c.inputs["Prior"] = {random.Floats({1, 2, kPriors * 4}, 0.1, 0.9)};
      TestTensor out({3, kPriors * 4});
      for (int64_t b = 0; b < 3 * kPriors; ++b) {
        double p[4], v[4], l[4], box[4];
        for (int64_t i = 0; i < 4; ++i) {
          p[i] = c.In("Prior").At(b % kPriors * 4 + i);
          v[i] = encoded ? 1 : c.In("Prior").At(kPriors * 4 + b % kPriors * 4 + i);
          l[i] = c.In("Loc").At(b * 4 + i);
        }
        const double w = p[2] - p[0], h = p[3] - p[1];
        const double size[4] = {w, h, w, h};
        if (code == "center_size") {
          const double cx = v[0] * l[0] * w + (p[0] + p[2]) / 2;
          const double cy = v[1] * l[1] * h + (p[1] + p[3]) / 2;
          const double bw = std::exp(v[2] * l[2]) * w, bh = std::exp(v[3] * l[3]) * h;
          const double centred[4] = {cx - bw / 2, cy - bh / 2, cx + bw / 2, cy + bh / 2};
          std::copy(centred, centred + 4, box);
        } else {
          for (int i = 0; i < 4; ++i)
            box[i] = p[i] + v[i] * l[i] * (code == "corner" ? 1 : size[i]);
        }
        for (int64_t i = 0; i < 4; ++i) out.Set(b * 4 + i, box[i]);
      }
      c.expected["Bbox"] = {out};
      suite.Run(c);
    }
  }
}

TEST(DecodeBboxes, RefusesWhatDoesNotFit) {
  OpSuite suite("decode_bboxes");
  OpCase c("sizes");
  c.attrs = {{"num_priors", 2}};
  c.inputs["Loc"] = {TestTensor({3, 8})};
  c.inputs["Prior"] = {TestTensor({1, 2, 4})};
  suite.ExpectError(c, "Prior: expected shape [1, 2, 8], found [1, 2, 4]");
  c.attrs["num_priors"] = 3;
  suite.ExpectError(c, "Loc: expected 12 values for each of the images, found shape [3, 8]");
  c.attrs["num_priors"] = -1;
  suite.ExpectError(c, "num_priors: expected a number of boxes, found -1");
  c.attrs["share_location"] = false;
  suite.ExpectError(c, "share_location: expected true, found false");
  c.attrs["code_type"] = std::string("edge");
  suite.ExpectError(c, "code_type: expected corner, center_size or corner_size, found 'edge'");
}

TEST(Crop, RefusesWindowsOutside) {
  for (const char* op : {"crop", "crop_tensor"}) {
    OpSuite suite(op);
    const auto refuse = [&](const std::vector<int>& offsets, const std::vector<int>& shape,
                            const char* text) {
      OpCase c("window");
      c.attrs = {{"offsets", offsets}, {"shape", shape}};
      c.inputs["X"] = {TestTensor({3, 4})};
      suite.ExpectError(c, text);
    };
    refuse({0, 2}, {3, 3}, "dimension 1 of [3, 4] has no 3 elements from offset 2 on");
    refuse({-1, 0}, {2, 2}, "dimension 0 of [3, 4] has no 2 elements from offset -1 on");
    refuse({0, INT32_MAX}, {1, 1}, "dimension 1 of [3, 4] has no 1 elements");
    refuse({0, 0}, {-2, 1}, "dimension 0 of [3, 4] has no -2 elements");
    refuse({0}, {1, 1}, "expected a shape and offsets of 2 values for [3, 4]");
    refuse({0, 0}, {1}, "expected a shape and offsets of 2 values for [3, 4]");
  }
}

TEST(Crop, AllElementTypesAndEmptyWindows) {
  for (const PrecisionType type :
       {PrecisionType::kInt8, PrecisionType::kUInt8, PrecisionType::kBool, PrecisionType::kFP16}) {
    OpSuite suite("crop");
    OpCase c("type");
    c.attrs = {{"offsets", std::vector<int>{0, 1}}, {"shape", std::vector<int>{-1, 2}}};
    c.inputs["X"] = {TestTensor({2, 4}, type)};
    for (int64_t i = 0; i < 8; ++i) c.inputs["X"][0].Set(i, i % 2);
    TestTensor out({2, 2}, type);
    for (int64_t i = 0; i < 4; ++i) out.Set(i, (i + 1) % 2);
    c.expected["Out"] = {out};
    suite.Run(c);
  }
  OpSuite suite("crop_tensor");
  OpCase c("empty");
  c.attrs = {{"offsets", std::vector<int>{3, 0}}, {"shape", std::vector<int>{-1, 2}}};
  c.inputs["X"] = {TestTensor({3, 2})};
  c.expected["Out"] = {TestTensor({0, 2})};
  suite.Run(c);
}

TEST(RoiPerspectiveTransform, RefusesWhatDoesNotFit) {
  OpSuite suite("roi_perspective_transform");
  OpCase c("sizes");
  c.inputs["X"] = {TestTensor({1, 2, 4, 4})};
  c.inputs["ROIs"] = {TestTensor({2, 4})};
  suite.ExpectError(c, "ROIs: expected rows of 8 coordinates, found shape [2, 4]");
  c.inputs["ROIs"] = {TestTensor({2, 8})};
  c.attrs["transformed_width"] = 0;
  suite.ExpectError(c, "transformed_width: expected a positive number, found 0");
  c.attrs["transformed_height"] = -2;
  suite.ExpectError(c, "transformed_height: expected a positive number, found -2");
}

TEST(MaxPool3dWithIndex, RefusesWhatDoesNotFit) {
  OpSuite suite("max_pool3d_with_index");
  OpCase c("sizes");
  c.attrs = {{"ksize", std::vector<int>{2, 2}}};
  c.inputs["X"] = {TestTensor({1, 1, 4, 4, 4})};
  suite.ExpectError(c, "ksize: expected three positive values");
  c.attrs["ksize"] = std::vector<int>{6, 2, 2};
  suite.ExpectError(c, "is smaller than the window");
  c.attrs["ksize"] = std::vector<int>{1, 1, 1};
  c.inputs["X"] = {TestTensor::ShapeOnly({1, 1, 2048, 2048, 2048})};
  suite.ExpectError(c, "exceed the range of Mask");
}

}  // namespace
}  // namespace paddle::lite::test
