#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tests/support/emulation.h"
#include "tests/support/op_suite.h"
#include "tests/support/sanitizer.h"

namespace paddle::lite::test {
namespace {

struct Image {
  int64_t batch, channels, height, width;
  std::vector<double> values;
  double& At(int64_t n, int64_t c, int64_t y, int64_t x) {
    return values[static_cast<size_t>(((n * channels + c) * height + y) * width + x)];
  }
};

Image MakeImage(int64_t batch, int64_t channels, int64_t height, int64_t width) {
  return {batch, channels, height, width,
          std::vector<double>(static_cast<size_t>(batch * channels * height * width))};
}

// The network as its paper has it, with the stride of a block in the convolution 3x3. `weights`
// and `biases` are taken in order.
class Network {
 public:
  explicit Network(const OpCase& c) : case_(c) {}

  Image Run(const TestTensor& input) {
    Image x = MakeImage(input.dims[0], 3, input.dims[2], input.dims[3]);
    for (size_t i = 0; i < x.values.size(); ++i) x.values[i] = input.At(static_cast<int64_t>(i));
    x = Largest(Convolve(&x, next_++, 2, true));
    const int blocks[] = {3, 4, 6, 3};
    for (int stage = 0; stage < 4; ++stage) {
      for (int block = 0; block < blocks[stage]; ++block) {
        const int stride = block == 0 && stage > 0 ? 2 : 1;
        const int first = next_;
        Image y = Convolve(&x, first, 1, true);
        y = Convolve(&y, first + 1, stride, true);
        y = Convolve(&y, first + 2, 1, false);
        next_ = first + 3;
        if (block == 0) x = Convolve(&x, next_++, stride, false);
        for (size_t i = 0; i < y.values.size(); ++i) {
          x.values[i] = std::max(0.0, x.values[i] + y.values[i]);
        }
      }
    }
    Image mean = MakeImage(x.batch, x.channels, 1, 1);
    const auto area = static_cast<size_t>(x.height * x.width);
    for (size_t i = 0; i < x.values.size(); ++i) {
      mean.values[i / area] += x.values[i] / static_cast<double>(area);
    }
    return mean;
  }

  int layers() const { return next_; }

 private:
  Image Convolve(Image* x, int layer, int stride, bool relu) const {
    const TestTensor& w = case_.inputs.at("Filter")[static_cast<size_t>(layer)];
    const TestTensor& b = case_.inputs.at("Bias")[static_cast<size_t>(layer)];
    const int64_t kernel = w.dims[2];
    const int64_t pad = kernel / 2;
    Image y = MakeImage(x->batch, w.dims[0], (x->height + 2 * pad - kernel) / stride + 1,
                        (x->width + 2 * pad - kernel) / stride + 1);
    std::vector<double> weights;
    for (int64_t i = 0; i < w.numel(); ++i) weights.push_back(w.At(i));
    // Gathered by tap, so that the innermost loop runs along the channels of the filter.
    std::vector<double> patch(static_cast<size_t>(w.dims[1] * kernel * kernel));
    for (int64_t n = 0; n < y.batch; ++n) {
      for (int64_t oy = 0; oy < y.height; ++oy) {
        for (int64_t ox = 0; ox < y.width; ++ox) {
          size_t at = 0;
          for (int64_t c = 0; c < w.dims[1]; ++c) {
            for (int64_t tap = 0; tap < kernel * kernel; ++tap) {
              const int64_t iy = oy * stride - pad + tap / kernel;
              const int64_t ix = ox * stride - pad + tap % kernel;
              const bool inside = iy >= 0 && iy < x->height && ix >= 0 && ix < x->width;
              patch[at++] = inside ? x->At(n, c, iy, ix) : 0.0;
            }
          }
          for (int64_t o = 0; o < y.channels; ++o) {
            double sum = b.At(o);
            const double* row = weights.data() + static_cast<size_t>(o) * patch.size();
            for (size_t i = 0; i < patch.size(); ++i) sum += patch[i] * row[i];
            y.At(n, o, oy, ox) = relu ? std::max(sum, 0.0) : sum;
          }
        }
      }
    }
    return y;
  }

