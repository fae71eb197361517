#include "lite/kernels/nnadapter/builder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "lite/core/slot_visitor.h"

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

NNAdapterOperandType TypeOf(const OperandForm& form) {
  NNAdapterOperandType type = {};
  type.precision = form.precision;
  if (form.scales.size() == 1) {
    type.symm_per_layer_params.scale = form.scales[0];
  } else if (!form.scales.empty()) {
    type.symm_per_channel_params = {static_cast<uint32_t>(form.channel_dim),
                                    static_cast<uint32_t>(form.scales.size()),
                                    const_cast<float*>(form.scales.data())};
  }
  return type;
}

Builder::Builder(const Api* api, Recording* recording)
    : api_(api), recording_(recording), model_(nullptr, api->NNAdapterModel_destroy) {
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

void Builder::Begin(const Op& op) {
  made_for_ = op.type();
  scales_.clear();
  result_scale_ = 0;
  computed_ = NNADAPTER_UNKNOWN;
  const BoundTensors bound = op.Bound();
  const auto state = [&](const auto& values) {
    std::string slot;
    size_t index = 0;
    for (const auto& value : values) {
      index = slot == value.slot ? index + 1 : 0;
      slot = value.slot;
      const Span<const float> scales = op.scales().Of(slot, index);
      if (!scales.empty()) scales_[value.tensor].assign(scales.begin(), scales.end());
    }
  };
  state(bound.inputs);
  state(bound.outputs);
  for (const auto& output : bound.outputs) {
    const auto scales = scales_.find(output.tensor);
    if (output.tensor->precision() == PrecisionType::kInt8 && scales != scales_.end()) {
      result_scale_ = scales->second.front();
    }
  }
}

Result<OperandForm> Builder::FormOf(const Tensor& tensor, int channel_dim) const {
  OperandForm form;
  if (tensor.precision() != PrecisionType::kInt8) {
    LITE_ASSIGN_OR_RETURN(form.precision, PrecisionCode(tensor.precision()));
    return form;
  }
  const auto scales = scales_.find(&tensor);
  if (scales == scales_.end()) return Unsupported("int8 of unknown scale");
  form.scales = scales->second;
  for (float& scale : form.scales) {
    if (!(scale >= 0) || !std::isfinite(scale)) return Unsupported("a scale of ", scale);
    if (scale == 0) scale = 1;  // a channel of zeros
  }
  const bool per_channel = form.scales.size() > 1;
  if (per_channel && (channel_dim >= tensor.dims().rank() || !tensor.persistable())) {
    return Unsupported(form.scales.size(), " scales for a tensor of shape ", tensor.dims());
  }
  form.channel_dim = channel_dim;
  form.precision =
      per_channel ? NNADAPTER_QUANT_INT8_SYMM_PER_CHANNEL : NNADAPTER_QUANT_INT8_SYMM_PER_LAYER;
  return form;
}

Operand Builder::AddOperand(const DDim& dims, const OperandForm& form) {
  if (!status_.ok()) return nullptr;
  if (!building()) {
    planned_.push_back(0);
    const auto operand = reinterpret_cast<Operand>(&planned_.back());
    notes_[operand] = {notes_.size(), form};
    return operand;
  }
  if (dims.rank() > NNADAPTER_MAX_SIZE_OF_DIMENSIONS) {
    Fail(Unsupported("rank ", dims.rank(), " is above ", NNADAPTER_MAX_SIZE_OF_DIMENSIONS));
    return nullptr;
  }
  NNAdapterOperandType type = TypeOf(form);
  type.dimensions.count = static_cast<uint32_t>(dims.rank());
  for (int i = 0; i < dims.rank(); ++i) type.dimensions.data[i] = Int32(dims[i]);
  digest_.AddNumber(static_cast<uint64_t>(form.precision));
  digest_.AddBytes(form.scales.data(), sizeof(float) * form.scales.size());
  digest_.AddNumber(static_cast<uint64_t>(form.channel_dim));
  digest_.AddBytes(dims.begin(), sizeof(int64_t) * dims.size());
  Operand operand = nullptr;
  if (status_.ok()) {
    Check(api_->NNAdapterModel_addOperand(model_.get(), &type, &operand),
          "NNAdapterModel_addOperand");
  }
  if (!status_.ok()) return nullptr;
  notes_[operand] = {notes_.size(), form};
  if (recording_ != nullptr) recording_->values.push_back({Recording::Kind::kResult, form, dims});
  return operand;
}

Operand Builder::AddConstant(const DDim& dims, const OperandForm& form, const void* data,
                             size_t bytes, bool copy) {
  const Operand operand = AddOperand(dims, form);
  if (operand != nullptr) notes_[operand].parameter = dims.production() == 1;
  if (!building() || operand == nullptr) return operand;
  if (bytes > std::numeric_limits<uint32_t>::max()) {
    Fail(Unsupported("a constant of ", bytes, " bytes"));
    return nullptr;
  }
  digest_.AddBytes(data, bytes);
  if (recording_ != nullptr) {
    Recording::Value& value = recording_->values.back();
    value.kind = Recording::Kind::kConstant;
    value.bytes = bytes;
    const char* const from = static_cast<const char*>(data);
    if (copy) {
      value.copy.assign(from, from + bytes);
    } else {
      value.reference = data;
    }
  }
  const bool set = Check(api_->NNAdapterModel_setOperandValue(operand, const_cast<void*>(data),
                                                              static_cast<uint32_t>(bytes), copy),
                         "NNAdapterModel_setOperandValue");
  return set ? operand : nullptr;
}

Operand Builder::In(const Tensor* tensor) {
  if (tensor->persistable()) return Constant(tensor, tensor->dims());
  const auto known = values_.find(tensor);
  if (known != values_.end()) return known->second;
  const Result<OperandForm> form = FormOf(*tensor);
  if (!form.ok()) {
    Fail(form.status());
    return nullptr;
  }
  const Operand operand = AddOperand(tensor->dims(), *form);
  if (operand == nullptr) return nullptr;
  digest_.AddText("input");
  if (recording_ != nullptr) recording_->values.back().kind = Recording::Kind::kInput;
  values_[tensor] = operand;
  inputs_.push_back(tensor);
  input_operands_.push_back(operand);
  return operand;
}

Operand Builder::InReal(const Tensor* tensor) {
  const Operand operand = In(tensor);
  return IsInt8(operand) ? Dequantize(operand) : operand;
}

Operand Builder::Constant(const Tensor* tensor, const DDim& dims) {
  if (tensor->precision() == PrecisionType::kInt8) {
    Fail(Unsupported("a constant in int8"));
    return nullptr;
  }
  return CopyOfWeight(tensor, dims, 0, /*as_int8=*/false, /*transpose=*/false);
}

Operand Builder::Weight(const Tensor* tensor, const DDim& dims, int channel_dim, bool as_int8) {
  return CopyOfWeight(tensor, dims, channel_dim, as_int8, /*transpose=*/false);
}

Operand Builder::TransposedWeight(const Tensor* tensor, const DDim& dims, bool as_int8) {
  return CopyOfWeight(tensor, dims, 1, as_int8, /*transpose=*/true);
}

Operand Builder::CopyOfWeight(const Tensor* tensor, const DDim& dims, int channel_dim, bool as_int8,
                              bool transpose) {
  if (!tensor->persistable()) {
    Fail(Unsupported("a tensor of shape ", tensor->dims(), " is not a constant"));
    return nullptr;
  }
  if (dims.production() != tensor->numel()) {
    Fail(Internal("a constant of shape ", tensor->dims(), " cannot have shape ", dims));
    return nullptr;
  }
  Result<OperandForm> form = FormOf(*tensor, channel_dim);
  if (form.ok() && form->scales.size() > 1 &&
      dims[channel_dim] != static_cast<int64_t>(form->scales.size())) {
    form = Unsupported(form->scales.size(), " scales for a weight of shape ", dims, ", expected ",
                       dims[channel_dim]);
  }
  if (!form.ok()) {
    Fail(form.status());
    return nullptr;
  }
  const bool is_int8 = tensor->precision() == PrecisionType::kInt8;
  if (as_int8 && !is_int8) {
    Fail(Unsupported("a weight in ", PrecisionToStr(tensor->precision()), " of an int8 operator"));
    return nullptr;
  }
  const OperandForm stored = *form;
  if (is_int8 && !as_int8) form = OperandForm();
  DDim shape = dims;
  if (transpose) {
    shape = {dims[1], dims[0]};
    form->channel_dim = 0;
  }
  if (!building()) return AddConstant(shape, *form, nullptr, 0, /*copy=*/true);
  if (!tensor->IsInitialized()) {
    Fail(Internal("a weight of shape ", dims, " has no elements"));
    return nullptr;
  }
  if (!transpose && is_int8 == as_int8) {
    return AddConstant(shape, *form, tensor->raw_data(), tensor->memory_size(), /*copy=*/false);
  }
  if (transpose && tensor->precision() != PrecisionType::kFloat && !is_int8) {
    Fail(Unsupported("a matrix of ", PrecisionToStr(tensor->precision())));
    return nullptr;
  }
  const auto count = static_cast<size_t>(tensor->numel());
  const int64_t inner = dims.Count(channel_dim + 1, dims.rank());
  const size_t channels = stored.scales.size();
  // The position in the tensor of element i of the copy.
  const auto at = [&](size_t i) {
    if (!transpose) return i;
    const auto rows = static_cast<size_t>(dims[0]), columns = static_cast<size_t>(dims[1]);
    return i % rows * columns + i / rows;
  };
  if (as_int8) {
    std::vector<int8_t> bytes(count);
    for (size_t i = 0; i < count; ++i) bytes[i] = tensor->data<int8_t>()[at(i)];
    return AddConstant(shape, *form, bytes.data(), count, /*copy=*/true);
  }
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i) {
    const size_t from = at(i);
    if (!is_int8) {
      values[i] = tensor->data<float>()[from];
    } else {
      const size_t channel = from / static_cast<size_t>(inner) % channels;
      values[i] = static_cast<float>(tensor->data<int8_t>()[from]) * stored.scales[channel];
    }
  }
  return Floats(shape, values);
}

