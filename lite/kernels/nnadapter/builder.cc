#include "lite/kernels/nnadapter/builder.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace paddle::lite::kernels::nnadapter {

using lite::nnadapter::CheckCall;

bool FuseCode(const Activation& activation, int* code) {
  if (activation.is_identity()) {
    *code = NNADAPTER_FUSED_NONE;
  } else if (activation.type == ActivationType::kRelu) {
    *code = NNADAPTER_FUSED_RELU;
  } else if (activation.type == ActivationType::kRelu6 && activation.a == 6.0f) {
    *code = NNADAPTER_FUSED_RELU6;
  } else {
    return false;
  }
  return true;
}

Result<int32_t> PrecisionCode(PrecisionType precision) {
  switch (precision) {
    case PrecisionType::kFloat:
      return static_cast<int32_t>(NNADAPTER_FLOAT32);
    case PrecisionType::kInt32:
      return static_cast<int32_t>(NNADAPTER_INT32);
    case PrecisionType::kInt64:
      return static_cast<int32_t>(NNADAPTER_INT64);
    case PrecisionType::kBool:
      return static_cast<int32_t>(NNADAPTER_BOOL8);
    case PrecisionType::kUInt8:
      return static_cast<int32_t>(NNADAPTER_UINT8);
    default:
      return Unsupported("element type ", PrecisionToStr(precision));
  }
}

Builder::Builder(const Api* api) : api_(api), model_(nullptr, api->NNAdapterModel_destroy) {
  NNAdapterModel* model = nullptr;
  if (Check(api->NNAdapterModel_create(&model), "NNAdapterModel_create")) model_.reset(model);
}

void Builder::Fail(const Status& status) {
  if (status_.ok()) status_ = status;
}

bool Builder::Check(int code, const char* call) {
  Fail(CheckCall(code, call));
  return status_.ok();
}

int32_t Builder::Int32(int64_t value) {
  if (value < std::numeric_limits<int32_t>::min() || value > std::numeric_limits<int32_t>::max()) {
    Fail(OutOfRange("the number ", value, " has more than 32 bits"));
    return 0;
  }
  return static_cast<int32_t>(value);
}

Operand Builder::AddOperand(const DDim& dims, int32_t precision) {
  if (!status_.ok()) return nullptr;
  // A plan never looks at operands.
  static char planned;
  if (!building()) return reinterpret_cast<Operand>(&planned);
  if (dims.rank() > NNADAPTER_MAX_SIZE_OF_DIMENSIONS) {
    Fail(Unsupported("rank ", dims.rank(), " is above ", NNADAPTER_MAX_SIZE_OF_DIMENSIONS));
    return nullptr;
  }
  NNAdapterOperandType type = {};
  type.precision = precision;
  type.dimensions.count = static_cast<uint32_t>(dims.rank());
  for (int i = 0; i < dims.rank(); ++i) type.dimensions.data[i] = Int32(dims[i]);
  digest_.AddNumber(static_cast<uint64_t>(precision));
  digest_.AddBytes(dims.begin(), sizeof(int64_t) * dims.size());
  Operand operand = nullptr;
  if (status_.ok()) {
    Check(api_->NNAdapterModel_addOperand(model_.get(), &type, &operand),
          "NNAdapterModel_addOperand");
  }
  if (!status_.ok()) return nullptr;
  numbers_.emplace(operand, numbers_.size());
  return operand;
}

Operand Builder::AddConstant(const DDim& dims, int32_t precision, const void* data, size_t bytes,
                             bool copy) {
  const Operand operand = AddOperand(dims, precision);
  if (!building() || operand == nullptr) return operand;
  if (bytes > std::numeric_limits<uint32_t>::max()) {
    Fail(Unsupported("a constant of ", bytes, " bytes"));
    return nullptr;
  }
  digest_.AddBytes(data, bytes);
  const bool set = Check(api_->NNAdapterModel_setOperandValue(operand, const_cast<void*>(data),
                                                              static_cast<uint32_t>(bytes), copy),
                         "NNAdapterModel_setOperandValue");
  return set ? operand : nullptr;
}

Operand Builder::In(const Tensor* tensor) {
  if (tensor->persistable()) return Constant(tensor, tensor->dims());
  const auto known = values_.find(tensor);
  if (known != values_.end()) return known->second;
  const Result<int32_t> precision = PrecisionCode(tensor->precision());
  if (!precision.ok()) {
    Fail(precision.status());
    return nullptr;
  }
  const Operand operand = AddOperand(tensor->dims(), *precision);
  if (operand == nullptr) return nullptr;
  digest_.AddText("input");
  values_[tensor] = operand;
  inputs_.push_back(tensor);
  input_operands_.push_back(operand);
  return operand;
}

