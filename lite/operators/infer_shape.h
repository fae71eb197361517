// The shapes of an operator's results, with errors that name the tensors whose values they read.
#pragma once

#include "lite/operators/op.h"

namespace paddle::lite {

// Op::InferShape. The message of a failure also has the numbers that tensors gave instead of
// attributes, by slot: the operator itself often names the attribute only.
Status InferShapeFromValues(Op* op);

}  // namespace paddle::lite
