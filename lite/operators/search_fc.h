#pragma once

#include "lite/operators/channel_values.h"
#include "lite/operators/op.h"
#include "lite/operators/packed_sequences.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Out = X * W^T + b, with X [M, K] and W [N, K]: the weight is transposed compared with fc.
// `fuse_relu` is of programs that Paddle Lite has optimised.
struct SearchFcBase : Op {
  const Tensor* x = nullptr;
  const Tensor* w = nullptr;
  const Tensor* b = nullptr;
  int out_size = 0;  // N
  bool fuse_relu = false;
  Tensor* out = nullptr;

  Status InferShape() override {
    LITE_RETURN_IF_ERROR(CheckMatrix("X", *x));
    LITE_RETURN_IF_ERROR(CheckMatrix("W", *w));
    if (w->dims()[1] != x->dims()[1]) {
      return InvalidArgument("W: expected ", x->dims()[1], " columns for X ", x->dims(),
                             ", found shape ", w->dims());
    }
    if (out_size != w->dims()[0]) {
      return InvalidArgument("attribute out_size: expected ", w->dims()[0],
                             ", the rows of W, found ", out_size);
    }
    LITE_RETURN_IF_ERROR(CheckChannelValues("b", bias(), out_size));
    out->set_lod(x->lod());
    return SetShape("Out", DDim{x->dims()[0], out_size}, out);
  }
  // Null without one.
  virtual const Tensor* bias() const { return b; }
  Cost Estimate() const final {
    return {2.0 * static_cast<double>(out->numel()) * static_cast<double>(x->dims()[1]),
            static_cast<double>(x->memory_size() + w->memory_size() + out->memory_size())};
  }
};

struct SearchFc final : SearchFcBase {
  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("W", &w);
    v.Input("b", &b);
    v.Attr("out_size", &out_size);
    v.Attr("fuse_relu", &fuse_relu);
    v.Output("Out", &out);
  }
};

// X has sequences; the bias is used if `has_bias`.
struct SearchSeqFc final : SearchFcBase {
  bool has_bias = false;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("W", &w);
    v.Input("b", &b, Need::kOptional);
    v.Attr("out_size", &out_size);
    v.Attr("has_bias", &has_bias);
    v.Output("Out", &out);
  }
  const Tensor* bias() const override { return has_bias ? b : nullptr; }
  Status InferShape() override {
    LITE_RETURN_IF_ERROR(PackedOffsets("X", *x).status());
    if (has_bias && b == nullptr) return InvalidArgument("b: required by attribute has_bias");
    return SearchFcBase::InferShape();
  }
};

LITE_OP(search_fc, SearchFc);
LITE_OP(search_seq_fc, SearchSeqFc);

}  // namespace paddle::lite::operators
