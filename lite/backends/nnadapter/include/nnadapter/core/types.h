// What a driver sees of a model. Driver and runtime share these C++ types: both are built by the
// same compiler, standard library and ABI flags.
#pragma once

#include <cstdint>
#include <list>
#include <vector>

#include "nnadapter/types.h"

namespace nnadapter::core {

// A note on an operand: `deleter` frees `*handler` and sets it to null.
struct Hint {
  void* handler = nullptr;
  void (*deleter)(void** handler) = nullptr;
};

// Slots of Operand::hints.
enum HintSlot : uint32_t {
  // A heap copy of the value of a TEMPORARY_SHAPE operand as NNAdapterOperandDimensionType: `data`
  // has the elements, UNKNOWN where they differ between the dynamic rows.
  kShapeHint = 1,
};

typedef struct Operand {
  NNAdapterOperandType type = {};
  void* buffer = nullptr;  // value of a constant, else null
  uint32_t length = 0;     // bytes of `buffer`
  Hint hints[NNADAPTER_MAX_SIZE_OF_HINTS] = {};
} Operand;

typedef struct Argument {
  int index = -1;
  void* memory = nullptr;
  void* (*access)(void* memory, NNAdapterOperandType* type) = nullptr;
} Argument;

// A null entry is an absent optional operand.
typedef struct Operation {
  NNAdapterOperationType type = NNADAPTER_UNKNOWN;
  std::vector<Operand*> input_operands;
  std::vector<Operand*> output_operands;
} Operation;

// With caching, token and dir are not null, and a driver that builds a program from a model fills
// `buffer` with what restores it. A driver that restores gets no model but `buffer`, and the types
// of inputs and outputs. The strings live until the driver's create_program returns.
typedef struct Cache {
  const char* token = nullptr;
  const char* dir = nullptr;
  std::vector<NNAdapterOperandType> input_types;
  std::vector<NNAdapterOperandType> output_types;
  std::vector<uint8_t> buffer;
} Cache;

// Lists, so that pointers to elements stay valid.
typedef struct Model {
  std::list<Operand> operands;
  std::list<Operation> operations;
  std::vector<Operand*> input_operands;
  std::vector<Operand*> output_operands;
} Model;

}  // namespace nnadapter::core
