// Convolutions of int8 images with their channels last, products of int8 matrices, and what is
// between int8 and float.
#pragma once

#include <string.h>  // NOLINT: a function that device code may call

#include <cstdint>
#include <type_traits>

#include "lite/backends/cuda/convolution_body.h"
#include "lite/backends/cuda/walk.h"

namespace paddle::lite::cuda {

// Operations that are rounded on their own: nvcc would join a product and a sum to one operation,
// and a sum of another rounding may be on another side of a half. docs/design/int8.md, "Exactness".
LITE_CUDA_FUNCTION float Times(float a, float b) {
#ifdef __CUDA_ARCH__
  return __fmul_rn(a, b);
#else
  return a * b;
#endif
}
LITE_CUDA_FUNCTION float Plus(float a, float b) {
#ifdef __CUDA_ARCH__
  return __fadd_rn(a, b);
#else
  return a + b;
#endif
}
LITE_CUDA_FUNCTION float Over(float a, float b) {
#ifdef __CUDA_ARCH__
  return __fdiv_rn(a, b);
#else
  return a / b;
#endif
}

// Halves are rounded away from zero, and -128 is not used; NaN becomes 0. Truncated after adding
// the largest float below a half, as on the host.
LITE_CUDA_FUNCTION int8_t ToInt8(float steps) {
  const float bounded = ClipTo(steps == steps ? steps : 0, -127, 127);
  return static_cast<int8_t>(static_cast<int32_t>(Plus(bounded, copysignf(0x1.fffffep-2f, steps))));
}

LITE_CUDA_FUNCTION void StoreAs(float value, float* out) { *out = value; }
LITE_CUDA_FUNCTION void StoreAs(float value, int8_t* out) { *out = ToInt8(value); }

// An activation of values in a unit. InUnit divides parameters where this has the same result.
struct Int8Activation {
  Activation function;
  float unit;  // that values are multiplied by before the function, and divided by after it; or 0
};

inline Int8Activation InUnit(Activation f, float unit) {
  switch (f.type) {
    case ActivationType::kIndentity:
    case ActivationType::kRelu:
    case ActivationType::kLeakyRelu:
    case ActivationType::kAbs:
      return {f, 0};
    case ActivationType::kRelu6:
      f.a /= unit;
      return {f, 0};
    case ActivationType::kHardSwish:  // b becomes a factor
      f.c /= unit;
      f.a /= unit;
      f.b = 1 / (f.b / unit);
      return {f, 0};
    default:
      return {f, unit};
  }
}

LITE_CUDA_FUNCTION float ActivateInt8(float x, const Int8Activation& f) {
  if (f.function.type == ActivationType::kHardSwish) {
    const float gate = ClipTo(Plus(x, f.function.c), 0, f.function.a);
    return Plus(Times(Times(x, gate), f.function.b), 0);
  }
  if (f.unit == 0) return Activate(x, f.function);
  return Over(Activate(Times(x, f.unit), f.function), f.unit);
}

// From an integer sum to an element of the result, in the order of the host's kernels: values are
// in units of an int8 result. Element i belongs to channel i % channels. Out and Residual are float
// or int8_t.
template <typename Out, typename Residual>
struct Int8Finish {
  const float* factors;  // the value of a sum, by channel
  const float* bias;     // null if there is none
  const Residual* residual;
  Out* out;
  int32_t channels;
  float unit;             // of an int8 result, otherwise 1
  float residual_factor;  // units per unit of an int8 residual
  Int8Activation activation;

  LITE_CUDA_FUNCTION void operator()(float sum, int32_t i) const {
    const int32_t channel = i % channels;
    float value = Times(sum, factors[channel]);
    value = Plus(value, bias != nullptr ? InUnits(bias[channel]) : 0);
    if constexpr (std::is_same_v<Residual, int8_t>) {
      value = Plus(value, Times(static_cast<float>(residual[i]), residual_factor));
    } else {
      if (residual != nullptr) value = Plus(value, InUnits(residual[i]));
    }
    StoreAs(ActivateInt8(value, activation), out + i);
  }

