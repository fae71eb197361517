#include "lite/backends/nnadapter/operation/operation.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include "lite/backends/nnadapter/operation/definition.h"

namespace nnadapter {

std::string OperationName(int32_t type) {
  const operation::Entry* entry = operation::FindEntry(type);
  return entry ? entry->name : Concat("operation code ", type);
}

namespace operation {
namespace {

// Whether the operand has a value when the model is built.
bool IsKnown(const core::Operand& operand) { return operand.buffer || ShapeValue(operand); }

Status InferOutputs(core::Operation* operation) {
  Call call(*FindEntry(operation->type)->definition);
  NNADAPTER_RETURN_IF_ERROR(call.Infer(*operation));
  return call.WriteTypes();
}

// An operation on copies of the operands, with the extents and the shape values of one dynamic
// row. The copies share the buffers of constants; what outputs get is freed at the end.
class Scenario {
 public:
  Scenario() = default;
  Scenario(const Scenario&) = delete;
  Scenario& operator=(const Scenario&) = delete;
  ~Scenario() {
    for (core::Operand& output : outputs_) FreeBuffer(&output);
  }

  // `row` < 0: UNKNOWN extents and elements become `stand_in`.
  Status Init(const core::Operation& operation, int row, int32_t stand_in) {
    inputs_.reserve(operation.input_operands.size());
    outputs_.reserve(operation.output_operands.size());
    values_.resize(operation.input_operands.size());
    operation_.type = operation.type;
    for (size_t i = 0; i < operation.input_operands.size(); ++i) {
      const core::Operand* input = operation.input_operands[i];
      operation_.input_operands.push_back(input ? &inputs_.emplace_back(*input) : nullptr);
      if (!input) continue;
      core::Operand& copy = inputs_.back();
      SelectRow(row, stand_in, &copy.type.dimensions);
      if (!ShapeValue(*input)) continue;
      NNAdapterOperandDimensionType value = *ShapeValue(*input);
      SelectRow(row, stand_in, &value);
      const size_t bytes = PrecisionBytes(input->type.precision);
      if (bytes != 4 && bytes != 8) return InvalidParameter("input ", i, " is not a shape");
      values_[i].resize(value.count * bytes);
      for (uint32_t k = 0; k < value.count; ++k) {
        const int64_t wide = value.data[k];
        std::memcpy(values_[i].data() + k * bytes,
                    bytes == 8 ? static_cast<const void*>(&wide) : &value.data[k], bytes);
      }
      copy.buffer = values_[i].data();
      copy.length = static_cast<uint32_t>(values_[i].size());
    }
    for (const core::Operand* output : operation.output_operands) {
      operation_.output_operands.push_back(output ? &outputs_.emplace_back(*output) : nullptr);
      if (!output) continue;
      core::Operand& copy = outputs_.back();
      copy.buffer = nullptr;
      copy.length = 0;
      copy.type.lifetime = NNADAPTER_TEMPORARY_VARIABLE;
      copy.type.dimensions = {};
    }
    return Status();
  }

  core::Operation* operation() { return &operation_; }
  core::Operand* output(size_t i) { return operation_.output_operands[i]; }

 private:
  static void SelectRow(int row, int32_t stand_in, NNAdapterOperandDimensionType* dimensions) {
    if (row >= 0 && dimensions->dynamic_count) {
      std::copy_n(dimensions->dynamic_data[row], dimensions->count, dimensions->data);
    } else if (row < 0) {
      std::replace(dimensions->data, dimensions->data + dimensions->count, NNADAPTER_UNKNOWN,
                   stand_in);
    }
    dimensions->dynamic_count = 0;
  }

