// Values of parameters, and real numbers in other precisions.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "lite/backends/nnadapter/operation/operation.h"

namespace nnadapter::operation {
namespace {

constexpr int64_t kMaxExtent = std::numeric_limits<int32_t>::max();

// Number of elements in the operand's buffer; checks that there is one.
Status CountElements(const core::Operand* operand, const char* name, size_t* count) {
  if (!operand) return InvalidParameter("parameter ", name, " is null");
  const size_t bytes = PrecisionBytes(operand->type.precision);
  if (!operand->buffer || !bytes) return InvalidParameter("parameter ", name, " has no value");
  *count = operand->length / bytes;
  return Status();
}

// Range of the integers of a quantised precision.
void QuantRange(int32_t precision, int64_t* low, int64_t* high) {
  const int bits = static_cast<int>(PrecisionBytes(precision) * 8);
  if (IsAsymmetric(precision)) {
    *low = 0;
    *high = (int64_t{1} << bits) - 1;
  } else {
    *high = (int64_t{1} << (bits - 1)) - 1;
    *low = bits == 8 ? -*high : -*high - 1;
  }
}

float ScaleOf(const NNAdapterOperandType& type, uint32_t channel) {
  if (!IsPerChannel(type.precision)) return type.symm_per_layer_params.scale;
  const NNAdapterSymmPerChannelQuantParams& params = type.symm_per_channel_params;
  return params.scales && channel < params.scale_count ? params.scales[channel] : 0.0f;
}

int32_t ZeroPointOf(const NNAdapterOperandType& type) {
  return IsAsymmetric(type.precision) ? type.asymm_per_layer_params.zero_point : 0;
}

// Elements of one index of channel_dim, and the extent of that axis.
void ChannelStride(const NNAdapterOperandType& type, int64_t* stride, int64_t* extent) {
  *stride = 1;
  *extent = 1;
  if (!IsPerChannel(type.precision)) return;
  const uint32_t axis = type.symm_per_channel_params.channel_dim;
  if (axis >= type.dimensions.count) return;
  *extent = type.dimensions.data[axis];
  for (uint32_t i = axis + 1; i < type.dimensions.count; ++i) *stride *= type.dimensions.data[i];
}

int64_t LoadInteger(int32_t precision, const void* buffer, int64_t index) {
  switch (PrecisionBytes(precision)) {
    case 1:
      return IsAsymmetric(precision) ? int64_t{static_cast<const uint8_t*>(buffer)[index]}
                                     : int64_t{static_cast<const int8_t*>(buffer)[index]};
    case 2:
      return IsAsymmetric(precision) ? int64_t{static_cast<const uint16_t*>(buffer)[index]}
                                     : int64_t{static_cast<const int16_t*>(buffer)[index]};
    default:
      return IsAsymmetric(precision) ? int64_t{static_cast<const uint32_t*>(buffer)[index]}
                                     : int64_t{static_cast<const int32_t*>(buffer)[index]};
  }
}

void StoreInteger(int32_t precision, int64_t value, void* buffer, int64_t index) {
  switch (PrecisionBytes(precision)) {
    case 1:
      static_cast<uint8_t*>(buffer)[index] = static_cast<uint8_t>(value);
      break;
    case 2:
      static_cast<uint16_t*>(buffer)[index] = static_cast<uint16_t>(value);
      break;
    default:
      static_cast<uint32_t*>(buffer)[index] = static_cast<uint32_t>(value);
  }
}

// What `operand` holds, as a buffer of `count` elements.
Status CheckBuffer(const core::Operand& operand, int64_t* count) {
  NNADAPTER_RETURN_IF_ERROR(ElementCount(operand.type.dimensions, count));
  uint32_t bytes = 0;
  NNADAPTER_RETURN_IF_ERROR(ByteSize(operand.type, &bytes));
  if (!operand.buffer || operand.length < bytes) {
    return InvalidParameter("a tensor of ", FormatDims(operand.type.dimensions), " has ",
                            operand.length, " bytes, expected ", bytes);
  }
  if (operand.type.precision != NNADAPTER_FLOAT32 && operand.type.precision != NNADAPTER_FLOAT16 &&
      !IsQuantized(operand.type.precision)) {
    return FeatureNotSupported("the CPU reference does not compute real numbers of ",
                               PrecisionName(operand.type.precision));
  }
  return Status();
}

}  // namespace

Status GetInt(const core::Operand* operand, const char* name, int32_t* value) {
  size_t count = 0;
  NNADAPTER_RETURN_IF_ERROR(CountElements(operand, name, &count));
  if (operand->type.precision != NNADAPTER_INT32 || count != 1) {
    return InvalidParameter("parameter ", name, " has ", count, " elements of ",
                            PrecisionName(operand->type.precision), ", expected one of ",
                            PrecisionName(NNADAPTER_INT32));
  }
  std::memcpy(value, operand->buffer, sizeof(*value));
  return Status();
}

Status GetInts(const core::Operand* operand, const char* name, std::vector<int32_t>* values) {
  if (operand && !operand->buffer && ShapeValue(*operand)) {
    const NNAdapterOperandDimensionType* value = ShapeValue(*operand);
    values->assign(value->data, value->data + value->count);
    return Status();
  }
  size_t count = 0;
  NNADAPTER_RETURN_IF_ERROR(CountElements(operand, name, &count));
  const int32_t precision = operand->type.precision;
  if (precision != NNADAPTER_INT32 && precision != NNADAPTER_INT64) {
    return InvalidParameter("parameter ", name, " has the precision ", PrecisionName(precision),
                            ", expected INT32 or INT64");
  }
  values->resize(count);
  for (size_t i = 0; i < count; ++i) {
    int64_t wide = 0;
    if (precision == NNADAPTER_INT64) {
      std::memcpy(&wide, static_cast<const char*>(operand->buffer) + i * sizeof(wide),
                  sizeof(wide));
    } else {
      int32_t narrow = 0;
      std::memcpy(&narrow, static_cast<const char*>(operand->buffer) + i * sizeof(narrow),
                  sizeof(narrow));
      wide = narrow;
    }
    if (wide < std::numeric_limits<int32_t>::min() || wide > kMaxExtent) {
      return InvalidParameter("element ", i, " of parameter ", name, " is ", wide,
                              ", expected a number of 32 bits");
    }
    (*values)[i] = static_cast<int32_t>(wide);
  }
  return Status();
}

Status GetFuse(const core::Operand* operand, NNAdapterFuseCode* fuse) {
  int32_t code = 0;
  NNADAPTER_RETURN_IF_ERROR(GetInt(operand, "fuse_code", &code));
  if (code < NNADAPTER_FUSED_NONE || code > NNADAPTER_FUSED_RELU6) {
    return InvalidParameter("fuse code ", code, " is unknown; expected 0 to ",
                            NNADAPTER_FUSED_RELU6);
  }
  *fuse = static_cast<NNAdapterFuseCode>(code);
  return Status();
}

float Dequantize(const NNAdapterOperandType& type, int64_t quantized, uint32_t channel) {
  return static_cast<float>(quantized - ZeroPointOf(type)) * ScaleOf(type, channel);
}

int64_t Quantize(const NNAdapterOperandType& type, float value, uint32_t channel) {
  int64_t low = 0, high = 0;
  QuantRange(type.precision, &low, &high);
  const double scaled = static_cast<double>(value) / static_cast<double>(ScaleOf(type, channel));
  if (std::isnan(scaled)) return std::clamp<int64_t>(ZeroPointOf(type), low, high);
  const double rounded = std::round(scaled) + ZeroPointOf(type);
  return static_cast<int64_t>(
      std::clamp(rounded, static_cast<double>(low), static_cast<double>(high)));
}

float HalfToFloat(uint16_t bits) {
  const float sign = (bits & 0x8000u) != 0 ? -1.0f : 1.0f;
  const int exponent = (bits >> 10) & 0x1f;
  const auto mantissa = static_cast<float>(bits & 0x3ffu);
  if (exponent == 0) return sign * std::ldexp(mantissa, -24);
  if (exponent < 0x1f) return sign * std::ldexp(mantissa + 1024.0f, exponent - 25);
  return mantissa == 0 ? sign * std::numeric_limits<float>::infinity()
                       : std::numeric_limits<float>::quiet_NaN();
}

uint16_t FloatToHalf(float value) {
  uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  const uint32_t sign = (bits >> 16) & 0x8000u;
  bits &= 0x7fffffffu;
  uint32_t half = 0;
  if (bits > 0x7f800000u) {
    half = 0x7e00u;  // NaN
  } else if (bits >= 0x477ff000u) {
    half = 0x7c00u;  // rounds to infinity
  } else if (bits < 0x38800000u) {
    // A multiple of 2^-24 below the smallest normal number, 2^-14.
    half = static_cast<uint32_t>(std::nearbyint(std::ldexp(std::fabs(value), 24)));
  } else {
    const uint32_t odd = (bits >> 13) & 1u;
    half = (bits - 0x38000000u + 0xfffu + odd) >> 13;
  }
  return static_cast<uint16_t>(sign | half);
}

Status ReadFloats(const core::Operand& operand, std::vector<float>* values) {
  int64_t count = 0;
  NNADAPTER_RETURN_IF_ERROR(CheckBuffer(operand, &count));
  values->resize(static_cast<size_t>(count));
  const NNAdapterOperandType& type = operand.type;
  if (type.precision == NNADAPTER_FLOAT32) {
    if (count) {
      std::memcpy(values->data(), operand.buffer, static_cast<size_t>(count) * sizeof(float));
    }
    return Status();
  }
  if (type.precision == NNADAPTER_FLOAT16) {
    const auto* halves = static_cast<const uint16_t*>(operand.buffer);
    std::transform(halves, halves + count, values->begin(), HalfToFloat);
    return Status();
  }
  int64_t stride = 1, channels = 1;
  ChannelStride(type, &stride, &channels);
  for (int64_t i = 0; i < count; ++i) {
    (*values)[static_cast<size_t>(i)] =
        Dequantize(type, LoadInteger(type.precision, operand.buffer, i),
                   static_cast<uint32_t>(i / stride % channels));
  }
  return Status();
}

Status WriteFloats(const std::vector<float>& values, core::Operand* operand) {
  int64_t count = 0;
  NNADAPTER_RETURN_IF_ERROR(CheckBuffer(*operand, &count));
  if (count != static_cast<int64_t>(values.size())) {
    return InvalidParameter(values.size(), " values for a tensor of ", count, " elements");
  }
  const NNAdapterOperandType& type = operand->type;
  if (type.precision == NNADAPTER_FLOAT32) {
    if (count) std::memcpy(operand->buffer, values.data(), values.size() * sizeof(float));
    return Status();
  }
  if (type.precision == NNADAPTER_FLOAT16) {
    std::transform(values.begin(), values.end(), static_cast<uint16_t*>(operand->buffer),
                   FloatToHalf);
    return Status();
  }
  int64_t stride = 1, channels = 1;
  ChannelStride(type, &stride, &channels);
  for (int64_t i = 0; i < count; ++i) {
    StoreInteger(type.precision,
                 Quantize(type, values[static_cast<size_t>(i)],
                          static_cast<uint32_t>(i / stride % channels)),
                 operand->buffer, i);
  }
  return Status();
}

}  // namespace nnadapter::operation
