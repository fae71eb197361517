// What kernels of GPUs compute of each element or row, as arguments of their functions. The
// programs of OpenCL declare the same structures and numbers.
#pragma once

#include <cstdint>

#include "lite/core/activation.h"

namespace paddle::lite::gpu {

// Functions that are not fused into other operators, as types of an Activation.
enum class Elementary : int {
  kClip = 100,
  kScaledTanh,
  kPower,
  kLogSigmoid,
  kSoftsign,
  kSqrt,
  kRsqrt,
  kSquare,
  kNegative,
  kFloor,
  kCeil,
  kRound,
  kSin,
  kCos,
  kTan,
  kAsin,
  kAcos,
  kAtan,
};

// activation((x + before) * scale + after) * scale1 + bias1
struct UnaryFunction {
  float before = 0, scale = 1, after = 0;
  Activation activation;
  float scale1 = 1, bias1 = 0;
};

enum class Binary : int32_t { kAdd, kSub, kMul, kDiv, kMax, kMin, kPow, kMod, kFloorDiv, kPrelu };

// Every row to mean 0 and variance 1, then scale and bias.
struct Normalisation {
  int32_t width = 0;
  // The scale and bias of element i of row r: (r % period * width + i) / step.
  int32_t period = 1, step = 1;
  float epsilon = 0;
  int32_t inverse = 0;  // whether the second statistic is 1 / deviation instead of the variance
  Activation activation;
};

// A head of YOLO: the boxes of its anchors at every cell of the image.
struct YoloHead {
  int32_t anchors = 0, classes = 0, height = 0, width = 0, columns = 0;
  int32_t iou_aware = 0, clip = 0;
  float confidence = 0, iou_factor = 0, scale = 0, bias = 0, cell = 0;
};

}  // namespace paddle::lite::gpu
