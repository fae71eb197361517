#include "tests/support/op_case.h"

#include <cstring>

#include "lite/base/half.h"
#include "lite/model/op_fields.h"
#include "tests/support/zoo.h"

namespace paddle::lite::test {
namespace {

template <typename T>
T Load(const std::vector<uint8_t>& bytes, int64_t i) {
  T value;
  std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
  return value;
}
template <typename T>
void Store(std::vector<uint8_t>* bytes, int64_t i, T value) {
  std::memcpy(bytes->data() + i * sizeof(T), &value, sizeof(T));
}

template <typename T>
const T* GetAttr(const OpCase& c, const std::string& attr) {
  const auto it = c.attrs.find(attr);
  return it == c.attrs.end() ? nullptr : std::get_if<T>(&it->second);
}

}  // namespace

TestTensor::TestTensor(const DDim& shape, PrecisionType type) : precision(type), dims(shape) {
  bytes.assign(static_cast<size_t>(shape.production()) * PrecisionTypeLength(type), 0);
}

double TestTensor::At(int64_t i) const {
  switch (precision) {
    case PrecisionType::kFloat:
      return Load<float>(bytes, i);
    case PrecisionType::kFP64:
      return Load<double>(bytes, i);
    case PrecisionType::kFP16:
      return HalfBitsToFloat(Load<uint16_t>(bytes, i));
    default:
      return static_cast<double>(IntAt(i));
  }
}

int64_t TestTensor::IntAt(int64_t i) const {
  switch (precision) {
    case PrecisionType::kInt8:
      return Load<int8_t>(bytes, i);
    case PrecisionType::kUInt8:
    case PrecisionType::kBool:
      return Load<uint8_t>(bytes, i);
    case PrecisionType::kInt16:
      return Load<int16_t>(bytes, i);
    case PrecisionType::kInt32:
      return Load<int32_t>(bytes, i);
    case PrecisionType::kInt64:
      return Load<int64_t>(bytes, i);
    default:
      return static_cast<int64_t>(At(i));
  }
}

void TestTensor::Set(int64_t i, double value) {
  switch (precision) {
    case PrecisionType::kFloat:
      return Store(&bytes, i, static_cast<float>(value));
    case PrecisionType::kFP64:
      return Store(&bytes, i, value);
    case PrecisionType::kFP16:
      return Store(&bytes, i, FloatToHalfBits(static_cast<float>(value)));
    default:
      return SetInt(i, static_cast<int64_t>(value));
  }
}

void TestTensor::SetInt(int64_t i, int64_t value) {
  switch (precision) {
    case PrecisionType::kInt8:
      return Store(&bytes, i, static_cast<int8_t>(value));
    case PrecisionType::kUInt8:
      return Store(&bytes, i, static_cast<uint8_t>(value));
    case PrecisionType::kBool:
      return Store(&bytes, i, static_cast<uint8_t>(value != 0));
    case PrecisionType::kInt16:
      return Store(&bytes, i, static_cast<int16_t>(value));
    case PrecisionType::kInt32:
      return Store(&bytes, i, static_cast<int32_t>(value));
    case PrecisionType::kInt64:
      return Store(&bytes, i, value);
    default:
      return Set(i, static_cast<double>(value));
  }
}

TestTensor Convert(const TestTensor& from, PrecisionType precision) {
  if (from.precision == precision) return from;
  TestTensor to(from.dims, precision);
  to.lod = from.lod;
  to.weight = from.weight;
  for (int64_t i = 0; i < from.numel(); ++i) to.Set(i, from.At(i));
  return to;
}

Random::Random(const std::string& seed) : state_(Fnv1a64(seed)) {}

uint64_t Random::Bits() { return SplitMix64(state_++); }

int64_t Random::Int(int64_t low, int64_t high) {
  return low + static_cast<int64_t>((Bits() >> 16) % static_cast<uint64_t>(high - low + 1));
}

double Random::Uniform(double low, double high) {
  return low + (high - low) * (static_cast<double>(Bits() >> 40) * 0x1p-24);
}

TestTensor Random::Floats(const DDim& dims, double low, double high, PrecisionType type) {
  TestTensor tensor(dims, type);
  for (int64_t i = 0; i < tensor.numel(); ++i) tensor.Set(i, Uniform(low, high));
  return tensor;
}

TestTensor Random::Ints(const DDim& dims, int64_t low, int64_t high, PrecisionType type) {
  TestTensor tensor(dims, type);
  for (int64_t i = 0; i < tensor.numel(); ++i) tensor.SetInt(i, Int(low, high));
  return tensor;
}

int OpCase::Int(const std::string& attr, int otherwise) const {
  const auto* value = GetAttr<int32_t>(*this, attr);
  return value ? *value : otherwise;
}
float OpCase::Float(const std::string& attr, float otherwise) const {
  const auto* value = GetAttr<float>(*this, attr);
  return value ? *value : otherwise;
}
bool OpCase::Bool(const std::string& attr, bool otherwise) const {
  const auto* value = GetAttr<bool>(*this, attr);
  return value ? *value : otherwise;
}
std::string OpCase::String(const std::string& attr, const std::string& otherwise) const {
  const auto* value = GetAttr<std::string>(*this, attr);
  return value ? *value : otherwise;
}
std::vector<int> OpCase::Ints(const std::string& attr, const std::vector<int>& otherwise) const {
  const auto* value = GetAttr<std::vector<int32_t>>(*this, attr);
  return value ? *value : otherwise;
}

std::string OpCase::ToString() const {
  std::string text = name + " {";
  for (const auto& [attr, value] : attrs) {
    text += StrCat(" ", attr, "=", model::AttrToString(value));
  }
  for (const SlotTensors* slots : {&inputs, &input_arrays}) {
    for (const auto& [slot, tensors] : *slots) {
      for (const TestTensor& tensor : tensors) {
        text += StrCat(" ", slot, ":", PrecisionToStr(tensor.precision), tensor.dims);
      }
    }
  }
  return text + " }";
}

}  // namespace paddle::lite::test
