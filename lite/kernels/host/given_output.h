#pragma once

#include "lite/core/tensor.h"

namespace paddle::lite::kernels::host {

// Allocates an output whose shape depends on values.
inline Status GiveOutput(const DDim& dims, PrecisionType precision, Tensor* out) {
  out->Resize(dims);
  out->set_lod(LoD());
  return out->Allocate(precision);
}

}  // namespace paddle::lite::kernels::host
