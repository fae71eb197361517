// Properties of operands, and their buffers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "lite/backends/nnadapter/core/status.h"
#include "nnadapter/core/types.h"

namespace nnadapter {

// Bytes of an element; 0 if there is no such precision.
size_t PrecisionBytes(int32_t precision);
// "FLOAT32"; "precision 77" if there is no such one.
std::string PrecisionName(int32_t precision);
// "CONV_2D"; "operation 777" if there is no such one.
std::string OperationName(int32_t type);
std::string FormatDims(const NNAdapterOperandDimensionType& dimensions);

bool IsQuantized(int32_t precision);
bool IsPerChannel(int32_t precision);
bool IsAsymmetric(int32_t precision);
inline bool IsConstant(const core::Operand& operand) {
  return operand.type.lifetime == NNADAPTER_CONSTANT_COPY ||
         operand.type.lifetime == NNADAPTER_CONSTANT_REFERENCE;
}
// The value of an operand that is a shape known when the model is built, or null.
inline const NNAdapterOperandDimensionType* ShapeValue(const core::Operand& operand) {
  return static_cast<const NNAdapterOperandDimensionType*>(operand.hints[core::kShapeHint].handler);
}
// Gives the operand that value.
Status SetShapeValue(const NNAdapterOperandDimensionType& value, core::Operand* operand);
// Whether an extent of `data` is UNKNOWN.
bool HasUnknown(const NNAdapterOperandDimensionType& dimensions);
inline bool IsDynamic(const NNAdapterOperandDimensionType& dimensions) {
  return dimensions.dynamic_count > 0 || HasUnknown(dimensions);
}
bool SameDims(const NNAdapterOperandDimensionType& a, const NNAdapterOperandDimensionType& b);

// The product of the extents of `data`. INVALID_PARAMETER for an extent that is negative (UNKNOWN
// included) or for a product that does not fit.
Status ElementCount(const NNAdapterOperandDimensionType& dimensions, int64_t* count);
// Size of the operand's value in bytes; at most 2^31 - 1.
Status ByteSize(const NNAdapterOperandType& type, uint32_t* bytes);

// Gives the operand a buffer of the size of its type, and frees the one before. The buffer belongs
// to the operand.
Status AllocateBuffer(core::Operand* operand);
// Frees what the operand owns: the buffer unless its lifetime is CONSTANT_REFERENCE, and hints.
void FreeBuffer(core::Operand* operand);
void FreeHints(core::Operand* operand);

// A type owns its scales per channel: copies have scales of their own.
Status CopyType(const NNAdapterOperandType& from, NNAdapterOperandType* to);
void FreeScales(NNAdapterOperandType* type);

// Frees all of a model, and leaves it empty.
void ClearModel(core::Model* model);
struct ModelDeleter {
  void operator()(core::Model* model) const {
    ClearModel(model);
    delete model;
  }
};
using ModelPointer = std::unique_ptr<core::Model, ModelDeleter>;
// A copy of the operations in `order` and of the operands. Constants are shared with the original,
// or copied if `own` is set.
Status CloneModel(const core::Model& model, const std::vector<const core::Operation*>& order,
                  bool own, ModelPointer* clone);
// All operations of a model, in its order.
std::vector<const core::Operation*> OperationsOf(const core::Model& model);

}  // namespace nnadapter
