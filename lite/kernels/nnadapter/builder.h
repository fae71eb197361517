// Builds a model of NNAdapter from operators of a program.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lite/backends/nnadapter/library.h"
#include "lite/core/activation.h"
#include "lite/core/tensor.h"
#include "lite/kernels/nnadapter/digest.h"
#include "lite/operators/op.h"

namespace paddle::lite::kernels::nnadapter {

using lite::nnadapter::Api;
using lite::nnadapter::Handle;
using Operand = NNAdapterOperand*;
// An optional operand that is not given.
constexpr Operand kAbsent = nullptr;

// "CONV_2D"; "" for a code that does not exist.
const char* OperationName(NNAdapterOperationType type);

// Element type of an operand. Quantised ones have one scale, or one for each index of an axis.
struct OperandForm {
  int32_t precision = NNADAPTER_FLOAT32;
  std::vector<float> scales = {};
  int channel_dim = 0;

  bool is_int8() const { return precision == NNADAPTER_QUANT_INT8_SYMM_PER_LAYER; }
};

// An operation of a model, for the question whether a device has it.
struct PlannedOperation {
  NNAdapterOperationType type = NNADAPTER_UNKNOWN;
  bool real = false;         // computes with real numbers
  bool int8 = false;         // has int8 operands
  bool per_channel = false;  // a weight has a scale for each channel
};

// A model as a builder made it, for joining it with those for other shapes (shape_rows.h). Weights
// are those of the program.
struct Recording {
  static constexpr size_t kAbsentValue = SIZE_MAX;
  enum class Kind { kInput, kConstant, kResult };
  struct Value {
    Kind kind = Kind::kResult;
    OperandForm form = {};
    DDim dims = {};
    // A constant has a copy, or is in memory that outlives the recording.
    const void* reference = nullptr;
    std::vector<char> copy = {};
    size_t bytes = 0;

    const void* data() const { return reference != nullptr ? reference : copy.data(); }
  };
  struct Operation {
    NNAdapterOperationType type = NNADAPTER_UNKNOWN;
    std::vector<size_t> inputs = {};  // numbers of values
    std::vector<size_t> outputs = {};
    std::string made_for = {};  // the operator
  };
  std::vector<Value> values;
  std::vector<Operation> operations;
  std::vector<size_t> results;
};

// The first failure is kept; what follows it has no effect and returns null, so that converters
// need not check each step. Without a library, a plan: nothing is built, the operations are noted,
// and shapes are what the optimiser assumes.
//
// An int8 tensor has the scale that the operator states for it. Operations on int8 values have int8
// results: those of the operator's first operation have the scale of its result, and RESHAPE keeps
// that of its input. What would need the scale of a value in between fails.
class Builder {
 public:
  Builder() = default;
  // `recording` may be null.
  explicit Builder(const Api* api, Recording* recording = nullptr);
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;

  const Status& status() const { return status_; }
  // What this operator requires cannot be expressed.
  void Fail(const Status& status);
  // All operations so far.
  const std::vector<PlannedOperation>& operations() const { return operations_; }
  // What follows is for this operator, which states scales.
  void Begin(const Op& op);
  // As if the operator stated it.
  void StateScale(const Tensor* tensor, float scale) { scales_[tensor] = {scale}; }

  // --- operands
  // The value of a tensor: the result of an operator before, or a constant, or else an input of
  // the model. A constant may be given another shape with as many elements.
  Operand In(const Tensor* tensor);
  Operand Constant(const Tensor* tensor, const DDim& dims);
  // The same as real numbers.
  Operand InReal(const Tensor* tensor);
  // A weight whose output channels are dimension `channel_dim` of `dims`: int8 with the operator's
  // scales, or real numbers.
  Operand Weight(const Tensor* tensor, const DDim& dims, int channel_dim, bool as_int8);
  // The same, a matrix of shape `dims` and its transpose, whose rows are output channels.
  Operand TransposedWeight(const Tensor* tensor, const DDim& dims, bool as_int8);
  // What is added to `channels` results of a product of `input` and `weight`; zeros without a
  // tensor.
  Operand Bias(const Tensor* tensor, int64_t channels, Operand input, Operand weight);
  Operand Ints(const std::vector<int32_t>& values);
  Operand Int(int64_t value) { return Ints({Int32(value)}); }
  Operand Bool(bool value);
  Operand Float(float value) { return Floats({1}, {value}); }
  Operand Floats(const DDim& dims, const std::vector<float>& values);
  Operand Elements(const DDim& dims, PrecisionType precision, const void* data, size_t bytes);
  // `count` equal values, [count].
  Operand Filled(int64_t count, float value);

