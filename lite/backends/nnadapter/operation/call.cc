// A call of an operation: its operands, their checks, and what definitions use.
#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "lite/backends/nnadapter/operation/definition.h"

namespace nnadapter::operation {
namespace {

constexpr int64_t kMaxListLength = 65536;

// The description of operand `i` of `count`; a repeated one stands for all that the others leave.
int DescriptionIndex(const Operand* operands, int operand_count, int i, int count) {
  for (int k = 0; k < operand_count; ++k) {
    if (operands[k].repeated && i > k) return std::max(k, i - (count - operand_count));
  }
  return i;
}

bool IsLargerThanLimit(int precision, const Shape& shape) {
  int64_t bytes = static_cast<int64_t>(BytesOf(precision));
  for (int axis = 0; axis < shape.rank; ++axis) {
    const int64_t extent = shape[axis] == kUnknown ? 1 : std::max(shape[axis], 1);
    if (__builtin_mul_overflow(bytes, extent, &bytes) || bytes > INT32_MAX) return true;
  }
  return false;
}

bool HasNegative(const Shape& shape) {
  return std::any_of(shape.extents, shape.extents + shape.rank,
                     [](int32_t extent) { return extent < 0 && extent != kUnknown; });
}

// Calls visit(integer array) for the stored integers of a quantised tensor.
template <typename Visit>
void VisitStored(const View& view, Visit&& visit) {
  switch (view.precision) {
    case NNADAPTER_QUANT_UINT8_ASYMM_PER_LAYER:
      return visit(view.As<uint8_t>());
    case NNADAPTER_QUANT_INT8_SYMM_PER_LAYER:
    case NNADAPTER_QUANT_INT8_SYMM_PER_CHANNEL:
      return visit(view.As<int8_t>());
    default:
      return visit(view.As<int32_t>());
  }
}

}  // namespace

bool Shape::Known() const {
  return std::all_of(extents, extents + rank, [](int32_t extent) { return extent >= 0; });
}

int64_t Shape::Count(int begin, int end) const {
  int64_t count = 1;
  for (int axis = begin; axis < end; ++axis) count *= extents[axis];
  return count;
}

std::string Shape::ToString() const {
  NNAdapterOperandDimensionType dimensions = {};
  dimensions.count = static_cast<uint32_t>(rank);
  std::copy(extents, extents + rank, dimensions.data);
  return FormatDims(dimensions);
}

bool operator==(const Shape& a, const Shape& b) {
  return a.rank == b.rank && std::equal(a.extents, a.extents + a.rank, b.extents);
}

QuantParams QuantParamsOf(const View& view) {
  const NNAdapterOperandType& type = view.operand->type;
  if (!IsAsymmetric(view.precision)) return {type.symm_per_layer_params.scale, 0};
  return {type.asymm_per_layer_params.scale, type.asymm_per_layer_params.zero_point};
}

float ScaleOf(const View& view, int64_t channel) {
  return view.is(kQuantPerChannel) ? view.operand->type.symm_per_channel_params.scales[channel]
                                   : QuantParamsOf(view).scale;
}

// --- checks

Status Call::Invalid(const char* format, ...) const {
  char text[256];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof(text), format, arguments);
  va_end(arguments);
  return {NNADAPTER_INVALID_PARAMETER, text};
}

Status Call::OutOfMemory() const {
  return {NNADAPTER_OUT_OF_MEMORY, "no memory for an intermediate result"};
}

Status Call::CheckCount(const char* kind, const Operand* operands, int operand_count,
                        size_t found) const {
  const bool repeated =
      std::any_of(operands, operands + operand_count, [](const Operand& o) { return o.repeated; });
  const auto expected = static_cast<size_t>(operand_count);
  if (repeated ? found >= expected && found <= static_cast<size_t>(kMaxListLength)
               : found == expected) {
    return Status();
  }
  return Invalid("expected %s%zu %s, found %zu", repeated ? "at least " : "", expected, kind,
                 found);
}

