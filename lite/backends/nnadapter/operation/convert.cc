// CAST, QUANTIZE, DEQUANTIZE: other precisions, the same shape.
#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "lite/backends/nnadapter/operation/definition.h"

namespace nnadapter::operation {
namespace {

constexpr Operand kCastInputs[] = {TensorOf("input", kPlain), Scalar("dtype")};
constexpr Operand kQuantizeInputs[] = {TensorOf("input", kFloat | kInt32), Scalar("axis"),
                                       List("scale", -1, kFloat32), List("zero_point")};
constexpr Operand kDequantizeInputs[] = {TensorOf("input", kQuant)};
constexpr Operand kConvertOutputs[] = {Result("output")};

Status InferCast(Call& call) {
  const int precision = call.Int(1);
  if (!IsIn(precision, kPlain)) {
    return call.Invalid("dtype: expected the code of a precision without quantisation, found %d",
                        precision);
  }
  call.SetPrecision(0, precision);
  return call.SetShape(0, call.in(0).shape);
}

struct HalfOf {
  uint16_t bits;
};
struct BoolOf {
  uint8_t byte;
};

// Calls visit(pointer) with the type of the elements.
template <typename Visit>
void VisitPlain(int precision, Visit&& visit) {
  switch (precision) {
    case NNADAPTER_BOOL8:
      return visit(static_cast<BoolOf*>(nullptr));
    case NNADAPTER_INT8:
      return visit(static_cast<int8_t*>(nullptr));
    case NNADAPTER_UINT8:
      return visit(static_cast<uint8_t*>(nullptr));
    case NNADAPTER_INT16:
      return visit(static_cast<int16_t*>(nullptr));
    case NNADAPTER_UINT16:
      return visit(static_cast<uint16_t*>(nullptr));
    case NNADAPTER_INT32:
      return visit(static_cast<int32_t*>(nullptr));
    case NNADAPTER_UINT32:
      return visit(static_cast<uint32_t*>(nullptr));
    case NNADAPTER_INT64:
      return visit(static_cast<int64_t*>(nullptr));
    case NNADAPTER_UINT64:
      return visit(static_cast<uint64_t*>(nullptr));
    case NNADAPTER_FLOAT16:
      return visit(static_cast<HalfOf*>(nullptr));
    case NNADAPTER_FLOAT64:
      return visit(static_cast<double*>(nullptr));
    default:
      return visit(static_cast<float*>(nullptr));
  }
}

// Between the element types of tensors there is one type in the middle: integers keep their 64
// bits, and real numbers are double.
template <typename T>
auto Widen(T value) {
  if constexpr (std::is_same_v<T, BoolOf>) {
    return uint64_t{value.byte != 0};
  } else if constexpr (std::is_same_v<T, HalfOf>) {
    return static_cast<double>(HalfToFloat(value.bits));
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<double>(value);
  } else {
    return static_cast<uint64_t>(value);  // the sign is extended
  }
}

// Integers wrap. Real numbers are truncated and clamped to the range of the integer; NaN is zero.
template <typename T>
T Narrow(double value) {
  if constexpr (std::is_same_v<T, BoolOf>) {
    return {static_cast<uint8_t>(value != 0)};
  } else if constexpr (std::is_same_v<T, HalfOf>) {
    return {FloatToHalf(static_cast<float>(value))};
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(value);
  } else {
    using Limits = std::numeric_limits<T>;
    if (std::isnan(value)) return 0;
    if (value <= static_cast<double>(Limits::min())) return Limits::min();
    if (value >= static_cast<double>(Limits::max())) return Limits::max();
    return static_cast<T>(value);
  }
}

template <typename To, typename From>
To ConvertElement(From value) {
  const auto wide = Widen(value);
  if constexpr (std::is_same_v<decltype(wide), const double>) {
    return Narrow<To>(wide);
  } else if constexpr (std::is_integral_v<To>) {
    return static_cast<To>(wide);
  } else if constexpr (std::is_signed_v<From>) {
    return Narrow<To>(static_cast<double>(static_cast<int64_t>(wide)));
  } else {
    return Narrow<To>(static_cast<double>(wide));
  }
}

Status ExecuteCast(Call& call) {
  const View& in = call.in(0);
  const View& out = call.out(0);
  const int64_t count = in.count();
  VisitPlain(in.precision, [&](auto* from_type) {
    using From = std::remove_pointer_t<decltype(from_type)>;
    VisitPlain(out.precision, [&](auto* to_type) {
      using To = std::remove_pointer_t<decltype(to_type)>;
      std::transform(in.As<From>(), in.As<From>() + count, out.Out<To>(),
                     [](From value) { return ConvertElement<To>(value); });
    });
  });
  return Status();
}

// The precision is int8 with a scale for each channel if there are several scales, uint8 if the
// zero point is not zero, and int8 otherwise.
Status InferQuantize(Call& call) {
  const Shape& shape = call.in(0).shape;
  const std::vector<float> scales = call.Floats(2);
  const std::vector<int64_t> zero_points = call.Ints(3);
  if (scales.empty()) return call.Invalid("scale: expected at least one value");
  if (zero_points.size() != scales.size()) {
    return call.Invalid("zero_point: expected %zu values like scale, found %zu", scales.size(),
                        zero_points.size());
  }
  for (float scale : scales) {
    if (!(scale > 0) || std::isinf(scale)) {
      return call.Invalid("scale: expected positive values, found %g", static_cast<double>(scale));
    }
  }
  if (scales.size() > 1) {
    int axis = 0;
    NNADAPTER_RETURN_IF_ERROR(call.Axis(1, shape.rank, &axis));
    if (shape[axis] != kUnknown && static_cast<size_t>(shape[axis]) != scales.size()) {
      return call.Invalid("scale: expected %d values, one for each channel, found %zu", shape[axis],
                          scales.size());
    }
    if (std::any_of(zero_points.begin(), zero_points.end(), [](int64_t z) { return z != 0; })) {
      return call.Invalid("zero_point: expected zeros, because every channel has a scale");
    }
    call.SetPrecision(0, NNADAPTER_QUANT_INT8_SYMM_PER_CHANNEL);
  } else if (zero_points[0] != 0) {
    if (zero_points[0] < 0 || zero_points[0] > UINT8_MAX) {
      return call.Invalid("zero_point: expected a value in [0, 255], found %lld",
                          static_cast<long long>(zero_points[0]));
    }
    call.SetPrecision(0, NNADAPTER_QUANT_UINT8_ASYMM_PER_LAYER);
  } else {
    call.SetPrecision(0, NNADAPTER_QUANT_INT8_SYMM_PER_LAYER);
  }
  return call.SetShape(0, shape);
}

Status ExecuteQuantize(Call& call) {
  const Shape& shape = call.in(0).shape;
  const View& out = call.out(0);
  const std::vector<float> scales = call.Floats(2);
  const auto zero_point = static_cast<int32_t>(call.Ints(3)[0]);
  int64_t inner = 1;
  if (scales.size() > 1) {
    int axis = 0;
    NNADAPTER_RETURN_IF_ERROR(call.Axis(1, shape.rank, &axis));
    inner = shape.Count(axis + 1, shape.rank);
  }
  Reals x;
  NNADAPTER_RETURN_IF_ERROR(call.Load(0, &x));
  NNAdapterOperandType type = {};
  type.precision = out.precision == NNADAPTER_QUANT_UINT8_ASYMM_PER_LAYER
                       ? NNADAPTER_QUANT_UINT8_ASYMM_PER_LAYER
                       : NNADAPTER_QUANT_INT8_SYMM_PER_LAYER;
  type.asymm_per_layer_params.zero_point = zero_point;
  const int64_t count = shape.Count();
  const auto channels = static_cast<int64_t>(scales.size());
  for (int64_t i = 0; i < count; ++i) {
    type.asymm_per_layer_params.scale = scales[static_cast<size_t>(i / inner % channels)];
    out.Out<uint8_t>()[i] = static_cast<uint8_t>(Quantize(type, x[i]));
  }
  return Status();
}

Status InferDequantize(Call& call) {
  call.SetPrecision(0, NNADAPTER_FLOAT32);
  return call.SetShape(0, call.in(0).shape);
}

Status ExecuteDequantize(Call& call) {
  Reals x;
  NNADAPTER_RETURN_IF_ERROR(call.Load(0, &x));
  std::copy(x.data(), x.data() + call.in(0).count(), call.out(0).Out<float>());
  return Status();
}

}  // namespace

NNADAPTER_OPERATION(CAST) = Define(kCastInputs, kConvertOutputs, InferCast, ExecuteCast);
NNADAPTER_OPERATION(QUANTIZE) = Define(kQuantizeInputs, kConvertOutputs, InferQuantize,
                                       ExecuteQuantize);
NNADAPTER_OPERATION(DEQUANTIZE) = Define(kDequantizeInputs, kConvertOutputs, InferDequantize,
                                         ExecuteDequantize);

}  // namespace nnadapter::operation
