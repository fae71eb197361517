#pragma once

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Selects, per image and class, the best boxes that do not overlap. Scores [N, C, M] with BBoxes
// [N, M, B], where B is 4 or a polygon of 4, 8, 12 or 16 corners, and boxes of more images than
// Scores has are ignored; or Scores [M, C] with BBoxes [M,
// C, 4], where the rows of an image follow from RoisNum or the level of detail. Rows of Out are
// label, score and box; Index is the original position of each, counted over all images.
struct MulticlassNmsBase : Op {
  const Tensor* bboxes = nullptr;
  const Tensor* scores = nullptr;
  const Tensor* rois_num = nullptr;
  int background_label = 0;  // class to ignore; -1 = none
  float score_threshold = 0.0f;
  int nms_top_k = -1;  // candidates per class; -1 = all
  float nms_threshold = 0.3f;
  float nms_eta = 1.0f;
  int keep_top_k = -1;  // results per image; -1 = all
  bool normalized = true;
  Tensor* out = nullptr;
  Tensor* index = nullptr;
  Tensor* nms_rois_num = nullptr;

  void Fields(FieldVisitor& v) final {
    v.Input("BBoxes", &bboxes);
    v.Input("Scores", &scores);
    MoreInputs(v);
    v.Attr("background_label", &background_label);
    v.Attr("score_threshold", &score_threshold);
    v.Attr("nms_top_k", &nms_top_k);
    v.Attr("nms_threshold", &nms_threshold);
    v.Attr("nms_eta", &nms_eta);
    v.Attr("keep_top_k", &keep_top_k);
    v.Attr("normalized", &normalized);
    v.Output("Out", &out);
    MoreOutputs(v);
  }

  // Whether every region is a row of scores and boxes of its own.
  bool by_rows() const { return scores->dims().rank() == 2; }
  // Whether an empty result is one row of -1 instead of no rows.
  virtual bool MarksNothing() const { return false; }

  Status InferShape() final {
    const DDim& score = scores->dims();
    const DDim& box = bboxes->dims();
    if (score.rank() != 2 && score.rank() != 3)
      return InvalidArgument("Scores: expected rank 2 or 3, found shape ", score);
    if (by_rows()) {
      if (box != DDim{score[0], score[1], 4}) {
        return InvalidArgument("BBoxes: expected shape ", DDim{score[0], score[1], 4},
                               " for Scores ", score, ", found ", box);
      }
      return OkStatus();
    }
    const bool known_kind = box.rank() == 3 && (box[2] == 4 || box[2] == 8 || box[2] == 16 ||
                                                box[2] == 24 || box[2] == 32);
    if (!known_kind || box[0] < score[0] || box[1] != score[2]) {
      return InvalidArgument("BBoxes: expected shape [", score[0], " or more, ", score[2],
                             ", 4, 8, 16, 24 or 32] for Scores ", score, ", found ", box);
    }
    return OkStatus();
  }
  Status InferType() final {
    out->set_precision(scores->precision());
    if (index != nullptr) index->set_precision(PrecisionType::kInt32);
    if (nms_rois_num != nullptr) nms_rois_num->set_precision(PrecisionType::kInt32);
    return OkStatus();
  }
  Cost Estimate() const final {
    return {10.0 * static_cast<double>(scores->numel()),
            static_cast<double>(scores->memory_size() + bboxes->memory_size())};
  }
  bool KernelAllocatesOutput() const final { return true; }
  bool KernelDecidesRowsOnly() const final { return true; }

 protected:
  virtual void MoreInputs(FieldVisitor&) {}
  virtual void MoreOutputs(FieldVisitor&) {}
};

struct MulticlassNms final : MulticlassNmsBase {
  bool MarksNothing() const override { return true; }
};

struct MulticlassNms2 final : MulticlassNmsBase {
 protected:
  void MoreOutputs(FieldVisitor& v) override { v.Output("Index", &index, Need::kOptional); }
};

struct MulticlassNms3 final : MulticlassNmsBase {
 protected:
  void MoreInputs(FieldVisitor& v) override { v.Input("RoisNum", &rois_num, Need::kOptional); }
  void MoreOutputs(FieldVisitor& v) override {
    v.Output("Index", &index, Need::kOptional);
    v.Output("NmsRoisNum", &nms_rois_num, Need::kOptional);
  }
};

LITE_OP(multiclass_nms, MulticlassNms);
LITE_OP(multiclass_nms2, MulticlassNms2);
LITE_OP(multiclass_nms3, MulticlassNms3);

}  // namespace paddle::lite::operators
