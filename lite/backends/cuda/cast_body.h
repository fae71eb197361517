#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "lite/backends/cuda/function.h"

namespace paddle::lite::cuda {

// A real number is truncated; one that does not fit, like a NaN, becomes the smallest integer. Any
// number other than zero is true.
template <typename From, typename To>
struct CastBody {
  const From* x;
  To* out;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const From value = x[i];
    if constexpr (std::is_same_v<To, bool>) {
      out[i] = value != 0;
    } else if constexpr (std::is_same_v<From, float> && !std::is_same_v<To, float>) {
      using Wide = std::conditional_t<sizeof(To) == 8, int64_t, int32_t>;
      constexpr auto kBound = static_cast<float>(int64_t{1} << (sizeof(Wide) * 8 - 2)) * 2;
      constexpr Wide kMin = sizeof(Wide) == 8 ? INT64_MIN : INT32_MIN;
      const bool fits = value >= -kBound && value < kBound;
      out[i] = static_cast<To>(fits ? static_cast<Wide>(value) : kMin);
    } else {
      out[i] = static_cast<To>(value);
    }
  }
};

}  // namespace paddle::lite::cuda