  static Image Largest(Image x) {
    Image y = MakeImage(x.batch, x.channels, (x.height - 1) / 2 + 1, (x.width - 1) / 2 + 1);
    for (int64_t n = 0; n < y.batch; ++n) {
      for (int64_t c = 0; c < y.channels; ++c) {
        for (int64_t oy = 0; oy < y.height; ++oy) {
          for (int64_t ox = 0; ox < y.width; ++ox) {
            double largest = -std::numeric_limits<double>::infinity();
            for (int64_t iy = 2 * oy - 1; iy < 2 * oy + 2; ++iy) {
              for (int64_t ix = 2 * ox - 1; ix < 2 * ox + 2; ++ix) {
                if (iy < 0 || iy >= x.height || ix < 0 || ix >= x.width) continue;
                largest = std::max(largest, x.At(n, c, iy, ix));
              }
            }
            y.At(n, c, oy, ox) = largest;
          }
        }
      }
    }
    return y;
  }

  const OpCase& case_;
  int next_ = 0;
};

// The shapes of the filters; the others follow from them.
std::vector<DDim> FilterShapes() {
  std::vector<DDim> shapes = {{64, 3, 7, 7}};
  const int blocks[] = {3, 4, 6, 3};
  int64_t channels = 64;
  for (int stage = 0; stage < 4; ++stage) {
    const int64_t width = 64 << stage;
    for (int block = 0; block < blocks[stage]; ++block) {
      shapes.push_back({width, channels, 1, 1});
      shapes.push_back({width, width, 3, 3});
      shapes.push_back({4 * width, width, 1, 1});
      if (block == 0) shapes.push_back({4 * width, channels, 1, 1});
      channels = 4 * width;
    }
  }
  return shapes;
}

OpCase MakeResnet50(Random* random, const DDim& image) {
  OpCase c("resnet50");
  c.inputs["Input"] = {random->Floats(image)};
  for (const DDim& dims : FilterShapes()) {
    // Keeps the magnitude of values.
    const double range = 1.5 / std::sqrt(static_cast<double>(dims.Count(1, 4)));
    c.inputs["Filter"].push_back(random->Floats(dims, -range, range).AsWeight());
    c.inputs["Bias"].push_back(random->Floats({dims[0]}, -0.1, 0.1).AsWeight());
  }
  return c;
}

TEST(XpuResnet50, IsTheNetwork) {
  if (IsEmulated() || kUnderSanitizer) {
    GTEST_SKIP() << "too slow: 53 layers, whose kernels have tests of their own";
  }
  OpSuite suite("__xpu__resnet50", kSumTolerance);
  Random random("__xpu__resnet50");
  OpCase c = MakeResnet50(&random, {1, 3, 9, 17});
  c.inputs["MaxFilter"] = {random.Floats({4})};
  // Another shape, without the time of another run.
  c.resized = c.inputs;
  c.resized["Input"] = {random.Floats({0, 3, 9, 17})};
  Network network(c);
  const Image mean = network.Run(c.In("Input"));
  ASSERT_EQ(network.layers(), 53);
  TestTensor out({1, 2048, 1, 1});
  for (int64_t i = 0; i < out.numel(); ++i) out.Set(i, mean.values[static_cast<size_t>(i)]);
  c.expected["Output"] = {out};
  suite.Run(c);
}

TEST(XpuResnet50, RefusesWhatDoesNotFit) {
  OpSuite suite("__xpu__resnet50");
  OpCase good("bad");
  good.inputs["Input"] = {TestTensor::ShapeOnly({1, 3, 8, 8})};
  for (const DDim& dims : FilterShapes()) {
    good.inputs["Filter"].push_back(TestTensor::ShapeOnly(dims));
    good.inputs["Bias"].push_back(TestTensor::ShapeOnly({dims[0]}));
  }
  const auto refuse = [&](const std::string& text, const std::string& slot, size_t index,
                          const DDim& dims) {
    OpCase c = good;
    c.inputs[slot][index] = TestTensor::ShapeOnly(dims);
    suite.ExpectError(c, text);
  };
  refuse("Input: expected the shape of images with 3 channels, found [1, 4, 8, 8]", "Input", 0,
         {1, 4, 8, 8});
  refuse("Input: expected the shape of images with 3 channels, found [1, 3, 0, 8]", "Input", 0,
         {1, 3, 0, 8});
  refuse("Filter[4]: expected shape [256, 64, 1, 1], found [256, 64]", "Filter", 4, {256, 64});
  refuse("Bias[52]: expected 2048 elements, found [1]", "Bias", 52, {1});
  OpCase fewer = good;
  fewer.inputs["Bias"].pop_back();
  suite.ExpectError(fewer, "Bias: expected 53 tensors, found 52");
}

}  // namespace
}  // namespace paddle::lite::test
