// Elements of a test tensor as a layout arranges them in memory.
#pragma once

#include <cstdint>
#include <vector>

#include "lite/base/status.h"
#include "lite/core/dims.h"
#include "lite/core/types.h"

namespace paddle::lite::test {

// The layout of a tensor in a slot of `layout`: below and above rank 4 there is only one order. An
// error for layouts that cannot be arranged here yet: a kernel for them must not go untested.
Result<DataLayoutType> LayoutInMemory(DataLayoutType layout, const DDim& dims);

// Elements of `width` bytes in program order -> in the order of `layout`, and back.
Result<std::vector<uint8_t>> ToMemory(const std::vector<uint8_t>& bytes, const DDim& dims,
                                      size_t width, DataLayoutType layout);
Result<std::vector<uint8_t>> FromMemory(const std::vector<uint8_t>& bytes, const DDim& dims,
                                        size_t width, DataLayoutType layout);

}  // namespace paddle::lite::test
