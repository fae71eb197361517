// One case of an operator: attributes, inputs and what is expected of the outputs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "lite/core/tensor.h"
#include "lite/model/program.h"

namespace paddle::lite::test {

// A tensor of a case: values in program order, regardless of the layout required by a kernel.
struct TestTensor {
  PrecisionType precision = PrecisionType::kFloat;
  DDim dims;
  LoD lod;
  bool weight = false;  // constant of the program: has data when a kernel is prepared
  std::vector<uint8_t> bytes;

  TestTensor();
  TestTensor(const TestTensor& other);
  TestTensor(TestTensor&& other) noexcept;
  TestTensor& operator=(const TestTensor& other);
  TestTensor& operator=(TestTensor&& other) noexcept;
  ~TestTensor();
  // All zero.
  explicit TestTensor(const DDim& shape, PrecisionType type = PrecisionType::kFloat);
  // Without values, of any size: for cases that must be refused.
  static TestTensor ShapeOnly(const DDim& shape, PrecisionType type = PrecisionType::kFloat) {
    TestTensor tensor;
    tensor.dims = shape;
    tensor.precision = type;
    return tensor;
  }

  int64_t numel() const { return dims.production(); }
  // Any element type; floats are rounded, integers truncated.
  double At(int64_t i) const;
  void Set(int64_t i, double value);
  // Integer types, exactly.
  int64_t IntAt(int64_t i) const;
  void SetInt(int64_t i, int64_t value);

  TestTensor AsWeight() const {
    TestTensor copy = *this;
    copy.weight = true;
    return copy;
  }
};

// Shape and values; the element type follows from T. Bool: MakeTensor<bool>.
template <typename T>
TestTensor MakeTensor(const DDim& dims, const std::vector<T>& values) {
  TestTensor tensor(dims, PrecisionTypeTrait<T>::Type());
  for (size_t i = 0; i < values.size(); ++i) {
    if constexpr (std::is_floating_point_v<T>) {
      tensor.Set(static_cast<int64_t>(i), values[i]);
    } else {
      tensor.SetInt(static_cast<int64_t>(i), values[i]);
    }
  }
  return tensor;
}

// f applied to every element.
template <typename F>
TestTensor Map(const TestTensor& x, F f) {
  TestTensor y = x;
  y.weight = false;
  for (int64_t i = 0; i < x.numel(); ++i) y.Set(i, f(x.At(i)));
  return y;
}

// The same values as another element type.
TestTensor Convert(const TestTensor& from, PrecisionType precision);

// The same values, rounded to bfloat16.
inline TestTensor InBFloat16(const TestTensor& from) {
  TestTensor rounded = Convert(Convert(from, PrecisionType::kBF16), PrecisionType::kFloat);
  rounded.weight = from.weight;
  return rounded;
}

// Reproducible random numbers, the same on every machine.
class Random {
 public:
  explicit Random(const std::string& seed);
  uint64_t Bits();
  int64_t Int(int64_t low, int64_t high);  // low <= result <= high
  double Uniform(double low, double high);
  bool Coin() { return Int(0, 1) == 1; }
  template <typename T>
  const T& Pick(const std::vector<T>& list) {
    return list[static_cast<size_t>(Int(0, static_cast<int64_t>(list.size()) - 1))];
  }
  TestTensor Floats(const DDim& dims, double low = -1, double high = 1,
                    PrecisionType type = PrecisionType::kFloat);
  TestTensor Ints(const DDim& dims, int64_t low, int64_t high,
                  PrecisionType type = PrecisionType::kInt64);

 private:
  uint64_t state_;
};

// |found - expected| <= absolute + relative * |expected| + of_max * (largest |expected| of the
// tensor). Integers must agree within `integer`. NaN agrees with NaN.
struct Tolerance {
  double absolute = 1e-6;
  double relative = 1e-5;
  double of_max = 0;
  int64_t integer = 0;
};
// Sums of products: the error grows with the terms, not with the sum.
constexpr Tolerance kSumTolerance{1e-6, 1e-5, 1e-5, 0};
// Added for kernels that use fp16 where the case has fp32.
constexpr Tolerance kHalfTolerance{1e-3, 1e-2, 1e-2, 0};

// The largest difference between results and what was expected.
struct Deviation {
  // Relative to the largest finite value of its tensor, or the difference itself if that is zero
  // within the tolerance.
  double of_max = 0;
  double of_tolerance = 0;  // relative to what the tolerance allows; 1 is the limit

  void Include(const Deviation& other) {
    of_max = std::max(of_max, other.of_max);
    of_tolerance = std::max(of_tolerance, other.of_tolerance);
  }
};

using SlotTensors = std::map<std::string, std::vector<TestTensor>>;

struct OpCase {
  explicit OpCase(std::string case_name = "");
  OpCase(const OpCase& other);
  OpCase(OpCase&& other) noexcept;
  OpCase& operator=(const OpCase& other);
  OpCase& operator=(OpCase&& other) noexcept;
  ~OpCase();

  std::string name;  // for messages
  std::map<std::string, model::AttrValue> attrs;
  SlotTensors inputs;
  SlotTensors input_arrays;  // slots that take a TensorArray: its elements
  SlotTensors expected;      // outputs that are checked; other required outputs are bound unchecked
  SlotTensors output_arrays;           // expected elements of slots that give a TensorArray
  std::vector<std::string> unchecked;  // optional output slots to bind without checking
  // Same slots with other shapes, for the resized run; empty: the runner makes some.
  SlotTensors resized;
  // Checks the outputs instead of `expected` values (shapes are still compared); returns a
  // complaint or "".
  std::function<std::string(const SlotTensors& outputs)> check;
  bool has_tolerance = false;  // of this case instead of the suite's
  Tolerance tolerance;
  // The largest sum before an activation that narrows the range of results: rounding errors of
  // sums in fp16 are relative to it. 0: sums are results.
  double largest_sum = 0;

  // Attributes, or a default when absent.
  int Int(const std::string& attr, int otherwise) const;
  float Float(const std::string& attr, float otherwise) const;
  bool Bool(const std::string& attr, bool otherwise) const;
  std::string String(const std::string& attr, const std::string& otherwise) const;
  std::vector<int> Ints(const std::string& attr, const std::vector<int>& otherwise) const;

  const TestTensor& In(const std::string& slot) const { return inputs.at(slot).at(0); }
  bool HasIn(const std::string& slot) const {
    const auto it = inputs.find(slot);
    return it != inputs.end() && !it->second.empty();
  }
  // Attributes and shapes, for messages.
  std::string ToString() const;
};

// Cases of a golden file; see tools/golden/make_golden.py for the format.
Result<std::vector<OpCase>> LoadGolden(const std::string& path);

}  // namespace paddle::lite::test