  // --- operations; the library infers shapes and types of their results
  Operand Add(NNAdapterOperationType type, const std::vector<Operand>& inputs) {
    return AddMany(type, inputs, 1)[0];
  }
  // `absent` optional results follow those that are given.
  std::vector<Operand> AddMany(NNAdapterOperationType type, const std::vector<Operand>& inputs,
                               size_t results, size_t absent = 0);
  Operand Binary(NNAdapterOperationType type, Operand a, Operand b,
                 int fuse = NNADAPTER_FUSED_NONE);
  Operand Reshape(Operand x, const DDim& dims);
  // The activation as an operation, or several; x itself for the identity. Fails for those that
  // NNAdapter cannot express.
  Operand Activate(Operand x, const Activation& activation);
  // x * scale + bias, without the parts that change nothing.
  Operand ScaleAndShift(Operand x, float scale, float bias);

  Operand Quantize(Operand x, float scale);
  Operand Dequantize(Operand x) { return Add(NNADAPTER_DEQUANTIZE, {x}); }

  // The operand is the value of a result from now on. It has the tensor's shape and type; real
  // numbers are rounded if those of the result are int8.
  void Out(const Tensor* tensor, Operand operand);
  // The same for a result whose number of rows is known when the model has run. `counts`, rows of
  // each image, are another output of the model, unless they are absent. No operation can read it.
  void OutRows(const Tensor* tensor, Operand operand, Operand counts, bool marks_nothing);

  // --- the whole model
  // A result of OutRows.
  struct Rows {
    static constexpr size_t kNoCounts = SIZE_MAX;
    const Tensor* tensor = nullptr;
    size_t counts =
        kNoCounts;  // which of the outputs after those of Finish has its level of detail
    bool marks_nothing = false;  // no rows become one of -1
  };
  struct Model {
    Handle<NNAdapterModel> handle;
    std::vector<const Tensor*> inputs;  // in the order of the model's inputs
    std::string digest;                 // of operations, types and constants, 32 characters
    std::vector<NNAdapterOperationType> operations;
    std::vector<Rows> rows = {};
    size_t counts = 0;  // outputs after the results
  };
  // Ends the model, whose outputs are the values of `results`.
  Result<Model> Finish(const std::vector<const Tensor*>& results);

 private:
  int32_t Int32(int64_t value);
  // What is known of an operand.
  struct Note {
    uint64_t number = 0;  // in the order in which operands were added
    OperandForm form;
    bool parameter = false;  // a constant with one element
  };
  Operand AddOperand(const DDim& dims, const OperandForm& form);
  Operand AddConstant(const DDim& dims, const OperandForm& form, const void* data, size_t bytes,
                      bool copy);
  std::vector<Operand> AddFormed(NNAdapterOperationType type, const std::vector<Operand>& inputs,
                                 size_t results, size_t absent, const OperandForm& form);
  // The form of the results of an operation.
  OperandForm ResultForm(NNAdapterOperationType type, const std::vector<Operand>& inputs);
  // The form of a tensor; of a weight, with output channels in dimension `channel_dim`.
  Result<OperandForm> FormOf(const Tensor& tensor, int channel_dim = 0) const;
  bool IsInt8(Operand operand) const {
    const auto note = notes_.find(operand);
    return note != notes_.end() && note->second.form.is_int8();
  }
  PlannedOperation Planned(NNAdapterOperationType type, const std::vector<Operand>& inputs,
                           const OperandForm& result) const;
  Operand CopyOfWeight(const Tensor* tensor, const DDim& dims, int channel_dim, bool as_int8,
                       bool transpose);
  bool Check(int code, const char* call);
  bool building() const { return api_ != nullptr; }
  void Record(NNAdapterOperationType type, const std::vector<Operand>& inputs,
              const std::vector<Operand>& outputs);

  const Api* api_ = nullptr;
  Recording* recording_ = nullptr;
  Handle<NNAdapterModel> model_{nullptr, nullptr};
  Status status_;
  std::map<const Tensor*, Operand> values_;
  std::vector<Rows> rows_;
  std::vector<Operand> counts_;
  std::vector<const Tensor*> inputs_;
  std::vector<Operand> input_operands_;
  std::vector<PlannedOperation> operations_;
  std::map<Operand, Note> notes_;
  std::list<char> planned_;  // stand for operands of a plan
  Digest digest_;
  // These belong to the operator at hand.
  std::string made_for_;
  std::map<const Tensor*, std::vector<float>> scales_;
  float result_scale_ = 0;                               // 0: real numbers
  NNAdapterOperationType computed_ = NNADAPTER_UNKNOWN;  // the operation whose result has it
};

// The type of an operand; it refers to the scales of `form`.
NNAdapterOperandType TypeOf(const OperandForm& form);

// The code of an activation that ends an operation; false if it needs an operation of its own.
bool FuseCode(const Activation& activation, int* code);

// The code of an element type; kUnsupported if NNAdapter has none.
Result<int32_t> PrecisionCode(PrecisionType precision);

}  // namespace paddle::lite::kernels::nnadapter