Operand Builder::Bias(const Tensor* tensor, int64_t channels, Operand input, Operand weight) {
  if (!IsInt8(input)) {
    return tensor == nullptr ? Filled(channels, 0.0f) : Constant(tensor, {channels});
  }
  if (!status_.ok()) return nullptr;
  const float input_scale = notes_.at(input).form.scales[0];
  OperandForm form = notes_.at(weight).form;
  form.channel_dim = 0;
  form.precision = form.scales.size() > 1 ? NNADAPTER_QUANT_INT32_SYMM_PER_CHANNEL
                                          : NNADAPTER_QUANT_INT32_SYMM_PER_LAYER;
  for (float& scale : form.scales) scale *= input_scale;
  if (tensor != nullptr && (!tensor->persistable() || tensor->numel() != channels ||
                            tensor->precision() != PrecisionType::kFloat)) {
    Fail(Unsupported("a bias of shape ", tensor->dims(), " that is not a constant of ", channels,
                     " floats"));
    return nullptr;
  }
  if (!building()) return AddConstant({channels}, form, nullptr, 0, /*copy=*/true);
  std::vector<int32_t> values(static_cast<size_t>(channels), 0);
  for (size_t c = 0; tensor != nullptr && c < values.size(); ++c) {
    const double value = std::round(static_cast<double>(tensor->data<float>()[c]) /
                                    form.scales[form.scales.size() > 1 ? c : 0]);
    if (!(std::fabs(value) <= std::numeric_limits<int32_t>::max())) {
      Fail(Unsupported("a bias of ", tensor->data<float>()[c],
                       ", which has more than 32 bits in units of the products"));
      return nullptr;
    }
    values[c] = static_cast<int32_t>(value);
  }
  return AddConstant({channels}, form, values.data(), values.size() * sizeof(int32_t),
                     /*copy=*/true);
}