Operand Builder::Constant(const Tensor* tensor, const DDim& dims) {
  if (!tensor->persistable()) {
    Fail(Unsupported("a tensor of shape ", tensor->dims(), " is not a constant"));
    return nullptr;
  }
  const Result<int32_t> precision = PrecisionCode(tensor->precision());
  if (!precision.ok()) {
    Fail(precision.status());
    return nullptr;
  }
  if (dims.production() != tensor->numel()) {
    Fail(Internal("a constant of shape ", tensor->dims(), " cannot have shape ", dims));
    return nullptr;
  }
  if (!building()) return AddOperand(dims, *precision);
  if (!tensor->IsInitialized()) {
    Fail(Internal("a weight of shape ", dims, " has no elements"));
    return nullptr;
  }
  return AddConstant(dims, *precision, tensor->raw_data(), tensor->memory_size(), /*copy=*/false);
}

Operand Builder::Ints(const std::vector<int32_t>& values) {
  return AddConstant({static_cast<int64_t>(values.size())}, NNADAPTER_INT32, values.data(),
                     values.size() * sizeof(int32_t), /*copy=*/true);
}

Operand Builder::Bool(bool value) {
  const uint8_t byte = value ? 1 : 0;
  return AddConstant({1}, NNADAPTER_BOOL8, &byte, sizeof(byte), /*copy=*/true);
}

Operand Builder::Floats(const DDim& dims, const std::vector<float>& values) {
  return AddConstant(dims, NNADAPTER_FLOAT32, values.data(), values.size() * sizeof(float),
                     /*copy=*/true);
}

Operand Builder::Filled(int64_t count, float value) {
  if (!building()) return AddOperand({count}, NNADAPTER_FLOAT32);
  return Floats({count}, std::vector<float>(static_cast<size_t>(count), value));
}

Operand Builder::Transposed(const Tensor* tensor, const DDim& dims) {
  const DDim turned = {dims[1], dims[0]};
  if (!building() || !status_.ok()) return Constant(tensor, turned);
  if (!tensor->persistable() || !tensor->IsInitialized() || tensor->numel() != dims.production() ||
      tensor->precision() != PrecisionType::kFloat) {
    Fail(Unsupported("a matrix that is not a constant of floats"));
    return nullptr;
  }
  const float* from = tensor->data<float>();
  std::vector<float> values(static_cast<size_t>(tensor->numel()));
  for (int64_t row = 0; row < dims[0]; ++row) {
    for (int64_t column = 0; column < dims[1]; ++column) {
      values[static_cast<size_t>(column * dims[0] + row)] = *from++;
    }
  }
  return Floats(turned, values);
}

std::vector<Operand> Builder::AddMany(NNAdapterOperationType type,
                                      const std::vector<Operand>& inputs, size_t results,
                                      size_t absent) {
  std::vector<Operand> outputs(results, nullptr);
  if (!status_.ok()) return outputs;
  operations_.push_back(type);
  if (building()) {
    digest_.AddText("operation");
    digest_.AddNumber(static_cast<uint64_t>(type));
    for (const Operand input : inputs) {
      digest_.AddNumber(input == kAbsent ? UINT64_MAX : numbers_.at(input));
    }
  }
  for (Operand& output : outputs) output = AddOperand({}, NNADAPTER_FLOAT32);
  if (!building() || !status_.ok()) return outputs;
  outputs.resize(results + absent, kAbsent);
  NNAdapterOperation* operation = nullptr;
  const int code = api_->NNAdapterModel_addOperation(
      model_.get(), type, static_cast<uint32_t>(inputs.size()), const_cast<Operand*>(inputs.data()),
      static_cast<uint32_t>(outputs.size()), outputs.data(), &operation);
  Fail(CheckCall(code, StrCat("NNAdapterModel_addOperation(", OperationName(type), ")")));
  return status_.ok() ? outputs : std::vector<Operand>(results, nullptr);
}

Operand Builder::Binary(NNAdapterOperationType type, Operand a, Operand b, int fuse) {
  return Add(type, {a, b, Int(fuse)});
}

Operand Builder::Reshape(Operand x, const DDim& dims) {
  if (dims.rank() == 0) Fail(Unsupported("a result of rank 0"));
  std::vector<int32_t> shape;
  for (const int64_t d : dims) shape.push_back(Int32(d));
  return Add(NNADAPTER_RESHAPE, {x, Ints(shape)});
}

Operand Builder::ScaleAndShift(Operand x, float scale, float bias) {
  if (scale != 1.0f) x = Binary(NNADAPTER_MUL, x, Float(scale));
  if (bias != 0.0f) x = Binary(NNADAPTER_ADD, x, Float(bias));
  return x;
}

