// A case as an operator of a program whose variables are tensors.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "lite/model/op_fields.h"
#include "lite/operators/op.h"
#include "tests/support/op_case.h"

namespace paddle::lite::test {

// Tensors of an operator by variable name.
struct Variables final : model::SlotBinder {
  std::map<std::string, std::unique_ptr<Tensor>> tensors;
  std::map<std::string, std::unique_ptr<TensorArray>> arrays;

  Tensor* TensorOf(const std::string& name) {
    std::unique_ptr<Tensor>& tensor = tensors[name];
    if (!tensor) tensor = std::make_unique<Tensor>();
    return tensor.get();
  }
  TensorArray* ArrayOf(const std::string& name) {
    std::unique_ptr<TensorArray>& array = arrays[name];
    if (!array) array = std::make_unique<TensorArray>();
    return array.get();
  }
  const Tensor* InputTensor(const std::string& name) override { return TensorOf(name); }
  Tensor* OutputTensor(const std::string& name) override { return TensorOf(name); }
  const TensorArray* InputArray(const std::string& name) override { return ArrayOf(name); }
  TensorArray* OutputArray(const std::string& name) override { return ArrayOf(name); }
};

// The variable of the i-th tensor of a slot; those of outputs are named "out <slot>".
std::string VariableName(const std::string& slot, size_t i);

model::VisitFields FieldsOf(Op* op);

// The case as an operator of a program. Required outputs that the case does not mention are also
// bound.
Result<model::OpDesc> Describe(const std::string& op_type, const OpCase& c);

}  // namespace paddle::lite::test
