#include "lite/backends/nnadapter/driver/fake_device/npu.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstring>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "lite/backends/nnadapter/operation/operation.h"
#include "lite/backends/nnadapter/optimizer/rewrite.h"
#include "nnadapter/utility/operation_lists.h"
#include "nnadapter/utility/string.h"

namespace nnadapter::fake_device {
namespace {

template <size_t N>
bool Contains(const NNAdapterOperationType (&list)[N], NNAdapterOperationType type) {
  return std::find(std::begin(list), std::end(list), type) != std::end(list);
}

bool ListsName(const std::string& list, const std::string& name) {
  return ("," + list + ",").find("," + name + ",") != std::string::npos;
}

// Whether the operand can be in a program of 8-bit integers. Single floats are parameters.
bool IsForInt8(const core::Operand& operand) {
  const int32_t precision = operand.type.precision;
  if (precision == NNADAPTER_FLOAT32) return operand.buffer && operand.length == sizeof(float);
  if (precision == NNADAPTER_FLOAT16 || precision == NNADAPTER_FLOAT64) return false;
  return !IsPerChannel(precision);
}

void RoundToHalf(core::Operand* operand) {
  if (operand->type.precision != NNADAPTER_FLOAT32) return;
  for (uint32_t i = 0; i + sizeof(float) <= operand->length; i += sizeof(float)) {
    float value = 0.0f;
    std::memcpy(&value, static_cast<char*>(operand->buffer) + i, sizeof(value));
    value = operation::HalfToFloat(operation::FloatToHalf(value));
    std::memcpy(static_cast<char*>(operand->buffer) + i, &value, sizeof(value));
  }
}

// Tells the runtime something wrong about an output.
Status Misbehave(const std::string& failure, const core::Argument& output,
                 const core::Model& model) {
  NNAdapterOperandType type = model.output_operands[static_cast<size_t>(output.index)]->type;
  if (failure == "negative") type.dimensions.data[0] = -5;
  if (failure == "rank") type.dimensions.count = 1000;
  if (failure == "precision") type.precision = 4711;
  output.access(output.memory, &type);
  return Status();
}

}  // namespace

Context::Context(Device* device, const char* properties) : properties_(GetKeyValues(properties)) {
  for (char c : device->name()) prefix_ += static_cast<char>(std::toupper(c));
  prefix_ += "_";
  operations_ = Property("OPERATIONS", "all");
  unsupported_ = Property("UNSUPPORTED_OPS", "");
  precision_ = Property("PRECISION", "fp32");
  if (operations_ != "all" && operations_ != "kirin" && operations_ != "rockchip") {
    throw std::invalid_argument(prefix_ + "OPERATIONS is \"" + operations_ +
                                "\", expected all, kirin or rockchip");
  }
  if (precision_ != "fp32" && precision_ != "fp16" && precision_ != "int8") {
    throw std::invalid_argument(prefix_ + "PRECISION is \"" + precision_ +
                                "\", expected fp32, fp16 or int8");
  }
  static_shape_ = string_parse<bool>(Property("STATIC_SHAPE", "0"));
  validates_ = !string_parse<bool>(Property("NO_VALIDATE", "0"));
  caches_ = !string_parse<bool>(Property("NO_CACHE", "0"));
  latency_us_ = string_parse<int>(Property("LATENCY_US", "0"));
  for (const char* call : {"CONTEXT", "VALIDATE", "BUILD", "RESTORE", "EXECUTE"}) {
    fail_at_[call] = string_parse<int>(Property(std::string("FAIL_") + call + "_AT", "0"));
  }
  failure_ = Property("FAILURE", std::to_string(NNADAPTER_DEVICE_INTERNAL_ERROR));
}

std::string Context::Property(const std::string& suffix, const std::string& default_value) const {
  const auto found = properties_.find(prefix_ + suffix);
  return found != properties_.end() ? found->second
                                    : GetStringFromEnv(prefix_ + suffix, default_value);
}

bool Context::Fails(const std::string& call, int count, std::string* failure) const {
  *failure = failure_;
  return fail_at_.at(call) == count;
}

bool Context::CountAndFail(const std::string& call, std::string* failure) {
  std::atomic<int>& done = call == "VALIDATE"  ? validates_done_
                           : call == "BUILD"   ? builds_done_
                           : call == "RESTORE" ? restores_done_
                                               : executes_done_;
  return Fails(call, ++done, failure);
}

bool Context::Supports(const core::Operation& operation) const {
  const NNAdapterOperationType type = operation.type;
  if (operations_ == "kirin" && !Contains(kKirinOperations, type)) return false;
  if (operations_ == "rockchip" && !Contains(kRockchipOperations, type)) return false;
  if (ListsName(unsupported_, OperationName(type))) return false;
  const bool converts = type == NNADAPTER_QUANTIZE || type == NNADAPTER_DEQUANTIZE;
  if (precision_ == "int8" && !converts) {
    for (const auto* list : {&operation.input_operands, &operation.output_operands}) {
      for (const core::Operand* operand : *list) {
        if (operand && !IsForInt8(*operand)) return false;
      }
    }
  }
  return operation::Interprets(operation);
}

Status Context::CheckShapes(const core::Model& model) const {
  for (const core::Operand* input : model.input_operands) {
    if (static_shape_ && IsDynamic(input->type.dimensions)) {
      return FeatureNotSupported("the device has no dynamic shapes; an input is ",
                                 FormatDims(input->type.dimensions));
    }
  }
  return Status();
}

Status Context::Validate(const core::Model& model, bool* supported) const {
  if (!validates_) return FeatureNotSupported("the device cannot validate");
  const bool shapes = CheckShapes(model).ok();
  for (const core::Operation& operation : model.operations) {
    *supported++ = shapes && Supports(operation);
  }
  return Status();
}

void Program::SetHook() {
  if (context_->precision() == "fp16") interpreter_.SetHook(RoundToHalf);
}

Status Program::Build(core::Model* model, core::Cache* cache) {
  SetHook();
  if (!model) return interpreter_.Build(cache->buffer);
  NNADAPTER_RETURN_IF_ERROR(context_->CheckShapes(*model));
  for (const core::Operation& operation : model->operations) {
    if (context_->Supports(operation)) continue;
    return FeatureNotSupported("the device does not support ", OperationName(operation.type));
  }
  ModelPointer own;
  NNADAPTER_RETURN_IF_ERROR(CloneModel(*model, OperationsOf(*model), true, &own));
  if (context_->precision() == "int8") optimizer::ToAsymmetric(own.get());
  if (context_->precision() == "fp16") {
    for (core::Operand& operand : own->operands) {
      if (operand.buffer) RoundToHalf(&operand);
    }
  }
  NNADAPTER_RETURN_IF_ERROR(interpreter_.Build(*own));
  return cache && cache->token && cache->dir && context_->caches()
             ? interpreter_.WriteModel(&cache->buffer)
             : Status();
}

Status Program::Execute(uint32_t input_count, core::Argument* inputs, uint32_t output_count,
                        core::Argument* outputs) {
  const auto end =
      std::chrono::steady_clock::now() + std::chrono::microseconds(context_->latency_us());
  std::string failure;
  if (context_->CountAndFail("EXECUTE", &failure)) {
    if (failure == "throw") throw std::runtime_error("an injected failure");
    if (failure == "skip") return Status();
    if (failure == "negative" || failure == "rank" || failure == "precision") {
      return Misbehave(failure, outputs[0], interpreter_.model());
    }
    return Status(string_parse<int>(failure), "an injected failure");
  }
  const auto types_of = [&](const std::vector<core::Operand*>& operands) {
    std::vector<NNAdapterOperandType> types;
    for (const core::Operand* operand : operands) types.push_back(operand->type);
    return context_->precision() == "int8"
               ? types
               : std::vector<NNAdapterOperandType>(types.size(), NNAdapterOperandType());
  };
  optimizer::SignedArguments arguments;
  std::vector<core::Argument> device_inputs =
      arguments.Inputs(types_of(interpreter_.model().input_operands), input_count, inputs);
  std::vector<core::Argument> device_outputs =
      arguments.Outputs(types_of(interpreter_.model().output_operands), output_count, outputs);
  NNADAPTER_RETURN_IF_ERROR(
      interpreter_.Run(input_count, device_inputs.data(), output_count, device_outputs.data()));
  arguments.Flush();
  std::this_thread::sleep_until(end);
  return Status();
}

}  // namespace nnadapter::fake_device
