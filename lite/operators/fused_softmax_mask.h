#pragma once

#include "lite/core/element.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Out = softmax of X + Mask along the last axis. X is [N, H, S, T], Mask [N, 1, S, T]. (Paddle
// computes it on devices only.)
struct FusedSoftmaxMask final : Op {
  const Tensor* x = nullptr;
  const Tensor* mask = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Mask", &mask);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    DDim expected = x->dims();
    if (expected.rank() != 4) {
      return InvalidArgument("X: expected rank 4, found shape ", expected);
    }
    expected[1] = 1;
    if (mask->dims() != expected) {
      return InvalidArgument("Mask: expected shape ", expected, ", found ", mask->dims());
    }
    out->Resize(x->dims());
    out->set_lod(x->lod());
    return OkStatus();
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<RealTypes>("X", x->precision()));
    if (mask->precision() != x->precision()) {
      return InvalidArgument("Mask: expected element type ", PrecisionToStr(x->precision()),
                             " of X, found ", PrecisionToStr(mask->precision()));
    }
    out->set_precision(x->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {9.0 * static_cast<double>(x->numel()), 3.0 * static_cast<double>(x->memory_size())};
  }
};

// Row i of Out is the softmax of the first i + 1 elements of row i of X [N, H, S, S], and 0 after
// them. (Paddle computes it on devices only.)
struct FusedSoftmaxMaskUpperTriangle final : Op {
  const Tensor* x = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    const DDim& dims = x->dims();
    if (dims.rank() != 4 || dims[2] != dims[3]) {
      return InvalidArgument("X: expected rank 4 with square matrices, found shape ", dims);
    }
    out->Resize(dims);
    out->set_lod(x->lod());
    return OkStatus();
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<RealTypes>("X", x->precision()));
    out->set_precision(x->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {4.0 * static_cast<double>(x->numel()), 2.0 * static_cast<double>(x->memory_size())};
  }
};

LITE_OP(fused_softmax_mask, FusedSoftmaxMask);
LITE_OP(fused_softmax_mask_upper_triangle, FusedSoftmaxMaskUpperTriangle);

}  // namespace paddle::lite::operators
