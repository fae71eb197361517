#pragma once

#include "lite/operators/activation.h"
#include "lite/operators/elementwise.h"

namespace paddle::lite::operators {

// Out = X op Y on the bits of integers, or on bools, with broadcasting.
struct Bitwise final : ElementwiseBase {
  Result<Epilogue> ResolveEpilogue() const override { return Epilogue(); }

 protected:
  void Attributes(FieldVisitor&) override {}
};

LITE_OP(bitwise_and, Bitwise);
LITE_OP(bitwise_or, Bitwise);
LITE_OP(bitwise_xor, Bitwise);
LITE_OP(bitwise_not, Unary);

}  // namespace paddle::lite::operators
