// Runs cases of one operator through every kernel of the build. A suite names no target: it
// describes attributes, inputs and expected outputs (from a reference in double, or computed by
// Paddle), and the runner multiplies each case by all kernels that accept it, by element type and
// layout of their slots, by {1, 3} threads, by {fresh, again, resized to another shape and back},
// and by in-place where the operator allows it. Outputs start as NaN; guard bytes surround outputs
// and scratch; inputs must stay as they were. Kernels whose slots take any layout run once more
// with channels-last memory. LITE_TEST_KERNEL in the environment limits the kernels to those whose
// key contains it.
//
//   TEST(Relu, Cases) {
//     OpSuite suite("relu");
//     Random random("relu");
//     OpCase c("small");
//     c.inputs["X"] = {random.Floats({2, 3}, -1, 1)};
//     c.expected["Out"] = {Map(c.inputs["X"][0], [](double x) { return std::max(x, 0.0); })};
//     suite.Run(c);
//     suite.RunGolden();  // tests/ops/golden/relu.txt
//   }
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lite/core/tensor.h"
#include "lite/kernels/kernel.h"
#include "lite/model/program.h"

namespace paddle::lite::test {

// A tensor of a case: values in program order, whatever the layout a kernel wants.
struct TestTensor {
  PrecisionType precision = PrecisionType::kFloat;
  DDim dims;
  LoD lod;
  bool weight = false;  // constant of the program: has data when a kernel is prepared
  std::vector<uint8_t> bytes;

  TestTensor() = default;
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
  // Any element type; floats are rounded, integers cut off.
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
// Added for kernels that take or give fp16 where the case has fp32.
constexpr Tolerance kHalfTolerance{1e-3, 1e-2, 1e-2, 0};

using SlotTensors = std::map<std::string, std::vector<TestTensor>>;

struct OpCase {
  explicit OpCase(std::string case_name = "") : name(std::move(case_name)) {}

  std::string name;  // for messages
  std::map<std::string, model::AttrValue> attrs;
  SlotTensors inputs;
  SlotTensors input_arrays;  // slots that take a TensorArray: its elements
  SlotTensors expected;      // outputs that are checked; other required outputs are bound unchecked
  SlotTensors output_arrays;           // expected elements of slots that give a TensorArray
  std::vector<std::string> unchecked;  // optional output slots to bind without checking
  // Same slots with other shapes, for the resized run; empty: the runner makes some.
  SlotTensors resized;
  // Looks at the outputs instead of `expected` values (shapes are still compared); returns a
  // complaint or "".
  std::function<std::string(const SlotTensors& outputs)> check;
  bool has_tolerance = false;  // of this case instead of the suite's
  Tolerance tolerance;

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

class OpSuite {
 public:
  explicit OpSuite(std::string op_type, Tolerance tolerance = {});
  // Prints which kernels ran how many cases, and which were skipped why.
  ~OpSuite();

  // Fails the running test for every disagreement, and when no kernel accepts the case.
  void Run(const OpCase& c);
  // The same with one kernel, which need not be registered.
  void RunOn(const KernelDef& def, const OpCase& c);
  // The cases that Paddle computed: tests/ops/golden/<op_type>.txt from Paddle 2.6, and
  // <op_type>.fluid.txt from 1.8, where they exist. Fails when there is neither.
  void RunGolden();
  // The operator must refuse the case (when loaded, or by InferShape or InferType) with a text that
  // contains `text`.
  void ExpectError(const OpCase& c, const std::string& text);

  int cases() const { return cases_; }

 private:
  struct Tally {
    int cases = 0;
    int runs = 0;
    int in_place = 0;
    int resized = 0;
    int channels_last = 0;  // cases run again with channels-last memory in slots of any layout
    std::map<std::string, int> skipped;  // reason -> cases
  };
  // The reason why `def` cannot run `c`, or "".
  std::string RunKernel(const KernelDef& def, const OpCase& c, Tally* tally);
  std::string RunInLayout(const KernelDef& def, const OpCase& c, DataLayoutType free_layout,
                          Tally* tally);

  std::string op_type_;
  Tolerance tolerance_;
  int cases_ = 0;
  int golden_ = 0;
  std::map<std::string, Tally> tallies_;  // by kernel key
};

// Cases of a golden file; see tools/golden/make_golden.py for the format.
Result<std::vector<OpCase>> LoadGolden(const std::string& path);

}  // namespace paddle::lite::test
