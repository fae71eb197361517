#pragma once

#include <string>

#include "lite/operators/op.h"

namespace paddle::lite::operators {

// Inference drops nothing: "upscale_in_train" copies, "downgrade_in_infer" multiplies by 1 -
// dropout_prob.
struct Dropout final : Op {
  const Tensor* x = nullptr;
  const Tensor* seed = nullptr;
  float dropout_prob = 0.5f;
  std::string dropout_implementation = "downgrade_in_infer";
  Tensor* out = nullptr;
  Tensor* mask = nullptr;  // used in training only

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Seed", &seed, Need::kOptional);
    v.Attr("dropout_prob", &dropout_prob);
    v.Attr("dropout_implementation", &dropout_implementation);
    v.Output("Out", &out);
    v.Output("Mask", &mask, Need::kOptional);
  }
  Status InferShape() override {
    if (dropout_implementation != "downgrade_in_infer" &&
        dropout_implementation != "upscale_in_train") {
      return InvalidArgument(
          "attribute dropout_implementation: expected downgrade_in_infer or upscale_in_train, "
          "found '",
          dropout_implementation, "'");
    }
    if (!(dropout_prob >= 0.0f && dropout_prob <= 1.0f)) {
      return InvalidArgument("attribute dropout_prob: ", dropout_prob, " is not a probability");
    }
    out->Resize(x->dims());
    out->set_lod(x->lod());
    if (mask != nullptr) mask->Resize(x->dims());
    return OkStatus();
  }
  Status InferType() override {
    out->set_precision(x->precision());
    if (mask != nullptr) mask->set_precision(PrecisionType::kUInt8);
    return OkStatus();
  }
  Cost Estimate() const override {
    return {static_cast<double>(x->numel()), 2.0 * static_cast<double>(x->memory_size())};
  }
  OutputReuse output_reuse() const override { return OutputReuse::kInplace; }
};

LITE_OP(dropout, Dropout);

}  // namespace paddle::lite::operators
