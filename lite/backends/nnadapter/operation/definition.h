// What a file of this folder uses to define operations: the form of a definition, and the operands
// of one call.
//
//   constexpr Operand kInputs[] = {TensorOf("input", kReal), Scalar("axis")};
//   constexpr Operand kOutputs[] = {Result("output")};
//   NNADAPTER_OPERATION(SOFTMAX) = Define(kInputs, kOutputs, InferSoftmax, ExecuteSoftmax);
//
// The build finds the definitions (operation/scan.cmake); no list is edited.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "lite/backends/nnadapter/operation/operation.h"

namespace nnadapter::operation {

constexpr int kMaxRank = NNADAPTER_MAX_SIZE_OF_DIMENSIONS;
constexpr int32_t kUnknown = NNADAPTER_UNKNOWN;

// Extents of a tensor; kUnknown is an extent that is not known yet.
struct Shape {
  int rank = 0;
  int32_t extents[kMaxRank] = {};

  Shape() = default;
  Shape(std::initializer_list<int32_t> list) {
    for (int32_t extent : list) extents[rank++] = extent;
  }
  int32_t operator[](int axis) const { return extents[axis]; }
  int32_t& operator[](int axis) { return extents[axis]; }
  bool Known() const;
  // The product of the extents of axes begin to end - 1, which must be known. Calls have
  // checked that a tensor has fewer than 2^31 bytes.
  int64_t Count(int begin, int end) const;
  int64_t Count() const { return Count(0, rank); }
  std::string ToString() const;
};
bool operator==(const Shape& a, const Shape& b);
inline bool operator!=(const Shape& a, const Shape& b) { return !(a == b); }

// --- precisions, as sets of codes
constexpr uint64_t Bit(int precision) { return uint64_t{1} << precision; }
constexpr uint64_t kBool = Bit(NNADAPTER_BOOL8);
constexpr uint64_t kInt32 = Bit(NNADAPTER_INT32);
constexpr uint64_t kInt64 = Bit(NNADAPTER_INT64);
constexpr uint64_t kFloat32 = Bit(NNADAPTER_FLOAT32);
constexpr uint64_t kIndex = kInt32 | kInt64;
constexpr uint64_t kFloat = kFloat32 | Bit(NNADAPTER_FLOAT16);
constexpr uint64_t kQuant8 =
    Bit(NNADAPTER_QUANT_INT8_SYMM_PER_LAYER) | Bit(NNADAPTER_QUANT_UINT8_ASYMM_PER_LAYER);
constexpr uint64_t kQuantPerChannel = Bit(NNADAPTER_QUANT_INT8_SYMM_PER_CHANNEL) |
                                      Bit(NNADAPTER_QUANT_INT16_SYMM_PER_CHANNEL) |
                                      Bit(NNADAPTER_QUANT_INT32_SYMM_PER_CHANNEL);
constexpr uint64_t kQuantPerLayer = kQuant8 | Bit(NNADAPTER_QUANT_INT16_SYMM_PER_LAYER) |
                                    Bit(NNADAPTER_QUANT_UINT16_ASYMM_PER_LAYER) |
                                    Bit(NNADAPTER_QUANT_INT32_SYMM_PER_LAYER) |
                                    Bit(NNADAPTER_QUANT_UINT32_ASYMM_PER_LAYER);
constexpr uint64_t kQuant = kQuantPerLayer | kQuantPerChannel;
// Real numbers, stored as floating point or quantised to 8 bits.
constexpr uint64_t kReal = kFloat | kQuant8;
constexpr uint64_t kNumber = kReal | kIndex;
// The precisions of values that an operation moves without arithmetic.
constexpr uint64_t kPlain = kBool | kIndex | kFloat | Bit(NNADAPTER_FLOAT64) | Bit(NNADAPTER_INT8) |
                            Bit(NNADAPTER_UINT8) | Bit(NNADAPTER_INT16) | Bit(NNADAPTER_UINT16) |
                            Bit(NNADAPTER_UINT32) | Bit(NNADAPTER_UINT64);
constexpr uint64_t kMovable = kPlain | kQuant8;

inline size_t BytesOf(int precision) { return PrecisionBytes(precision); }
inline bool IsIn(int precision, uint64_t set) {
  return precision >= 0 && precision < 64 && (set & Bit(precision)) != 0;
}

// --- definitions
enum class Role : uint8_t {
  kTensor,   // any shape; the value may be unknown
  kScalar,   // a constant with one element
  kList,     // a constant with at most one axis
  kShape,    // integers with one axis, whose value may be unknown until execution
  kExtents,  // a tensor of which only the shape is read
};

struct Operand {
  const char* name;
  uint64_t precisions;
  Role role = Role::kTensor;
  bool optional = false;
  bool repeated = false;  // one or more operands
  bool as_first = false;  // has the precision of input 0
  bool resized = false;   // an output whose shape `execute` sets
  int32_t length = -1;    // of a kList: its number of elements; negative: any number

