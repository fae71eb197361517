// Divides a model between the devices of a context.
#pragma once

#include <cstdint>
#include <vector>

#include "lite/backends/nnadapter/core/operands.h"
#include "lite/backends/nnadapter/core/status.h"
#include "nnadapter/core/types.h"

namespace nnadapter::runtime {

// A part of a model for one device. Indexes of its inputs and outputs: -(i + 1) is input or output
// i of the whole model, and i >= 0 a buffer between parts. An output that is both an output of the
// whole model and read by another part appears twice.
struct Part {
  size_t device = 0;
  ModelPointer model;
  std::vector<int32_t> input_indexes, output_indexes;
};

// The whole model as one part for device 0.
Status WholeModel(const core::Model& model, const std::vector<const core::Operation*>& order,
                  Part* part);

// Parts in the order in which they run, for operations in topological order and the device of each.
// The parts of a device are as large as they can be without a cycle between parts.
Status Partition(const core::Model& model, const std::vector<const core::Operation*>& order,
                 const std::vector<size_t>& device_of, std::vector<Part>* parts);

}  // namespace nnadapter::runtime
