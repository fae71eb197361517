#include "lite/backends/nnadapter/runtime/model.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "lite/backends/nnadapter/operation/operation.h"
#include "nnadapter/utility/logging.h"

namespace nnadapter::runtime {
namespace {

bool IsScale(float scale) { return std::isfinite(scale) && scale > 0.0f; }

Status CheckDims(const NNAdapterOperandDimensionType& dimensions) {
  if (dimensions.count > NNADAPTER_MAX_SIZE_OF_DIMENSIONS) {
    return InvalidParameter("the rank ", dimensions.count, " is over ",
                            NNADAPTER_MAX_SIZE_OF_DIMENSIONS);
  }
  if (dimensions.dynamic_count > NNADAPTER_MAX_SIZE_OF_DYNAMIC_DIMENSIONS) {
    return InvalidParameter(dimensions.dynamic_count, " dynamic shapes are over ",
                            NNADAPTER_MAX_SIZE_OF_DYNAMIC_DIMENSIONS);
  }
  for (uint32_t i = 0; i < dimensions.count; ++i) {
    const int32_t extent = dimensions.data[i];
    if (extent < 0 && extent != NNADAPTER_UNKNOWN) {
      return InvalidParameter("extent ", i, " is ", extent, ", expected 0 or more, or ",
                              NNADAPTER_UNKNOWN, " for unknown");
    }
    for (uint32_t row = 0; row < dimensions.dynamic_count; ++row) {
      const int32_t concrete = dimensions.dynamic_data[row][i];
      if (concrete < 0 || (extent != NNADAPTER_UNKNOWN && concrete != extent)) {
        return InvalidParameter(
            "extent ", i, " of dynamic shape ", row, " is ", concrete, ", expected ",
            extent == NNADAPTER_UNKNOWN ? "0 or more" : std::to_string(extent).c_str());
      }
    }
  }
  return Status();
}

// Quantisation parameters that do not depend on dimensions.
Status CheckQuantisation(const NNAdapterOperandType& type) {
  if (!IsQuantized(type.precision)) return Status();
  if (!IsPerChannel(type.precision)) {
    const float scale = type.symm_per_layer_params.scale;
    if (IsScale(scale)) return Status();
    return InvalidParameter("the scale of ", PrecisionName(type.precision), " is ", scale,
                            ", expected a positive number");
  }
  const NNAdapterSymmPerChannelQuantParams& params = type.symm_per_channel_params;
  if (!params.scales || !params.scale_count) {
    return InvalidParameter(PrecisionName(type.precision), " has no scales");
  }
  for (uint32_t i = 0; i < params.scale_count; ++i) {
    if (!IsScale(params.scales[i])) {
      return InvalidParameter("scale ", i, " of ", PrecisionName(type.precision), " is ",
                              params.scales[i], ", expected a positive number");
    }
  }
  return Status();
}

// ... and those that do.
Status CheckChannels(const NNAdapterOperandType& type) {
  if (!IsPerChannel(type.precision)) return Status();
  const NNAdapterSymmPerChannelQuantParams& params = type.symm_per_channel_params;
  const NNAdapterOperandDimensionType& dimensions = type.dimensions;
  if (params.channel_dim >= dimensions.count) {
    return InvalidParameter("channel_dim is ", params.channel_dim, ", expected less than the rank ",
                            dimensions.count);
  }
  const int32_t extent = dimensions.data[params.channel_dim];
  if (extent != NNADAPTER_UNKNOWN && static_cast<uint32_t>(extent) != params.scale_count) {
    return InvalidParameter(params.scale_count, " scales for ", extent, " channels");
  }
  return Status();
}

std::vector<core::Operand*> OperandsOf(const std::vector<OperandHandle*>& handles) {
  std::vector<core::Operand*> operands;
  for (const OperandHandle* handle : handles)
    operands.push_back(handle ? handle->operand : nullptr);
  return operands;
}

}  // namespace

Model::~Model() {
  for (OperandHandle& handle : handles_) FreeScales(&handle.shown);
  ClearModel(&model_);
}

Status Model::CheckOpen() const {
  return finished_ ? InvalidParameter("the model is finished and cannot be changed") : Status();
}

Status Model::CheckOwn(const std::vector<OperandHandle*>& handles, const char* kind,
                       bool optional) const {
  for (size_t i = 0; i < handles.size(); ++i) {
    if (!handles[i]) {
      if (optional) continue;
      return InvalidParameter(kind, " ", i, " is null");
    }
    if (handles[i]->model != this) {
      return InvalidParameter(kind, " ", i, " is an operand of another model");
    }
  }
  return Status();
}

std::string Model::Describe(size_t operation) const {
  return Concat("operation ", operation, " (", OperationName(operations_[operation]->type), "): ");
}

Status Model::AddOperand(const NNAdapterOperandType& type, OperandHandle** handle) {
  NNADAPTER_RETURN_IF_ERROR(CheckOpen());
  const std::string prefix = Concat("operand ", handles_.size(), ": ");
  if (!PrecisionBytes(type.precision)) {
    return InvalidParameter(prefix, "unknown precision code ", type.precision);
  }
  if (type.layout < NNADAPTER_NCHW || type.layout > NNADAPTER_HWNC) {
    return InvalidParameter(prefix, "unknown layout code ", type.layout);
  }
  NNADAPTER_RETURN_IF_ERROR(CheckDims(type.dimensions).With(prefix));
  NNADAPTER_RETURN_IF_ERROR(CheckQuantisation(type).With(prefix));
  core::Operand& operand = model_.operands.emplace_back();
  handles_.push_back({this, &operand, handles_.size(), {}});
  handle_of_[&operand] = &handles_.back();
  NNADAPTER_RETURN_IF_ERROR(CopyType(type, &operand.type));
  operand.type.lifetime = NNADAPTER_TEMPORARY_VARIABLE;
  NNADAPTER_RETURN_IF_ERROR(CopyType(operand.type, &handles_.back().shown));
  *handle = &handles_.back();
  return Status();
}

Status Model::SetValue(OperandHandle* handle, void* buffer, uint32_t length, bool copy) {
  NNADAPTER_RETURN_IF_ERROR(CheckOpen());
  core::Operand* operand = handle->operand;
  const std::string prefix = Concat("operand ", handle->index, ": ");
  if (operand->buffer) return InvalidParameter(prefix, "it already has a value");
  if (writer_of_.count(operand)) {
    return InvalidParameter(prefix, "it is the output of an operation and cannot be a constant");
  }
  if (operand->type.lifetime == NNADAPTER_MODEL_INPUT ||
      operand->type.lifetime == NNADAPTER_MODEL_OUTPUT) {
    return InvalidParameter(prefix, "it is an input or output of the model");
  }
  if (operand->type.dimensions.dynamic_count) {
    return InvalidParameter(prefix, "a constant has no dynamic shapes");
  }
  uint32_t bytes = 0;
  NNADAPTER_RETURN_IF_ERROR(ByteSize(operand->type, &bytes).With(prefix));
  if (length != bytes) {
    return InvalidParameter(prefix, "the value has ", length, " bytes, expected ", bytes, " for ",
                            FormatDims(operand->type.dimensions), " of ",
                            PrecisionName(operand->type.precision));
  }
  if (!buffer) return InvalidParameter(prefix, "the value is null");
  if (copy) {
    NNADAPTER_RETURN_IF_ERROR(AllocateBuffer(operand));
    std::memcpy(operand->buffer, buffer, length);
    operand->type.lifetime = NNADAPTER_CONSTANT_COPY;
  } else {
    operand->buffer = buffer;
    operand->length = length;
    operand->type.lifetime = NNADAPTER_CONSTANT_REFERENCE;
  }
  handle->shown.lifetime = operand->type.lifetime;
  return Status();
}

Status Model::AddOperation(NNAdapterOperationType type, const std::vector<OperandHandle*>& inputs,
                           const std::vector<OperandHandle*>& outputs,
                           core::Operation** operation) {
  NNADAPTER_RETURN_IF_ERROR(CheckOpen());
  const std::string prefix =
      Concat("operation ", operations_.size(), " (", OperationName(type), "): ");
  NNADAPTER_RETURN_IF_ERROR(CheckOwn(inputs, "input", true).With(prefix));
  NNADAPTER_RETURN_IF_ERROR(CheckOwn(outputs, "output", true).With(prefix));
  std::set<const core::Operand*> written;
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (!outputs[i]) continue;
    const core::Operand* operand = outputs[i]->operand;
    if (!written.insert(operand).second || writer_of_.count(operand)) {
      return InvalidParameter(prefix, "output ", i, " (operand ", outputs[i]->index,
                              ") is written a second time");
    }
    if (operand->buffer) {
      return InvalidParameter(prefix, "output ", i, " (operand ", outputs[i]->index,
                              ") is a constant");
    }
    if (operand->type.lifetime == NNADAPTER_MODEL_INPUT) {
      return InvalidParameter(prefix, "output ", i, " (operand ", outputs[i]->index,
                              ") is an input of the model");
    }
    for (const OperandHandle* input : inputs) {
      if (input == outputs[i]) {
        return InvalidParameter(prefix, "operand ", input->index, " is both input and output");
      }
    }
  }
  core::Operation added{type, OperandsOf(inputs), OperandsOf(outputs)};
  const Status valid = operation::Validate(added);
  if (valid.code() == NNADAPTER_FEATURE_NOT_SUPPORTED) {
    NNADAPTER_VLOG(3) << prefix << valid.message();  // a device may run it
  } else {
    NNADAPTER_RETURN_IF_ERROR(valid.With(prefix));
  }
  NNADAPTER_RETURN_IF_ERROR(operation::Prepare(&added, true).With(prefix));
  bool constant = true;
  for (const OperandHandle* output : outputs) {
    if (!output) continue;
    const core::Operand& operand = *output->operand;
    NNADAPTER_RETURN_IF_ERROR(CheckQuantisation(operand.type).With(prefix));
    constant = constant && operand.buffer;
  }
  model_.operations.push_back(std::move(added));
  core::Operation* stored = &model_.operations.back();
  operations_.push_back(stored);
  if (constant) folded_.insert(stored);
  for (OperandHandle* output : outputs) {
    if (!output) continue;
    writer_of_[output->operand] = stored;
    NNADAPTER_RETURN_IF_ERROR(CopyType(output->operand->type, &output->shown));
  }
  *operation = stored;
  return Status();
}

