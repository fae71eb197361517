// Parts shared by the convolution plans.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "lite/backends/cpu/conv_f32.h"
#include "lite/base/strings.h"

namespace paddle::lite::cpu {

inline int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

// The begin of part `index` of [0, count), split into `parts` nearly equal parts. Part i ends where
// part i + 1 begins.
inline int64_t PartBegin(int64_t count, int64_t index, int64_t parts) {
  return count * index / parts;
}

// Calls body(begin, end, thread) until [0, count) is covered, see ThreadPool::ParallelFor. The pool
// is not used if it has more threads than the plan reserved scratch for.
template <typename Body>
void ForEachRange(ThreadPool* pool, int threads, int64_t count, int64_t grain, const Body& body) {
  if (pool == nullptr || pool->threads() > threads) {
    body(0, count, 0);
  } else {
    pool->ParallelFor(count, grain, body);
  }
}

// Replaces subnormal numbers by 0.
void FlushSubnormals(float* values, int64_t count);
// The same for all floats from `packed` to `end`.
inline void FlushPacked(const float* end, void* packed) {
  float* const begin = static_cast<float*>(packed);
  FlushSubnormals(begin, end - begin);
}

// Calls body(i) for every i in [0, count), on the threads of the pool if there is one.
template <typename Body>
void ForEachPacked(ThreadPool* pool, int64_t count, const Body& body) {
  const auto range = [&body](int64_t begin, int64_t end, int) {
    for (int64_t i = begin; i < end; ++i) body(i);
  };
  if (pool == nullptr) {
    range(0, count, 0);
  } else {
    pool->ParallelFor(count, 1, range);
  }
}

// Rows [0, count) of a matrix, split into tiles of nearly equal height.
struct RowTiles {
  int64_t count = 0, rows = 0;

  RowTiles() = default;
  RowTiles(int64_t row_count, int64_t max_rows)
      : count(CeilDiv(row_count, max_rows)), rows(row_count) {}
  int64_t begin(int64_t tile) const { return tile * (rows / count) + std::min(tile, rows % count); }
  int64_t height(int64_t tile) const { return rows / count + (tile < rows % count ? 1 : 0); }
};

// The part of an activation that a micro-kernel with an EndF32 applies.
inline EndF32 EndOf(const ActivationF32& activation) {
  EndF32 end = {};
  end.low = activation.low;
  end.high = activation.high;
  end.gated = activation.has_function && activation.function == UnaryF32::kHardSwish;
  end.shift = activation.params[0];
  end.top = activation.params[1];
  end.scale = activation.params[2];
  end.offset = activation.params[3];
  return end;
}
// Whether an activation is more than a clamp, and whether a part of it remains after an EndF32.
inline bool HasFunction(const ActivationF32& activation) {
  return activation.has_function || activation.slopes;
}
inline bool HasFunctionLeft(const ActivationF32& activation) {
  return HasFunction(activation) && !EndOf(activation).gated;
}

// Finished values: `rows` rows, `stride` floats apart, of `pixels` pixels with `channels` channels.
struct FinishedF32 {
  float* dst;
  int64_t stride;
  int64_t rows;
  int64_t pixels;
  int64_t channels;
};
// Applies the part of an activation that is not a clamp. `slopes` points to the slope of the first
// channel.
inline void ApplyFunction(const VectorF32Kernels& vector, const ActivationF32& activation,
                          const float* slopes, const FinishedF32& values) {
  const int64_t columns = values.pixels * values.channels;
  if (!activation.slopes) {
    const auto function = vector.unary[static_cast<int>(activation.function)];
    if (values.stride == columns) {  // contiguous
      function(values.dst, values.dst, values.rows * columns, activation.params);
      return;
    }
    for (int64_t r = 0; r < values.rows; ++r) {
      float* dst = values.dst + r * values.stride;
      function(dst, dst, columns, activation.params);
    }
    return;
  }
  const bool one_array = values.stride == columns;
  const int64_t rows = one_array ? 1 : values.rows;
  const int64_t pixels = one_array ? values.rows * values.pixels : values.pixels;
  // For few channels: slopes are repeated for several pixels, so that vectors span pixels.
  constexpr int64_t kSlopes = 256;
  float repeated[kSlopes];
  int64_t together = 1;
  if (values.channels <= kSlopes / 8 && pixels >= 8) {
    together = std::min(pixels, kSlopes / values.channels);
    for (int64_t i = 0; i < together; ++i) {
      std::copy(slopes, slopes + values.channels, repeated + i * values.channels);
    }
    slopes = repeated;
  }
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t p = 0; p < pixels; p += together) {
      float* dst = values.dst + r * values.stride + p * values.channels;
      vector.prelu(dst, slopes, dst, std::min(together, pixels - p) * values.channels);
    }
  }
}

// pointers[tap - tap_begin][m] = input pixel of output pixel first_row + m under that tap, `zeros`
// if it is outside the image.
void FillTapPointers(const ConvShape& shape, const float* src, const float* zeros,
                     int64_t first_row, int64_t height, int64_t tap_begin, int64_t tap_end,
                     const float** pointers);

std::unique_ptr<ConvPlan> PlanGemmConv(const ConvShape& shape, const KernelTables& tables,
                                       const ConvOptions& options);
std::unique_ptr<ConvPlan> PlanDepthwiseConv(const ConvShape& shape, const KernelTables& tables,
                                            const ConvOptions& options);
std::unique_ptr<ConvPlan> PlanPlanarConv(const ConvShape& shape, const KernelTables& tables,
                                         const ConvOptions& options);
// Null if the tile kernel is as fast.
std::unique_ptr<ConvPlan> PlanGroupedConv(const ConvShape& shape, const KernelTables& tables,
                                          const ConvOptions& options);
// `tile` is 2 or 4.
std::unique_ptr<ConvPlan> PlanWinogradConv(const ConvShape& shape, int tile,
                                           const KernelTables& tables, const ConvOptions& options);

}  // namespace paddle::lite::cpu
