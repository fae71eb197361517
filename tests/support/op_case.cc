#include "tests/support/op_case.h"

#include <cmath>
#include <cstdlib>
#include <cstring>

#include "lite/core/element.h"
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

// VisitElementType makes a Status, and references read millions of elements. A case of an unknown
// element type is a mistake in the test.
template <typename F>
void Visit(PrecisionType precision, const F& f) {
  switch (precision) {
#define LITE_VISIT(T, name, ...) \
  case PrecisionType::name:      \
    return f(ElementTag<T>());
    LITE_ELEMENT_TYPES(LITE_VISIT)
#undef LITE_VISIT
    default:
      std::abort();
  }
}

template <typename T>
const T* GetAttr(const OpCase& c, const std::string& attr) {
  const auto it = c.attrs.find(attr);
  return it == c.attrs.end() ? nullptr : std::get_if<T>(&it->second);
}

}  // namespace

// Out of line: cases are copied and destroyed in every suite, and these functions are long.
TestTensor::TestTensor() = default;
TestTensor::TestTensor(const TestTensor& other) = default;
TestTensor::TestTensor(TestTensor&& other) noexcept = default;
TestTensor& TestTensor::operator=(const TestTensor& other) = default;
TestTensor& TestTensor::operator=(TestTensor&& other) noexcept = default;
TestTensor::~TestTensor() = default;

TestTensor::TestTensor(const DDim& shape, PrecisionType type) : precision(type), dims(shape) {
  bytes.assign(static_cast<size_t>(shape.production()) * PrecisionTypeLength(type), 0);
}

double TestTensor::At(int64_t i) const {
  double value = NAN;
  Visit(precision, [&](auto type) {
    value = static_cast<double>(Load<StoredAs<typename decltype(type)::Type>>(bytes, i));
  });
  return value;
}

int64_t TestTensor::IntAt(int64_t i) const {
  int64_t value = 0;
  Visit(precision, [&](auto type) {
    value = static_cast<int64_t>(Load<StoredAs<typename decltype(type)::Type>>(bytes, i));
  });
  return value;
}

void TestTensor::Set(int64_t i, double value) {
  Visit(precision, [&](auto type) {
    using T = typename decltype(type)::Type;
    if constexpr (kIsReal<T>) {
      Store(&bytes, i, static_cast<T>(value));
    } else {
      Store(&bytes, i, static_cast<T>(static_cast<int64_t>(value)));
    }
  });
}

void TestTensor::SetInt(int64_t i, int64_t value) {
  Visit(precision,
        [&](auto type) { Store(&bytes, i, static_cast<typename decltype(type)::Type>(value)); });
}

TestTensor Convert(const TestTensor& from, PrecisionType precision) {
  if (from.precision == precision) return from;
  TestTensor to(from.dims, precision);
  to.lod = from.lod;
  to.weight = from.weight;
  const int64_t count = from.numel();
  for (int64_t i = 0; i < count; ++i) to.Set(i, from.At(i));
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
  const int64_t count = tensor.numel();
  for (int64_t i = 0; i < count; ++i) tensor.Set(i, Uniform(low, high));
  return tensor;
}

TestTensor Random::Ints(const DDim& dims, int64_t low, int64_t high, PrecisionType type) {
  TestTensor tensor(dims, type);
  const int64_t count = tensor.numel();
  for (int64_t i = 0; i < count; ++i) tensor.SetInt(i, Int(low, high));
  return tensor;
}

OpCase::OpCase(std::string case_name) : name(std::move(case_name)) {}
OpCase::OpCase(const OpCase& other) = default;
OpCase::OpCase(OpCase&& other) noexcept = default;
OpCase& OpCase::operator=(const OpCase& other) = default;
OpCase& OpCase::operator=(OpCase&& other) noexcept = default;
OpCase::~OpCase() = default;

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
