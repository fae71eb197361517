// Constants as numbers, for the computations of fusions (fusion.h).
#include <cmath>
#include <limits>
#include <type_traits>

#include "lite/base/half.h"
#include "lite/mir/fusion.h"

namespace paddle::lite::mir {

Result<std::vector<double>> ToDoubles(const Tensor& tensor) {
  if (!tensor.IsInitialized()) return Refuse("a constant has no data");
  LITE_ASSIGN_OR_RETURN(const int64_t count, CheckedElementCount(tensor.dims()));
  std::vector<double> values(static_cast<size_t>(count));
  const auto read = [&](auto sample) {
    const auto* data = tensor.data<decltype(sample)>();
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(data[i]);
  };
  switch (tensor.precision()) {
    case PrecisionType::kFloat:
      read(float{});
      break;
    case PrecisionType::kFP64:
      read(double{});
      break;
    case PrecisionType::kInt8:
      read(int8_t{});
      break;
    case PrecisionType::kUInt8:
      read(uint8_t{});
      break;
    case PrecisionType::kInt16:
      read(int16_t{});
      break;
    case PrecisionType::kInt32:
      read(int32_t{});
      break;
    case PrecisionType::kInt64:
      read(int64_t{});
      break;
    case PrecisionType::kFP16:
      for (size_t i = 0; i < values.size(); ++i) {
        values[i] = HalfBitsToFloat(tensor.data<uint16_t>()[i]);
      }
      break;
    default:
      return Refuse("constants of type ", PrecisionToStr(tensor.precision()), " are not folded");
  }
  return values;
}

Result<Tensor> FromDoubles(const DDim& dims, PrecisionType precision,
                           const std::vector<double>& values) {
  Tensor tensor;
  tensor.Resize(dims);
  if (static_cast<int64_t>(values.size()) != dims.production()) {
    return Internal("expected ", dims.production(), " values, found ", values.size());
  }
  LITE_RETURN_IF_ERROR(tensor.Allocate(precision));
  // Rounds to nearest and refuses to wrap around.
  const auto write = [&](auto sample) -> Status {
    using T = decltype(sample);
    T* data = tensor.mutable_data<T>();
    for (size_t i = 0; i < values.size(); ++i) {
      if constexpr (std::is_integral_v<T>) {
        const double rounded = std::nearbyint(values[i]);
        if (!(rounded >= static_cast<double>(std::numeric_limits<T>::min()) &&
              rounded <= static_cast<double>(std::numeric_limits<T>::max()))) {
          return Refuse("the value ", values[i], " does not fit ", PrecisionToStr(precision));
        }
        data[i] = static_cast<T>(rounded);
      } else {
        data[i] = static_cast<T>(values[i]);
      }
    }
    return OkStatus();
  };
  switch (precision) {
    case PrecisionType::kFloat:
      LITE_RETURN_IF_ERROR(write(float{}));
      break;
    case PrecisionType::kFP64:
      LITE_RETURN_IF_ERROR(write(double{}));
      break;
    case PrecisionType::kInt8:
      LITE_RETURN_IF_ERROR(write(int8_t{}));
      break;
    case PrecisionType::kInt32:
      LITE_RETURN_IF_ERROR(write(int32_t{}));
      break;
    case PrecisionType::kFP16:
      for (size_t i = 0; i < values.size(); ++i) {
        tensor.mutable_data<uint16_t>()[i] = FloatToHalfBits(static_cast<float>(values[i]));
      }
      break;
    default:
      return Refuse("constants of type ", PrecisionToStr(precision), " are not folded");
  }
  return tensor;
}

}  // namespace paddle::lite::mir
