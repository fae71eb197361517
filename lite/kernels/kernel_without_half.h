// Kernels for any type that do not compute with halves.
#pragma once

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels {

// OK if no input holds halves; otherwise the optimiser inserts casts.
inline Status RefuseHalf(const Op& op) {
  for (const auto& input : op.Bound().inputs) {
    if (input.tensor->precision() != PrecisionType::kFP16) continue;
    return Unsupported(input.slot, ": the kernel does not compute with float16");
  }
  return OkStatus();
}

template <typename OpType>
class KernelWithoutHalf : public KernelFor<OpType> {
 public:
  static Status Supports(const OpType& op) { return RefuseHalf(op); }
};

}  // namespace paddle::lite::kernels
