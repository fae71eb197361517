#pragma once

#include <vector>

#include "lite/base/status.h"
#include "lite/core/tensor.h"

namespace paddle::lite::operators {

enum class EmptyTensors { kHaveTheType, kHaveAnyType };

// For kernels that read all tensors of a list as what the first one holds.
inline Status CheckOneElementType(const char* slot, const std::vector<const Tensor*>& tensors,
                                  EmptyTensors empty = EmptyTensors::kHaveTheType) {
  for (size_t i = 1; i < tensors.size(); ++i) {
    if (empty == EmptyTensors::kHaveAnyType && tensors[i]->numel() == 0) continue;
    if (tensors[i]->precision() != tensors[0]->precision()) {
      return InvalidArgument(slot, "[", i, "]: expected element type ",
                             PrecisionToStr(tensors[0]->precision()), " of ", slot, "[0], found ",
                             PrecisionToStr(tensors[i]->precision()));
    }
  }
  return OkStatus();
}

}  // namespace paddle::lite::operators
