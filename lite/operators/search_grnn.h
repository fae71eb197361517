#pragma once

#include "lite/operators/op.h"
#include "lite/operators/packed_sequences.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// A gated recurrent unit without biases over the sequences of X [R, E], with Wi [3, H, E] and
// Wh [3, H, H] for the candidate, the reset gate and the update gate:
//   r = sigmoid(Wi[1] x + Wh[1] h), z = sigmoid(Wi[2] x + Wh[2] h)
//   h = z * h + (1 - z) * tanh(Wi[0] x + r * (Wh[0] h))
struct SearchGrnn final : Op {
  static constexpr int kGates = 3;

  const Tensor* x = nullptr;
  const Tensor* wi = nullptr;
  const Tensor* wh = nullptr;
  int num_input = 0;
  int num_hidden = 0;
  Tensor* out = nullptr;
  // Scratch of the original kernels, left empty.
  Tensor* tmp_buffer = nullptr;
  Tensor* idx_sorted_by_width = nullptr;
  Tensor* layout_input = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Wi", &wi);
    v.Input("Wh", &wh);
    v.Attr("num_input", &num_input);
    v.Attr("num_hidden", &num_hidden);
    v.Output("Out", &out);
    v.Output("tmp_buffer", &tmp_buffer, Need::kOptional);
    v.Output("idx_sorted_by_width", &idx_sorted_by_width, Need::kOptional);
    v.Output("layout_input", &layout_input, Need::kOptional);
  }
  Status InferShape() override {
    LITE_RETURN_IF_ERROR(CheckMatrix("X", *x));
    LITE_RETURN_IF_ERROR(PackedOffsets("X", *x).status());
    if (num_input <= 0 || x->dims()[1] != num_input) {
      return InvalidArgument("attribute num_input: expected ", x->dims()[1],
                             ", the columns of X, found ", num_input);
    }
    if (num_hidden <= 0) {
      return InvalidArgument("attribute num_hidden: expected a positive number, found ",
                             num_hidden);
    }
    if (wi->dims() != DDim{kGates, num_hidden, num_input}) {
      return InvalidArgument("Wi: expected shape ", DDim{kGates, num_hidden, num_input}, ", found ",
                             wi->dims());
    }
    if (wh->dims() != DDim{kGates, num_hidden, num_hidden}) {
      return InvalidArgument("Wh: expected shape ", DDim{kGates, num_hidden, num_hidden},
                             ", found ", wh->dims());
    }
    for (Tensor* tensor : {tmp_buffer, idx_sorted_by_width, layout_input}) {
      if (tensor != nullptr) tensor->Resize(DDim{0});
    }
    out->set_lod(x->lod());
    return SetShape("Out", DDim{x->dims()[0], num_hidden}, out);
  }
  Status InferType() override {
    for (Tensor* tensor : {out, tmp_buffer, layout_input}) {
      if (tensor != nullptr) tensor->set_precision(x->precision());
    }
    if (idx_sorted_by_width != nullptr) idx_sorted_by_width->set_precision(PrecisionType::kInt32);
    return OkStatus();
  }
  Cost Estimate() const override {
    return {2.0 * kGates * static_cast<double>(out->numel()) *
                static_cast<double>(num_input + num_hidden),
            static_cast<double>(x->memory_size() + wi->memory_size() + wh->memory_size())};
  }
};

LITE_OP(search_grnn, SearchGrnn);

}  // namespace paddle::lite::operators
