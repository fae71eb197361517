#pragma once

#include "lite/operators/op.h"

namespace paddle::lite::operators {

// Copies the elements of a list that were written to another list, at the end of a loop's body.
struct WriteBack final : Op {
  const TensorArray* src = nullptr;
  TensorArray* dst = nullptr;

  void Fields(FieldVisitor& v) override {
    v.InputArray("Src_LoDTensorArray", &src, Need::kRequired);
    v.OutputArray("Dst_LoDTensorArray", &dst, Need::kRequired);
  }
  Status InferShape() override { return OkStatus(); }
  Status InferType() override { return OkStatus(); }
  bool KernelAllocatesOutput() const override { return true; }
};

LITE_OP(write_back, WriteBack);

}  // namespace paddle::lite::operators
