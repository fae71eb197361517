#pragma once

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Normalises every row (the dimensions from begin_norm_axis on) to mean 0 and variance 1, then
// multiplies by Scale and adds Bias.
struct LayerNormBase : Op {
  const Tensor* x = nullptr;
  const Tensor* scale = nullptr;
  const Tensor* bias = nullptr;
  float epsilon = 1e-5f;
  int begin_norm_axis = 1;

  int64_t rows() const { return x->dims().Count(0, begin_norm_axis); }
  int64_t width() const { return x->dims().Count(begin_norm_axis, x->dims().rank()); }

 protected:
  Status CheckRows() const {
    const DDim& dims = x->dims();
    if (begin_norm_axis < 0 || begin_norm_axis >= dims.rank()) {
      return InvalidArgument("attribute begin_norm_axis: ", begin_norm_axis,
                             " is not a dimension of X of rank ", dims.rank());
    }
    if (!(epsilon >= 0.0f)) return InvalidArgument("attribute epsilon: ", epsilon, " is negative");
    LITE_ASSIGN_OR_RETURN(const int64_t width, CountOf(dims, begin_norm_axis, dims.rank()));
    if (scale != nullptr && scale->numel() != width) {
      return InvalidArgument("Scale: expected ", width, " values, found shape ", scale->dims());
    }
    if (bias != nullptr && bias->numel() != width) {
      return InvalidArgument("Bias: expected ", width, " values, found shape ", bias->dims());
    }
    return OkStatus();
  }
};

struct LayerNorm final : LayerNormBase {
  Tensor* y = nullptr;
  Tensor* mean = nullptr;
  Tensor* variance = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Scale", &scale, Need::kOptional);
    v.Input("Bias", &bias, Need::kOptional);
    v.Attr("epsilon", &epsilon);
    v.Attr("begin_norm_axis", &begin_norm_axis);
    v.Output("Y", &y);
    v.Output("Mean", &mean, Need::kOptional);
    v.Output("Variance", &variance, Need::kOptional);
  }
  Status InferShape() override {
    LITE_RETURN_IF_ERROR(CheckRows());
    const DDim& dims = x->dims();
    y->Resize(dims);
    y->set_lod(x->lod());
    DDim rows;
    for (int i = 0; i < begin_norm_axis; ++i) rows.push_back(dims[i]);
    if (mean != nullptr) mean->Resize(rows);
    if (variance != nullptr) variance->Resize(rows);
    return OkStatus();
  }
  Cost Estimate() const override {
    return {8.0 * static_cast<double>(x->numel()), 2.0 * static_cast<double>(x->memory_size())};
  }
};

// The layer_norm of X + Y, which have the same shape.
struct SkipLayerNorm final : LayerNormBase {
  const Tensor* y = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Y", &y);
    v.Input("Scale", &scale);
    v.Input("Bias", &bias);
    v.Attr("epsilon", &epsilon);
    v.Attr("begin_norm_axis", &begin_norm_axis);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    LITE_RETURN_IF_ERROR(CheckRows());
    if (y->dims() != x->dims()) {
      return InvalidArgument("Y: expected the shape of X, ", x->dims(), ", found ", y->dims());
    }
    out->Resize(x->dims());
    out->set_lod(x->lod());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {9.0 * static_cast<double>(x->numel()), 3.0 * static_cast<double>(x->memory_size())};
  }
};

LITE_OP(layer_norm, LayerNorm);
LITE_OP(skip_layernorm, SkipLayerNorm);

}  // namespace paddle::lite::operators
