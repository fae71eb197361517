// Arithmetic on arrays of floats. Plain data and function pointers only: instruction-set files
// include this header. dst may equal a source; other overlap is not allowed.
#pragma once

#include <cstdint>

namespace paddle::lite::x86 {

// Functions of one value. The comment names the parameters p[0], p[1], ...
enum class UnaryF32 : int {
  kClamp = 0,    // min(max(x, p0), p1); keeps NaN
  kLeakyRelu,    // x > 0 ? x : p0 * x
  kHardSigmoid,  // min(max(p0 * x + p1, 0), 1)
  kHardSwish,    // x * min(max(x + p0, 0), p1) / p2
  kSigmoid,
  kSwish,  // x * sigmoid(p0 * x)
  kTanh,
  kExp,
  kElu,  // x > 0 ? x : p0 * (exp(x) - 1)
  kAbs,
  kSquare,
  kSqrt,
  kAffine,  // p0 * x + p1
  kRelu,    // x > 0 ? x : 0; makes NaN 0
};
constexpr int kUnaryF32Count = 14;
constexpr int kUnaryF32Params = 3;

enum class BinaryF32 : int { kAdd = 0, kSub, kMul, kDiv, kMax, kMin };
constexpr int kBinaryF32Count = 6;

struct VectorF32Kernels {
  void (*unary[kUnaryF32Count])(const float* src, float* dst, int64_t count, const float* params);
  // dst[i] = a[i] op b[i]; `_scalar`: a[i] op b[0]; `_reversed`: b[0] op a[i].
  void (*binary[kBinaryF32Count])(const float* a, const float* b, float* dst, int64_t count);
  void (*binary_scalar[kBinaryF32Count])(const float* a, const float* b, float* dst, int64_t count);
  void (*binary_reversed[kBinaryF32Count])(const float* a, const float* b, float* dst,
                                           int64_t count);
  // dst[i] = src[i] * scale[i] + shift[i].
  void (*affine)(const float* src, const float* scale, const float* shift, float* dst,
                 int64_t count);
  // dst[i] = exp(max(src[i] - max(src), -64)) / their sum; see the rules of the softmax operator
  // for rows that hold NaN or infinities.
  void (*softmax)(const float* src, float* dst, int64_t count);
  // The same for `count` columns of `length` values each, `stride` floats apart.
  void (*softmax_strided)(const float* src, float* dst, int64_t length, int64_t stride,
                          int64_t count);
  // dst[c * dst_stride + r] = src[r * src_stride + c] for r < rows, c < columns.
  void (*transpose)(const float* src, int64_t src_stride, float* dst, int64_t dst_stride,
                    int64_t rows, int64_t columns);
};

extern const VectorF32Kernels kVectorF32Baseline;
extern const VectorF32Kernels kVectorF32Avx2;
extern const VectorF32Kernels kVectorF32Avx512;

}  // namespace paddle::lite::x86
