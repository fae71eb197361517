#pragma once

#include "lite/core/element.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Softmax = softmax of Logits along `axis`, or Logits without use_softmax. Loss is the cross
// entropy with Label, which holds an index for each position, or a distribution with soft_label.
// The loss of the index ignore_index is 0.
struct SoftmaxWithCrossEntropy final : Op {
  using LabelTypes = IntegerTypes::And<float, double>;  // numbers of classes, truncated

  const Tensor* logits = nullptr;
  const Tensor* label = nullptr;
  bool soft_label = false;
  bool use_softmax = true;
  bool numeric_stable_mode = true;  // Paddle reads it on devices only
  int ignore_index = -100;
  int axis = -1;
  Tensor* softmax = nullptr;
  Tensor* loss = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Logits", &logits);
    v.Input("Label", &label);
    v.Attr("soft_label", &soft_label);
    v.Attr("use_softmax", &use_softmax);
    v.Attr("numeric_stable_mode", &numeric_stable_mode);
    v.Attr("ignore_index", &ignore_index);
    v.Attr("axis", &axis);
    v.Output("Softmax", &softmax);
    v.Output("Loss", &loss);
  }
  // Valid after InferShape.
  int Axis() const { return axis < 0 ? axis + logits->dims().rank() : axis; }
  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const int at, NormalizeAxis("axis", axis, logits->dims().rank()));
    DDim shape = logits->dims();
    softmax->Resize(shape);
    softmax->set_lod(logits->lod());
    shape[at] = 1;
    // As in Paddle, further dimensions may follow, of which the first values are read.
    const DDim& expected = soft_label ? logits->dims() : shape;
    const DDim& found = label->dims();
    bool fits = found.rank() >= expected.rank() && label->numel() >= expected.production();
    for (int i = 0; fits && i < expected.rank(); ++i) fits = found[i] == expected[i];
    if (!fits) return InvalidArgument("Label: expected shape ", expected, ", found ", found);
    loss->set_lod(logits->lod());
    return SetShape("Loss", shape, loss);
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<RealTypes>("Logits", logits->precision()));
    if (!soft_label) {
      LITE_RETURN_IF_ERROR(CheckElementType<LabelTypes>("Label", label->precision()));
    } else if (label->precision() != logits->precision()) {
      return InvalidArgument("Label: expected element type ", PrecisionToStr(logits->precision()),
                             " of Logits, found ", PrecisionToStr(label->precision()));
    }
    softmax->set_precision(logits->precision());
    loss->set_precision(logits->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {9.0 * static_cast<double>(logits->numel()),
            2.0 * static_cast<double>(logits->memory_size())};
  }
};

// Out = max(X, 0) - X * Label + pos_weight * log(1 + exp(-|X|)), and 0 if the integer part of Label
// is ignore_index. `normalize` divides by the number of labels other than ignore_index.
struct SigmoidCrossEntropyWithLogits final : Op {
  const Tensor* x = nullptr;
  const Tensor* label = nullptr;
  const Tensor* pos_weight = nullptr;
  bool normalize = false;
  int ignore_index = -100;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Label", &label);
    v.Input("pos_weight", &pos_weight, Need::kOptional);
    v.Attr("normalize", &normalize);
    v.Attr("ignore_index", &ignore_index);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    for (const Tensor* tensor : {label, pos_weight}) {
      if (tensor == nullptr || tensor->dims() == x->dims()) continue;
      return InvalidArgument(tensor == label ? "Label" : "pos_weight", ": expected the shape of X ",
                             x->dims(), ", found ", tensor->dims());
    }
    out->Resize(x->dims());
    out->set_lod(x->lod());
    return OkStatus();
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<RealTypes>("X", x->precision()));
    for (const Tensor* tensor : {label, pos_weight}) {
      if (tensor == nullptr || tensor->precision() == x->precision()) continue;
      return InvalidArgument(tensor == label ? "Label" : "pos_weight", ": expected element type ",
                             PrecisionToStr(x->precision()), " of X, found ",
                             PrecisionToStr(tensor->precision()));
    }
    out->set_precision(x->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {20.0 * static_cast<double>(x->numel()), 3.0 * static_cast<double>(x->memory_size())};
  }
};

// Out = (1 - epsilon) * X + epsilon * PriorDist, which is the uniform distribution if absent: the
// last dimension of X counts classes.
struct LabelSmooth final : Op {
  const Tensor* x = nullptr;
  const Tensor* prior_dist = nullptr;
  float epsilon = 0.0f;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("PriorDist", &prior_dist, Need::kOptional);
    v.Attr("epsilon", &epsilon);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    const DDim& dims = x->dims();
    if (dims.rank() < 1) return InvalidArgument("X: expected rank 1 or more, found shape ", dims);
    // As in Paddle, one with more or fewer values than classes is repeated.
    if (prior_dist != nullptr && prior_dist->numel() == 0) {
      return InvalidArgument("PriorDist: expected ", dims[dims.rank() - 1], " values, found shape ",
                             prior_dist->dims());
    }
    out->Resize(dims);
    out->set_lod(x->lod());
    return OkStatus();
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<RealTypes>("X", x->precision()));
    if (prior_dist != nullptr && prior_dist->precision() != x->precision()) {
      return InvalidArgument("PriorDist: expected element type ", PrecisionToStr(x->precision()),
                             " of X, found ", PrecisionToStr(prior_dist->precision()));
    }
    out->set_precision(x->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {2.0 * static_cast<double>(x->numel()), 2.0 * static_cast<double>(x->memory_size())};
  }
};

LITE_OP(softmax_with_cross_entropy, SoftmaxWithCrossEntropy);
LITE_OP(sigmoid_cross_entropy_with_logits, SigmoidCrossEntropyWithLogits);
LITE_OP(label_smooth, LabelSmooth);

}  // namespace paddle::lite::operators