Status Call::ReadInput(size_t i) {
  View& view = inputs[i];
  const core::Operand& operand = *view.operand;
  const NNAdapterOperandDimensionType& dimensions = operand.type.dimensions;
  view.present = true;
  view.precision = operand.type.precision;
  if (dimensions.count > static_cast<uint32_t>(kMaxRank)) {
    return Invalid("input %zu: expected at most %d axes, found %u", i, kMaxRank, dimensions.count);
  }
  view.shape.rank = static_cast<int>(dimensions.count);
  std::copy(dimensions.data, dimensions.data + dimensions.count, view.shape.extents);
  if (operand.buffer != nullptr) {
    view.data = operand.buffer;
    view.length = operand.length;
  } else if (ShapeValue(operand) && view.is(kIndex)) {
    std::vector<int32_t> elements;
    NNADAPTER_RETURN_IF_ERROR(GetInts(&operand, "shape", &elements));
    view.is_open = std::find(elements.begin(), elements.end(), kUnknown) != elements.end();
    std::vector<int64_t>& copy = shape_values_[i];
    copy.resize(elements.size() + 1);
    view.length = elements.size() * BytesOf(view.precision);
    if (view.precision == NNADAPTER_INT64) {
      std::copy(elements.begin(), elements.end(), copy.begin());
    } else {
      std::copy(elements.begin(), elements.end(), reinterpret_cast<int32_t*>(copy.data()));
    }
    view.data = copy.data();
  }
  return Status();
}

Status Call::CheckQuantization(const View& view, const char* name) const {
  const NNAdapterOperandType& type = view.operand->type;
  const auto is_scale = [](float scale) { return std::isfinite(scale) && scale > 0; };
  if (!view.quantized()) return Status();
  if (view.is(kQuantPerChannel)) {
    const NNAdapterSymmPerChannelQuantParams& params = type.symm_per_channel_params;
    if (params.channel_dim >= static_cast<uint32_t>(view.shape.rank) || params.scales == nullptr) {
      return Invalid("%s: expected scales for an axis of shape %s, found axis %u", name,
                     view.shape.ToString().c_str(), params.channel_dim);
    }
    const int32_t channels = view.shape[static_cast<int>(params.channel_dim)];
    if (channels != kUnknown && static_cast<int64_t>(params.scale_count) != channels) {
      return Invalid("%s: expected %d scales, one for each channel, found %u", name, channels,
                     params.scale_count);
    }
    for (uint32_t i = 0; i < params.scale_count; ++i) {
      if (!is_scale(params.scales[i])) {
        return Invalid("%s: expected a positive scale of channel %u, found %g", name, i,
                       static_cast<double>(params.scales[i]));
      }
    }
    return Status();
  }
  const QuantParams params = QuantParamsOf(view);
  if (!is_scale(params.scale)) {
    return Invalid("%s: expected a positive scale, found %g", name,
                   static_cast<double>(params.scale));
  }
  const int64_t limit = int64_t{1} << (8 * BytesOf(view.precision));
  if (params.zero_point < 0 || params.zero_point >= limit) {
    return Invalid("%s: expected a zero point in [0, %lld), found %d", name,
                   static_cast<long long>(limit), params.zero_point);
  }
  return Status();
}

