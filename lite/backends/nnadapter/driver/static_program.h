// Inputs and outputs of a program with fixed shapes.
#pragma once

#include <vector>

#include "lite/backends/nnadapter/core/operands.h"
#include "lite/backends/nnadapter/core/status.h"
#include "nnadapter/core/types.h"

namespace nnadapter {

// The data of an input. INVALID_DIMENSIONS if it has not the declared shape.
inline Status ReadStaticInput(const core::Argument& argument,
                              const std::vector<NNAdapterOperandType>& types, const void** data,
                              uint32_t* bytes) {
  const auto index = static_cast<size_t>(argument.index);
  if (argument.index < 0 || index >= types.size() || !argument.access) {
    return InvalidParameter("there is no input ", argument.index);
  }
  NNAdapterOperandType type = types[index];
  *data = argument.access(argument.memory, &type);
  if (!SameDims(type.dimensions, types[index].dimensions)) {
    return InvalidDimensions("input ", index, " has the shape ", FormatDims(type.dimensions),
                             ", expected ", FormatDims(types[index].dimensions));
  }
  NNADAPTER_RETURN_IF_ERROR(ByteSize(types[index], bytes));
  return *data || *bytes == 0 ? Status() : InvalidParameter("input ", index, " has no data");
}

// Where an output is written.
inline Status OpenStaticOutput(const core::Argument& argument,
                               const std::vector<NNAdapterOperandType>& types, void** data,
                               uint32_t* bytes) {
  const auto index = static_cast<size_t>(argument.index);
  if (argument.index < 0 || index >= types.size() || !argument.access) {
    return InvalidParameter("there is no output ", argument.index);
  }
  NNAdapterOperandType type = types[index];
  *data = argument.access(argument.memory, &type);
  NNADAPTER_RETURN_IF_ERROR(ByteSize(types[index], bytes));
  return *data || *bytes == 0 ? Status() : OutOfMemory("no memory for output ", index);
}

inline std::vector<NNAdapterOperandType> TypesOf(const std::vector<core::Operand*>& operands) {
  std::vector<NNAdapterOperandType> types;
  for (const core::Operand* operand : operands) types.push_back(operand->type);
  return types;
}

}  // namespace nnadapter
