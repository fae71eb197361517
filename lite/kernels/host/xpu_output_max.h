// The slot OutputMax of operators that fusions for XPU make.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "lite/core/tensor.h"

namespace paddle::lite::kernels::host {

// The largest absolute value of `output`, if the program has the slot.
inline void SetOutputMax(const Tensor& output, Tensor* output_max) {
  if (output_max == nullptr) return;
  const float* values = output.data<float>();
  float largest = 0;
  for (int64_t i = 0; i < output.numel(); ++i) largest = std::max(largest, std::fabs(values[i]));
  output_max->mutable_data<float>()[0] = largest;
}

}  // namespace paddle::lite::kernels::host