 private:
  LITE_CUDA_FUNCTION float InUnits(float value) const {
    if constexpr (std::is_same_v<Out, float>) return value;
    return Over(value, unit);
  }
};

// Four numbers of int8 that are next to each other, as one load. The address is a multiple of 4.
LITE_CUDA_FUNCTION int32_t LoadFour(const int8_t* from) {
#ifdef __CUDA_ARCH__
  return *reinterpret_cast<const int32_t*>(from);
#else
  int32_t four;
  memcpy(&four, from, sizeof(four));
  return four;
#endif
}
LITE_CUDA_FUNCTION int32_t NumberOf(int32_t four, int i) {
  return static_cast<int8_t>(static_cast<uint32_t>(four) >> (8 * i));
}
// sum + the products of the numbers.
LITE_CUDA_FUNCTION int32_t AddProducts(int32_t a, int32_t b, int32_t sum) {
#ifdef __CUDA_ARCH__
  return __dp4a(a, b, sum);
#else
  for (int i = 0; i < 4; ++i) sum += NumberOf(a, i) * NumberOf(b, i);
  return sum;
#endif
}

// One element. The filter is OHWI. With kFours, addresses and the inputs of a group are multiples
// of 4.
template <typename Out, typename Residual, bool kFours>
struct ConvInt8Body {
  const int8_t* x;
  const int8_t* filter;
  ConvWindow w;
  Int8Finish<Out, Residual> finish;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const int32_t channel = i % w.out_channels;
    const int32_t position = i / w.out_channels;
    const WindowAt window(w, position);
    const int8_t* const image = x + window.number * w.in_area() * w.in_channels +
                                channel / w.out_per_group * w.in_per_group;
    const int8_t* const weights = filter + channel * w.taps() * w.in_per_group;
    int32_t sum = 0;
    window.ForEachTap(w, [&](int32_t pixel, int32_t tap) {
      const int8_t* const values = image + pixel * w.in_channels;
      const int8_t* const weight = weights + tap * w.in_per_group;
      if constexpr (kFours) {
        for (int32_t c = 0; c < w.in_per_group; c += 4) {
          sum = AddProducts(LoadFour(values + c), LoadFour(weight + c), sum);
        }
      } else {
        for (int32_t c = 0; c < w.in_per_group; ++c) sum += int32_t{values[c]} * weight[c];
      }
    });
    finish(static_cast<float>(sum), i);
  }
};

// Four channels of a pixel of a depthwise convolution. The filter is HWO; addresses and channels
// are multiples of 4.
template <typename Out, typename Residual>
struct DepthwiseInt8Body {
  const int8_t* x;
  const int8_t* filter;
  ConvWindow w;
  Int8Finish<Out, Residual> finish;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const int32_t fours = w.out_channels / 4;
    const int32_t pixel = i / fours;
    const int32_t channel = (i - pixel * fours) * 4;
    const WindowAt window(w, pixel);
    const int8_t* const image = x + window.number * w.in_area() * w.in_channels + channel;
    int32_t sums[4] = {};
    window.ForEachTap(w, [&](int32_t from, int32_t tap) {
      const int32_t values = LoadFour(image + from * w.in_channels);
      const int32_t weights = LoadFour(filter + tap * w.out_channels + channel);
      LITE_CUDA_UNROLL
      for (int c = 0; c < 4; ++c) sums[c] += NumberOf(values, c) * NumberOf(weights, c);
    });
    LITE_CUDA_UNROLL
    for (int c = 0; c < 4; ++c) {
      finish(static_cast<float>(sums[c]), pixel * w.out_channels + channel + c);
    }
  }
};

// One element of products of matrices a [rows, depth] and b [columns, depth]. With kFours,
// addresses and the depth are multiples of 4.
template <typename Out, bool kFours>
struct ProductInt8Body {
  const int8_t* a;
  const int8_t* b;
  int32_t rows, columns, depth;
  Walk batch;  // has the steps of matrices
  Int8Finish<Out, float> finish;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const int32_t line = i / columns;
    const int32_t matrix = line / rows;
    const Position at = PositionOf(batch, matrix);
    const int8_t* const row = a + at.first + (line - matrix * rows) * depth;
    const int8_t* const column = b + at.second + (i - line * columns) * depth;
    int32_t sum = 0;
    if constexpr (kFours) {
      for (int32_t k = 0; k < depth; k += 4) {
        sum = AddProducts(LoadFour(row + k), LoadFour(column + k), sum);
      }
    } else {
      for (int32_t k = 0; k < depth; ++k) sum += int32_t{row[k]} * column[k];
    }
    finish(static_cast<float>(sum), i);
  }
};

// Sums that a library computed, as float or int32_t.
template <typename Sum, typename Out, typename Residual>
struct FinishInt8Body {
  const Sum* sums;
  Int8Finish<Out, Residual> finish;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const { finish(static_cast<float>(sums[i]), i); }
};

struct QuantiseBody {
  const float* x;
  int8_t* out;
  float inverse;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const { out[i] = ToInt8(x[i] * inverse); }
};

struct DequantiseBody {
  const int8_t* x;
  float* out;
  float scale;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const { out[i] = static_cast<float>(x[i]) * scale; }
};

}  // namespace paddle::lite::cuda
