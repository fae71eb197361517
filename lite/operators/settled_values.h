// Values that depend only on the shapes of a program's inputs: computed once per set of shapes.
#pragma once

#include <cstddef>
#include <string>

#include "lite/core/slot_visitor.h"
#include "lite/operators/op.h"

namespace paddle::lite {

// They occupy memory until the shapes change; larger ones are computed in every run instead.
constexpr size_t kMaxSettledBytes = size_t{256} << 10;

// Whether two runs of an operator with the same inputs may produce different results.
inline bool DrawsRandomNumbers(const std::string& op_type) {
  return op_type.find("random") != std::string::npos || op_type == "dropout" ||
         op_type == "sampling_id" || op_type == "randint" || op_type == "seed";
}

// Whether an operator does something besides computing its results: it works in every run, also if
// they have no elements.
inline bool HasSideEffects(const std::string& op_type) {
  return op_type == "feed" || op_type == "fetch" || op_type == "print" || op_type == "assert";
}

// Whether all results of the operator are such values, or constants. Its shapes are known;
// `is_known(tensor)` tells whether an input is such a value, or a parameter.
template <typename IsKnown>
bool IsSettled(const Op& op, const BoundTensors& bound, const IsKnown& is_known) {
  if (bound.uses_arrays || op.KernelAllocatesOutput()) return false;
  if (DrawsRandomNumbers(op.type()) || HasSideEffects(op.type())) return false;
  for (const auto& input : bound.inputs) {
    if (op.ReadsData() && !is_known(input.tensor)) return false;
  }
  size_t bytes = 0;
  for (const auto& output : bound.outputs) bytes += output.tensor->memory_size();
  return bytes <= kMaxSettledBytes;
}

}  // namespace paddle::lite