Status Model::Identify(const std::vector<OperandHandle*>& inputs,
                       const std::vector<OperandHandle*>& outputs) {
  NNADAPTER_RETURN_IF_ERROR(CheckOpen());
  if (identified_) return InvalidParameter("inputs and outputs are already identified");
  if (outputs.empty()) return InvalidParameter("a model has at least one output");
  NNADAPTER_RETURN_IF_ERROR(CheckOwn(inputs, "model input", false));
  NNADAPTER_RETURN_IF_ERROR(CheckOwn(outputs, "model output", false));
  std::set<const OperandHandle*> seen;
  uint32_t rows = 0;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const core::Operand& operand = *inputs[i]->operand;
    const std::string prefix = Concat("model input ", i, " (operand ", inputs[i]->index, "): ");
    if (!seen.insert(inputs[i]).second) return InvalidParameter(prefix, "it is named twice");
    if (operand.buffer) return InvalidParameter(prefix, "it is a constant");
    if (writer_of_.count(&operand)) {
      return InvalidParameter(prefix, "it is the output of an operation");
    }
    const uint32_t count = operand.type.dimensions.dynamic_count;
    if (count && rows && count != rows) {
      return InvalidParameter(prefix, "it has ", count, " dynamic shapes, other inputs have ",
                              rows);
    }
    if (count) rows = count;
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (seen.insert(outputs[i]).second) continue;
    return InvalidParameter("model output ", i, " (operand ", outputs[i]->index,
                            "): it is named twice, or is also an input");
  }
  for (OperandHandle* input : inputs) {
    input->operand->type.lifetime = input->shown.lifetime = NNADAPTER_MODEL_INPUT;
  }
  for (OperandHandle* output : outputs) {
    core::Operand* operand = output->operand;
    const auto writer = writer_of_.find(operand);
    if (writer != writer_of_.end() && folded_.count(writer->second)) {
      // A device computes it in each run.
      folded_.erase(writer->second);
      for (core::Operand* unfolded : writer->second->output_operands) {
        if (!unfolded) continue;
        FreeBuffer(unfolded);
        unfolded->type.lifetime = NNADAPTER_TEMPORARY_VARIABLE;
        handle_of_.at(unfolded)->shown.lifetime = NNADAPTER_TEMPORARY_VARIABLE;
      }
    }
    operand->type.lifetime = output->shown.lifetime = NNADAPTER_MODEL_OUTPUT;
  }
  model_.input_operands = OperandsOf(inputs);
  model_.output_operands = OperandsOf(outputs);
  identified_ = true;
  return Status();
}

