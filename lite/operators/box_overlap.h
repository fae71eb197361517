#pragma once

#include "lite/core/element.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Out[i][j] is the intersection over union of box i of X [N, 4] and box j of Y [M, 4].
struct IouSimilarity final : Op {
  const Tensor* x = nullptr;
  const Tensor* y = nullptr;
  bool box_normalized = true;  // otherwise, both edges belong to a box
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Y", &y);
    v.Attr("box_normalized", &box_normalized);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    for (const Tensor* tensor : {x, y}) {
      const DDim& dims = tensor->dims();
      if (dims.rank() == 2 && dims[1] == 4) continue;
      return InvalidArgument(tensor == x ? "X" : "Y", ": expected shape [N, 4], found ", dims);
    }
    out->set_lod(x->lod());
    return SetShape("Out", DDim{x->dims()[0], y->dims()[0]}, out);
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<RealTypes>("X", x->precision()));
    if (y->precision() != x->precision()) {
      return InvalidArgument("Y: expected element type ", PrecisionToStr(x->precision()),
                             " of X, found ", PrecisionToStr(y->precision()));
    }
    out->set_precision(x->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {15.0 * static_cast<double>(out->numel()), static_cast<double>(out->memory_size())};
  }
};

// The indices of the boxes [N, 4], best first, that do not overlap an earlier one by more than
// iou_threshold.
struct Nms final : Op {
  const Tensor* boxes = nullptr;
  float iou_threshold = 1.0f;
  Tensor* keep_boxes_idxs = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Boxes", &boxes);
    v.Attr("iou_threshold", &iou_threshold);
    v.Output("KeepBoxesIdxs", &keep_boxes_idxs);
  }
  Status InferShape() override {
    const DDim& dims = boxes->dims();
    if (dims.rank() == 2 && dims[1] == 4) return OkStatus();
    return InvalidArgument("Boxes: expected shape [N, 4], found ", dims);
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<RealTypes>("Boxes", boxes->precision()));
    keep_boxes_idxs->set_precision(PrecisionType::kInt64);
    return OkStatus();
  }
  bool KernelAllocatesOutput() const override { return true; }
};

LITE_OP(iou_similarity, IouSimilarity);
LITE_OP(nms, Nms);

}  // namespace paddle::lite::operators
