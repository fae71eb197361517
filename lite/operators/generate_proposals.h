#pragma once

#include "lite/operators/image_info.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// The regions of every image most likely to contain an object: anchors displaced by BboxDeltas [N,
// 4A, H, W] and clipped to the image, without small ones and, by Scores [N, A, H, W], without
// overlaps. An image without regions produces one region of zeros. As in Paddle, region i is moved
// by the numbers 4i to 4i + 3 of BboxDeltas in the order [H, W, channels]; further numbers, of
// other extents, are ignored, as are further anchors. Only anchors of the best scores need exist.
struct GenerateProposalsBase : Op {
  const Tensor* scores = nullptr;
  const Tensor* bbox_deltas = nullptr;
  const Tensor* im_shape = nullptr;  // [N, 3] height, width and scale, or [N, 2] without scale
  const Tensor* anchors = nullptr;
  const Tensor* variances = nullptr;
  int pre_nms_top_n = 6000;   // not above 0 = all
  int post_nms_top_n = 1000;  // not above 0 = all
  float nms_thresh = 0.5f;    // not above 0 = keep all regions, regardless of post_nms_topN
  float min_size = 0.1f;
  float eta = 1.0f;
  bool pixel_offset = true;  // a box includes both its edges
  Tensor* rpn_rois = nullptr;
  Tensor* rpn_roi_probs = nullptr;
  Tensor* rpn_rois_num = nullptr;
  Tensor* rpn_rois_lod = nullptr;  // row ends per image, in the oldest programs

  void Fields(FieldVisitor& v) final {
    v.Input("Scores", &scores);
    v.Input("BboxDeltas", &bbox_deltas);
    v.Input(HasScale() ? "ImInfo" : "ImShape", &im_shape);
    v.Input("Anchors", &anchors);
    v.Input("Variances", &variances);
    v.Attr("pre_nms_topN", &pre_nms_top_n);
    v.Attr("post_nms_topN", &post_nms_top_n);
    v.Attr("nms_thresh", &nms_thresh);
    v.Attr("min_size", &min_size);
    v.Attr("eta", &eta);
    if (!HasScale()) v.Attr("pixel_offset", &pixel_offset);
    v.Output("RpnRois", &rpn_rois);
    v.Output("RpnRoiProbs", &rpn_roi_probs);
    v.Output("RpnRoisNum", &rpn_rois_num, Need::kOptional);
    if (HasScale()) v.Output("RpnRoisLod", &rpn_rois_lod, Need::kOptional);
  }

  // The first version measures sizes in the unscaled image.
  virtual bool HasScale() const = 0;
  int64_t InfoColumns() const { return HasScale() ? 3 : 2; }

  Status InferShape() final {
    const DDim& score = scores->dims();
    if (score.rank() != 4) return InvalidArgument("Scores: expected rank 4, found shape ", score);
    LITE_ASSIGN_OR_RETURN(const int64_t regions, CountOf(score, 1, 4));
    int64_t numbers = 0;
    if (!CheckedMul<int64_t>(regions, 4, &numbers))
      return OutOfRange("Scores: too many anchors in ", score);
    const DDim& deltas = bbox_deltas->dims();
    if (deltas.rank() != 4 || deltas[0] != score[0] || deltas.Count(1, 4) < numbers) {
      return InvalidArgument("BboxDeltas: expected shape [", score[0], ", 4 * ", score[1], ", ",
                             score[2], ", ", score[3], "] or more numbers, found ", deltas);
    }
    LITE_RETURN_IF_ERROR(CheckImageInfo(HasScale() ? "ImInfo" : "ImShape", *im_shape, score[0],
                                        InfoColumns(),
                                        /*wider=*/true));
    // Fewer are enough if they are those of the best scores, which the kernel finds out.
    const bool all = pre_nms_top_n <= 0 || pre_nms_top_n >= regions;
    for (const Tensor* tensor : {anchors, variances}) {
      if (score[0] == 0 || !all || tensor->numel() >= numbers) continue;
      return InvalidArgument(tensor == anchors ? "Anchors" : "Variances", ": expected shape ",
                             DDim{score[2], score[3], score[1], 4}, " or more boxes, found ",
                             tensor->dims());
    }
    return OkStatus();
  }
  Status InferType() final {
    rpn_rois->set_precision(scores->precision());
    rpn_roi_probs->set_precision(scores->precision());
    if (rpn_rois_num != nullptr) rpn_rois_num->set_precision(PrecisionType::kInt32);
    if (rpn_rois_lod != nullptr) rpn_rois_lod->set_precision(PrecisionType::kInt64);
    return OkStatus();
  }
  Cost Estimate() const final {
    return {30.0 * static_cast<double>(scores->numel()),
            static_cast<double>(scores->memory_size() + bbox_deltas->memory_size())};
  }
  bool KernelAllocatesOutput() const final { return true; }
};

struct GenerateProposals final : GenerateProposalsBase {
  bool HasScale() const override { return true; }
};

struct GenerateProposalsV2 final : GenerateProposalsBase {
  bool HasScale() const override { return false; }
};

LITE_OP(generate_proposals, GenerateProposals);
LITE_OP(generate_proposals_v2, GenerateProposalsV2);

}  // namespace paddle::lite::operators
