#pragma once

#include "lite/operators/op.h"

namespace paddle::lite::operators {

// Input number `col` of the program. The runtime binds the variable to the caller's tensor; nothing
// is executed.
struct Feed final : Op {
  Tensor* out = nullptr;
  int col = 0;

  void Fields(FieldVisitor& v) override {
    v.Attr("col", &col);
    v.Output("Out", &out);
  }
  Status InferShape() override { return OkStatus(); }  // the caller sets shape and type
  Status InferType() override { return OkStatus(); }
};

// Output number `col` of the program. Nothing is executed.
struct Fetch final : Op {
  const Tensor* x = nullptr;
  int col = 0;
  int data_type = 0;  // PrecisionType that the result had before optimisation; 0 = not recorded

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("col", &col);
    v.Attr("data_type", &data_type);
  }
  Status InferShape() override { return OkStatus(); }
  Status InferType() override { return OkStatus(); }
};

LITE_OP(feed, Feed);
LITE_OP(fetch, Fetch);

}  // namespace paddle::lite::operators
