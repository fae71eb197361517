// yolo_box, grid_sampler, prior_box, roi_align, multiclass_nms.
#include "lite/kernels/nnadapter/converter.h"
#include "lite/operators/grid_sampler.h"
#include "lite/operators/multiclass_nms.h"
#include "lite/operators/prior_box.h"
#include "lite/operators/roi_align.h"
#include "lite/operators/yolo_box.h"

namespace paddle::lite::kernels::nnadapter {

struct YoloBoxConverter {
  using OpClass = operators::YoloBox;
  static constexpr bool kAnyElements = true;  // sizes of images are integers
  static void Convert(const OpClass& op, Builder* b) {
    if (op.grid_height_only) return b->Fail(Unsupported("attribute grid_height_only"));
    if (op.downsample_ratio < 1) {
      return b->Fail(Unsupported("attribute downsample_ratio ", op.downsample_ratio));
    }
    if (op.x->precision() != PrecisionType::kFloat) {
      return b->Fail(Unsupported("X is ", PrecisionToStr(op.x->precision()), ", expected float"));
    }
    const std::vector<Operand> results =
        b->AddMany(NNADAPTER_YOLO_BOX,
                   {b->In(op.x), b->In(op.img_size),
                    b->Ints({op.anchors.begin(), op.anchors.end()}), b->Int(op.class_num),
                    b->Float(op.conf_thresh), b->Int(op.downsample_ratio), b->Bool(op.clip_bbox),
                    b->Float(op.scale_x_y), b->Bool(op.iou_aware), b->Float(op.iou_aware_factor)},
                   2);
    b->Out(op.boxes, results[0]);
    b->Out(op.scores, results[1]);
  }
};

struct GridSamplerConverter {
  using OpClass = operators::GridSampler;
  static void Convert(const OpClass& op, Builder* b) {
    using Border = OpClass::Border;
    if (!op.IsImage()) return b->Fail(Unsupported("X of shape ", op.x->dims()));
    if (!op.samples()) return b->Fail(Unsupported("mode ", op.mode));
    const int mode =
        op.nearest() ? NNADAPTER_INTERPOLATE_MODE_NEAREST : NNADAPTER_INTERPOLATE_MODE_BILINEAR;
    const int border = op.border() == Border::kClamp     ? NNADAPTER_PAD_MODE_EDGE
                       : op.border() == Border::kReflect ? NNADAPTER_PAD_MODE_REFLECT
                                                         : NNADAPTER_PAD_MODE_CONSTANT;
    b->Out(op.output,
           b->Add(NNADAPTER_GRID_SAMPLE, {b->In(op.x), b->In(op.grid), b->Bool(op.align_corners),
                                          b->Int(mode), b->Int(border)}));
  }
};

// The inputs only have shapes.
struct PriorBoxConverter {
  using OpClass = operators::PriorBox;
  static constexpr bool kAnyElements = true;
  static void Convert(const OpClass& op, Builder* b) {
    const auto list = [b](const std::vector<float>& values) {
      return b->Floats({static_cast<int64_t>(values.size())}, values);
    };
    const std::vector<Operand> results = b->AddMany(
        NNADAPTER_PRIOR_BOX,
        {b->InReal(op.input), b->InReal(op.image), list(op.min_sizes),
         op.max_sizes.empty() ? kAbsent : list(op.max_sizes), list(op.aspect_ratios),
         list(op.variances), b->Bool(op.flip), b->Bool(op.clip), b->Float(op.step_w),
         b->Float(op.step_h), b->Float(op.offset), b->Bool(op.min_max_aspect_ratios_order)},
        2);
    b->Out(op.boxes, results[0]);
    b->Out(op.variances_out, results[1]);
  }
};

// Regions of one image: which image a region is of is known only by values.
struct RoiAlignConverter {
  using OpClass = operators::RoiAlign;
  static void Convert(const OpClass& op, Builder* b) {
    if (op.x->dims()[0] != 1) return b->Fail(Unsupported("regions of several images"));
    const int64_t regions = op.rois->dims()[0];
    if (regions == 0) return b->Fail(Unsupported("no regions"));
    const Operand images = b->Ints(std::vector<int32_t>(static_cast<size_t>(regions), 0));
    b->Out(op.out, b->Add(NNADAPTER_ROI_ALIGN,
                          {b->In(op.x), b->In(op.rois), images, b->Int(op.pooled_height),
                           b->Int(op.pooled_width), b->Int(op.sampling_ratio),
                           b->Float(op.spatial_scale), b->Bool(op.aligned)}));
  }
};

// The operation is multiclass_nms3. What the others have in addition, levels of detail and a row of
// -1 for no boxes, is made from its results.
struct MulticlassNmsConverter {
  using OpClass = operators::MulticlassNmsBase;
  static constexpr bool kAnyElements = true;  // numbers of regions are integers
  static void Convert(const OpClass& op, Builder* b) {
    const Status supported = Supports(op);
    if (!supported.ok()) return b->Fail(supported);
    const bool with_index = op.index != nullptr;
    const std::vector<Operand> results = b->AddMany(
        NNADAPTER_NON_MAX_SUPPRESSION,
        {b->InReal(op.bboxes), b->InReal(op.scores), op.by_rows() ? b->In(op.rois_num) : kAbsent,
         b->Int(op.background_label), b->Float(op.score_threshold), b->Int(op.nms_top_k),
         b->Float(op.nms_threshold), b->Float(op.nms_eta), b->Int(op.keep_top_k),
         b->Bool(op.normalized), b->Bool(with_index)},
        with_index ? 3 : 2, with_index ? 0 : 1);
    // A program that has the numbers of rows has no level of detail.
    const Operand counts = op.nms_rois_num == nullptr ? results[1] : kAbsent;
    b->OutRows(op.out, results[0], counts, op.MarksNothing());
    if (with_index) b->OutRows(op.index, results[2], counts, false);
    if (op.nms_rois_num != nullptr) b->OutRows(op.nms_rois_num, results[1], kAbsent, false);
  }

 private:
  static Status Supports(const OpClass& op) {
    for (const Tensor* values : {op.bboxes, op.scores}) {
      if (values->precision() == PrecisionType::kFloat ||
          values->precision() == PrecisionType::kInt8) {
        continue;
      }
      return Unsupported("BBoxes or Scores in ", PrecisionToStr(values->precision()),
                         ", expected float");
    }
    const DDim& boxes = op.bboxes->dims();
    const DDim& scores = op.scores->dims();
    if (boxes.rank() != 3 || boxes[2] != 4) {
      return Unsupported("BBoxes of shape ", boxes, ", expected four coordinates");
    }
    if (boxes[0] != scores[0]) {
      return Unsupported("boxes of ", boxes[0], " images, scores of ", scores[0]);
    }
    if (op.by_rows() && op.rois_num == nullptr) {
      return Unsupported("regions whose images follow from a level of detail");
    }
    return OkStatus();
  }
};

LITE_NNADAPTER_CONVERTER(YoloBoxConverter, yolo_box);
LITE_NNADAPTER_CONVERTER(PriorBoxConverter, prior_box);
LITE_NNADAPTER_CONVERTER(MulticlassNmsConverter, multiclass_nms, multiclass_nms2, multiclass_nms3);
LITE_NNADAPTER_CONVERTER(RoiAlignConverter, roi_align);
LITE_NNADAPTER_CONVERTER(GridSamplerConverter, grid_sampler);

}  // namespace paddle::lite::kernels::nnadapter
