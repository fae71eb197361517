// Which refusals of an operator's type and shape rules hold for every input of the model.
//
// Certain are: the number of tensors in each slot, attributes, element types (the runtime accepts
// no other ones than declared), and the shapes and values of weights. The shapes of all other
// tensors are not, because an application may feed other shapes than the model declares.
#pragma once

#include <functional>

#include "lite/base/status.h"
#include "lite/core/tensor.h"
#include "lite/mir/graph.h"

namespace paddle::lite::mir {

// The tensors that were passed to a rule, one for every value that the operator reads or writes.
using TensorOfArg = std::function<const Tensor*(const ArgNode*)>;

// Whether the refusal of an operator's type or shape rule proves that an attribute is wrong, so
// that no input of these ranks could ever be accepted. Two conditions:
//   the text begins with the attribute's name ("strides: ...", "attribute axis: ..."), not with a
//   slot's;
//   the rule says the same whatever the extents of the inputs are: called again with others, it
//   repeats the text, or refuses them on account of a slot. So a text that prints a shape proves
//   nothing, nor does one that is due to an extent.
// A value that is too large for its input (kOutOfRange) is wrong if the extents that the program
// leaves open do not matter: the others are kept as they are.
bool ProvesBadAttribute(const OpNode& op, const TensorOfArg& tensor_of, const Status& refusal);

// Whether the rule refuses all inputs, on account of what is certain: the number of tensors in a
// slot, their element types, a weight. It does if it repeats the text whatever the ranks, extents
// and levels of detail of the other inputs are. So rules name what is certain first, and a text
// that is due to a shape prints it. Only for inputs whose element types are certain.
bool RefusesAllShapes(const OpNode& op, const TensorOfArg& tensor_of, const Status& refusal);

}  // namespace paddle::lite::mir
