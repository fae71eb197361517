#include "lite/kernels/host/number_conversion.h"

#include <type_traits>

#include "lite/base/half.h"

namespace paddle::lite::kernels::host {
namespace {

// Element types as stored in memory.
struct Half {
  uint16_t bits;
};
struct Bool {
  uint8_t byte;
};

template <typename Src>
auto Load(Src value) {
  if constexpr (std::is_same_v<Src, Half>) {
    return HalfBitsToFloat(value.bits);
  } else if constexpr (std::is_same_v<Src, Bool>) {
    return static_cast<int32_t>(value.byte != 0);
  } else {
    return value;
  }
}

template <typename Dst, typename Value>
Dst Store(Value value) {
  if constexpr (std::is_same_v<Dst, Bool>) {
    return Bool{value != 0};
  } else if constexpr (std::is_same_v<Dst, Half>) {
    return Half{FloatToHalfBits(static_cast<float>(value))};
  } else if constexpr (std::is_floating_point_v<Value> && std::is_integral_v<Dst>) {
    if constexpr (sizeof(Dst) == 8) return RealToInteger<int64_t>(value);
    return static_cast<Dst>(RealToInteger<int32_t>(value));
  } else {
    return static_cast<Dst>(value);
  }
}

template <typename Src, typename Dst>
void Convert(const void* src, void* dst, int64_t count, ThreadPool* pool) {
  constexpr int64_t kGrain = 4096;  // elements that justify a thread
  const Src* from = static_cast<const Src*>(src);
  Dst* to = static_cast<Dst*>(dst);
  pool->ParallelFor(count, kGrain, [=](int64_t begin, int64_t end, int) {
    for (int64_t i = begin; i < end; ++i) to[i] = Store<Dst>(Load(from[i]));
  });
}

template <typename Src>
NumberConversion ConversionFrom(PrecisionType to) {
  switch (to) {
    case PrecisionType::kBool:
      return &Convert<Src, Bool>;
    case PrecisionType::kInt8:
      return &Convert<Src, int8_t>;
    case PrecisionType::kUInt8:
      return &Convert<Src, uint8_t>;
    case PrecisionType::kInt16:
      return &Convert<Src, int16_t>;
    case PrecisionType::kInt32:
      return &Convert<Src, int32_t>;
    case PrecisionType::kInt64:
      return &Convert<Src, int64_t>;
    case PrecisionType::kFP16:
      return &Convert<Src, Half>;
    case PrecisionType::kFloat:
      return &Convert<Src, float>;
    case PrecisionType::kFP64:
      return &Convert<Src, double>;
    default:
      return nullptr;
  }
}

}  // namespace

NumberConversion FindNumberConversion(PrecisionType from, PrecisionType to) {
  switch (from) {
    case PrecisionType::kBool:
      return ConversionFrom<Bool>(to);
    case PrecisionType::kInt8:
      return ConversionFrom<int8_t>(to);
    case PrecisionType::kUInt8:
      return ConversionFrom<uint8_t>(to);
    case PrecisionType::kInt16:
      return ConversionFrom<int16_t>(to);
    case PrecisionType::kInt32:
      return ConversionFrom<int32_t>(to);
    case PrecisionType::kInt64:
      return ConversionFrom<int64_t>(to);
    case PrecisionType::kFP16:
      return ConversionFrom<Half>(to);
    case PrecisionType::kFloat:
      return ConversionFrom<float>(to);
    case PrecisionType::kFP64:
      return ConversionFrom<double>(to);
    default:
      return nullptr;
  }
}

}  // namespace paddle::lite::kernels::host
