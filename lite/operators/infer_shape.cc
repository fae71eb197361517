#include "lite/operators/infer_shape.h"

#include <string>
#include <vector>

#include "lite/base/strings.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite {
namespace {

// The numbers of a small tensor of integers in memory, else "".
std::string SmallIntegers(const char* slot, const Tensor& tensor) {
  constexpr int64_t kMaxValues = 16;
  if (tensor.numel() < 1 || tensor.numel() > kMaxValues) return "";
  const Result<std::vector<int64_t>> values = operators::ReadIntegers(slot, tensor);
  return values.ok() ? ListToString(*values) : "";
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
