// Products of sparse matrices of weights and the pixels of an image. Plain data and function
// pointers only: instruction-set files include this header.
#pragma once

#include <cstdint>

namespace paddle::lite::cpu {

// Vectors of pixels that the sums of one row take at most.
constexpr int kSparseVecs = 8;

// dst[r][p] = clamp(bias[r] + sum over the weights k of row r of weights[k] * src[offsets[k] + p])
// for some rows, and pixels that follow each other in memory.
struct SparseRowsF32 {
  const float* src;        // the first pixel of channel 0
  const int64_t* offsets;  // from src to the channel of each weight
  const float* weights;
  const int32_t* ends;  // one past the last weight of each row
  int64_t begin;        // the first weight of the first row
  int64_t rows;
  const float* bias;  // null: zeros
  float* dst;
  int64_t dst_stride;  // from row to row
  int64_t pixels;      // at most kSparseVecs vectors
  // Whether src and dst have whole vectors of pixels. What is computed for those beyond `pixels`
  // is not used.
  bool whole_vectors;
  float low, high;  // keep NaN
};

struct SparseF32Kernels {
  int64_t lanes;  // pixels in a vector
  void (*rows)(const SparseRowsF32*);
};

}  // namespace paddle::lite::cpu
