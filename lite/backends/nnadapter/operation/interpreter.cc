#include "lite/backends/nnadapter/operation/interpreter.h"

#include <cstring>
#include <utility>

#include "lite/backends/nnadapter/operation/operation.h"
#include "nnadapter/utility/modeling.h"

namespace nnadapter::operation {

bool Interprets(const core::Operation& operation) { return Validate(operation).ok(); }

Status Interpreter::Build(const core::Model& model) {
  ModelPointer copy;
  NNADAPTER_RETURN_IF_ERROR(CloneModel(model, OperationsOf(model), true, &copy));
  return Adopt(std::move(copy));
}

Status Interpreter::Build(const Bytes& buffer) {
  core::Model* model = nullptr;
  if (!DeserializeModel(buffer.data(), buffer.size(), &model)) {
    return InvalidParameter("the buffer of the cache does not have a model");
  }
  return Adopt(ModelPointer(model));
}

Status Interpreter::WriteModel(Bytes* buffer) const {
  return SerializeModel(model_.get(), buffer) ? Status()
                                              : DeviceInternalError("the model was not written");
}

Status Interpreter::Adopt(ModelPointer model) {
  size_t index = 0;
  for (const core::Operation& operation : model->operations) {
    const auto prefix = [&] {
      return Concat("operation ", index, " (", OperationName(operation.type), "): ");
    };
    NNADAPTER_RETURN_IF_ERROR(Validate(operation).With(prefix()));
    for (const core::Operand* output : operation.output_operands) {
      if (output && output->buffer) {
        return InvalidParameter(prefix(), "an output is a constant");
      }
    }
    ++index;
  }
  for (const core::Operand* operand : model->input_operands) {
    if (operand->buffer) return InvalidParameter("an input of the model is a constant");
  }
  // What is known of shapes when a model is built is computed from the inputs in each run.
  for (core::Operand& operand : model->operands) FreeHints(&operand);
  declared_.clear();
  for (const core::Operand* operand : model->input_operands) declared_.push_back(operand->type);
  model_ = std::move(model);
  return Status();
}

Status Interpreter::BindInput(const core::Argument& argument) {
  const auto index = static_cast<size_t>(argument.index);
  if (argument.index < 0 || index >= declared_.size() || !argument.access) {
    return InvalidParameter("there is no input ", argument.index);
  }
  core::Operand* operand = model_->input_operands[index];
  const NNAdapterOperandType& declared = declared_[index];
  NNAdapterOperandType type = declared;
  type.dimensions.dynamic_count = 0;
  void* data = argument.access(argument.memory, &type);
  bool fits = type.dimensions.count == declared.dimensions.count;
  for (uint32_t i = 0; fits && i < declared.dimensions.count; ++i) {
    const int32_t expected = declared.dimensions.data[i];
    fits = type.dimensions.data[i] >= 0 &&
           (expected == NNADAPTER_UNKNOWN || expected == type.dimensions.data[i]);
  }
  if (!fits) {
    return InvalidDimensions("input ", index, " has the shape ", FormatDims(type.dimensions),
                             ", expected ", FormatDims(declared.dimensions));
  }
  operand->type.dimensions = type.dimensions;
  operand->type.dimensions.dynamic_count = 0;
  NNADAPTER_RETURN_IF_ERROR(AllocateBuffer(operand));
  if (!operand->length) return Status();
  if (!data) return InvalidParameter("input ", index, " has no data");
  std::memcpy(operand->buffer, data, operand->length);
  return Status();
}

Status Interpreter::WriteOutput(const core::Argument& argument) {
  const auto index = static_cast<size_t>(argument.index);
  if (argument.index < 0 || index >= model_->output_operands.size() || !argument.access) {
    return InvalidParameter("there is no output ", argument.index);
  }
  const core::Operand* operand = model_->output_operands[index];
  if (!operand->buffer) return DeviceInternalError("output ", index, " was not computed");
  NNAdapterOperandType type = operand->type;
  void* data = argument.access(argument.memory, &type);
  if (!data && operand->length) return OutOfMemory("no memory for output ", index);
  if (operand->length) std::memcpy(data, operand->buffer, operand->length);
  return Status();
}

void Interpreter::FreeValues() {
  for (core::Operand* operand : model_->input_operands) FreeBuffer(operand);
  for (core::Operation& operation : model_->operations) {
    for (core::Operand* operand : operation.output_operands) {
      if (operand) FreeBuffer(operand);
    }
  }
}

Status Interpreter::Run(uint32_t input_count, core::Argument* inputs, uint32_t output_count,
                        core::Argument* outputs) {
  if (!model_) return InvalidParameter("the program was not built");
  const Status status = RunOperations(input_count, inputs, output_count, outputs);
  FreeValues();
  return status;
}

Status Interpreter::RunOperations(uint32_t input_count, core::Argument* inputs,
                                  uint32_t output_count, core::Argument* outputs) {
  for (uint32_t i = 0; i < input_count; ++i) NNADAPTER_RETURN_IF_ERROR(BindInput(inputs[i]));
  if (hook_) {
    for (core::Operand* input : model_->input_operands) {
      if (input->buffer) hook_(input);
    }
  }
  size_t index = 0;
  for (core::Operation& operation : model_->operations) {
    Status status = Prepare(&operation, false);
    if (status.ok()) status = Execute(&operation);
    if (!status.ok()) {
      return status.With(Concat("operation ", index, " (", OperationName(operation.type), "): "));
    }
    for (core::Operand* output : operation.output_operands) {
      if (hook_ && output && output->buffer) hook_(output);
    }
    ++index;
  }
  for (uint32_t i = 0; i < output_count; ++i) NNADAPTER_RETURN_IF_ERROR(WriteOutput(outputs[i]));
  return Status();
}

}  // namespace nnadapter::operation
