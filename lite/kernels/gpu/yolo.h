// The head of a YOLO network as an argument of functions of GPUs.
#pragma once

#include "lite/backends/gpu/functions.h"
#include "lite/operators/yolo_box.h"

namespace paddle::lite::kernels::gpu {

using lite::gpu::YoloHead;

inline YoloHead HeadOf(const operators::YoloBox& op) {
  const DDim& dims = op.x->dims();
  YoloHead head;
  head.anchors = static_cast<int32_t>(op.anchor_count());
  head.classes = op.class_num;
  head.height = static_cast<int32_t>(dims[2]);
  head.width = static_cast<int32_t>(dims[3]);
  head.columns = op.grid_height_only ? head.height : head.width;
  head.iou_aware = op.iou_aware;
  head.clip = op.clip_bbox;
  head.confidence = op.conf_thresh;
  head.iou_factor = op.iou_aware_factor;
  head.scale = op.scale_x_y;
  head.bias = -0.5f * (op.scale_x_y - 1.0f);
  head.cell = static_cast<float>(op.downsample_ratio);
  return head;
}

}  // namespace paddle::lite::kernels::gpu
