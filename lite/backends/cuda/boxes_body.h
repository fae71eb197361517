// Boxes of detectors.
#pragma once

#include <math.h>  // NOLINT: the functions that device code may call

#include <cstdint>

#include "lite/backends/cuda/function.h"
#include "lite/backends/gpu/functions.h"

namespace paddle::lite::cuda {

using gpu::YoloHead;

// A box as the difference from a prior box, or a difference as a box. Item i is column i % columns
// of row i / columns.
struct BoxCoderBody {
  const float* priors;
  const float* variances;  // null: `common`
  const float* targets;
  float* out;
  float common[4];
  float extra;  // 1 if boxes contain their last pixels
  int32_t columns;
  bool decodes, prior_of_row;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const int32_t row = i / columns;
    const int32_t at = prior_of_row ? row : i % columns;
    const float* const prior = priors + at * 4;
    const float* const variance = variances != nullptr ? variances + at * 4 : common;
    const float* const from = targets + (decodes ? i : row) * 4;
    float* const to = out + i * 4;
    const float prior_width = prior[2] - prior[0] + extra;
    const float prior_height = prior[3] - prior[1] + extra;
    const float prior_x = prior[0] + prior_width / 2, prior_y = prior[1] + prior_height / 2;
    if (decodes) {
      const float x = variance[0] * from[0] * prior_width + prior_x;
      const float y = variance[1] * from[1] * prior_height + prior_y;
      const float width = expf(variance[2] * from[2]) * prior_width;
      const float height = expf(variance[3] * from[3]) * prior_height;
      to[0] = x - width / 2;
      to[1] = y - height / 2;
      to[2] = x + width / 2 - extra;
      to[3] = y + height / 2 - extra;
    } else {
      // The centre of the target ignores the extra pixel, as in training.
      const float width = from[2] - from[0] + extra, height = from[3] - from[1] + extra;
      to[0] = ((from[0] + from[2]) / 2 - prior_x) / prior_width / variance[0];
      to[1] = ((from[1] + from[3]) / 2 - prior_y) / prior_height / variance[1];
      to[2] = logf(fabsf(width / prior_width)) / variance[2];
      to[3] = logf(fabsf(height / prior_height)) / variance[3];
    }
  }
};

// The box of an anchor at a cell, and its scores.
struct YoloBoxBody {
  const float* x;
  const int32_t* image_size;
  const float* anchors;
  float* boxes;
  float* scores;
  YoloHead h;

  LITE_CUDA_FUNCTION static float Sigmoid(float v) { return 1 / (1 + expf(-v)); }

  LITE_CUDA_FUNCTION void operator()(int32_t at) const {
    const int32_t plane = h.height * h.width;
    const int32_t cell = at % plane;
    const int32_t anchor = at / plane % h.anchors;
    const int32_t image = at / plane / h.anchors;
    const int32_t values = 5 + h.classes;
    const int32_t aware = h.iou_aware ? 1 : 0;
    const float* const source = x + image * h.anchors * (values + aware) * plane + cell;
    const float* const from = source + (aware * h.anchors + anchor * values) * plane;
    float* const box = boxes + at * 4;
    float* const score = scores + at * h.classes;
    float confidence = Sigmoid(from[4 * plane]);
    if (h.iou_aware) {
      confidence =
          powf(confidence, 1 - h.iou_factor) * powf(Sigmoid(source[anchor * plane]), h.iou_factor);
    }
    if (confidence < h.confidence) {
      for (int i = 0; i < 4; ++i) box[i] = 0;
      for (int i = 0; i < h.classes; ++i) score[i] = 0;
      return;
    }
    const auto image_height = static_cast<float>(image_size[image * 2]);
    const auto image_width = static_cast<float>(image_size[image * 2 + 1]);
    const auto columns = static_cast<float>(h.columns);
    const auto rows = static_cast<float>(h.height);
    const float cx = (static_cast<float>(cell % h.width) + Sigmoid(from[0]) * h.scale + h.bias) *
                     image_width / columns;
    const float cy =
        (static_cast<float>(cell / h.width) + Sigmoid(from[plane]) * h.scale + h.bias) *
        image_height / rows;
    const float w = expf(from[2 * plane]) * anchors[anchor * 2] * image_width / (h.cell * columns);
    const float t =
        expf(from[3 * plane]) * anchors[anchor * 2 + 1] * image_height / (h.cell * rows);
    float edges[4] = {cx - w / 2, cy - t / 2, cx + w / 2, cy + t / 2};
    if (h.clip) {
      edges[0] = edges[0] < 0 ? 0 : edges[0];
      edges[1] = edges[1] < 0 ? 0 : edges[1];
      edges[2] = image_width - 1 < edges[2] ? image_width - 1 : edges[2];
      edges[3] = image_height - 1 < edges[3] ? image_height - 1 : edges[3];
    }
    for (int i = 0; i < 4; ++i) box[i] = edges[i];
    for (int i = 0; i < h.classes; ++i) score[i] = confidence * Sigmoid(from[(5 + i) * plane]);
  }
};

}  // namespace paddle::lite::cuda
