// What the runtime and drivers use of the operations. definition.h is what defines one.
#pragma once

#include <cstdint>
#include <vector>

#include "lite/backends/nnadapter/core/operands.h"
#include "lite/backends/nnadapter/core/status.h"
#include "nnadapter/core/types.h"

namespace nnadapter::operation {

struct Definition;

// A row of the table of all operations, in the order of their codes; `definition` is null where
// an operation has none yet.
struct Entry {
  NNAdapterOperationType type;
  const char* name;
  const Definition* definition;
};
const Entry* FindEntry(NNAdapterOperationType type);  // null if there is no such code

// --- what the runtime and drivers call

// Whether the operation is well formed and the CPU reference runs it: number, presence, precision,
// shape and quantisation of operands, values of parameters. Extents may be UNKNOWN.
Status Validate(const core::Operation& operation);
// Infers all outputs: `data`, every dynamic row, and temporary shapes; folds an operation of
// constants into CONSTANT_COPY outputs if `fold` is set and they have at most kMaxFoldedBytes.
// Quantisation parameters of outputs are the caller's.
constexpr uint32_t kMaxFoldedBytes = uint32_t{64} << 20;
Status Prepare(core::Operation* operation, bool fold);
// Allocates the outputs and runs `execute`. Types of inputs are static.
Status Execute(core::Operation* operation);

// --- values of operands, for definitions and drivers

// Values of a constant or TEMPORARY_SHAPE operand. `name` is for the message.
Status GetInt(const core::Operand* operand, const char* name, int32_t* value);
// Elements of an INT32 or INT64 operand that fit into 32 bits; UNKNOWN stays.
Status GetInts(const core::Operand* operand, const char* name, std::vector<int32_t>* values);
// The code of a fused activation, checked.
Status GetFuse(const core::Operand* operand, NNAdapterFuseCode* fuse);
// The value of element i as a real number, whatever the precision; of a quantised operand by its
// scale. `channel` of a precision per channel: the index along channel_dim.
float Dequantize(const NNAdapterOperandType& type, int64_t quantized, uint32_t channel = 0);
// Rounds half away from zero, adds the zero point, and clamps to the range of the precision;
// symmetric int8 to -127..127.
int64_t Quantize(const NNAdapterOperandType& type, float value, uint32_t channel = 0);
// IEEE half precision, rounded to nearest, ties to even.
float HalfToFloat(uint16_t bits);
uint16_t FloatToHalf(float value);
// Reads a FLOAT32, FLOAT16 or quantised operand as floats, and writes floats to one.
Status ReadFloats(const core::Operand& operand, std::vector<float>* values);
Status WriteFloats(const std::vector<float>& values, core::Operand* operand);

}  // namespace nnadapter::operation
