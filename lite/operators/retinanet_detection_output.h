#pragma once

#include <vector>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Decodes and suppresses the boxes of all levels of a RetinaNet: per level BBoxes [N, M, 4] are
// offsets from Anchors [M, 4] and Scores are [N, M, C]; ImInfo [N, 3] is height, width and scale.
// Rows of Out are label (from 1), score and box at the image's own scale, best first within each
// image.
struct RetinanetDetectionOutput final : Op {
  std::vector<const Tensor*> bboxes;
  std::vector<const Tensor*> scores;
  std::vector<const Tensor*> anchors;
  const Tensor* im_info = nullptr;
  float score_threshold = 0.05f;  // for all levels except the last
  int nms_top_k = 1000;           // candidates per level; -1 = all
  float nms_threshold = 0.3f;
  float nms_eta = 1.0f;
  int keep_top_k = 100;  // results per image
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Inputs("BBoxes", &bboxes);
    v.Inputs("Scores", &scores);
    v.Inputs("Anchors", &anchors);
    v.Input("ImInfo", &im_info);
    v.Attr("score_threshold", &score_threshold);
    v.Attr("nms_top_k", &nms_top_k);
    v.Attr("nms_threshold", &nms_threshold);
    v.Attr("nms_eta", &nms_eta);
    v.Attr("keep_top_k", &keep_top_k);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    if (scores.size() != bboxes.size() || anchors.size() != bboxes.size()) {
      return InvalidArgument(
          "BBoxes, Scores and Anchors: expected the same number of levels, found ", bboxes.size(),
          ", ", scores.size(), " and ", anchors.size());
    }
    const DDim& first = scores[0]->dims();
    if (first.rank() != 3) return InvalidArgument("Scores: expected rank 3, found ", first);
    // As in Paddle, boxes and sizes of further images, and further numbers of each, are not read.
    const DDim& info = im_info->dims();
    if (info.rank() != 2 || info[0] < first[0] || info[1] < 3) {
      return InvalidArgument("ImInfo: expected shape [N, 3] for ", first[0], " images, found ",
                             info);
    }
    for (size_t level = 0; level < bboxes.size(); ++level) {
      const DDim& score = scores[level]->dims();
      if (score.rank() != 3 || score[0] != first[0] || score[2] != first[2]) {
        return InvalidArgument("Scores: level ", level, ": expected shape [", first[0], ", M, ",
                               first[2], "], found ", score);
      }
      const DDim& boxes = bboxes[level]->dims();
      if (boxes.rank() != 3 || boxes[0] < first[0] || boxes[1] != score[1] || boxes[2] != 4) {
        return InvalidArgument("BBoxes: level ", level, ": expected shape ",
                               DDim{first[0], score[1], 4}, ", found ", boxes);
      }
      if (anchors[level]->dims() != DDim{score[1], 4}) {
        return InvalidArgument("Anchors: level ", level, ": expected shape ", DDim{score[1], 4},
                               ", found ", anchors[level]->dims());
      }
    }
    return OkStatus();
  }
  Status InferType() override {
    out->set_precision(scores[0]->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    double elements = 0;
    for (const Tensor* level : scores) elements += static_cast<double>(level->numel());
    return {10 * elements, 4 * elements};
  }
  bool KernelAllocatesOutput() const override { return true; }
};

LITE_OP(retinanet_detection_output, RetinanetDetectionOutput);

}  // namespace paddle::lite::operators