// An operation follows the operations that write its inputs.
Status Model::SortOperations() {
  enum State { kNew, kOpen, kDone };
  std::map<const core::Operation*, State> states;
  std::map<const core::Operation*, size_t> index_of;
  for (size_t i = 0; i < operations_.size(); ++i) index_of[operations_[i]] = i;
  std::vector<const core::Operation*> sorted;
  for (const core::Operation* root : operations_) {
    std::vector<const core::Operation*> stack = {root};
    while (!stack.empty()) {
      const core::Operation* operation = stack.back();
      State& state = states[operation];
      if (state == kDone) {
        stack.pop_back();
        continue;
      }
      const bool leaving = state == kOpen;
      state = leaving ? kDone : kOpen;
      if (leaving) {
        stack.pop_back();
        sorted.push_back(operation);
        continue;
      }
      for (const core::Operand* input : operation->input_operands) {
        const auto writer = writer_of_.find(input);
        if (writer == writer_of_.end() || states[writer->second] == kDone) continue;
        if (states[writer->second] == kOpen) {
          return InvalidParameter(Describe(index_of[operation]), "it is in a cycle with operation ",
                                  index_of[writer->second]);
        }
        stack.push_back(writer->second);
      }
    }
  }
  // From the end: operations of which a result is read.
  std::set<const core::Operand*> read(model_.output_operands.begin(), model_.output_operands.end());
  std::set<const core::Operation*> needed;
  for (auto operation = sorted.rbegin(); operation != sorted.rend(); ++operation) {
    const std::vector<core::Operand*>& outputs = (*operation)->output_operands;
    if (folded_.count(*operation) ||
        std::none_of(outputs.begin(), outputs.end(), [&read](const core::Operand* output) {
          return output && read.count(output) > 0;
        })) {
      continue;
    }
    needed.insert(*operation);
    read.insert((*operation)->input_operands.begin(), (*operation)->input_operands.end());
  }
  order_.clear();
  positions_.assign(operations_.size(), -1);
  for (const core::Operation* operation : sorted) {
    if (!needed.count(operation)) continue;
    positions_[index_of[operation]] = static_cast<int>(order_.size());
    order_.push_back(operation);
  }
  return Status();
}

