// Creates an operator instance from a node of the graph: attributes with the operator's own
// defaults, and slots bound to tensors supplied by the caller.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "lite/mir/graph.h"
#include "lite/model/op_fields.h"
#include "lite/operators/op.h"

namespace paddle::lite::mir {

// An operator whose slots are bound to tensors.
class BoundOp {
 public:
  // The tensor that represents a value; may be called several times for the same value.
  using TensorOf = std::function<Tensor*(const ArgNode*)>;
  // Lists of tensors are bound to one empty list.
  static Result<std::unique_ptr<BoundOp>> Make(const OpNode& node, const TensorOf& tensor_of);

  Op& op() { return *op_; }
  const Op& op() const { return *op_; }

 private:
  std::unique_ptr<Op> op_;
  TensorArray list_;
};

// The attribute as stored, otherwise the operator's default. Nothing if neither exists.
std::optional<model::AttrValue> FindAttrOrDefault(const OpNode& op, const std::string& name);

// The same, as a value of type T. An error if the attribute does not exist or has another type.
template <typename T>
Result<T> GetAttr(const OpNode& op, const std::string& name) {
  const std::optional<model::AttrValue> value = FindAttrOrDefault(op, name);
  if (!value.has_value()) return NotFound(op.type(), " has no attribute ", name);
  T converted{};
  if (!model::ConvertAttr(*value, &converted)) {
    return InvalidArgument("attribute ", name, " of ", op.type(), " is ",
                           model::AttrTypeName(*value), " ", model::AttrToString(*value));
  }
  return converted;
}

// Whether the operator has the attribute (stored or by default) with a value equal to `wanted`.
bool AttrEquals(const OpNode& op, const std::string& name, const model::AttrValue& wanted);

// Whether the program requests int8 arithmetic for this operator.
bool IsQuantised(const OpNode& op);

// "conv2d (#12, %y)": type, position in the source program and first result, for messages.
std::string Describe(const OpNode& op);

}  // namespace paddle::lite::mir
