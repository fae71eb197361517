#pragma once

#include <vector>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Decodes boxes and class scores from a YOLO head X of [N, A * (5 + C), H, W], with planes x, y,
// width, height, objectness and C classes per anchor. With `iou_aware`, A planes of predicted
// overlaps precede them.
struct YoloBox final : Op {
  const Tensor* x = nullptr;
  const Tensor* img_size = nullptr;  // [N, 2]: height and width
  std::vector<int> anchors;          // width and height of each
  int class_num = 1;
  float conf_thresh = 0.01f;  // boxes with a lower confidence are zeroed
  int downsample_ratio = 32;  // pixels per cell; any number, as in Paddle: 0 makes boxes infinite
  bool clip_bbox = true;
  float scale_x_y = 1.0f;
  bool iou_aware = false;
  float iou_aware_factor = 0.5f;
  bool grid_height_only = false;  // programs of Paddle 1.x use the grid's height for both axes
  Tensor* boxes = nullptr;
  Tensor* scores = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("ImgSize", &img_size);
    v.Attr("anchors", &anchors);
    v.Attr("class_num", &class_num);
    v.Attr("conf_thresh", &conf_thresh);
    v.Attr("downsample_ratio", &downsample_ratio);
    v.Attr("clip_bbox", &clip_bbox);
    v.Attr("scale_x_y", &scale_x_y);
    v.Attr("iou_aware", &iou_aware);
    v.Attr("iou_aware_factor", &iou_aware_factor);
    v.Attr("grid_height_only", &grid_height_only);
    v.Output("Boxes", &boxes);
    v.Output("Scores", &scores);
  }

  int64_t anchor_count() const { return static_cast<int64_t>(anchors.size() / 2); }

  Status InferShape() override {
    const DDim& dims = x->dims();
    if (dims.rank() != 4) return InvalidArgument("X: expected rank 4, found shape ", dims);
    if (anchors.empty() || anchors.size() % 2 != 0) {
      return InvalidArgument("attribute anchors: expected pairs of width and height, found ",
                             anchors.size(), " values");
    }
    if (class_num < 1)
      return InvalidArgument("attribute class_num: expected a positive value, found ", class_num);
    const int64_t planes = anchor_count() * (int64_t{5} + class_num + (iou_aware ? 1 : 0));
    if (dims[1] != planes) {
      return InvalidArgument("X: expected ", planes, " channels for ", anchor_count(),
                             " anchors and ", class_num, " classes, found shape ", dims);
    }
    if (img_size->dims() != DDim{dims[0], 2}) {
      return InvalidArgument("ImgSize: expected shape ", DDim{dims[0], 2}, ", found ",
                             img_size->dims());
    }
    LITE_ASSIGN_OR_RETURN(const int64_t cells, CountOf(dims, 2, 4));
    int64_t count = 0;
    if (!CheckedMul(cells, anchor_count(), &count)) return OutOfRange("X: too large: ", dims);
    LITE_RETURN_IF_ERROR(SetShape("Boxes", DDim{dims[0], count, 4}, boxes));
    LITE_RETURN_IF_ERROR(SetShape("Scores", DDim{dims[0], count, class_num}, scores));
    for (Tensor* out : {boxes, scores}) out->set_lod(LoD());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {20.0 * static_cast<double>(x->numel()), 2.0 * static_cast<double>(x->memory_size())};
  }
};

LITE_OP(yolo_box, YoloBox);

}  // namespace paddle::lite::operators
