#include "lite/operators/op.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "lite/base/strings.h"
#include "lite/core/targets.h"
#include "lite/operators/added_ops.h"
#include "lite/operators/infer_shape.h"
#include "lite/operators/op_table.h"

namespace paddle::lite {

BoundTensors Op::Bound() const {
  BoundTensors bound;
  // Fields is one function for visitors that write and for those that read, as this one does.
  const_cast<Op*>(this)->Fields(bound);
  return bound;
}

namespace {

// The numbers of a small tensor of integers in memory, else "".
std::string SmallIntegers(const Tensor& tensor) {
  constexpr int64_t kMaxValues = 16;
  if (!tensor.IsInitialized() || !IsHostMemory(tensor.target())) return "";
  const int64_t count = tensor.numel();
  if (count < 1 || count > kMaxValues) return "";
  std::vector<int64_t> values;
  if (tensor.precision() == PrecisionType::kInt32) {
    values.assign(tensor.data<int32_t>(), tensor.data<int32_t>() + count);
  } else if (tensor.precision() == PrecisionType::kInt64) {
    values.assign(tensor.data<int64_t>(), tensor.data<int64_t>() + count);
  } else {
    return "";
  }
  return ListToString(values);
}

}  // namespace

Status InferShapeFromValues(Op* op) {
  const Status status = op->InferShape();
  if (status.ok() || !op->ShapeDependsOnData()) return status;
  const BoundTensors bound = op->Bound();
  std::string given;
  for (const auto& input : bound.inputs) {
    if (status.message().find(input.slot) != std::string::npos) continue;
    const std::string values = SmallIntegers(*input.tensor);
    if (!values.empty()) given += StrCat(given.empty() ? "; with " : ", ", input.slot, " ", values);
  }
  return Status(status.code(), status.message() + given);
}

Status Op::InferType() {
  const BoundTensors bound = Bound();
  if (bound.inputs.empty()) return OkStatus();
  for (const auto& output : bound.outputs) {
    output.tensor->set_precision(bound.inputs.front().tensor->precision());
  }
  return OkStatus();
}

std::unique_ptr<Op> CreateOp(const std::string& type) {
  const Span<const OpDef> table = OpTable();
  const auto* it = std::lower_bound(table.begin(), table.end(), type,
                                    [](const OpDef& def, const std::string& name) {
                                      return std::strcmp(def.type, name.c_str()) < 0;
                                    });
  const bool is_built = it != table.end() && type == it->type;
  std::unique_ptr<Op> op = is_built ? it->create() : CreateAddedOp(type);
  if (op != nullptr) op->set_type(type);
  return op;
}

std::vector<std::string> KnownOpTypes() {
  std::vector<std::string> types;
  for (const OpDef& def : OpTable()) types.emplace_back(def.type);
  for (std::string& type : AddedOpTypes()) types.push_back(std::move(type));
  std::sort(types.begin(), types.end());
  return types;
}

}  // namespace paddle::lite
