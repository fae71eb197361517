// Parts shared by the convolution plans of real numbers.
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
// Those of float16 are not small, and are multiplied as fast as others.
inline void FlushSubnormals(HalfBits*, int64_t) {}
// Those of bfloat16 are replaced before their numbers are paired.
inline void FlushSubnormals(BFloat16Pair*, int64_t) {}
// The same for all values from `packed` to `end`.
template <typename Real>
void FlushPacked(const Real* end, void* packed) {
  Real* const begin = static_cast<Real*>(packed);
  FlushSubnormals(begin, end - begin);
}

// The part of an activation that a micro-kernel with an EndF32 applies.
inline EndF32 EndOf(const ActivationF32& activation) {
  EndF32 end = {};
  const bool gated = activation.has_function && activation.function == UnaryF32::kHardSwish;
  end.kind = gated ? EndKind::kGate : activation.range_kind();
  end.low = activation.low;
  end.high = activation.high;
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
  return HasFunction(activation) && EndOf(activation).kind != EndKind::kGate;
}

// Finished values: `rows` rows, `stride` elements apart, of `pixels` pixels with `channels`
// channels.
template <typename Real>
struct Finished {
  Real* dst;
  int64_t stride;
  int64_t rows;
  int64_t pixels;
  int64_t channels;
};
// Applies the part of an activation that is not a clamp. `slopes` points to the slope of the first
// channel.
template <typename Real>
void ApplyFunction(const VectorKernels<Real>& vector, const ActivationF32& activation,
                   const Real* slopes, const Finished<Real>& values) {
  const int64_t columns = values.pixels * values.channels;
  if (!activation.slopes) {
    const auto function = vector.unary[static_cast<int>(activation.function)];
    if (values.stride == columns) {  // contiguous
      function(values.dst, values.dst, values.rows * columns, activation.params);
      return;
    }
    for (int64_t r = 0; r < values.rows; ++r) {
      Real* dst = values.dst + r * values.stride;
      function(dst, dst, columns, activation.params);
    }
    return;
  }
  const bool one_array = values.stride == columns;
  const int64_t rows = one_array ? 1 : values.rows;
  const int64_t pixels = one_array ? values.rows * values.pixels : values.pixels;
  // For few channels: slopes are repeated for several pixels, so that vectors span pixels.
  constexpr int64_t kSlopes = 256;
  Real repeated[kSlopes];
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
      Real* dst = values.dst + r * values.stride + p * values.channels;
      vector.prelu(dst, slopes, dst, std::min(together, pixels - p) * values.channels);
    }
  }
}

// The plan of some tables.
template <typename Tables>
using PlanPtr = std::unique_ptr<ConvPlanOf<typename Tables::Types>>;

// Tables is KernelTables, HalfTables or, for this one, BFloat16Tables.
template <typename Tables>
PlanPtr<Tables> PlanGemmConv(const ConvShape& shape, const Tables& tables,
                             const ConvOptions& options);
template <typename Tables>
PlanPtr<Tables> PlanDepthwiseConv(const ConvShape& shape, const Tables& tables,
                                  const ConvOptions& options);
template <typename Tables>
PlanPtr<Tables> PlanPlanarConv(const ConvShape& shape, const Tables& tables,
                               const ConvOptions& options);

// Null if the tile kernel is as fast.
template <typename Tables>
PlanPtr<Tables> PlanGroupedConv(const ConvShape& shape, const Tables& tables,
                                const ConvOptions& options);
// `tile` is 2 or 4. Null if the tables have no such tiles.
template <typename Tables>
PlanPtr<Tables> PlanWinogradConv(const ConvShape& shape, int tile, const Tables& tables,
                                 const ConvOptions& options);

// In matrix registers, with products of bfloat16. Null if vectors are faster.
std::unique_ptr<ConvPlan> PlanMatrixConvBf16(const ConvShape& shape,
                                             const MatrixBf16Kernels& kernels,
                                             const ConvOptions& options);

}  // namespace paddle::lite::cpu
