// Arithmetic on arrays of floats, for every CPU target. Plain data and function pointers only:
// instruction-set files include this header. dst may equal a source; other overlap is not allowed.
#pragma once

#include <cstdint>

#include "lite/base/half_bits.h"

namespace paddle::lite::cpu {

// Functions of one value. The comment names the parameters p[0], p[1], ...
enum class UnaryF32 : int {
  kClamp = 0,    // min(max(x, p0), p1); keeps NaN
  kLeakyRelu,    // x > 0 ? x : p0 * x
  kHardSigmoid,  // min(max(p0 * x + p1, 0), 1)
  kHardSwish,    // x * min(max(x + p0, 0), p1) * p2 + p3
  kSigmoid,
  kSwish,  // x * sigmoid(p0 * x)
  kTanh,
  kExp,
  kElu,  // x > 0 ? x : p0 * (exp(x) - 1)
  kAbs,
  kSquare,
  kSqrt,
  kAffine,    // p0 * x + p1
  kRelu,      // x > 0 ? x : 0; makes NaN 0
  kGelu,      // x * Phi(x), Phi being the normal distribution function
  kGeluTanh,  // its approximation x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3))) / 2
  kErf,
  kSoftplus,  // p0 * x > p1 ? x : log(1 + exp(p0 * x)) * p2
  kMish,      // x * tanh(log(1 + exp(x)))
  kLog,
  kLog1p,  // log(1 + x)
  kReciprocal,
  kRsqrt,
  kFloor,
  kSign,             // zero keeps its sign, NaN stays NaN
  kThresholdedRelu,  // x <= p0 ? 0 : x
  kSoftsign,         // x / (1 + |x|)
};
constexpr int kUnaryF32Count = 27;
constexpr int kUnaryF32Params = 4;

enum class BinaryF32 : int { kAdd = 0, kSub, kMul, kDiv, kMax, kMin };
constexpr int kBinaryF32Count = 6;

// Reductions of many values to one. Sums are computed in short parts; maximum and minimum ignore
// NaN.
enum class FoldF32 : int { kSum = 0, kMax, kMin };
constexpr int kFoldF32Count = 3;
// The fold of zero values.
constexpr float kFoldF32Start[kFoldF32Count] = {0, -__builtin_inff(), __builtin_inff()};

// An output position of a resized line: between elements `low` and `high`, at `weight` of the way.
struct LinearTapF32 {
  int64_t low;
  int64_t high;
  float weight;
};

// Real is float or HalfBits: the type of tensors. What a kernel computes once, and sums, are float.
template <typename Real>
struct VectorKernels {
  void (*unary[kUnaryF32Count])(const Real* src, Real* dst, int64_t count, const float* params);
  // dst[i] = a[i] op b[i]; `_scalar`: a[i] op b[0]; `_reversed`: b[0] op a[i].
  void (*binary[kBinaryF32Count])(const Real* a, const Real* b, Real* dst, int64_t count);
  void (*binary_scalar[kBinaryF32Count])(const Real* a, const Real* b, Real* dst, int64_t count);
  void (*binary_reversed[kBinaryF32Count])(const Real* a, const Real* b, Real* dst, int64_t count);
  // The fold of `count` values.
  float (*fold[kFoldF32Count])(const Real* src, int64_t count);
  // dst[i] = the fold of src[r * stride + i] for r < rows.
  void (*fold_rows[kFoldF32Count])(const Real* src, int64_t stride, int64_t rows, Real* dst,
                                   int64_t count);
  // dst[i] = src[i] * scale[i] + shift[i].
  void (*affine)(const Real* src, const float* scale, const float* shift, Real* dst, int64_t count);
  // dst[i] = exp(max(src[i] - max(src), -64)) / their sum; see the rules of the softmax operator
  // for rows that hold NaN or infinities.
  void (*softmax)(const Real* src, Real* dst, int64_t count);
  // The same for `count` columns of `length` values each, `stride` elements apart.
  void (*softmax_strided)(const Real* src, Real* dst, int64_t length, int64_t stride,
                          int64_t count);
  // dst[c * dst_stride + r] = src[r * src_stride + c] for r < rows, c < columns.
  void (*transpose)(const Real* src, int64_t src_stride, Real* dst, int64_t dst_stride,
                    int64_t rows, int64_t columns);
  // dst[r * dst_stride + c] = src[r * src_stride + c] for r < rows, c < columns.
  void (*copy)(const Real* src, int64_t src_stride, Real* dst, int64_t dst_stride, int64_t rows,
               int64_t columns);
  // dst[2 i] = a[i], dst[2 i + 1] = b[i].
  void (*interleave)(const Real* a, const Real* b, Real* dst, int64_t count);
  // sums[c] = sum over r < rows of x, or of x * x, where x = src[r * stride + c] - shift[c]; the
  // first index selects which. Short runs are added in float, in a fixed order.
  void (*column_sums[2])(const Real* src, int64_t stride, int64_t rows, int64_t columns,
                         const float* shift, double* sums);
  // indices[c] = the first r < rows at which src[r * stride + c] is the smallest [0] or the largest
  // [1]; a NaN is only taken if all values are NaN. Exact for up to 2^24 rows.
  void (*arg_extreme[2])(const Real* src, int64_t stride, int64_t rows, int64_t columns,
                         float* indices);
  // dst[r * columns + c] = (src[r * columns + c] - mean[c]) * scale[c] + shift[c] for r < rows.
  void (*normalise)(const Real* src, const float* mean, const float* scale, const float* shift,
                    Real* dst, int64_t rows, int64_t columns);
  // dst[i] = (src[i] - mean) / sqrt(variance + epsilon) * scale[i] + shift[i] with the mean and
  // variance of the `count` values, which are returned; null means no scale or no shift.
  void (*standardise)(const Real* src, const float* scale, const float* shift, float epsilon,
                      Real* dst, int64_t count, float* mean, float* variance);
  // dst[i] = src[i] > 0 ? src[i] : slopes[i] * src[i].
  void (*prelu)(const Real* src, const Real* slopes, Real* dst, int64_t count);
  // Computes a line of `width` pixels of `channels` elements between the lines `top` and `bottom`,
  // and stores them `pitch` elements apart.
  // [0]: the nearest pixel, `taps[x].low` of `top`; [1]: bilinear, `weight` of the way to `bottom`.
  void (*resize_row[2])(const Real* top, const Real* bottom, float weight, const LinearTapF32* taps,
                        int64_t width, int64_t channels, Real* dst, int64_t pitch);
};

using VectorF32Kernels = VectorKernels<float>;
using VectorF16Kernels = VectorKernels<HalfBits>;

}  // namespace paddle::lite::cpu
