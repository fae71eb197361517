#pragma once

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Decays the Scores [N, C, M] of BBoxes [N, M, 4] by their overlap with better boxes of the same
// class instead of removing boxes. Rows of Out are label, score and box, best first within each
// image; Index is the original position of each box, counted over all images.
struct MatrixNms final : Op {
  const Tensor* bboxes = nullptr;
  const Tensor* scores = nullptr;
  int background_label = 0;  // class to ignore; -1 = none
  float score_threshold = 0.0f;
  float post_threshold = 0.0f;  // threshold for the decayed score
  int nms_top_k = -1;           // candidates per class; -1 = all
  int keep_top_k = -1;          // results per image; -1 = all
  bool normalized = true;
  bool use_gaussian = false;
  float gaussian_sigma = 2.0f;
  Tensor* out = nullptr;
  Tensor* index = nullptr;
  Tensor* rois_num = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("BBoxes", &bboxes);
    v.Input("Scores", &scores);
    v.Attr("background_label", &background_label);
    v.Attr("score_threshold", &score_threshold);
    v.Attr("post_threshold", &post_threshold);
    v.Attr("nms_top_k", &nms_top_k);
    v.Attr("keep_top_k", &keep_top_k);
    v.Attr("normalized", &normalized);
    v.Attr("use_gaussian", &use_gaussian);
    v.Attr("gaussian_sigma", &gaussian_sigma);
    v.Output("Out", &out);
    v.Output("Index", &index, Need::kOptional);
    v.Output("RoisNum", &rois_num, Need::kOptional);
  }
  Status InferShape() override {
    const DDim& score = scores->dims();
    if (score.rank() != 3) return InvalidArgument("Scores: expected rank 3, found shape ", score);
    const DDim& box = bboxes->dims();
    if (box.rank() != 3 || box[0] < score[0] || box[1] != score[2] || box[2] != 4) {
      return InvalidArgument("BBoxes: expected shape [", score[0], " or more, ", score[2],
                             ", 4] for Scores ", score, ", found ", box);
    }
    return OkStatus();
  }
  Status InferType() override {
    out->set_precision(scores->precision());
    if (index != nullptr) index->set_precision(PrecisionType::kInt32);
    if (rois_num != nullptr) rois_num->set_precision(PrecisionType::kInt32);
    return OkStatus();
  }
  Cost Estimate() const override {
    return {10.0 * static_cast<double>(scores->numel()),
            static_cast<double>(scores->memory_size() + bboxes->memory_size())};
  }
  bool KernelAllocatesOutput() const override { return true; }
};

LITE_OP(matrix_nms, MatrixNms);

}  // namespace paddle::lite::operators