  constexpr Operand Optional() const {
    Operand result = *this;
    result.optional = true;
    return result;
  }
  constexpr Operand Repeated() const {
    Operand result = *this;
    result.repeated = true;
    return result;
  }
  constexpr Operand Resized() const {
    Operand result = *this;
    result.resized = true;
    return result;
  }
  constexpr Operand AsFirst() const {
    Operand result = *this;
    result.as_first = true;
    return result;
  }
};

constexpr Operand TensorOf(const char* name, uint64_t precisions) { return {name, precisions}; }
constexpr Operand Scalar(const char* name, uint64_t precisions = kInt32) {
  return {name, precisions, Role::kScalar};
}
constexpr Operand Flag(const char* name) { return Scalar(name, kBool); }
constexpr Operand Number(const char* name) { return Scalar(name, kFloat32); }
constexpr Operand List(const char* name, int32_t length = -1, uint64_t precisions = kInt32) {
  return {name, precisions, Role::kList, false, false, false, false, length};
}
constexpr Operand ShapeOf(const char* name) { return {name, kIndex, Role::kShape}; }
constexpr Operand kFuse = Scalar("fuse_code");
constexpr Operand kAutoPad = Scalar("auto_pad");

// The operands of outputs: their precision is that of input 0 unless `infer` sets another.
constexpr Operand Result(const char* name) { return {name, ~uint64_t{0}}; }

class Call;
using Function = Status (*)(Call&);

struct Definition {
  const Operand* inputs;
  int input_count;
  const Operand* outputs;
  int output_count;
  // Checks shapes and parameters, and sets the shape of every output; also its precision if it is
  // not that of input 0. Extents may be unknown, and so may the values of tensors and shapes.
  Function infer;
  // Computes the outputs. `infer` has succeeded for the same call, and everything is known. Values
  // in tensors, such as indices, have not been checked.
  Function execute;
};

template <size_t kInputs, size_t kOutputs>
constexpr Definition Define(const Operand (&inputs)[kInputs], const Operand (&outputs)[kOutputs],
                            Function infer, Function execute) {
  return {inputs, static_cast<int>(kInputs), outputs, static_cast<int>(kOutputs), infer, execute};
}

#define NNADAPTER_OPERATION(name)             \
  extern const Definition kDefinition_##name; \
  const Definition kDefinition_##name

// --- calls
// What a call sees of an operand: its shape in one set of shapes, and its value if that is known.
struct View {
  bool present = false;
  int precision = 0;
  core::Operand* operand = nullptr;
  Shape shape;
  const void* data = nullptr;  // of an input: its value if that is known
  size_t length = 0;           // bytes at `data`
  bool is_open = false;        // `data` is a shape with unknown extents
  void* result = nullptr;      // of an output: where `execute` writes

  bool quantized() const { return IsIn(precision, kQuant); }
  bool is(uint64_t set) const { return IsIn(precision, set); }
  int64_t count() const { return shape.Count(); }
  template <typename T>
  const T* As() const {
    return static_cast<const T*>(data);
  }
  template <typename T>
  T* Out() const {
    return static_cast<T*>(result);
  }
};

// Memory without exceptions.
template <typename T>
class Array {
 public:
  [[nodiscard]] bool Allocate(int64_t count) {
    if (count < 0 || static_cast<uint64_t>(count) > SIZE_MAX / sizeof(T) / 2) return false;
    data_.reset(new (std::nothrow) T[static_cast<size_t>(count) + 1]());
    return data_ != nullptr;
  }
  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  T& operator[](int64_t i) { return data_[static_cast<size_t>(i)]; }
  const T& operator[](int64_t i) const { return data_[static_cast<size_t>(i)]; }

