#pragma once

#include <cstdint>

#include "lite/core/tensor.h"
#include "lite/core/types.h"

namespace paddle::lite {

// Element `i` of host memory of the given type, as a number; NaN for types that do not hold
// numbers.
double ElementAt(const void* data, PrecisionType precision, int64_t i);
// Stores `value`, rounded to the type.
void StoreElement(void* data, PrecisionType precision, int64_t i, double value);

// The position in memory of element `i` in the order of dims().
int64_t PositionInMemory(const Tensor& tensor, int64_t i);

}  // namespace paddle::lite
