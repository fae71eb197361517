#pragma once

#include <string>

#include "tests/support/op_case.h"

namespace paddle::lite::test {

// The first difference in the slots that are expected, or "": values within the tolerance, or every
// bit.
std::string CompareSlots(const SlotTensors& found, const SlotTensors& expected,
                         const Tolerance& tolerance);
// Shapes, element types and levels of detail only.
std::string CompareHeaders(const SlotTensors& found, const SlotTensors& expected);
std::string CompareBits(const SlotTensors& found, const SlotTensors& expected);

}  // namespace paddle::lite::test
