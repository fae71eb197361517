#pragma once

#include <string>

#include "lite/operators/op.h"

namespace paddle::lite {

// Shapes of one operator for reports, as "1x3x224x224"; empty if there is no such tensor.
struct OpShapes {
  std::string input;   // of the first activation
  std::string filter;  // of the first weight
  std::string output;  // of the first output
};

// "1x64x56x56"; "scalar" without dimensions.
std::string DimsText(const DDim& dims);

OpShapes DescribeShapes(const Op& op);

// A cell of a table: `text` padded to `width`, with at least one blank after a longer text.
std::string ReportCell(std::string text, size_t width);

}  // namespace paddle::lite
