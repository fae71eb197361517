// Parts shared by the float32 convolution plans.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "lite/backends/cpu/conv_f32.h"
#include "lite/backends/cpu/conv_parts.h"
#include "lite/base/strings.h"

namespace paddle::lite::cpu {

// Replaces subnormal numbers by 0.
void FlushSubnormals(float* values, int64_t count);
// The same for all floats from `packed` to `end`.
inline void FlushPacked(const float* end, void* packed) {
  float* const begin = static_cast<float*>(packed);
  FlushSubnormals(begin, end - begin);
}

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