  std::vector<core::Operand> inputs_, outputs_;
  std::vector<std::vector<uint8_t>> values_;
  core::Operation operation_;
};

// Rows of the inputs and of the values of their shapes; all dynamic ones have the same number.
Status CountRows(const core::Operation& operation, uint32_t* rows) {
  *rows = 0;
  const auto add = [rows](uint32_t count) {
    const bool agrees = !count || !*rows || *rows == count;
    *rows = std::max(*rows, count);
    return agrees ? Status()
                  : InvalidParameter("inputs have ", *rows, " and ", count,
                                     " dynamic shapes; expected the same number");
  };
  for (const core::Operand* input : operation.input_operands) {
    if (!input) continue;
    NNADAPTER_RETURN_IF_ERROR(add(input->type.dimensions.dynamic_count));
    const NNAdapterOperandDimensionType* hint = ShapeValue(*input);
    if (hint) NNADAPTER_RETURN_IF_ERROR(add(hint->dynamic_count));
  }
  return *rows > NNADAPTER_MAX_SIZE_OF_DYNAMIC_DIMENSIONS
             ? InvalidParameter(*rows, " dynamic shapes are over ",
                                NNADAPTER_MAX_SIZE_OF_DYNAMIC_DIMENSIONS)
             : Status();
}

// Joins row `row` with the ones before: extents that differ become UNKNOWN.
Status JoinRow(const NNAdapterOperandDimensionType& from, uint32_t row, size_t output,
               NNAdapterOperandDimensionType* to) {
  if (row == 0) {
    *to = from;
  } else if (from.count != to->count) {
    return InvalidParameter("output ", output, " has the rank ", to->count,
                            " for one dynamic shape and ", from.count, " for another");
  }
  for (uint32_t i = 0; i < from.count; ++i) {
    to->dynamic_data[row][i] = from.data[i];
    if (to->data[i] != from.data[i]) to->data[i] = NNADAPTER_UNKNOWN;
  }
  to->dynamic_count = row + 1;
  return Status();
}

// The elements of a short integer operand as a shape; false if it is not one.
bool ValueAsShape(const core::Operand& operand, NNAdapterOperandDimensionType* value) {
  const int32_t precision = operand.type.precision;
  if (precision != NNADAPTER_INT32 && precision != NNADAPTER_INT64) return false;
  const size_t bytes = PrecisionBytes(precision);
  if (!operand.buffer || operand.length > NNADAPTER_MAX_SIZE_OF_DIMENSIONS * bytes) return false;
  *value = {};
  value->count = static_cast<uint32_t>(operand.length / bytes);
  for (uint32_t i = 0; i < value->count; ++i) {
    int64_t wide = 0;
    const char* element = static_cast<const char*>(operand.buffer) + i * bytes;
    if (bytes == 8) {
      std::memcpy(&wide, element, bytes);
      value->data[i] = static_cast<int32_t>(wide);
      if (value->data[i] != wide) return false;
    } else {
      std::memcpy(&value->data[i], element, bytes);
    }
  }
  return true;
}

// Computes the values of shapes in each dynamic row; without rows, with two stand-ins for what is
// unknown: an element that is the same for both does not depend on it.
Status PrepareShapeValues(core::Operation* operation, uint32_t rows) {
  const int32_t stand_ins[] = {3, 1009};
  const uint32_t scenarios = rows ? rows : 2;
  const size_t outputs = operation->output_operands.size();
  std::vector<NNAdapterOperandDimensionType> values(outputs);
  for (uint32_t k = 0; k < scenarios; ++k) {
    Scenario scenario;
    NNADAPTER_RETURN_IF_ERROR(
        scenario.Init(*operation, rows ? static_cast<int>(k) : -1, rows ? 0 : stand_ins[k]));
    Status status = InferOutputs(scenario.operation());
    if (status.ok()) status = Execute(scenario.operation());
    // The value remains unknown until the model runs.
    if (!status.ok()) return status.code() == NNADAPTER_OUT_OF_MEMORY ? status : Status();
    for (size_t i = 0; i < outputs; ++i) {
      if (!operation->output_operands[i]) continue;
      NNAdapterOperandDimensionType value;
      if (!ValueAsShape(*scenario.output(i), &value)) return Status();
      if (k && value.count != values[i].count) return Status();
      NNADAPTER_RETURN_IF_ERROR(JoinRow(value, k, i, &values[i]));
    }
  }
  for (size_t i = 0; i < outputs; ++i) {
    core::Operand* output = operation->output_operands[i];
    if (!output) continue;
    if (!rows) values[i].dynamic_count = 0;
    NNADAPTER_RETURN_IF_ERROR(SetShapeValue(values[i], output));
    output->type.lifetime = NNADAPTER_TEMPORARY_SHAPE;
  }
  return Status();
}

// Computes an operation whose result does not depend on the model's inputs.
Status Fold(core::Operation* operation) {
  Scenario scenario;
  NNADAPTER_RETURN_IF_ERROR(scenario.Init(*operation, 0, 0));
  NNADAPTER_RETURN_IF_ERROR(InferOutputs(scenario.operation()));
  uint64_t total = 0;
  for (size_t i = 0; i < operation->output_operands.size(); ++i) {
    uint32_t bytes = 0;
    if (!operation->output_operands[i]) continue;
    if (HasUnknown(scenario.output(i)->type.dimensions)) return Status();
    NNADAPTER_RETURN_IF_ERROR(ByteSize(scenario.output(i)->type, &bytes));
    total += bytes;
  }
  if (total > kMaxFoldedBytes) return Status();
  const Status status = Execute(scenario.operation());
  if (status.code() == NNADAPTER_FEATURE_NOT_SUPPORTED) return Status();  // a device may do it
  NNADAPTER_RETURN_IF_ERROR(status);
  for (size_t i = 0; i < operation->output_operands.size(); ++i) {
    core::Operand* output = operation->output_operands[i];
    if (!output) continue;
    core::Operand* result = scenario.output(i);
    FreeBuffer(output);
    output->type.dimensions = result->type.dimensions;
    output->type.lifetime = NNADAPTER_CONSTANT_COPY;
    output->buffer = std::exchange(result->buffer, nullptr);
    output->length = std::exchange(result->length, 0);
  }
  return Status();
}

Status FindDefinition(const core::Operation& operation, const Definition** definition) {
  const Entry* entry = FindEntry(operation.type);
  if (!entry) return InvalidParameter("there is no operation of code ", operation.type);
  if (!entry->definition) return FeatureNotSupported(entry->name, " is not available");
  *definition = entry->definition;
  return Status();
}

}  // namespace

Status Validate(const core::Operation& operation) {
  const Definition* definition = nullptr;
  NNADAPTER_RETURN_IF_ERROR(FindDefinition(operation, &definition));
  return Call(*definition).Infer(operation);
}

Status Prepare(core::Operation* operation, bool fold) {
  const Definition* definition = nullptr;
  NNADAPTER_RETURN_IF_ERROR(FindDefinition(*operation, &definition));
  uint32_t rows = 0;
  NNADAPTER_RETURN_IF_ERROR(CountRows(*operation, &rows));
  if (!rows) {
    for (core::Operand* output : operation->output_operands) {
      if (output) output->type.dimensions.dynamic_count = 0;
    }
    NNADAPTER_RETURN_IF_ERROR(InferOutputs(operation));
  }
  for (uint32_t row = 0; row < rows; ++row) {
    Scenario scenario;
    NNADAPTER_RETURN_IF_ERROR(scenario.Init(*operation, static_cast<int>(row), 0));
    NNADAPTER_RETURN_IF_ERROR(
        InferOutputs(scenario.operation()).With(Concat("dynamic shape ", row, ": ")));
    for (size_t i = 0; i < operation->output_operands.size(); ++i) {
      core::Operand* output = operation->output_operands[i];
      if (!output) continue;
      output->type.precision = scenario.output(i)->type.precision;
      NNADAPTER_RETURN_IF_ERROR(
          JoinRow(scenario.output(i)->type.dimensions, row, i, &output->type.dimensions));
    }
  }
  if (!fold) return Status();
  bool constant = true, known = true;
  for (const core::Operand* input : operation->input_operands) {
    if (!input) continue;
    constant = constant && IsConstant(*input);
    known = known && IsKnown(*input);
  }
  if (operation->type == NNADAPTER_SHAPE && operation->input_operands[0]) {
    known = true;  // its result only depends on the extents
    constant = !IsDynamic(operation->input_operands[0]->type.dimensions);
  }
  if (constant) return Fold(operation);
  return known ? PrepareShapeValues(operation, rows) : Status();
}

Status Execute(core::Operation* operation) {
  const Definition* definition = nullptr;
  NNADAPTER_RETURN_IF_ERROR(FindDefinition(*operation, &definition));
  Call call(*definition);
  NNADAPTER_RETURN_IF_ERROR(call.Infer(*operation));
  NNADAPTER_RETURN_IF_ERROR(call.WriteTypes());
  for (core::Operand* output : operation->output_operands) {
    // What depends on data is allocated by the operation.
    if (output && !HasUnknown(output->type.dimensions)) {
      NNADAPTER_RETURN_IF_ERROR(AllocateBuffer(output));
    }
  }
  return call.Execute();
}

}  // namespace operation
}  // namespace nnadapter
