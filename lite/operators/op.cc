#include "lite/operators/op.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "lite/operators/added_ops.h"
#include "lite/operators/op_table.h"

namespace paddle::lite {

BoundTensors Op::Bound() const {
  BoundTensors bound;
  // Fields is one function for visitors that write and for those that read, as this one does.
  const_cast<Op*>(this)->Fields(bound);
  return bound;
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
