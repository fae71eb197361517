// Which products are computed in bfloat16 (docs/design/element-types.md).
#pragma once

#include <type_traits>

#include "lite/core/bfloat16_use.h"
#include "lite/kernels/cpu/cpu_kernel.h"

namespace paddle::lite::kernels::LITE_CPU {

// The smallest products, [m, k] x [k, n], that were measured to become faster, with vectors and
// with matrix registers.
constexpr int64_t kMinBFloat16Depth = 32;
constexpr int64_t kMinBFloat16Columns = 64;
constexpr int64_t kMinMatrixDepth = 24;
constexpr int64_t kMinMatrixColumns = 16;

// Whether products in bfloat16 have matrix registers, or the request does not depend on the
// processor: then it has every product that becomes faster on any.
inline bool BFloat16InMatrices(int use) {
  if (use == kNoBFloat16) return false;
  return use == kBFloat16Everywhere || backend::ActiveBFloat16Tables().matrix != nullptr;
}

// Whether a kernel of Types computes a product that an operator requests in bfloat16 or does not.
template <typename Types>
Status CheckBFloat16(int use, int64_t k, int64_t n) {
  if constexpr (std::is_same_v<Types, BF16>) {
    if (use == kNoBFloat16)
      return Unsupported(
          "only for a request for bfloat16, which selects it when the model is loaded");
    const bool matrices = BFloat16InMatrices(use);
    const int64_t depth = matrices ? kMinMatrixDepth : kMinBFloat16Depth;
    const int64_t columns = matrices ? kMinMatrixColumns : kMinBFloat16Columns;
    if (k < depth || n < columns) {
      return Unsupported("bfloat16 is not faster: ", k, " inputs and ", n, " outputs, expected ",
                         depth, " and ", columns, " or more");
    }
    if (use != kBFloat16Everywhere && !backend::BFloat16IsFaster()) {
      return Unsupported("bfloat16 is not faster on this processor");
    }
  }
  return OkStatus();
}

}  // namespace paddle::lite::kernels::LITE_CPU
