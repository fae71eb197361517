#pragma once

#include <functional>

#include "lite/base/status.h"
#include "lite/core/tensor.h"
#include "lite/mir/graph.h"

namespace paddle::lite::mir {

// Whether the refusal of an operator's type or shape rule proves that an attribute is wrong, so
// that no input of these ranks could ever be accepted. Two conditions:
//   the text begins with the attribute's name ("strides: ...", "attribute axis: ..."), not with a
//   slot's;
//   the rule says the same whatever the extents of the inputs are: asked again with others, it
//   repeats the text, or refuses them on account of a slot. So a text that prints a shape proves
//   nothing, nor does one that is due to an extent.
// A value that is too large for its input (kOutOfRange) is wrong if the extents that the program
// leaves open do not matter: the others are asked about as they are.
// `tensor_of` gives those passed to the rule, one for every value that the operator reads or
// writes.
bool ProvesBadAttribute(const OpNode& op,
                        const std::function<const Tensor*(const ArgNode*)>& tensor_of,
                        const Status& refusal);

}  // namespace paddle::lite::mir
