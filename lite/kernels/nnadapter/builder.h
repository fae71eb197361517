// Builds a model of NNAdapter from operators of a program.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lite/backends/nnadapter/library.h"
#include "lite/core/activation.h"
#include "lite/core/tensor.h"
#include "lite/kernels/nnadapter/digest.h"

namespace paddle::lite::kernels::nnadapter {

using lite::nnadapter::Api;
using lite::nnadapter::Handle;
using Operand = NNAdapterOperand*;
// An optional operand that is not given.
constexpr Operand kAbsent = nullptr;

// "CONV_2D"; "" for a code that does not exist.
const char* OperationName(NNAdapterOperationType type);

// The first failure is kept; what follows it has no effect and returns null, so that converters
// need not check each step. Without a library, a plan: nothing is built, the operations are noted,
// and shapes are what the optimiser assumes.
class Builder {
 public:
  Builder() = default;
  explicit Builder(const Api* api);
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;

  const Status& status() const { return status_; }
  // What this operator requires cannot be expressed.
  void Fail(const Status& status);
  // The codes of all operations so far.
  const std::vector<NNAdapterOperationType>& operations() const { return operations_; }

  // --- operands
  // The value of a tensor: the result of an operator before, or a constant, or else an input of
  // the model. A constant may be given another shape with as many elements.
  Operand In(const Tensor* tensor);
  Operand Constant(const Tensor* tensor, const DDim& dims);
  Operand Ints(const std::vector<int32_t>& values);
  Operand Int(int64_t value) { return Ints({Int32(value)}); }
  Operand Bool(bool value);
  Operand Float(float value) { return Floats({1}, {value}); }
  Operand Floats(const DDim& dims, const std::vector<float>& values);
  // `count` equal values, [count].
  Operand Filled(int64_t count, float value);
  // A constant matrix of shape `dims`, transposed.
  Operand Transposed(const Tensor* tensor, const DDim& dims);

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

  // The operand is the value of a result from now on. It has the tensor's shape and type.
  void Out(const Tensor* tensor, Operand operand);

  // --- the whole model
  struct Model {
    Handle<NNAdapterModel> handle;
    std::vector<const Tensor*> inputs;  // in the order of the model's inputs
    std::string digest;                 // of operations, types and constants, 32 characters
  };
  // Ends the model, whose outputs are the values of `results`.
  Result<Model> Finish(const std::vector<const Tensor*>& results);

 private:
  int32_t Int32(int64_t value);
  Operand AddOperand(const DDim& dims, int32_t precision);
  Operand AddConstant(const DDim& dims, int32_t precision, const void* data, size_t bytes,
                      bool copy);
  bool Check(int code, const char* call);
  bool building() const { return api_ != nullptr; }

  const Api* api_ = nullptr;
  Handle<NNAdapterModel> model_{nullptr, nullptr};
  Status status_;
  std::map<const Tensor*, Operand> values_;
  std::vector<const Tensor*> inputs_;
  std::vector<Operand> input_operands_;
  std::vector<NNAdapterOperationType> operations_;
  std::map<Operand, uint64_t> numbers_;  // in the order in which operands were added
  Digest digest_;
};

// The code of an activation that ends an operation; false if it needs an operation of its own.
bool FuseCode(const Activation& activation, int* code);

// The code of an element type; kUnsupported if NNAdapter has none.
Result<int32_t> PrecisionCode(PrecisionType precision);

}  // namespace paddle::lite::kernels::nnadapter
