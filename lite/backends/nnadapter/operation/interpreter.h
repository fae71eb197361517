// Runs a model by the CPU reference of its operations: all of the built-in device, and the
// arithmetic of the software NPU.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "lite/backends/nnadapter/core/archive.h"
#include "lite/backends/nnadapter/core/operands.h"

namespace nnadapter::operation {

// Whether Interpreter runs the operation.
bool Interprets(const core::Operation& operation);

// Owns a copy of the model with all constants. One thread at a time.
class Interpreter {
 public:
  // FEATURE_NOT_SUPPORTED for an operation without a CPU reference.
  Status Build(const core::Model& model);
  // From what WriteModel of another interpreter returned.
  Status Build(const Bytes& buffer);
  Status WriteModel(Bytes* buffer) const;

  // Called with every input, constant and computed operand that has a value.
  void SetHook(std::function<void(core::Operand*)> hook) { hook_ = std::move(hook); }

  // INVALID_DIMENSIONS if an extent of an input is not that of the model.
  Status Run(uint32_t input_count, core::Argument* inputs, uint32_t output_count,
             core::Argument* outputs);

  const core::Model& model() const { return *model_; }

 private:
  Status Adopt(ModelPointer model);
  Status RunOperations(uint32_t input_count, core::Argument* inputs, uint32_t output_count,
                       core::Argument* outputs);
  Status BindInput(const core::Argument& argument);
  Status WriteOutput(const core::Argument& argument);
  void FreeValues();

  ModelPointer model_;
  std::vector<NNAdapterOperandType> declared_;  // of the inputs
  std::function<void(core::Operand*)> hook_;
};

}  // namespace nnadapter::operation
