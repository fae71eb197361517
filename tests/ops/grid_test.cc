// affine_grid and grid_sampler.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

using Ints = std::vector<int32_t>;
constexpr Tolerance kGridTolerance{5e-6, 1e-5, 0, 0};

TEST(AffineGrid, MapsPixelCentres) {
  OpSuite suite("affine_grid", kGridTolerance);
  Random random("affine_grid");
  for (const PrecisionType type : {PrecisionType::kFloat, PrecisionType::kFP64}) {
    for (const bool corners : {true, false}) {
      for (const auto& [h, w] : std::vector<std::pair<int, int>>{{3, 4}, {2, 7}, {1, 1}, {5, 2}}) {
        if (corners && h == 1) continue;  // a step that Paddle does not define
        OpCase c("grid");
        c.attrs = {{"align_corners", corners}, {"output_shape", Ints{2, 3, h, w}}};
        c.inputs["Theta"] = {random.Floats({2, 2, 3}, -1, 1, type)};
        const auto coordinate = [&](int64_t i, int64_t size) {
          const double n = static_cast<double>(size), at = static_cast<double>(i);
          return corners ? -1 + 2 * at / (n - 1) : -1 + (2 * at + 1) / n;
        };
        TestTensor grid({2, h, w, 2}, type);
        for (int64_t i = 0; i < grid.numel(); ++i) {
          const int64_t n = i / (2 * w * h), row = 6 * n + 3 * (i % 2);
          grid.Set(i, c.In("Theta").At(row) * coordinate(i / 2 % w, w) +
                          c.In("Theta").At(row + 1) * coordinate(i / 2 / w % h, h) +
                          c.In("Theta").At(row + 2));
        }
        c.expected["Output"] = {grid};
        suite.Run(c);
        c.attrs["output_shape"] = Ints{};
        c.inputs["OutputShape"] = {MakeTensor<int32_t>({4}, {2, 3, h, w})};
        suite.Run(c);
      }
    }
  }
}

// The value of a plane at a position, 0 beyond its borders.
double PixelOrZero(const TestTensor& x, int64_t plane, int64_t row, int64_t column) {
  const int64_t h = x.dims[2], w = x.dims[3];
  if (row < 0 || row >= h || column < 0 || column >= w) return 0;
  return x.At((plane * h + row) * w + column);
}

// A coordinate folded back into [low, high] by mirrors at both ends.
double Folded(double p, double low, double high) {
  if (high <= low) return low;
  while (p < low || p > high) p = p < low ? 2 * low - p : 2 * high - p;
  return p;
}

double Position(double g, int64_t pixels, bool corners, const std::string& padding) {
  const double size = static_cast<double>(pixels);
  double p = corners ? (g + 1) / 2 * (size - 1) : (g + 1) / 2 * size - 0.5;
  if (padding == "reflection") p = corners ? Folded(p, 0, size - 1) : Folded(p, -0.5, size - 0.5);
  if (padding != "zeros") p = std::min(std::max(p, 0.0), size - 1);
  return p;
}

TEST(GridSampler, ModesAndBorders) {
  OpSuite suite("grid_sampler", kGridTolerance);
  Random random("grid_sampler");
  for (const PrecisionType type : {PrecisionType::kFloat, PrecisionType::kFP64}) {
    for (const char* mode : {"bilinear", "nearest"}) {
      for (const char* padding : {"zeros", "border", "reflection"}) {
        for (const bool corners : {true, false}) {
          for (const DDim& shape : {DDim{2, 3, 5, 4}, DDim{1, 1, 1, 1}, DDim{1, 2, 1, 6}}) {
            OpCase c("grid");
            c.attrs = {{"mode", std::string(mode)},
                       {"padding_mode", std::string(padding)},
                       {"align_corners", corners}};
            c.inputs["X"] = {random.Floats(shape, -1, 1, type)};
            c.inputs["Grid"] = {random.Floats({shape[0], 4, 3, 2}, -2.5, 2.5, type)};
            const TestTensor &x = c.In("X"), &grid = c.In("Grid");
            TestTensor out({shape[0], shape[1], 4, 3}, type);
            for (int64_t i = 0; i < out.numel(); ++i) {
              const int64_t plane = i / 12;
              const int64_t at = (plane / shape[1] * 12 + i % 12) * 2;
              const double px = Position(grid.At(at), shape[3], corners, padding);
              const double py = Position(grid.At(at + 1), shape[2], corners, padding);
              double value = 0;
              if (std::string(mode) == "nearest") {
                value = PixelOrZero(x, plane, std::lround(py), std::lround(px));
              } else {
                const double fy = std::floor(py), fx = std::floor(px);
                for (int k = 0; k < 4; ++k) {
                  const double y = fy + k / 2, w = fx + k % 2;
                  value += PixelOrZero(x, plane, static_cast<int64_t>(y), static_cast<int64_t>(w)) *
                           (1 - std::abs(py - y)) * (1 - std::abs(px - w));
                }
              }
              out.Set(i, value);
            }
            c.expected["Output"] = {out};
            suite.Run(c);
          }
        }
      }
    }
  }
}