Status Call::CheckInput(const View& view, const Operand& operand) const {
  if (!view.present) {
    if (operand.optional) return Status();
    return Invalid("%s: expected an operand, found null", operand.name);
  }
  if (!view.is(operand.precisions) || (operand.as_first && view.precision != in(0).precision)) {
    return Invalid("%s: unsupported precision %s", operand.name,
                   PrecisionName(view.precision).c_str());
  }
  if (HasNegative(view.shape) || IsLargerThanLimit(view.precision, view.shape)) {
    return Invalid("%s: the shape %s is negative or has more than 2^31 - 1 bytes", operand.name,
                   view.shape.ToString().c_str());
  }
  if (view.data != nullptr &&
      (!view.shape.Known() ||
       view.length < static_cast<size_t>(view.count()) * BytesOf(view.precision))) {
    return Invalid("%s: a value of shape %s has %zu bytes", operand.name,
                   view.shape.ToString().c_str(), view.length);
  }
  NNADAPTER_RETURN_IF_ERROR(CheckQuantization(view, operand.name));
  if (operand.role == Role::kTensor || operand.role == Role::kExtents) return Status();
  if (!view.shape.Known() || view.shape.rank > 1 || view.count() > kMaxListLength) {
    return Invalid("%s: expected one axis, found shape %s", operand.name,
                   view.shape.ToString().c_str());
  }
  if (operand.role == Role::kShape) return Status();
  if (view.data == nullptr && view.count() > 0) {
    return Invalid("%s: the parameter has no value; set it before the operation is added",
                   operand.name);
  }
  if (view.is_open) {
    return Invalid("%s: the parameter depends on unknown extents", operand.name);
  }
  const int64_t length = operand.role == Role::kScalar ? 1 : operand.length;
  if (length >= 0 && view.count() != length) {
    return Invalid("%s: expected %lld elements, found shape %s", operand.name,
                   static_cast<long long>(length), view.shape.ToString().c_str());
  }
  return Status();
}

// --- inference and execution

Status Call::Infer(const core::Operation& operation) {
  NNADAPTER_RETURN_IF_ERROR(CheckCount("inputs", definition_.inputs, definition_.input_count,
                                       operation.input_operands.size()));
  NNADAPTER_RETURN_IF_ERROR(CheckCount("outputs", definition_.outputs, definition_.output_count,
                                       operation.output_operands.size()));
  inputs.assign(operation.input_operands.size(), View());
  outputs.assign(operation.output_operands.size(), View());
  shape_values_.assign(inputs.size(), {});
  for (size_t i = 0; i < inputs.size(); ++i) {
    inputs[i].operand = operation.input_operands[i];
    if (inputs[i].operand != nullptr) NNADAPTER_RETURN_IF_ERROR(ReadInput(i));
  }
  for (int i = 0; i < input_count(); ++i) {
    const int k = DescriptionIndex(definition_.inputs, definition_.input_count, i, input_count());
    NNADAPTER_RETURN_IF_ERROR(CheckInput(in(i), definition_.inputs[k]));
  }
  for (int i = 0; i < output_count(); ++i) {
    View& view = outputs[static_cast<size_t>(i)];
    view.operand = operation.output_operands[static_cast<size_t>(i)];
    view.present = view.operand != nullptr;
    view.precision = in(0).precision;
    const int k =
        DescriptionIndex(definition_.outputs, definition_.output_count, i, output_count());
    if (!view.present && !definition_.outputs[k].optional) {
      return Invalid("%s: expected an operand, found null", definition_.outputs[k].name);
    }
  }
  NNADAPTER_RETURN_IF_ERROR(definition_.infer(*this));
  for (int i = 0; i < output_count(); ++i) {
    const View& view = out(i);
    if (!view.present) continue;
    if (IsPerChannel(view.precision) != IsPerChannel(view.operand->type.precision)) {
      return Invalid("output %d: the precision is %s, and the operand's is %s", i,
                     PrecisionName(view.precision).c_str(),
                     PrecisionName(view.operand->type.precision).c_str());
    }
    NNADAPTER_RETURN_IF_ERROR(CheckQuantization(view, "output"));
  }
  return Status();
}

Status Call::WriteTypes() {
  for (const View& view : outputs) {
    if (!view.present) continue;
    NNAdapterOperandType& type = view.operand->type;
    type.precision = static_cast<NNAdapterOperandPrecisionType>(view.precision);
    type.dimensions.count = static_cast<uint32_t>(view.shape.rank);
    std::copy(view.shape.extents, view.shape.extents + view.shape.rank, type.dimensions.data);
  }
  return Status();
}

