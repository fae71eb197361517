// Parts shared by the plans of int8 convolutions.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

#include "lite/backends/cpu/conv_parts.h"
#include "lite/backends/cpu/conv_s8.h"
#include "lite/base/checked_math.h"

namespace paddle::lite::cpu {

// Elements that a kernel may read beyond the last one of an array.
constexpr int64_t kSlack = 64;

// Infinity if there is a NaN.
inline float LargestMagnitude(const float* values, int64_t count) {
  float largest = 0;
  bool numbers = true;
  for (int64_t i = 0; i < count; ++i) {
    numbers &= values[i] == values[i];
    largest = std::max(largest, std::fabs(values[i]));
  }
  return numbers ? largest : std::numeric_limits<float>::infinity();
}

// The epilogue of a plan: factors in the plan, the bias in scratch, both with whole vectors.
class EndPlanS8 {
 public:
  EndPlanS8(const ConvShape& shape, const ConvOptionsS8& options)
      : options_(options), channels_(static_cast<int64_t>(options.factors.size())) {
    options_.factors.resize(static_cast<size_t>(channels_ + kSlack));
    if (options.to_int8) {
      options_.activation.low = std::clamp(options.activation.low, -127.0f, 127.0f);
      options_.activation.high = std::clamp(options.activation.high, -127.0f, 127.0f);
    }
    constexpr float kMaxSum = 0x1p31f;
    constexpr float kMaxProduct = 0x1p14f;
    const auto products = static_cast<float>(shape.group_in_c() * shape.taps());
    const float largest_factor = LargestMagnitude(options.factors.data(), channels_);
    largest_result_ = largest_factor * kMaxSum;
    largest_scaled_ = largest_factor * std::min(products * kMaxProduct, kMaxSum);
    constexpr float kMaxByte = 128;
    if (options.residual == ResidualS8::kInt8) {
      largest_result_ += LargestMagnitude(&options.residual_factor, 1) * kMaxByte;
    }
  }

  size_t scratch_bytes() const {
    return RoundUp(static_cast<size_t>(channels_ + kSlack) * sizeof(float), 64);
  }
  // The epilogue of element 0. The buffers' scratch has scratch_bytes().
  EndS8 Make(const ConvBuffersS8& buffers) const {
    float* const scaled = reinterpret_cast<float*>(buffers.scratch);
    std::fill(scaled, scaled + channels_ + kSlack, 0.0f);
    for (int64_t c = 0; buffers.bias != nullptr && c < channels_; ++c) {
      scaled[c] = buffers.bias[c] / options_.unit;
    }
    EndS8 end = {};
    end.factors = options_.factors.data();
    end.bias = scaled;
    end.residual = static_cast<const char*>(buffers.residual);
    end.residual_bytes = options_.residual == ResidualS8::kInt8 ? 1 : sizeof(float);
    end.residual_factor = options_.residual_factor;
    end.unit = options_.unit;
    end.low = options_.activation.low;
    end.high = options_.activation.high;
    if (options_.to_int8) {
      end.low_step = static_cast<int8_t>(std::round(end.low));
      end.high_step = static_cast<int8_t>(std::round(end.high));
    }
    end.function = options_.activation.function;
    std::copy(std::begin(options_.activation.params), std::end(options_.activation.params),
              end.params);
    end.to_int8 = options_.to_int8;
    const float largest_bias = buffers.bias == nullptr ? 0.0f : LargestMagnitude(scaled, channels_);
    end.bounded = largest_result_ + largest_bias < 0x1p30f;
    // Rounding, here and in the kernels, moves it by less than the rest of the 16 bits.
    constexpr float kMaxShort = 32000;
    end.saturates = options_.to_int8 && end.low_step == 0 && end.high_step == 127 &&
                    end.function == FunctionS8::kNone && end.residual == nullptr &&
                    largest_scaled_ + largest_bias < kMaxShort;
    return end;
  }

  int64_t result_bytes() const { return options_.to_int8 ? 1 : sizeof(float); }
  // Element `at` of the result.
  void* At(void* dst, int64_t at) const {
    if (options_.to_int8) return static_cast<int8_t*>(dst) + at;
    return static_cast<float*>(dst) + at;
  }

 private:
  ConvOptionsS8 options_;
  int64_t channels_;
  float largest_result_ = 0;  // of all sums of products, scaled, with a residual of int8
  float largest_scaled_ = 0;  // of sums of as many products as the shape has, without a residual
};

// Whether one of `count` values of the input is negative. The kernels have any_negative.
inline bool AnyNegative(const GemmS8Kernels& kernels, const ConvBuffersS8& buffers, int64_t count,
                        int threads) {
  constexpr int64_t kGrain = 1 << 18;
  std::atomic<bool> found{false};
  ForEachRange(buffers.pool, threads, count, kGrain, [&](int64_t begin, int64_t end, int) {
    if (kernels.any_negative(buffers.src + begin, end - begin)) found = true;
  });
  return found;
}

// The plan as a matrix product, for every shape.
std::unique_ptr<ConvPlanS8> PlanGemmConvS8(const ConvShape& shape, const Int8Tables& tables,
                                           const ConvOptionsS8& options);

// The plan of a depthwise convolution; null if it has fewer channels than the kernels take.
std::unique_ptr<ConvPlanS8> PlanDepthwiseConvS8(const ConvShape& shape, const Int8Tables& tables,
                                                const ConvOptionsS8& options);

// The plan in matrix registers; null if another one is faster for the shape.
std::unique_ptr<ConvPlanS8> PlanMatrixConvS8(const ConvShape& shape, const MatrixS8Kernels& kernels,
                                             const ConvOptionsS8& options);

struct WinogradPlannerS8 {
  // Null if another plan is faster for the shape, or computes it. The tables have `winograd`.
  std::unique_ptr<ConvPlanS8> (*plan)(const ConvShape& shape, const Int8Tables& tables,
                                      const ConvOptionsS8& options);
};

}  // namespace paddle::lite::cpu
