// A model as bytes and as text, for drivers whose cache is the model itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "nnadapter/core/types.h"

namespace nnadapter {

bool SerializeModel(const core::Model* model, std::vector<uint8_t>* buffer);
// Makes a model that DestroyModel frees. False, and null in *model, unless SerializeModel wrote
// all of the buffer.
bool DeserializeModel(const void* buffer, uint64_t size, core::Model** model);
void DestroyModel(core::Model* model);

// One line for each operation: "CONV_2D: %0 [1, 3, 8, 8] FLOAT32, ... -> %9 ...".
std::string Visualize(const core::Model* model);

}  // namespace nnadapter
