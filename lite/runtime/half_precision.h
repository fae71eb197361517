// Half precision, bfloat16 and integer weights in a program whose file does not fully describe
// them.
#pragma once

#include "lite/base/status.h"
#include "lite/kernels/kernel.h"
#include "lite/model/program.h"

namespace paddle::lite {

// Operators whose file names a float32 kernel of a processor get its twin in half precision, if
// this build has one that supports them. Casts are added where the element types of two operators
// differ; results keep their names and types. Programs that already name kernels in half precision,
// and those with several blocks, stay as they are.
void PreferHalf(model::Model* model);

// float32 parameters that kernels in half precision read get a cast that runs once. Official files
// store such weights in float32 (and mark them with the attribute <weight>_fp16).
void CastWeightsToHalf(model::Model* model);

// Operators whose file names a float32 kernel of a processor, and that request products in bfloat16
// (lite/core/bfloat16_use.h), get the kernel with such products, if this build has one. Whether it
// is faster is decided when shapes are known; otherwise the plan returns to float32.
void PreferBFloat16(model::Model* model);

// Whether this build has the kernel that the file names in a form for int8 or int16 weights with
// scales, and gives that one to all operators that kept such weights (model::ConvertStoredWeights).
bool TakesIntegerWeights(const model::OpDesc& op);
void PreferIntegerWeights(model::Model* model);

}  // namespace paddle::lite
