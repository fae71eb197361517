#pragma once

#include <utility>
#include <vector>

#include "lite/core/element.h"
#include "lite/operators/attribute_cost.h"
#include "lite/operators/lod_items.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Checks that X [T, 1] holds tokens of sequences.
inline Status CheckTokens(const Tensor& x) {
  LITE_RETURN_IF_ERROR(SequenceOffsets("X", x).status());
  if (x.dims().rank() == 2 && x.dims()[1] == 1) return OkStatus();
  return InvalidArgument("X: expected shape [T, 1], found ", x.dims());
}

// X without the tokens in the list.
struct SequenceErase final : Op {
  const Tensor* x = nullptr;
  std::vector<int> tokens;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("tokens", &tokens);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    LITE_RETURN_IF_ERROR(CheckAttributeLength("tokens", tokens.size()));
    return CheckTokens(*x);
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<IndexTypes>("X", x->precision()));
    out->set_precision(x->precision());
    return OkStatus();
  }
  bool KernelAllocatesOutput() const override { return true; }
};

// Row t of Out [T, win_size]: the tokens of the sequence from t on, and pad_value after its end.
struct SequenceEnumerate final : Op {
  const Tensor* x = nullptr;
  int win_size = 0;
  int pad_value = 0;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("win_size", &win_size);
    v.Attr("pad_value", &pad_value);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    if (win_size < 2) {
      return InvalidArgument("attribute win_size: expected 2 or more, found ", win_size);
    }
    LITE_RETURN_IF_ERROR(CheckTokens(*x));
    LITE_RETURN_IF_ERROR(CheckAttributeCount("win_size", win_size, x->dims()[0], "X"));
    out->set_lod(x->lod());
    return SetShape("Out", DDim{x->dims()[0], win_size}, out);
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<IndexTypes>("X", x->precision()));
    out->set_precision(x->precision());
    return OkStatus();
  }
  Cost Estimate() const override { return {0, static_cast<double>(out->memory_size())}; }
};

LITE_OP(sequence_erase, SequenceErase);
LITE_OP(sequence_enumerate, SequenceEnumerate);

}  // namespace paddle::lite::operators
