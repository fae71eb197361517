// Applies a fused activation in place to a kernel's output while it is still in the cache.
#pragma once

#include "lite/kernels/cpu/activation_map.h"

namespace paddle::lite::kernels::LITE_CPU {

class InPlaceActivation {
 public:
  Status Prepare(const Activation& activation) {
    LITE_ASSIGN_OR_RETURN(const backend::ActivationF32 map, MapActivation(activation));
    backend::UnaryF32 kind = backend::UnaryF32::kClamp;
    const bool any = AsFunction(map, &kind, params_);
    run_ = any ? backend::ActiveTables().vector.unary[static_cast<int>(kind)] : nullptr;
    return OkStatus();
  }

  void Apply(float* data, int64_t count) const {
    if (run_ != nullptr) run_(data, data, count, params_);
  }

 private:
  void (*run_)(const float* src, float* dst, int64_t count, const float* params) = nullptr;
  float params_[backend::kUnaryF32Params] = {};
};

}  // namespace paddle::lite::kernels::LITE_CPU
