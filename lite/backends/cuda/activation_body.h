// Functions of one number. They follow Paddle's formulas, including comparisons, so that NaN is
// treated as on the host.
#pragma once

#include <math.h>  // NOLINT: the functions that device code may call

#include "lite/backends/cuda/function.h"
#include "lite/backends/gpu/functions.h"
#include "lite/core/activation.h"

namespace paddle::lite::cuda {

using gpu::Elementary;

// A NaN stays one.
LITE_CUDA_FUNCTION float ClipTo(float x, float low, float high) {
  x = x < low ? low : x;
  return high < x ? high : x;
}

LITE_CUDA_FUNCTION float SoftplusOf(float x, float beta, float threshold) {
  return beta * x > threshold ? x : log1pf(expf(beta * x)) / beta;
}

LITE_CUDA_FUNCTION float ElementaryOf(float x, const Activation& f) {
  switch (static_cast<Elementary>(f.type)) {
    case Elementary::kClip:
      return ClipTo(x, f.a, f.b);
    case Elementary::kScaledTanh:
      return f.b * tanhf(f.a * x);
    case Elementary::kPower: {
      const float base = f.a * x + f.b;
      return f.c == 1 ? base : powf(base, f.c);
    }
    case Elementary::kLogSigmoid:
      return (0 < x ? 0 : x) - log1pf(expf(-fabsf(x)));
    case Elementary::kSoftsign:
      return x / (1 + fabsf(x));
    case Elementary::kSqrt:
      return sqrtf(x);
    case Elementary::kRsqrt:
      return 1 / sqrtf(x);
    case Elementary::kSquare:
      return x * x;
    case Elementary::kNegative:
      return -x;
    case Elementary::kFloor:
      return floorf(x);
    case Elementary::kCeil:
      return ceilf(x);
    case Elementary::kRound:
      return roundf(x);
    case Elementary::kSin:
      return sinf(x);
    case Elementary::kCos:
      return cosf(x);
    case Elementary::kTan:
      return tanf(x);
    case Elementary::kAsin:
      return asinf(x);
    case Elementary::kAcos:
      return acosf(x);
    case Elementary::kAtan:
      return atanf(x);
  }
  return x;
}

LITE_CUDA_LONG_FUNCTION float RareActivation(float x, const Activation& f) {
  switch (f.type) {
    case ActivationType::kRelu6:
      return ClipTo(x, 0, f.a);
    case ActivationType::kPRelu:  // with its slope in f.a
    case ActivationType::kLeakyRelu:
      return x > 0 ? x : f.a * x;
    case ActivationType::kSigmoid:
    case ActivationType::kSigmoid_v2:
      return 1 / (1 + expf(-x));
    case ActivationType::kTanh:
    case ActivationType::kTanh_v2:
      return tanhf(x);
    case ActivationType::kSwish:
      return x / (1 + expf(-f.a * x));
    case ActivationType::kExp:
      return expf(x);
    case ActivationType::kAbs:
      return fabsf(x);
    case ActivationType::kHardSwish:
      return x * ClipTo(x + f.c, 0, f.a) / f.b;
    case ActivationType::kReciprocal:
      return 1 / x;
    case ActivationType::kThresholdedRelu:
      return x <= f.a ? 0 : x;
    case ActivationType::kElu:
      return x > 0 ? x : f.a * expm1f(x);
    case ActivationType::kHardSigmoid:
      return ClipTo(f.a * x + f.b, 0, 1);
    case ActivationType::kLog:
      return logf(x);
    case ActivationType::kGelu:  // 0.5 * (1 + tanh(z)) is 1 / (1 + exp(-2 * z)), exact for large z
      return f.a != 0 ? x / (1 + expf(-1.59576912160573072f * (x + 0.044715f * x * x * x)))
                      : 0.5f * x * (1 + erff(x * 0.70710678118654752f));
    case ActivationType::kErf:
      return erff(x);
    case ActivationType::kSign:  // a NaN stays one
      return x > 0 ? 1 : x < 0 ? -1 : x;
    case ActivationType::kSoftPlus:
      return SoftplusOf(x, f.a, f.b);
    case ActivationType::kMish:
      return x * tanhf(SoftplusOf(x, 1, f.a));
    case ActivationType::kSilu:
      return x / (1 + expf(-x));
    case ActivationType::kLog1p:
      return log1pf(x);
    default:
      return ElementaryOf(x, f);
  }
}

LITE_CUDA_FUNCTION float Activate(float x, const Activation& f) {
  if (f.type == ActivationType::kIndentity) return x;
  if (f.type == ActivationType::kRelu) return x > 0 ? x : 0;
  return RareActivation(x, f);
}

}  // namespace paddle::lite::cuda
