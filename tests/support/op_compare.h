#pragma once

#include <string>

#include "tests/support/op_case.h"

namespace paddle::lite::test {

// The first difference in the slots that are expected, or "": values within the tolerance, or every
// bit. `deviation` includes how far values are from those expected.
std::string CompareSlots(const SlotTensors& found, const SlotTensors& expected,
                         const Tolerance& tolerance, Deviation* deviation);
// Shapes, element types and levels of detail only.
std::string CompareHeaders(const SlotTensors& found, const SlotTensors& expected);
std::string CompareBits(const SlotTensors& found, const SlotTensors& expected);

}  // namespace paddle::lite::test