Status Call::Execute() {
  for (size_t i = 0; i < inputs.size(); ++i) {
    const View& view = inputs[i];
    const int k = DescriptionIndex(definition_.inputs, definition_.input_count, static_cast<int>(i),
                                   input_count());
    if (!view.present || definition_.inputs[k].role == Role::kExtents) continue;
    if (!view.shape.Known() || (view.data == nullptr && view.count() > 0)) {
      return Invalid("input %zu: expected a value, found none of shape %s", i,
                     view.shape.ToString().c_str());
    }
  }
  for (int i = 0; i < output_count(); ++i) {
    View& view = outputs[static_cast<size_t>(i)];
    const int k =
        DescriptionIndex(definition_.outputs, definition_.output_count, i, output_count());
    if (!view.present || definition_.outputs[k].resized) continue;
    if (!view.shape.Known()) {
      return Invalid("output %d: the parameters leave the shape %s open", i,
                     view.shape.ToString().c_str());
    }
    view.result = view.operand->buffer;
  }
  return definition_.execute(*this);
}

// --- what definitions call

int32_t Call::Int(int i) const { return *in(i).As<int32_t>(); }
float Call::Float(int i) const { return *in(i).As<float>(); }
bool Call::Bool(int i) const { return *in(i).As<uint8_t>() != 0; }

std::vector<int64_t> Call::Ints(int i) const {
  const View& view = in(i);
  std::vector<int64_t> values(static_cast<size_t>(view.count()));
  for (size_t k = 0; k < values.size(); ++k) {
    values[k] = view.precision == NNADAPTER_INT64 ? view.As<int64_t>()[k] : view.As<int32_t>()[k];
  }
  return values;
}

std::vector<float> Call::Floats(int i) const {
  const View& view = in(i);
  return {view.As<float>(), view.As<float>() + view.count()};
}

Status Call::SetShape(int output, const Shape& shape) {
  View& view = outputs[static_cast<size_t>(output)];
  if (HasNegative(shape) || IsLargerThanLimit(view.precision, shape)) {
    return Invalid("output %d: the shape %s is negative or has more than 2^31 - 1 bytes", output,
                   shape.ToString().c_str());
  }
  view.shape = shape;
  return Status();
}

void Call::SetPrecision(int output, int precision) {
  outputs[static_cast<size_t>(output)].precision = precision;
}

Status Call::Resize(int output, const Shape& shape) {
  NNADAPTER_RETURN_IF_ERROR(SetShape(output, shape));
  View& view = outputs[static_cast<size_t>(output)];
  NNAdapterOperandDimensionType& dimensions = view.operand->type.dimensions;
  dimensions.count = static_cast<uint32_t>(shape.rank);
  std::copy(shape.extents, shape.extents + shape.rank, dimensions.data);
  NNADAPTER_RETURN_IF_ERROR(AllocateBuffer(view.operand));
  view.result = view.operand->buffer;
  return Status();
}

Status Call::CheckAxis(const char* name, int64_t value, int rank, int* axis) const {
  if (value < -rank || value >= rank) {
    return Invalid("%s: expected a value in [%d, %d), found %lld", name, -rank, rank,
                   static_cast<long long>(value));
  }
  *axis = static_cast<int>(value < 0 ? value + rank : value);
  return Status();
}

Status Call::Axis(int i, int rank, int* axis) const {
  return CheckAxis("axis", Int(i), rank, axis);
}

Status Call::IndexPrecision(int i, int* precision) const {
  *precision = Int(i);
  if (*precision == NNADAPTER_INT32 || *precision == NNADAPTER_INT64) return Status();
  return Invalid("%s: expected INT32 (%d) or INT64 (%d), found %d", definition_.inputs[i].name,
                 NNADAPTER_INT32, NNADAPTER_INT64, *precision);
}