Operand Builder::Ints(const std::vector<int32_t>& values) {
  return AddConstant({static_cast<int64_t>(values.size())}, {NNADAPTER_INT32}, values.data(),
                     values.size() * sizeof(int32_t), /*copy=*/true);
}

Operand Builder::Bool(bool value) {
  const uint8_t byte = value ? 1 : 0;
  return AddConstant({1}, {NNADAPTER_BOOL8}, &byte, sizeof(byte), /*copy=*/true);
}

Operand Builder::Floats(const DDim& dims, const std::vector<float>& values) {
  return AddConstant(dims, {}, values.data(), values.size() * sizeof(float),
                     /*copy=*/true);
}

Operand Builder::Elements(const DDim& dims, PrecisionType precision, const void* data,
                          size_t bytes) {
  const Result<int32_t> code = PrecisionCode(precision);
  if (!code.ok()) {
    Fail(code.status());
    return nullptr;
  }
  return AddConstant(dims, {*code}, data, bytes, /*copy=*/true);
}

Operand Builder::Filled(int64_t count, float value) {
  if (!building()) return AddConstant({count}, {}, nullptr, 0, /*copy=*/true);
  return Floats({count}, std::vector<float>(static_cast<size_t>(count), value));
}

OperandForm Builder::ResultForm(NNAdapterOperationType type, const std::vector<Operand>& inputs) {
  const auto first = std::find_if(inputs.begin(), inputs.end(),
                                  [](Operand operand) { return operand != kAbsent; });
  const bool int8 = first != inputs.end() && IsInt8(*first);
  for (const Operand input : inputs) {
    if (input == kAbsent) continue;
    const Note& note = notes_.at(input);
    const bool real = note.form.precision == NNADAPTER_FLOAT32 && !note.parameter;
    if (int8 ? real : note.form.is_int8()) {
      Fail(Unsupported(OperationName(type), " of int8 and real numbers"));
      return {};
    }
  }
  if (!int8 || type == NNADAPTER_DEQUANTIZE) return {};
  if (type == NNADAPTER_RESHAPE) return notes_.at(*first).form;
  if (result_scale_ == 0) {
    Fail(Unsupported(OperationName(type), " of int8 with a result of real numbers"));
  } else if (computed_ != NNADAPTER_UNKNOWN) {
    Fail(Unsupported("the scale of a value between ", OperationName(computed_), " and ",
                     OperationName(type), " is unknown"));
  }
  computed_ = type;
  return {NNADAPTER_QUANT_INT8_SYMM_PER_LAYER, {result_scale_}};
}

