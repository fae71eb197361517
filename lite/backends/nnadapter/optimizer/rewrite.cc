#include "lite/backends/nnadapter/optimizer/rewrite.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "lite/backends/nnadapter/operation/operation.h"

namespace nnadapter::optimizer {
namespace {

constexpr uint8_t kSignBit = 0x80;

using Position = std::list<core::Operation>::iterator;

bool IsSymmetricByte(const core::Operand& operand) {
  return operand.type.precision == NNADAPTER_QUANT_INT8_SYMM_PER_LAYER;
}

bool HasFusedActivation(NNAdapterOperationType type) {
  switch (type) {
    case NNADAPTER_ADD:
    case NNADAPTER_SUB:
    case NNADAPTER_MUL:
    case NNADAPTER_DIV:
    case NNADAPTER_MAX:
    case NNADAPTER_MIN:
    case NNADAPTER_POW:
    case NNADAPTER_FLOOR_DIV:
    case NNADAPTER_AVERAGE_POOL_2D:
    case NNADAPTER_MAX_POOL_2D:
    case NNADAPTER_CONV_2D:
    case NNADAPTER_CONV_2D_TRANSPOSE:
    case NNADAPTER_DEFORMABLE_CONV_2D:
    case NNADAPTER_FULLY_CONNECTED:
      return true;
    default:
      return false;
  }
}

// Whether the results have the values of the first input, or of all inputs for CONCAT.
bool MovesValues(NNAdapterOperationType type) {
  switch (type) {
    case NNADAPTER_AVERAGE_POOL_2D:
    case NNADAPTER_MAX_POOL_2D:
    case NNADAPTER_CONCAT:
    case NNADAPTER_FLATTEN:
    case NNADAPTER_RELU:
    case NNADAPTER_RELU6:
    case NNADAPTER_RESHAPE:
    case NNADAPTER_TRANSPOSE:
    case NNADAPTER_UNSQUEEZE:
      return true;
    default:
      return false;
  }
}

// A value between two operations, of the type of another one.
Status AddValue(const core::Operand& like, core::Model* model, core::Operand** added) {
  core::Operand& operand = model->operands.emplace_back();
  *added = &operand;
  NNADAPTER_RETURN_IF_ERROR(CopyType(like.type, &operand.type));
  operand.type.lifetime = NNADAPTER_TEMPORARY_VARIABLE;
  return Status();
}

Status AddConstant(const NNAdapterOperandType& type, const void* value, core::Model* model,
                   core::Operand** added) {
  core::Operand& operand = model->operands.emplace_back();
  *added = &operand;
  NNADAPTER_RETURN_IF_ERROR(CopyType(type, &operand.type));
  operand.type.dimensions = {};
  operand.type.dimensions.count = 1;
  operand.type.dimensions.data[0] = 1;
  operand.type.lifetime = NNADAPTER_CONSTANT_COPY;
  NNADAPTER_RETURN_IF_ERROR(AllocateBuffer(&operand));
  std::memcpy(operand.buffer, value, operand.length);
  return Status();
}

Status AddInt(int32_t value, core::Model* model, core::Operand** added) {
  NNAdapterOperandType type = {};
  type.precision = NNADAPTER_INT32;
  return AddConstant(type, &value, model, added);
}

Status AddNumber(float value, const core::Operand& like, core::Model* model,
                 core::Operand** added) {
  NNAdapterOperandType type = {};
  type.precision = NNADAPTER_FLOAT32;
  if (like.type.precision != NNADAPTER_FLOAT32) {
    return FeatureNotSupported("a limit of ", PrecisionName(like.type.precision));
  }
  return AddConstant(type, &value, model, added);
}

// to = from + 0, before `position`.
Status AddZero(core::Operand* from, core::Operand* to, Position position, core::Model* model) {
  core::Operand *zero = nullptr, *fuse = nullptr;
  constexpr uint8_t kZeros[8] = {};
  NNADAPTER_RETURN_IF_ERROR(AddConstant(from->type, kZeros, model, &zero));
  NNADAPTER_RETURN_IF_ERROR(AddInt(NNADAPTER_FUSED_NONE, model, &fuse));
  model->operations.insert(position, {NNADAPTER_ADD, {from, zero, fuse}, {to}});
  return Status();
}

// An activation of `from` before `position`.
Status AddActivation(NNAdapterFuseCode code, core::Operand* from, core::Operand* to,
                     Position position, core::Model* model) {
  core::Operation operation = {NNADAPTER_RELU, {from}, {to}};
  if (code == NNADAPTER_FUSED_RELU6) operation.type = NNADAPTER_RELU6;
  if (code == NNADAPTER_FUSED_RELU1) {
    core::Operand *low = nullptr, *high = nullptr;
    NNADAPTER_RETURN_IF_ERROR(AddNumber(-1.0f, *from, model, &low));
    NNADAPTER_RETURN_IF_ERROR(AddNumber(1.0f, *from, model, &high));
    operation = {NNADAPTER_CLIP, {from, low, high}, {to}};
  }
  model->operations.insert(position, std::move(operation));
  return Status();
}

}  // namespace

core::Operand** FuseOperand(core::Operation* operation) {
  const bool has = HasFusedActivation(operation->type) && !operation->input_operands.empty();
  return has ? &operation->input_operands.back() : nullptr;
}

Status UnpackActivations(bool (*keeps)(NNAdapterOperationType type, NNAdapterFuseCode code),
                         core::Model* model) {
  for (auto it = model->operations.begin(); it != model->operations.end(); ++it) {
    core::Operand** fuse = FuseOperand(&*it);
    if (!fuse) continue;
    NNAdapterFuseCode code = NNADAPTER_FUSED_NONE;
    NNADAPTER_RETURN_IF_ERROR(operation::GetFuse(*fuse, &code));
    if (code == NNADAPTER_FUSED_NONE || keeps(it->type, code)) continue;
    core::Operand *none = nullptr, *before = nullptr;
    NNADAPTER_RETURN_IF_ERROR(AddInt(NNADAPTER_FUSED_NONE, model, &none));
    NNADAPTER_RETURN_IF_ERROR(AddValue(*it->output_operands[0], model, &before));
    *fuse = none;
    core::Operand* after = it->output_operands[0];
    it->output_operands[0] = before;
    NNADAPTER_RETURN_IF_ERROR(AddActivation(code, before, after, std::next(it), model));
  }
  return Status();
}

Status SeparateOutputs(core::Model* model) {
  for (auto it = model->operations.begin(); it != model->operations.end(); ++it) {
    const auto& results = it->output_operands;
    if (std::count(results.begin(), results.end(), nullptr) + 1 >=
        static_cast<std::ptrdiff_t>(results.size())) {
      continue;
    }
    for (core::Operand*& output : it->output_operands) {
      const auto& outputs = model->output_operands;
      if (std::find(outputs.begin(), outputs.end(), output) == outputs.end()) continue;
      if (output->type.precision != NNADAPTER_FLOAT32 && !IsSymmetricByte(*output)) continue;
      core::Operand* value = nullptr;
      NNADAPTER_RETURN_IF_ERROR(AddValue(*output, model, &value));
      NNADAPTER_RETURN_IF_ERROR(AddZero(value, output, std::next(it), model));
      output = value;
    }
  }
  return Status();
}

Status UnifyScales(core::Model* model) {
  for (auto it = model->operations.begin(); it != model->operations.end(); ++it) {
    if (!MovesValues(it->type)) continue;
    core::Operand*& output = it->output_operands[0];
    const auto differs = [&output](const core::Operand* input) {
      return IsSymmetricByte(*input) && IsSymmetricByte(*output) &&
             input->type.symm_per_layer_params.scale != output->type.symm_per_layer_params.scale;
    };
    if (it->type != NNADAPTER_CONCAT) {
      core::Operand* input = it->input_operands[0];
      if (!differs(input)) continue;
      core::Operand* value = nullptr;
      NNADAPTER_RETURN_IF_ERROR(AddValue(*output, model, &value));
      value->type.symm_per_layer_params = input->type.symm_per_layer_params;
      NNADAPTER_RETURN_IF_ERROR(AddZero(value, output, std::next(it), model));
      output = value;
      continue;
    }
    for (size_t i = 0; i + 1 < it->input_operands.size(); ++i) {
      core::Operand*& input = it->input_operands[i];
      if (!differs(input)) continue;
      core::Operand* value = nullptr;
      NNADAPTER_RETURN_IF_ERROR(AddValue(*input, model, &value));
      value->type.symm_per_layer_params = output->type.symm_per_layer_params;
      NNADAPTER_RETURN_IF_ERROR(AddZero(input, value, it, model));
      input = value;
    }
  }
  return Status();
}

void InvertSigns(const void* from, size_t count, void* to) {
  const auto* bytes = static_cast<const uint8_t*>(from);
  std::transform(bytes, bytes + count, static_cast<uint8_t*>(to),
                 [](uint8_t byte) { return static_cast<uint8_t>(byte ^ kSignBit); });
}

void ToAsymmetric(core::Model* model) {
  for (core::Operand& operand : model->operands) {
    if (!IsSymmetricByte(operand)) continue;
    const float scale = operand.type.symm_per_layer_params.scale;
    operand.type.precision = NNADAPTER_QUANT_UINT8_ASYMM_PER_LAYER;
    operand.type.asymm_per_layer_params = {scale, kAsymmetricZero};
    if (operand.buffer) InvertSigns(operand.buffer, operand.length, operand.buffer);
  }
  for (core::Operation& operation : model->operations) {
    if (operation.type != NNADAPTER_QUANTIZE) continue;
    constexpr size_t kZeroPoint = 3;
    std::memcpy(operation.input_operands[kZeroPoint]->buffer, &kAsymmetricZero,
                sizeof(kAsymmetricZero));
  }
}

void* SignedArguments::Read(void* memory, NNAdapterOperandType* type) {
  auto* self = static_cast<Bytes*>(memory);
  void* data = self->caller.access(self->caller.memory, type);
  uint32_t size = 0;
  if (!data || !ByteSize(*type, &size).ok()) return data;
  self->values.resize(size);
  InvertSigns(data, size, self->values.data());
  return self->values.data();
}

void* SignedArguments::Write(void* memory, NNAdapterOperandType* type) {
  auto* self = static_cast<Bytes*>(memory);
  uint32_t size = 0;
  if (!ByteSize(*type, &size).ok()) return nullptr;
  NNAdapterOperandType symmetric = *type;
  symmetric.precision = NNADAPTER_QUANT_INT8_SYMM_PER_LAYER;
  self->destination = self->caller.access(self->caller.memory, &symmetric);
  if (!self->destination) return nullptr;
  self->values.resize(size);
  return self->values.data();
}

std::vector<core::Argument> SignedArguments::Convert(
    const std::vector<NNAdapterOperandType>& types, uint32_t count, const core::Argument* arguments,
    void* (*access)(void*, NNAdapterOperandType*)) {
  std::vector<core::Argument> list(arguments, arguments + count);
  for (core::Argument& argument : list) {
    const NNAdapterOperandType& type = types.at(static_cast<size_t>(argument.index));
    if (type.precision != NNADAPTER_QUANT_UINT8_ASYMM_PER_LAYER) continue;
    bytes_.push_back({argument, {}, nullptr});
    argument.memory = &bytes_.back();
    argument.access = access;
  }
  return list;
}

std::vector<core::Argument> SignedArguments::Inputs(const std::vector<NNAdapterOperandType>& types,
                                                    uint32_t count,
                                                    const core::Argument* arguments) {
  return Convert(types, count, arguments, &Read);
}

std::vector<core::Argument> SignedArguments::Outputs(const std::vector<NNAdapterOperandType>& types,
                                                     uint32_t count,
                                                     const core::Argument* arguments) {
  return Convert(types, count, arguments, &Write);
}

void SignedArguments::Flush() {
  for (const Bytes& bytes : bytes_) {
    if (bytes.destination) InvertSigns(bytes.values.data(), bytes.values.size(), bytes.destination);
  }
}

}  // namespace nnadapter::optimizer
