#pragma once

#include <string>

#include "lite/operators/op.h"

namespace paddle::lite::operators {

// Out = In, and a message of level kInfo with the values (paddle_log.h), in the first `first_n`
// runs, or in all of them if it is not positive.
struct Print final : Op {
  const Tensor* in = nullptr;
  int first_n = -1;
  std::string message;
  int summarize = 20;  // values that are printed; -1 = all
  bool print_tensor_type = true;
  bool print_tensor_shape = true;
  bool print_tensor_lod = true;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("In", &in);
    v.Attr("first_n", &first_n);
    v.Attr("message", &message);
    v.Attr("summarize", &summarize);
    v.Attr("print_tensor_type", &print_tensor_type);
    v.Attr("print_tensor_shape", &print_tensor_shape);
    v.Attr("print_tensor_lod", &print_tensor_lod);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    out->Resize(in->dims());
    out->set_lod(in->lod());
    return OkStatus();
  }
  OutputReuse output_reuse() const override { return OutputReuse::kView; }
};

LITE_OP(print, Print);

}  // namespace paddle::lite::operators
