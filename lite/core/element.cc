#include "lite/core/element.h"

#include <cmath>

#include "lite/base/half.h"

namespace paddle::lite {
namespace {

template <typename T>
double Load(const void* data, int64_t i) {
  return static_cast<double>(static_cast<const T*>(data)[i]);
}

template <typename T>
void Store(void* data, int64_t i, double value) {
  static_cast<T*>(data)[i] = static_cast<T>(value);
}

}  // namespace

double ElementAt(const void* data, PrecisionType precision, int64_t i) {
  switch (precision) {
    case PrecisionType::kFloat:
      return Load<float>(data, i);
    case PrecisionType::kFP64:
      return Load<double>(data, i);
    case PrecisionType::kInt8:
      return Load<int8_t>(data, i);
    case PrecisionType::kBool:
    case PrecisionType::kUInt8:
      return Load<uint8_t>(data, i);
    case PrecisionType::kInt16:
      return Load<int16_t>(data, i);
    case PrecisionType::kInt32:
      return Load<int32_t>(data, i);
    case PrecisionType::kInt64:
      return Load<int64_t>(data, i);
    case PrecisionType::kFP16:
      return HalfBitsToFloat(static_cast<const uint16_t*>(data)[i]);
    default:
      return std::nan("");
  }
}

void StoreElement(void* data, PrecisionType precision, int64_t i, double value) {
  switch (precision) {
    case PrecisionType::kFloat:
      return Store<float>(data, i, value);
    case PrecisionType::kFP64:
      return Store<double>(data, i, value);
    case PrecisionType::kInt8:
      return Store<int8_t>(data, i, value);
    case PrecisionType::kBool:
      return Store<uint8_t>(data, i, value != 0 ? 1 : 0);
    case PrecisionType::kUInt8:
      return Store<uint8_t>(data, i, value);
    case PrecisionType::kInt16:
      return Store<int16_t>(data, i, value);
    case PrecisionType::kInt32:
      return Store<int32_t>(data, i, value);
    case PrecisionType::kInt64:
      return Store<int64_t>(data, i, value);
    case PrecisionType::kFP16:
      static_cast<uint16_t*>(data)[i] = FloatToHalfBits(static_cast<float>(value));
      return;
    default:
      return;
  }
}

int64_t PositionInMemory(const Tensor& tensor, int64_t i) {
  const DDim& dims = tensor.dims();
  if (tensor.layout() != DataLayoutType::kNHWC || dims.rank() != 4) return i;
  const int64_t area = dims[2] * dims[3];
  const int64_t image = i / (dims[1] * area);
  const int64_t channel = i / area % dims[1];
  return (image * area + i % area) * dims[1] + channel;
}

}  // namespace paddle::lite