// A map of a volume, written out for one voxel at a time; and the other shapes whose first numbers
// are the map of an image.
TEST(AffineGrid, MapsOtherThanTwoByThree) {
  OpSuite suite("affine_grid", kGridTolerance);
  Random random("affine_grid_volume");
  for (const PrecisionType type : {PrecisionType::kFloat, PrecisionType::kFP64}) {
    for (const bool corners : {true, false}) {
      for (const DDim& theta : {DDim{2, 3, 4}, DDim{2, 3, 3}, DDim{2, 2, 4}}) {
        for (const bool volume : {false, true}) {
          if (volume && theta.Count(1, 3) != 12) continue;
          const int axes = volume ? 3 : 2;
          const Ints sizes = {4, 3, 2};  // of x, y, z
          OpCase c(volume ? "volume" : "image");
          Ints shape = {2, 1}, out = {2};
          for (int a = axes - 1; a >= 0; --a) {
            shape.push_back(sizes[static_cast<size_t>(a)]);
            out.push_back(shape.back());
          }
          out.push_back(axes);
          c.attrs = {{"align_corners", corners}, {"output_shape", shape}};
          c.inputs["Theta"] = {random.Floats(theta, -1, 1, type)};
          TestTensor grid(DDim(std::vector<int64_t>(out.begin(), out.end())), type);
          const int64_t pixels = grid.numel() / 2 / axes;
          for (int64_t i = 0; i < grid.numel(); ++i) {
            const int64_t row = i / axes / pixels * theta.Count(1, 3) + i % axes * (axes + 1);
            double value = c.In("Theta").At(row + axes);
            int64_t rest = i / axes % pixels;
            for (int a = 0; a < axes; ++a) {
              const int n = sizes[static_cast<size_t>(a)];
              const double at = static_cast<double>(rest % n);
              rest /= n;
              value += c.In("Theta").At(row + a) *
                       (corners ? -1 + 2 * at / (n - 1) : -1 + (2 * at + 1) / n);
            }
            grid.Set(i, value);
          }
          c.expected["Output"] = {grid};
          suite.Run(c);
        }
      }
    }
  }
}

TEST(GridSampler, Volumes) {
  OpSuite suite("grid_sampler", kGridTolerance);
  Random random("grid_sampler_volume");
  for (const PrecisionType type : {PrecisionType::kFloat, PrecisionType::kFP64}) {
    for (const bool nearest : {false, true}) {
      for (const char* padding : {"zeros", "border", "reflection"}) {
        for (const bool corners : {true, false}) {
          for (const DDim& x : {DDim{2, 2, 3, 5, 4}, DDim{1, 1, 1, 1, 1}, DDim{1, 2, 2, 1, 6}}) {
            OpCase c("volume");
            c.attrs = {{"mode", std::string(nearest ? "nearest" : "bilinear")},
                       {"padding_mode", std::string(padding)},
                       {"align_corners", corners}};
            c.inputs["X"] = {random.Floats(x, -1, 1, type)};
            c.inputs["Grid"] = {random.Floats({x[0], 2, 3, 2, 3}, -2, 2, type)};
            TestTensor out({x[0], x[1], 2, 3, 2}, type);
            for (int64_t i = 0; i < out.numel(); ++i) {
              const int64_t volume = i / 12;
              const int64_t at = (volume / x[1] * 12 + i % 12) * 3;
              // Every voxel, with the share that it has by its distance.
              double value = 0;
              for (int64_t v = 0; v < x.Count(2, 5); ++v) {
                double share = 1;
                int64_t rest = v;
                for (int a = 0; a < 3; ++a) {
                  const int64_t n = x[4 - a];
                  const double p = Position(c.In("Grid").At(at + a), n, corners, padding);
                  const auto voxel = static_cast<double>(rest % n);
                  rest /= n;
                  if (!nearest) {
                    share *= std::max(0.0, 1 - std::abs(p - voxel));
                  } else if (p < 0 || p > static_cast<double>(n - 1) || std::round(p) != voxel) {
                    share = 0;
                  }
                }
                value += share * c.In("X").At(volume * x.Count(2, 5) + v);
              }
              out.Set(i, value);
            }
            c.expected["Output"] = {out};
            suite.Run(c);
          }
        }
      }
    }
  }
}

