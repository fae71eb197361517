// Variables without a value: results of blocks that did not run. An operator may read them through
// its optional slots; for a required slot, the runtime refuses them.
#pragma once

#include "lite/core/tensor.h"

namespace paddle::lite::operators {

// Memory is kept for the next value.
inline void MarkUnwritten(Tensor* tensor) {
  tensor->Resize(DDim{0});
  tensor->set_precision(PrecisionType::kUnk);
  tensor->set_lod({});
}

inline bool IsUnwritten(const Tensor& tensor) {
  return tensor.precision() == PrecisionType::kUnk && tensor.dims() == DDim{0};
}

}  // namespace paddle::lite::operators
