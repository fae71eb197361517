#include "lite/operators/infer_shape.h"

#include <string>
#include <vector>

#include "lite/base/strings.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite {
namespace {

// The numbers of a small tensor of integers of any type in memory, else "".
std::string SmallIntegers(const char* slot, const Tensor& tensor) {
  constexpr int64_t kMaxValues = 16;
  const int64_t count = tensor.numel();
  if (count < 1 || count > kMaxValues) return "";
  if (!operators::CheckValuesKnown(slot, tensor).ok()) return "";
  std::vector<int64_t> values;
  const Status known = VisitElementType<IntegerTypes>(slot, tensor.precision(), [&](auto type) {
    const auto* data = tensor.data<typename decltype(type)::Type>();
    values.assign(data, data + count);
  });
  return known.ok() ? ListToString(values) : "";
}

}  // namespace

Status InferShapeFromValues(Op* op) {
  const Status status = op->InferShape();
  if (status.ok() || !op->ShapeDependsOnData()) return status;
  const BoundTensors bound = op->Bound();
  std::string given;
  for (const auto& input : bound.inputs) {
    if (status.message().find(input.slot) != std::string::npos) continue;
    const std::string values = SmallIntegers(input.slot, *input.tensor);
    if (!values.empty()) given += StrCat(given.empty() ? "; with " : ", ", input.slot, " ", values);
  }
  return Status(status.code(), status.message() + given);
}

}  // namespace paddle::lite