// Coordinates come from data: none may lead to an access out of bounds.
TEST(GridSampler, AnyCoordinateIsSafe) {
  for (const char* mode : {"bilinear", "nearest"}) {
    for (const char* padding : {"zeros", "border", "reflection"}) {
      OpSuite suite("grid_sampler");
      OpCase c("wild");
      c.attrs = {{"mode", std::string(mode)}, {"padding_mode", std::string(padding)}};
      const float inf = INFINITY;
      for (const int64_t axes : {2, 3}) {
        c.inputs["X"] = {TestTensor(axes == 2 ? DDim{1, 1, 3, 3} : DDim{1, 1, 3, 3, 3})};
        c.inputs["Grid"] = {MakeTensor<float>(
            axes == 2 ? DDim{1, 2, 3, 2} : DDim{1, 2, 2, 1, 3},
            {NAN, NAN, inf, inf, -inf, inf, 3e38f, -3e38f, 1e10f, -1e10f, NAN, 0.5f})};
        c.expected["Output"] = {TestTensor(axes == 2 ? DDim{1, 1, 2, 3} : DDim{1, 1, 2, 2, 1})};
        c.check = [](const SlotTensors&) { return std::string(); };
        suite.Run(c);
      }
    }
  }
}

TEST(Grid, RefusesWhatDoesNotFit) {
  OpCase theta("theta");
  for (const DDim& shape : {DDim{1, 4, 4}, DDim{1, 1, 3}, DDim{1, 2, 2}, DDim{1, 2, 5}, DDim{6}}) {
    theta.inputs["Theta"] = {TestTensor(shape)};
    OpSuite("affine_grid")
        .ExpectError(theta, StrCat("Theta: expected shape [N, 2 or 3, 3 or 4], found ", shape));
  }
  theta.inputs["Theta"] = {TestTensor({1, 2, 3})};
  for (const Ints& size : {Ints{}, Ints{2, 2}, Ints{1, 1, 0, 4}, Ints{1, 1, 2, 2, 0}}) {
    theta.attrs["output_shape"] = size;
    OpSuite("affine_grid")
        .ExpectError(theta, "output_shape: expected [N, C, H, W] or [N, C, D, H, W], found [");
  }
  theta.attrs["output_shape"] = Ints{1, 1, 2, 2, 2};
  OpSuite("affine_grid")
      .ExpectError(theta, "Theta: expected shape [N, 3, 4] for volumes, found [1, 2, 3]");
  const auto refuse = [](const DDim& x, const DDim& grid, const char* text,
                         const char* mode = "bilinear", const char* padding = "zeros") {
    OpCase c(text);
    c.attrs = {{"mode", std::string(mode)}, {"padding_mode", std::string(padding)}};
    c.inputs["X"] = {TestTensor(x)};
    c.inputs["Grid"] = {TestTensor(grid)};
    OpSuite("grid_sampler").ExpectError(c, text);
  };
  const DDim x{2, 1, 3, 3}, grid{2, 2, 2, 2};
  refuse({1, 3, 3}, grid, "X: expected rank 4 or 5, found shape [1, 3, 3]");
  refuse({1, 1, 2, 3, 3, 3}, grid, "X: expected rank 4 or 5");
  refuse({2, 1, 3, 3, 3}, grid, "Grid: expected shape [2, depth, height, width, 3], found [2, 2");
  refuse({2, 1, 3, 3, 3}, {2, 2, 2, 2, 2}, "Grid: expected shape [2, depth, height, width, 3]");
  refuse(x, {2, 2, 2, 2, 3}, "Grid: expected shape [2, height, width, 2]");
  refuse(x, {1, 2, 2, 2}, "Grid: expected shape [2, height, width, 2]");
  refuse(x, {2, 2, 2, 3}, "Grid: expected shape");
}

}  // namespace
}  // namespace paddle::lite::test