Operand Builder::Activate(Operand x, const Activation& activation) {
  switch (activation.type) {
    case ActivationType::kIndentity:
      return x;
    case ActivationType::kRelu:
      return Add(NNADAPTER_RELU, {x});
    case ActivationType::kRelu6:
      if (activation.a == 6.0f) return Add(NNADAPTER_RELU6, {x});
      return Add(NNADAPTER_CLIP, {x, Float(0.0f), Float(activation.a)});
    case ActivationType::kLeakyRelu:
      return Add(NNADAPTER_LEAKY_RELU, {x, Float(activation.a)});
    case ActivationType::kSigmoid:
      return Add(NNADAPTER_SIGMOID, {x});
    case ActivationType::kTanh:
      return Add(NNADAPTER_TANH, {x});
    case ActivationType::kSwish:
      if (activation.a != 1.0f) break;
      return Add(NNADAPTER_SWISH, {x});
    case ActivationType::kSilu:
      return Add(NNADAPTER_SWISH, {x});
    case ActivationType::kExp:
      return Add(NNADAPTER_EXP, {x});
    case ActivationType::kAbs:
      return Add(NNADAPTER_ABS, {x});
    case ActivationType::kLog:
      return Add(NNADAPTER_LOG, {x});
    case ActivationType::kGelu:
      return Add(NNADAPTER_GELU, {x, Bool(activation.a != 0.0f)});
    case ActivationType::kHardSigmoid:
      return Add(NNADAPTER_HARD_SIGMOID, {x, Float(activation.a), Float(activation.b)});
    case ActivationType::kHardSwish: {
      // x * min(max(x + c, 0), a) / b = (x * clamp(x / a + c / a, 0, 1)) * (a / b)
      const Operand y = Add(NNADAPTER_HARD_SWISH,
                            {x, Float(1.0f / activation.a), Float(activation.c / activation.a)});
      return ScaleAndShift(y, activation.a / activation.b, 0.0f);
    }
    case ActivationType::kSoftPlus:
      return Add(NNADAPTER_SOFTPLUS, {x, Float(activation.a), Float(activation.b)});
    default:
      break;
  }
  Fail(Unsupported("NNAdapter has no operation for the fused activation"));
  return nullptr;
}

void Builder::Out(const Tensor* tensor, Operand operand) {
  if (!status_.ok()) return;
  values_[tensor] = operand;
  if (!building()) return;
  NNAdapterOperandType* type = nullptr;
  if (!Check(api_->NNAdapterModel_getOperandType(operand, &type),
             "NNAdapterModel_getOperandType")) {
    return;
  }
  const NNAdapterOperandDimensionType& found = type->dimensions;
  bool same = found.count == static_cast<uint32_t>(tensor->dims().rank());
  for (uint32_t i = 0; same && i < found.count; ++i) {
    same = found.data[i] == tensor->dims()[static_cast<int>(i)];
  }
  if (!same) {
    const std::vector<int32_t> dims(found.data, found.data + std::min<uint32_t>(found.count, 8));
    Fail(Internal("the operator's result has shape ", tensor->dims(), ", the model's ",
                  ListToString(dims)));
  }
  const Result<int32_t> precision = PrecisionCode(tensor->precision());
  if (!precision.ok() || *precision != type->precision) {
    Fail(Internal("the operator's result is ", PrecisionToStr(tensor->precision()),
                  ", the model's has the precision code ", type->precision));
  }
}

Result<Builder::Model> Builder::Finish(const std::vector<const Tensor*>& results) {
  std::vector<Operand> outputs;
  for (const Tensor* result : results) {
    const auto value = values_.find(result);
    if (value == values_.end()) {
      return Unsupported("a result of shape ", result->dims(), " is not computed");
    }
    digest_.AddNumber(numbers_.at(value->second));
    outputs.push_back(value->second);
  }
  LITE_RETURN_IF_ERROR(status_);
  LITE_RETURN_IF_ERROR(
      CheckCall(api_->NNAdapterModel_identifyInputsAndOutputs(
                    model_.get(), static_cast<uint32_t>(input_operands_.size()),
                    input_operands_.data(), static_cast<uint32_t>(outputs.size()), outputs.data()),
                "NNAdapterModel_identifyInputsAndOutputs"));
  LITE_RETURN_IF_ERROR(
      CheckCall(api_->NNAdapterModel_finish(model_.get()), "NNAdapterModel_finish"));
  return Model{std::move(model_), std::move(inputs_), digest_.ToString()};
}

}  // namespace paddle::lite::kernels::nnadapter