 private:
  std::unique_ptr<T[]> data_;
};

// The values of a tensor as float: the tensor's own memory, or a converted copy.
class Reals {
 public:
  const float* data() const { return data_; }
  float operator[](int64_t i) const { return data_[i]; }

 private:
  friend class Call;
  const float* data_ = nullptr;
  std::vector<float> copy_;
};

// Where an operation writes float results: the output itself, or a buffer that Close converts.
class RealOutput {
 public:
  float* data() { return data_; }
  float& operator[](int64_t i) { return data_[i]; }
  Status Close();

 private:
  friend class Call;
  const View* view_ = nullptr;
  float* data_ = nullptr;
  std::vector<float> copy_;
};

struct FuseRange {
  float low;
  float high;
};

class Call {
 public:
  explicit Call(const Definition& definition) : definition_(definition) {}

  // Reads the operands, checks them against the definition, and infers the outputs.
  Status Infer(const core::Operation& operation);
  // Writes precision and shape of the outputs into the operation that was inferred.
  Status WriteTypes();
  // Runs `execute`. The outputs have buffers, except those whose shape is unknown until then.
  Status Execute();

  std::vector<View> inputs;
  std::vector<View> outputs;

  const Definition& definition() const { return definition_; }
  int input_count() const { return static_cast<int>(inputs.size()); }
  int output_count() const { return static_cast<int>(outputs.size()); }
  bool Has(int i) const { return inputs[static_cast<size_t>(i)].present; }
  bool HasOutput(int i) const {
    return i < output_count() && outputs[static_cast<size_t>(i)].present;
  }
  const View& in(int i) const { return inputs[static_cast<size_t>(i)]; }
  const View& out(int i) const { return outputs[static_cast<size_t>(i)]; }

  // Values of parameters, whose presence has been checked.
  int32_t Int(int i) const;
  float Float(int i) const;
  bool Bool(int i) const;
  // The elements of an integer operand, which must be known.
  std::vector<int64_t> Ints(int i) const;
  std::vector<float> Floats(int i) const;

  // Reports failure: INVALID_PARAMETER with a message, which begins with the operand.
  Status Invalid(const char* format, ...) const __attribute__((format(printf, 2, 3)));
  Status OutOfMemory() const;

  // Sets the shape of an output, and checks its size.
  Status SetShape(int output, const Shape& shape);
  void SetPrecision(int output, int precision);
  // Sets the shape during `execute`, if `infer` cannot know it, and allocates the result.
  Status Resize(int output, const Shape& shape);

  // An axis in 0 ... rank - 1 from parameter `i`, which may count from the end.
  Status Axis(int i, int rank, int* axis) const;
  Status CheckAxis(const char* name, int64_t value, int rank, int* axis) const;
  // The precision INT32 or INT64 that parameter `i` holds.
  Status IndexPrecision(int i, int* precision) const;
  // The bounds that a fuse code stands for.
  Status Fuse(int i, FuseRange* range) const;
  Status CheckRank(int i, int rank) const;

  Status Load(const View& view, Reals* reals) const;
  Status Load(int i, Reals* reals) const { return Load(in(i), reals); }
  // Integers as they are stored, less the zero point.
  Status LoadIntegers(const View& view, Array<int32_t>* values) const;
  Status Open(int output, RealOutput* result);
  // The bytes of an input, converted to the output's quantisation if it differs.
  Status LoadFor(int i, const View& output, Array<uint8_t>* copy, const void** data) const;

 private:
  Status CheckCount(const char* kind, const Operand* operands, int operand_count,
                    size_t found) const;
  Status ReadInput(size_t i);
  Status CheckInput(const View& view, const Operand& operand) const;
  Status CheckQuantization(const View& view, const char* name) const;

  const Definition& definition_;
  std::vector<std::vector<int64_t>> shape_values_;  // of temporary shapes
};

// --- quantisation
struct QuantParams {
  float scale = 1;
  int32_t zero_point = 0;
};
// The parameters of a tensor that is quantised per layer.
QuantParams QuantParamsOf(const View& view);
// The scale of a channel of a quantised tensor.
float ScaleOf(const View& view, int64_t channel);

}  // namespace nnadapter::operation
