#pragma once

#include <vector>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Selects the best regions over all levels and images, grouped by image. MultiLevelRoIsNum or the
// level of detail assigns the rows of a level to images.
struct CollectFpnProposals final : Op {
  std::vector<const Tensor*> rois;
  std::vector<const Tensor*> scores;
  std::vector<const Tensor*> level_counts;
  int post_nms_top_n = 0;
  Tensor* fpn_rois = nullptr;
  Tensor* rois_num = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Inputs("MultiLevelRois", &rois);
    v.Inputs("MultiLevelScores", &scores);
    v.Inputs("MultiLevelRoIsNum", &level_counts, Need::kOptional);
    v.Attr("post_nms_topN", &post_nms_top_n);
    v.Output("FpnRois", &fpn_rois);
    v.Output("RoisNum", &rois_num, Need::kOptional);
  }
  Status InferShape() override {
    if (scores.size() != rois.size()) {
      return InvalidArgument("MultiLevelScores: expected ", rois.size(), " levels, found ",
                             scores.size());
    }
    if (!level_counts.empty() && level_counts.size() != rois.size()) {
      return InvalidArgument("MultiLevelRoIsNum: expected ", rois.size(), " levels, found ",
                             level_counts.size());
    }
    for (size_t level = 0; level < rois.size(); ++level) {
      const DDim& dims = rois[level]->dims();
      // Of further axes, the first 4 * R numbers are read, as in Paddle.
      if (dims.rank() < 2 || dims[1] != 4 || (dims[0] > 0 && dims.production() == 0)) {
        return InvalidArgument("MultiLevelRois: level ", level, ": expected shape [R, 4], found ",
                               dims);
      }
      if (scores[level]->numel() != dims[0]) {
        return InvalidArgument("MultiLevelScores: level ", level, ": expected ", dims[0],
                               " scores, found shape ", scores[level]->dims());
      }
    }
    if (post_nms_top_n < 0) {
      return InvalidArgument("attribute post_nms_topN: expected a non-negative value, found ",
                             post_nms_top_n);
    }
    return OkStatus();
  }
  Status InferType() override {
    fpn_rois->set_precision(rois[0]->precision());
    if (rois_num != nullptr) rois_num->set_precision(PrecisionType::kInt32);
    return OkStatus();
  }
  bool KernelAllocatesOutput() const override { return true; }
};

LITE_OP(collect_fpn_proposals, CollectFpnProposals);

}  // namespace paddle::lite::operators