PlannedOperation Builder::Planned(NNAdapterOperationType type, const std::vector<Operand>& inputs,
                                  const OperandForm& result) const {
  PlannedOperation planned;
  planned.type = type;
  const bool converts = type == NNADAPTER_QUANTIZE || type == NNADAPTER_DEQUANTIZE;
  planned.real = !converts && result.precision == NNADAPTER_FLOAT32;
  for (const Operand input : inputs) {
    if (input == kAbsent) continue;
    const Note& note = notes_.at(input);
    planned.real |= !converts && note.form.precision == NNADAPTER_FLOAT32 && !note.parameter;
    planned.int8 |= !note.form.scales.empty();
    planned.per_channel |= note.form.scales.size() > 1;
  }
  return planned;
}

std::vector<Operand> Builder::AddMany(NNAdapterOperationType type,
                                      const std::vector<Operand>& inputs, size_t results,
                                      size_t absent) {
  if (!status_.ok()) return std::vector<Operand>(results, nullptr);
  const OperandForm form = ResultForm(type, inputs);
  return AddFormed(type, inputs, results, absent, form);
}

std::vector<Operand> Builder::AddFormed(NNAdapterOperationType type,
                                        const std::vector<Operand>& inputs, size_t results,
                                        size_t absent, const OperandForm& form) {
  std::vector<Operand> outputs(results, nullptr);
  if (!status_.ok()) return outputs;
  operations_.push_back(Planned(type, inputs, form));
  if (building()) {
    digest_.AddText("operation");
    digest_.AddNumber(static_cast<uint64_t>(type));
    for (const Operand input : inputs) {
      digest_.AddNumber(input == kAbsent ? UINT64_MAX : notes_.at(input).number);
    }
  }
  for (Operand& output : outputs) output = AddOperand({}, form);
  if (!building() || !status_.ok()) return outputs;
  outputs.resize(results + absent, kAbsent);
  NNAdapterOperation* operation = nullptr;
  const int code = api_->NNAdapterModel_addOperation(
      model_.get(), type, static_cast<uint32_t>(inputs.size()), const_cast<Operand*>(inputs.data()),
      static_cast<uint32_t>(outputs.size()), outputs.data(), &operation);
  Fail(CheckCall(code, StrCat("NNAdapterModel_addOperation(", OperationName(type), ")")));
  if (status_.ok() && recording_ != nullptr) Record(type, inputs, outputs);
  return status_.ok() ? outputs : std::vector<Operand>(results, nullptr);
}

