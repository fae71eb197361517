#include "lite/runtime/op_shapes.h"

#include <algorithm>

#include "lite/core/slot_visitor.h"

namespace paddle::lite {

std::string DimsText(const DDim& dims) {
  if (dims.empty()) return "scalar";
  std::string out;
  for (const int64_t d : dims) {
    if (!out.empty()) out += 'x';
    AppendTo(&out, d);
  }
  return out;
}

OpShapes DescribeShapes(const Op& op) {
  const BoundTensors bound = op.Bound();
  OpShapes shapes;
  for (const auto& input : bound.inputs) {
    std::string& shape = input.tensor->persistable() ? shapes.filter : shapes.input;
    if (shape.empty()) shape = DimsText(input.tensor->dims());
  }
  if (!bound.outputs.empty()) shapes.output = DimsText(bound.outputs[0].tensor->dims());
  return shapes;
}

std::string ReportCell(std::string text, size_t width) {
  text.resize(std::max(width, text.size() + 1), ' ');
  return text;
}

}  // namespace paddle::lite
