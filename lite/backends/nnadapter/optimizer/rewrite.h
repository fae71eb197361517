// Rewrites of models that drivers share: a model has the same results before and after. A driver
// owns the model, constants included (CloneModel with `own`).
#pragma once

#include <vector>

#include "lite/backends/nnadapter/core/operands.h"
#include "lite/backends/nnadapter/core/status.h"
#include "nnadapter/core/types.h"

namespace nnadapter::optimizer {

// The fused activation of an operation; null for operations that have none.
core::Operand** FuseOperand(core::Operation* operation);

// Activations become operations of their own, unless `keeps(operation, code)`.
Status UnpackActivations(bool (*keeps)(NNAdapterOperationType type, NNAdapterFuseCode code),
                         core::Model* model);

// Outputs of the model that operations with several results compute are copied by the addition of
// zero: some devices lose such results.
Status SeparateOutputs(core::Model* model);

// Operations that only move or compare int8 values (pooling, CONCAT, RELU, RESHAPE and others) get
// inputs and results of one scale; an addition of zero converts between two scales.
Status UnifyScales(core::Model* model);

// Symmetric int8 with one scale becomes asymmetric uint8 with the same scale and the zero point
// 128: the sign bit of each value is inverted.
void ToAsymmetric(core::Model* model);
constexpr int32_t kAsymmetricZero = 128;
// Inverts sign bits, of values in either form.
void InvertSigns(const void* from, size_t count, void* to);

// Inputs and outputs of a device in asymmetric uint8 for a caller in symmetric int8: `access` of
// the argument converts what it returns, and Flush() what was written.
class SignedArguments {
 public:
  // Arguments for the device; `operands` are the inputs or outputs of its model.
  std::vector<core::Argument> Inputs(const std::vector<NNAdapterOperandType>& types, uint32_t count,
                                     const core::Argument* arguments);
  std::vector<core::Argument> Outputs(const std::vector<NNAdapterOperandType>& types,
                                      uint32_t count, const core::Argument* arguments);
  void Flush();

 private:
  struct Bytes {
    core::Argument caller;
    std::vector<uint8_t> values;
    void* destination = nullptr;
  };
  static void* Read(void* memory, NNAdapterOperandType* type);
  static void* Write(void* memory, NNAdapterOperandType* type);
  std::vector<core::Argument> Convert(const std::vector<NNAdapterOperandType>& types,
                                      uint32_t count, const core::Argument* arguments,
                                      void* (*access)(void*, NNAdapterOperandType*));

  std::list<Bytes> bytes_;
};

}  // namespace nnadapter::optimizer