void Builder::Record(NNAdapterOperationType type, const std::vector<Operand>& inputs,
                     const std::vector<Operand>& outputs) {
  const auto numbers = [this](const std::vector<Operand>& operands) {
    std::vector<size_t> found;
    for (const Operand operand : operands) {
      found.push_back(operand == kAbsent ? Recording::kAbsentValue
                                         : static_cast<size_t>(notes_.at(operand).number));
    }
    return found;
  };
  recording_->operations.push_back({type, numbers(inputs), numbers(outputs), made_for_});
  for (const Operand output : outputs) {
    NNAdapterOperandType* found = nullptr;
    if (output == kAbsent || !Check(api_->NNAdapterModel_getOperandType(output, &found),
                                    "NNAdapterModel_getOperandType")) {
      continue;
    }
    DDim& dims = recording_->values[static_cast<size_t>(notes_.at(output).number)].dims;
    dims = DDim();
    for (uint32_t i = 0; i < found->dimensions.count; ++i)
      dims.push_back(found->dimensions.data[i]);
  }
}

Operand Builder::Binary(NNAdapterOperationType type, Operand a, Operand b, int fuse) {
  if (IsInt8(a) != IsInt8(b)) Fail(Unsupported(OperationName(type), " of int8 and real numbers"));
  return Add(type, {a, b, Int(fuse)});
}

Operand Builder::Quantize(Operand x, float scale) {
  constexpr int kAnyAxis = 1;  // of no meaning for one scale
  return AddFormed(NNADAPTER_QUANTIZE, {x, Int(kAnyAxis), Float(scale), Int(0)}, 1, 0,
                   {NNADAPTER_QUANT_INT8_SYMM_PER_LAYER, {scale}})[0];
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
  if (!building() && tensor->precision() != PrecisionType::kInt8 && !IsInt8(operand)) {
    values_[tensor] = operand;
    return;
  }
  const Result<OperandForm> form = FormOf(*tensor);
  if (!form.ok()) return Fail(form.status());
  if (form->is_int8() && !IsInt8(operand)) operand = Quantize(operand, form->scales[0]);
  if (!status_.ok()) return;
  if (IsInt8(operand) && notes_.at(operand).form.scales != form->scales) {
    return Fail(Unsupported("a result with the scale ", ListToString(form->scales),
                            " of values with ", notes_.at(operand).form.scales[0]));
  }
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
  if (form->precision != type->precision) {
    Fail(Internal("the operator's result is ", PrecisionToStr(tensor->precision()),
                  ", the model's has the precision code ", type->precision));
  }
}

void Builder::OutRows(const Tensor* tensor, Operand operand, Operand counts, bool marks_nothing) {
  if (!status_.ok()) return;
  values_[tensor] = operand;
  Rows rows = {tensor, Rows::kNoCounts, marks_nothing};
  if (counts != kAbsent) {
    const auto known = std::find(counts_.begin(), counts_.end(), counts);
    rows.counts = static_cast<size_t>(known - counts_.begin());
    if (known == counts_.end()) counts_.push_back(counts);
  }
  rows_.push_back(rows);
}

Result<Builder::Model> Builder::Finish(const std::vector<const Tensor*>& results) {
  std::vector<Operand> outputs;
  for (const Tensor* result : results) {
    const auto value = values_.find(result);
    if (value == values_.end()) {
      return Unsupported("a result of shape ", result->dims(), " is not computed");
    }
    digest_.AddNumber(notes_.at(value->second).number);
    outputs.push_back(value->second);
    if (recording_ != nullptr) {
      recording_->results.push_back(static_cast<size_t>(notes_.at(value->second).number));
    }
  }
  for (const Operand counts : counts_) digest_.AddNumber(notes_.at(counts).number);
  outputs.insert(outputs.end(), counts_.begin(), counts_.end());
  LITE_RETURN_IF_ERROR(status_);
  LITE_RETURN_IF_ERROR(
      CheckCall(api_->NNAdapterModel_identifyInputsAndOutputs(
                    model_.get(), static_cast<uint32_t>(input_operands_.size()),
                    input_operands_.data(), static_cast<uint32_t>(outputs.size()), outputs.data()),
                "NNAdapterModel_identifyInputsAndOutputs"));
  LITE_RETURN_IF_ERROR(
      CheckCall(api_->NNAdapterModel_finish(model_.get()), "NNAdapterModel_finish"));
  std::vector<NNAdapterOperationType> types;
  for (const PlannedOperation& operation : operations_) types.push_back(operation.type);
  return Model{std::move(model_), std::move(inputs_), digest_.ToString(),
               std::move(types),  std::move(rows_),   counts_.size()};
}

}  // namespace paddle::lite::kernels::nnadapter
