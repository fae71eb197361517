#include "lite/backends/cpu/conv_f32.h"

#include <cmath>
#include <limits>

#include "lite/backends/cpu/conv_internal.h"

namespace paddle::lite::cpu {
namespace {

// The batch size is not considered, so that an image produces the same bits in every batch.
int WinogradTile(const ConvShape& s, const WinogradF32Kernels* kernels) {
  if (kernels == nullptr || s.in_c < kernels->min_inputs || s.out_c < kernels->min_outputs) {
    return 0;
  }
  const auto tiles = [&s](int64_t tile) { return CeilDiv(s.out_h, tile) * CeilDiv(s.out_w, tile); };
  if (tiles(4) >= kernels->min_tiles) return 4;
  if (tiles(2) >= kernels->min_tiles) return 2;
  return 0;
}

}  // namespace

void FillTapPointers(const ConvShape& s, const float* src, const float* zeros, int64_t first_row,
                     int64_t height, int64_t tap_begin, int64_t tap_end, const float** pointers) {
  int64_t top[kMaxTileRows];
  int64_t left[kMaxTileRows];
  int64_t base[kMaxTileRows];
  const int64_t bottom_reach = (s.kernel_h - 1) * s.dilation_h;
  const int64_t right_reach = (s.kernel_w - 1) * s.dilation_w;
  bool inside = true;
  int64_t x = first_row % s.out_w;
  int64_t y = first_row / s.out_w % s.out_h;
  int64_t image = first_row / s.out_w / s.out_h;
  for (int64_t m = 0; m < height; ++m) {
    top[m] = y * s.stride_h - s.pad_top;
    left[m] = x * s.stride_w - s.pad_left;
    base[m] = ((image * s.in_h + top[m]) * s.in_w + left[m]) * s.in_c;
    inside = inside && top[m] >= 0 && left[m] >= 0 && top[m] + bottom_reach < s.in_h &&
             left[m] + right_reach < s.in_w;
    if (++x == s.out_w) {
      x = 0;
      if (++y == s.out_h) {
        y = 0;
        ++image;
      }
    }
  }
  for (int64_t tap = tap_begin; tap < tap_end; ++tap) {
    const int64_t dy = tap / s.kernel_w * s.dilation_h;
    const int64_t dx = tap % s.kernel_w * s.dilation_w;
    const int64_t offset = (dy * s.in_w + dx) * s.in_c;
    if (inside) {
      for (int64_t m = 0; m < height; ++m) pointers[m] = src + (base[m] + offset);
    } else {
      for (int64_t m = 0; m < height; ++m) {
        const bool exists =
            top[m] + dy >= 0 && top[m] + dy < s.in_h && left[m] + dx >= 0 && left[m] + dx < s.in_w;
        pointers[m] = exists ? src + (base[m] + offset) : zeros;
      }
    }
    pointers += height;
  }
}

std::unique_ptr<ConvPlan> PlanConv(const ConvShape& shape, const KernelTables& tables,
                                   const ConvOptions& options) {
  switch (options.algorithm) {
    case ConvAlgorithm::kGemm:
      return PlanGemmConv(shape, tables, options);
    case ConvAlgorithm::kDepthwise:
      return PlanDepthwiseConv(shape, tables, options);
    case ConvAlgorithm::kPlanar:
      return PlanPlanarConv(shape, tables, options);
    case ConvAlgorithm::kWinograd2:
      return PlanWinogradConv(shape, 2, tables, options);
    case ConvAlgorithm::kWinograd4:
      return PlanWinogradConv(shape, 4, tables, options);
    case ConvAlgorithm::kAuto:
      break;
  }
  if (shape.depthwise()) return PlanDepthwiseConv(shape, tables, options);
  if (shape.groups > 1) {
    std::unique_ptr<ConvPlan> plan = PlanGroupedConv(shape, tables, options);
    if (plan != nullptr) return plan;
  }
  if (const int tile = WinogradTile(shape, tables.winograd); tile != 0) {
    std::unique_ptr<ConvPlan> plan = PlanWinogradConv(shape, tile, tables, options);
    if (plan != nullptr) return plan;
  }
  return PlanGemmConv(shape, tables, options);
}

void FlushSubnormals(float* values, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    const float value = values[i];
    values[i] = std::abs(value) < std::numeric_limits<float>::min() ? 0.0f : value;
  }
}

}  // namespace paddle::lite::cpu
