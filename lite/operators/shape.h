#pragma once

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// The dimensions of the input, as int32.
struct Shape final : Op {
  const Tensor* input = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    for (const int64_t d : input->dims()) {
      if (d > INT32_MAX) return OutOfRange("Input: dimension ", d, " is not an int32");
    }
    out->Resize(DDim{input->dims().rank()});
    out->set_lod(LoD());
    return OkStatus();
  }
  bool ReadsData() const override { return false; }
  Status InferType() override {
    out->set_precision(PrecisionType::kInt32);
    return OkStatus();
  }
};

// The number of elements of the input, as int64.
struct Size final : Op {
  const Tensor* input = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    SetScalarShape(out);
    out->set_lod(LoD());
    return OkStatus();
  }
  bool ReadsData() const override { return false; }
  Status InferType() override {
    out->set_precision(PrecisionType::kInt64);
    return OkStatus();
  }
};

LITE_OP(shape, Shape);
LITE_OP(size, Size);

}  // namespace paddle::lite::operators
