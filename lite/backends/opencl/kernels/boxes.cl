// Boxes of detectors.

#include "buffers.cl"

typedef struct {
  int anchors, classes, height, width, columns;
  int iou_aware, clip;
  float confidence, iou_factor, scale, bias, cell;
} YoloHead;

float YoloSigmoid(float x) { return 1 / (1 + exp(-x)); }

// Cells, anchors, images.
__kernel void yolo_box(BUFFER_IN(x), BUFFER_OF(const int, image_size), BUFFER_IN(anchors),
                       BUFFER_OUT(boxes), BUFFER_OUT(scores), const YoloHead h, ITEMS) {
  if (OUTSIDE) return;
  const int cell = get_global_id(0);
  const int anchor = get_global_id(1);
  const int image = get_global_id(2);
  const int plane = h.height * h.width;
  const int values = 5 + h.classes;
  __global const float *source =
      DATA(x) + (long)image * h.anchors * (values + h.iou_aware) * plane + cell;
  __global const float *from = source + (h.iou_aware * h.anchors + anchor * values) * plane;
  const int at = (image * h.anchors + anchor) * plane + cell;
  __global float *box = DATA(boxes) + at * 4;
  __global float *score = DATA(scores) + at * h.classes;
  float confidence = YoloSigmoid(from[4 * plane]);
  if (h.iou_aware) {
    confidence = pow(confidence, 1 - h.iou_factor) *
                 pow(YoloSigmoid(source[anchor * plane]), h.iou_factor);
  }
  if (confidence < h.confidence) {
    for (int i = 0; i < 4; ++i) box[i] = 0.0f;
    for (int i = 0; i < h.classes; ++i) score[i] = 0.0f;
    return;
  }
  const float image_height = AT(image_size, image * 2);
  const float image_width = AT(image_size, image * 2 + 1);
  const float anchor_width = AT(anchors, anchor * 2);
  const float anchor_height = AT(anchors, anchor * 2 + 1);
  const float columns = h.columns;
  const float rows = h.height;
  const float cx = (cell % h.width + YoloSigmoid(from[0]) * h.scale + h.bias) * image_width /
                   columns;
  const float cy = (cell / h.width + YoloSigmoid(from[plane]) * h.scale + h.bias) *
                   image_height / rows;
  const float w = exp(from[2 * plane]) * anchor_width * image_width / (h.cell * columns);
  const float t = exp(from[3 * plane]) * anchor_height * image_height / (h.cell * rows);
  float edges[4] = {cx - w / 2, cy - t / 2, cx + w / 2, cy + t / 2};
  if (h.clip) {
    edges[0] = edges[0] < 0 ? 0 : edges[0];
    edges[1] = edges[1] < 0 ? 0 : edges[1];
    edges[2] = image_width - 1 < edges[2] ? image_width - 1 : edges[2];
    edges[3] = image_height - 1 < edges[3] ? image_height - 1 : edges[3];
  }
  for (int i = 0; i < 4; ++i) box[i] = edges[i];
  for (int i = 0; i < h.classes; ++i) {
    score[i] = confidence * YoloSigmoid(from[(5 + i) * plane]);
  }
}

// Columns, rows of the result. Without `variances`, `common` is the variance of all priors.
__kernel void box_coder(BUFFER_IN(priors), BUFFER_IN(variances), BUFFER_IN(targets),
                        BUFFER_OUT(out), const float4 common, const int decodes,
                        const int priors_by_row, const float extra, ITEMS) {
  if (OUTSIDE) return;
  const int column = get_global_id(0);
  const int row = get_global_id(1);
  const int i = row * items.x + column;
  const int at = decodes && priors_by_row ? row : column;
  const float4 p = vload4(0, DATA(priors) + at * 4);
  const float width = p.z - p.x + extra;
  const float height = p.w - p.y + extra;
  const float x = p.x + width / 2;
  const float y = p.y + height / 2;
  const float4 v = HAS(variances) ? vload4(0, DATA(variances) + at * 4) : common;
  float4 result;
  if (decodes) {
    const float4 t = vload4(0, DATA(targets) + i * 4);
    const float cx = v.x * t.x * width + x;
    const float cy = v.y * t.y * height + y;
    const float w = exp(v.z * t.z) * width;
    const float h = exp(v.w * t.w) * height;
    result = (float4)(cx - w / 2, cy - h / 2, cx + w / 2 - extra, cy + h / 2 - extra);
  } else {
    // The centre of the target ignores the extra pixel, that of the prior does not.
    const float4 t = vload4(0, DATA(targets) + row * 4);
    const float w = t.z - t.x + extra;
    const float h = t.w - t.y + extra;
    result = (float4)(((t.x + t.z) / 2 - x) / width / v.x, ((t.y + t.w) / 2 - y) / height / v.y,
                      log(fabs(w / width)) / v.z, log(fabs(h / height)) / v.w);
  }
  vstore4(result, 0, DATA(out) + i * 4);
}