Status Call::Fuse(int i, FuseRange* range) const {
  NNAdapterFuseCode code = NNADAPTER_FUSED_NONE;
  NNADAPTER_RETURN_IF_ERROR(GetFuse(in(i).operand, &code));
  switch (code) {
    case NNADAPTER_FUSED_RELU:
      *range = {0, INFINITY};
      break;
    case NNADAPTER_FUSED_RELU1:
      *range = {-1, 1};
      break;
    case NNADAPTER_FUSED_RELU6:
      *range = {0, 6};
      break;
    default:
      *range = {-INFINITY, INFINITY};
  }
  return Status();
}

Status Call::CheckRank(int i, int rank) const {
  if (in(i).shape.rank == rank) return Status();
  return Invalid("%s: expected rank %d, found shape %s", definition_.inputs[i].name, rank,
                 in(i).shape.ToString().c_str());
}

Status Call::Load(const View& view, Reals* reals) const {
  if (view.precision == NNADAPTER_FLOAT32) {
    reals->data_ = view.As<float>();
    return Status();
  }
  const int64_t count = view.count();
  if (view.is(kFloat | kQuant)) {
    NNADAPTER_RETURN_IF_ERROR(ReadFloats(*view.operand, &reals->copy_));
  } else {
    reals->copy_.resize(static_cast<size_t>(count));
    const auto convert = [&](const auto* values) {
      std::transform(values, values + count, reals->copy_.begin(),
                     [](auto value) { return static_cast<float>(value); });
    };
    if (view.precision == NNADAPTER_INT32) {
      convert(view.As<int32_t>());
    } else if (view.precision == NNADAPTER_INT64) {
      convert(view.As<int64_t>());
    } else {
      std::transform(view.As<uint8_t>(), view.As<uint8_t>() + count, reals->copy_.begin(),
                     [](uint8_t value) { return value != 0 ? 1.0f : 0.0f; });
    }
  }
  reals->data_ = reals->copy_.data();
  return Status();
}

Status Call::LoadIntegers(const View& view, Array<int32_t>* values) const {
  const int64_t count = view.count();
  if (!values->Allocate(count)) return OutOfMemory();
  const int32_t zero_point = view.is(kQuantPerChannel) ? 0 : QuantParamsOf(view).zero_point;
  VisitStored(view, [&](const auto* stored) {
    for (int64_t i = 0; i < count; ++i) {
      (*values)[i] = static_cast<int32_t>(stored[i]) - zero_point;
    }
  });
  return Status();
}

Status Call::Open(int output, RealOutput* result) {
  const View& view = outputs[static_cast<size_t>(output)];
  result->view_ = &view;
  if (view.precision == NNADAPTER_FLOAT32) {
    result->data_ = view.Out<float>();
    return Status();
  }
  result->copy_.resize(static_cast<size_t>(view.count()));
  result->data_ = result->copy_.data();
  return Status();
}

Status RealOutput::Close() {
  if (view_->precision == NNADAPTER_FLOAT32) return Status();
  return WriteFloats(copy_, view_->operand);
}

Status Call::LoadFor(int i, const View& output, Array<uint8_t>* copy, const void** data) const {
  const View& view = in(i);
  *data = view.data;
  if (!view.is(kQuant8)) return Status();
  const QuantParams from = QuantParamsOf(view);
  const QuantParams to = QuantParamsOf(output);
  if (from.scale == to.scale && from.zero_point == to.zero_point) return Status();
  Reals reals;
  NNADAPTER_RETURN_IF_ERROR(Load(view, &reals));
  const int64_t count = view.count();
  if (!copy->Allocate(count)) return OutOfMemory();
  for (int64_t k = 0; k < count; ++k) {
    (*copy)[k] = static_cast<uint8_t>(Quantize(output.operand->type, reals[k]));
  }
  *data = copy->data();
  return Status();
}

}  // namespace nnadapter::operation
