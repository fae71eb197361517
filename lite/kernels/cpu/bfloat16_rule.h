// Which products are computed in bfloat16 (docs/design/element-types.md).
#pragma once

#include <type_traits>

#include "lite/core/bfloat16_use.h"
#include "lite/kernels/cpu/cpu_kernel.h"

namespace paddle::lite::kernels::LITE_CPU {

// The smallest product, [m, k] x [k, n], that was measured to become faster.
constexpr int64_t kMinBFloat16Depth = 32;
constexpr int64_t kMinBFloat16Columns = 64;

// Whether a kernel of Types computes a product that an operator requests in bfloat16 or does not.
template <typename Types>
Status CheckBFloat16(int use, int64_t k, int64_t n) {
  if constexpr (std::is_same_v<Types, BF16>) {
    if (use == kNoBFloat16)
      return Unsupported(
          "only for a request for bfloat16, which selects it when the model is loaded");
    if (k < kMinBFloat16Depth || n < kMinBFloat16Columns) {
      return Unsupported("bfloat16 is not faster: ", k, " inputs and ", n, " outputs, expected ",
                         kMinBFloat16Depth, " and ", kMinBFloat16Columns, " or more");
    }
    if (use != kBFloat16Everywhere && !backend::BFloat16IsFaster()) {
      return Unsupported("bfloat16 is not faster on this processor");
    }
  }
  return OkStatus();
}

}  // namespace paddle::lite::kernels::LITE_CPU
