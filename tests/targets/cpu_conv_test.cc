// Convolution plans against a double-precision definition, at every instruction-set level.

#include <gtest/gtest.h>

#include <cstdint>

#include "tests/targets/cpu_conv_cases.h"
#include "tests/targets/cpu_conv_check.h"

namespace paddle::lite::cpu {
namespace cpu_conv_test {

TEST(CpuConv, PointwiseTails) {
  for (const int64_t out_c : {1, 3, 4, 7, 8, 15, 16, 17, 24, 31, 33, 47, 58, 64, 65, 100, 129}) {
    for (const int64_t in_c : {1, 3, 6, 32}) {
      CheckAllLevels({SquareConv(1, in_c, 5, 7, out_c, 1, 1, 0), ConvAlgorithm::kGemm});
    }
  }
}

TEST(CpuConv, EveryTileHeight) {
  for (int64_t width = 1; width <= 30; ++width) {
    CheckAllLevels({SquareConv(1, 5, 1, width, 70, 1, 1, 0), ConvAlgorithm::kGemm});
    CheckAllLevels({SquareConv(1, 5, 1, width, 30, 1, 1, 0), ConvAlgorithm::kGemm});
    CheckAllLevels({SquareConv(1, 5, 1, width, 48, 1, 1, 0), ConvAlgorithm::kGemm});
  }
}

TEST(CpuConv, WindowsStridesAndDilations) {
  for (const int64_t kernel : {1, 2, 3, 5, 7}) {
    for (const int64_t stride : {1, 2, 3}) {
      for (const int64_t pad : {0, 1, 4}) {
        for (const int64_t dilation : {1, 2}) {
          if (pad > (kernel - 1) * dilation) continue;
          Case c{SquareConv(2, 5, 13, 15, 19, kernel, stride, pad, dilation), ConvAlgorithm::kGemm};
          CheckAllLevels(c);
          c.algorithm = ConvAlgorithm::kPlanar;
          CheckAllLevels(c);
        }
      }
    }
  }
}

TEST(CpuConv, UnequalSidesAndPaddingWithoutInput) {
  ConvShape s = SquareConv(2, 6, 9, 11, 18, 3, 1, 1);
  s.kernel_h = 1;
  s.kernel_w = 5;
  s.pad_top = 2;
  s.pad_left = 3;
  s.stride_h = 2;
  s.stride_w = 3;
  s.dilation_w = 2;
  s.out_h = 7;
  s.out_w = 5;
  CheckAllLevels({s, ConvAlgorithm::kGemm});
  CheckAllLevels({s, ConvAlgorithm::kPlanar});
  s.groups = s.out_c = s.in_c = 18;
  CheckAllLevels({s, ConvAlgorithm::kDepthwise});
  CheckAllLevels({s, ConvAlgorithm::kGemm});
}

TEST(CpuConv, EpiloguesInAndOutOfPlace) {
  for (const ConvShape& s :
       {SquareConv(1, 9, 6, 7, 37, 1, 1, 0), SquareConv(1, 9, 6, 7, 37, 3, 1, 1),
        SquareConv(1, 37, 6, 7, 37, 3, 1, 1, 1, 37)}) {
    for (int activation = 0; activation < kActivations; ++activation) {
      for (const bool residual : {false, true}) {
        for (const bool bias : {false, true}) {
          Case c{s};
          c.activation = activation;
          c.residual = residual;
          c.bias = bias;
          CheckAllLevels(c);
          c.in_place = residual;
          CheckAllLevels(c);
          if (s.kernel_h == 3 && s.groups == 1) CheckWinogradAtAllLevels(c);
        }
      }
    }
  }
}

// Relu makes NaN 0, as in Paddle; no activation and other ranges keep it.
TEST(CpuConv, NaN) {
  for (int activation = 0; activation <= 2; ++activation) {
    for (const bool residual : {false, true}) {
      const auto check = [=](const ConvShape& s, ConvAlgorithm algorithm = ConvAlgorithm::kAuto) {
        Case c{s, algorithm};
        c.activation = activation;
        c.residual = residual;
        c.nan = true;
        CheckAllLevels(c);
        if (s.kernel_h == 3 && s.stride_h == 1 && s.groups == 1) CheckWinogradAtAllLevels(c);
      };
      check(SquareConv(1, 9, 6, 7, 37, 1, 1, 0));
      check(SquareConv(1, 9, 6, 7, 32, 3, 1, 1));
      check(SquareConv(1, 37, 6, 7, 37, 3, 1, 1, 1, 37));
      check(SquareConv(1, 32, 6, 5, 32, 3, 1, 1, 1, 8));
      if (!residual) check(SquareConv(1, 3, 9, 9, 19, 3, 2, 1), ConvAlgorithm::kPlanar);
    }
  }
}

TEST(CpuConv, LongSumsInChunks) {
  for (const int64_t depth : {4, 7, 16, 64}) {
    for (const int64_t kernel : {1, 3}) {
      Case c{SquareConv(1, 37, 7, 7, 70, kernel, 1, kernel / 2), ConvAlgorithm::kGemm};
      c.max_depth = depth;
      c.residual = true;
      c.activation = 1;
      CheckAllLevels(c);
      c.activation = 3;
      c.in_place = false;
      CheckAllLevels(c);
    }
  }
}

TEST(CpuConv, ChunksChosenByShape) {
  CheckAllLevels({SquareConv(1, 2048, 3, 3, 96, 1, 1, 0), ConvAlgorithm::kGemm});
  CheckAllLevels({SquareConv(1, 1100, 7, 7, 192, 1, 1, 0), ConvAlgorithm::kGemm});
  CheckAllLevels({SquareConv(1, 520, 4, 4, 256, 3, 2, 1), ConvAlgorithm::kGemm});
}

TEST(CpuConv, Groups) {
  for (const int64_t groups : {2, 3, 6}) {
    CheckAllLevels({SquareConv(1, 12, 6, 5, 24, 3, 1, 1, 1, groups), ConvAlgorithm::kGemm});
    CheckAllLevels({SquareConv(2, 12, 6, 5, 42, 1, 2, 0, 1, groups), ConvAlgorithm::kGemm});
  }
  // Four and eight channels a group: several groups to a vector.
  for (const int64_t groups : {4, 8}) {
    for (const int64_t stride : {1, 2}) {
      CheckAllLevels({SquareConv(2, 32, 7, 5, 32, 3, stride, 1, 1, groups)});
      CheckAllLevels({SquareConv(1, 32, 9, 8, 32, 3, stride, 2, 2, groups)});
    }
    Case c{SquareConv(1, 32, 6, 5, 32, 3, 1, 1, 1, groups)};
    c.residual = c.in_place = c.bias = true;
    for (c.activation = 0; c.activation < kActivations; ++c.activation) CheckAllLevels(c);
  }
  // A channel multiplier.
  CheckAllLevels({SquareConv(1, 6, 6, 5, 12, 3, 1, 1, 1, 6)});
}

// Tiles of several panels: an odd number of them, a narrower one at the end, groups that are one
// and a half tiles, chunks of the sum, and every end of a sum.
TEST(CpuConv, FewRowsOfManyPanels) {
  for (const int64_t rows : {1, 2, 3}) {
    for (const int64_t out_c : {47, 48, 72, 90, 96, 127, 128, 130, 192, 200}) {
      for (const int64_t in_c : {1, 7, 36}) {
        CheckAllLevels({SquareConv(1, in_c, 1, rows, out_c, 1, 1, 0), ConvAlgorithm::kGemm});
      }
      for (const int64_t groups : {2, 3}) {
        const ConvShape s = SquareConv(1, 5 * groups, 1, rows, out_c * groups, 1, 1, 0, 1, groups);
        CheckAllLevels({s, ConvAlgorithm::kGemm});
      }
      Case c{SquareConv(1, 37, 1, rows, out_c, 1, 1, 0), ConvAlgorithm::kGemm};
      c.max_depth = 16;
      c.residual = true;
      for (c.activation = 0; c.activation < kActivations; ++c.activation) CheckAllLevels(c);
    }
    CheckAllLevels({SquareConv(1, 9, 1, rows, 200, 3, 1, 1), ConvAlgorithm::kGemm});
  }
}

// Parts of uneven size: one or few row tiles, and a number of panels that is not divisible by the
// threads.
TEST(CpuConv, FewPixelsAndManyWeights) {
  for (const int64_t size : {1, 3, 5, 7}) {
    for (const int64_t channels : {10, 16, 80, 160}) {
      Case c{SquareConv(1, 48, size, size, channels, 3, 1, 1), ConvAlgorithm::kGemm};
      c.activation = 5;
      CheckAllLevels(c);
    }
  }
}

TEST(CpuConv, Depthwise) {
  for (const int64_t channels : {2, 3, 8, 13, 16, 19, 40, 58}) {
    for (const int64_t kernel : {2, 3, 5}) {
      for (const int64_t stride : {1, 2, 3}) {
        for (const int64_t width : {1, 2, 3, 5, 6, 7, 9, 12, 14, 16, 18}) {
          if (width + 2 * (kernel / 2) < kernel) continue;
          Case c{
              SquareConv(1, channels, 6, width, channels, kernel, stride, kernel / 2, 1, channels)};
          c.activation = 1;
          CheckAllLevels(c);
        }
      }
    }
  }
  for (int activation = 0; activation < kActivations; ++activation) {
    Case c{SquareConv(2, 20, 9, 14, 20, 3, 1, 1, 1, 20)};
    c.activation = activation;
    CheckAllLevels(c);
  }
  // Pixels that begin in few sets of the first-level cache.
  for (const int64_t channels : {256, 512}) {
    for (const int64_t stride : {1, 2}) {
      for (const int64_t width : {7, 14, 18}) {
        Case c{SquareConv(1, channels, 5, width, channels, 3, stride, 1, 1, channels)};
        c.activation = static_cast<int>(width % kActivations);
        c.residual = stride == 1;
        CheckAllLevels(c);
      }
    }
  }
  CheckAllLevels({SquareConv(2, 20, 9, 9, 20, 3, 1, 2, 2, 20)});
  CheckAllLevels({SquareConv(1, 20, 9, 9, 20, 5, 2, 0, 1, 20)});
}

TEST(CpuConv, PlanarFirstLayers) {
  for (const int64_t width : {8, 15, 29, 44}) {
    for (const int64_t channels : {8, 24, 40}) {
      Case c{SquareConv(2, 3, 11, width, channels, 3, 2, 1), ConvAlgorithm::kPlanar};
      c.activation = 1;
      CheckAllLevels(c);
      c.activation = 3;
      CheckAllLevels(c);
    }
    // Slopes repeated for several pixels.
    Case c{SquareConv(1, 3, 5, width, 10, 3, 1, 1), ConvAlgorithm::kPlanar};
    c.activation = 5;
    CheckAllLevels(c);
    CheckAllLevels({SquareConv(1, 3, 12, width, 64, 7, 2, 3), ConvAlgorithm::kPlanar});
    CheckAllLevels({SquareConv(1, 1, 12, width, 20, 3, 4, 2), ConvAlgorithm::kPlanar});
  }
}

TEST(CpuConv, Winograd) {
  for (const int64_t size : {1, 2, 3, 4, 5, 7, 13}) {
    for (const int64_t channels : {5, 16, 35}) {
      for (const int64_t pad : {0, 1, 2}) {
        if (size + 2 * pad < 3) continue;
        CheckWinogradAtAllLevels(
            {SquareConv(2, channels, size, size + 1, channels + 3, 3, 1, pad)});
      }
    }
  }
  // Weights beyond the cache: threads share the stages.
  CheckWinogradAtAllLevels({SquareConv(1, 150, 9, 9, 140, 3, 1, 1)});
  CheckWinogradAtAllLevels({SquareConv(1, 40, 24, 24, 48, 3, 1, 1)});
  // More channels than one sum in float16 adds.
  CheckWinogradAtAllLevels({SquareConv(1, 600, 5, 5, 40, 3, 1, 1)});
}

}  // namespace cpu_conv_test
}  // namespace paddle::lite::cpu