Status Model::CheckOperation(core::Operation* operation) {
  const Status valid = operation::Validate(*operation);
  if (valid.code() != NNADAPTER_FEATURE_NOT_SUPPORTED) NNADAPTER_RETURN_IF_ERROR(valid);
  for (const core::Operand* input : operation->input_operands) {
    if (!input || input->buffer || writer_of_.count(input)) continue;
    if (input->type.lifetime == NNADAPTER_MODEL_INPUT) continue;
    return InvalidParameter("operand ", handle_of_.at(input)->index,
                            " is not a constant, not an input of the model and not computed");
  }
  if (folded_.count(operation)) return Status();
  // Operations may have been added before the ones whose results they read.
  std::vector<NNAdapterOperandType> before;
  for (const core::Operand* output : operation->output_operands) {
    before.push_back(output ? output->type : NNAdapterOperandType());
  }
  NNADAPTER_RETURN_IF_ERROR(operation::Prepare(operation, false));
  for (size_t i = 0; i < before.size(); ++i) {
    core::Operand* output = operation->output_operands[i];
    if (!output) continue;
    const NNAdapterOperandType& after = output->type;
    if (!SameDims(before[i].dimensions, after.dimensions) ||
        before[i].precision != after.precision) {
      return InvalidParameter("output ", i, " was inferred as ", FormatDims(before[i].dimensions),
                              " ", PrecisionName(before[i].precision), " and is ",
                              FormatDims(after.dimensions), " ", PrecisionName(after.precision),
                              "; add operations after those whose results they read");
    }
  }
  return Status();
}

Status Model::Finish() {
  if (finished_) return InvalidParameter("the model is already finished");
  if (failed_) return InvalidParameter("the model was not valid when it was finished before");
  if (operations_.empty()) return InvalidParameter("the model has no operations");
  if (!identified_) return InvalidParameter("inputs and outputs of the model are not identified");
  failed_ = true;
  NNADAPTER_RETURN_IF_ERROR(SortOperations());
  for (size_t i = 0; i < operations_.size(); ++i) {
    NNADAPTER_RETURN_IF_ERROR(CheckOperation(operations_[i]).With(Describe(i)));
  }
  for (size_t i = 0; i < model_.output_operands.size(); ++i) {
    if (writer_of_.count(model_.output_operands[i])) continue;
    return InvalidParameter("model output ", i, " (operand ",
                            handle_of_.at(model_.output_operands[i])->index, ") is not computed");
  }
  for (const OperandHandle& handle : handles_) {
    NNADAPTER_RETURN_IF_ERROR(
        CheckChannels(handle.operand->type).With(Concat("operand ", handle.index, ": ")));
  }
  failed_ = false;
  finished_ = true;
  return Status();
}

}  // namespace nnadapter::runtime
