// ARMv7 has no such processor that this library supports.
#ifdef __aarch64__

#include <utility>

#include "lite/backends/arm/micro_kernels.h"
#include "lite/backends/arm/simd_s8_neon.h"

namespace paddle::lite::arm {
namespace {
using D = BytesNeon;
}  // namespace

#include "lite/backends/arm/depthwise_line_s8.inc"

namespace {

// Four input rows of two output rows. Four neighbouring columns of a row, interleaved by channel,
// are groups of a dot product that serve two output columns, with the weights (w0 w1 w2 0) and
// (0 w0 w1 w2).
struct TwoLines {
  const int8_t* row[4];
  size_t offset;      // of the next column
  int8x16_t pair[4];  // the last two columns of each row, interleaved
};

LITE_INLINE int8x16_t Interleave(int8x8_t a, int8x8_t b) {
  // Zeros in the other half: the load of a half writes them.
  return vzip1q_s8(vcombine_s8(a, vdup_n_s8(0)), vcombine_s8(b, vdup_n_s8(0)));
}

// The sums of two columns, [output row][column][half], after two more columns of the input, of
// which `existing` exist.
template <bool kAll>
LITE_INLINE void SumColumns(TwoLines& t, size_t stride, int64_t existing,
                            const int8x16_t (&weights)[3][4], D::Sum (&sums)[2][2][2]) {
  LITE_UNROLL for (int i = 0; i < 8; ++i) sums[i / 4][i / 2 % 2][i % 2] = D::Zero();
  LITE_UNROLL for (int i = 0; i < 4; ++i) {
    const int8_t* const p = t.row[i] + t.offset;
    const int8x8_t a = kAll || existing > 0 ? LoadBlock(p) : vdup_n_s8(0);
    const int8x8_t b = kAll || existing > 1 ? LoadBlock(p + stride) : vdup_n_s8(0);
    const int8x16_t next = Interleave(a, b);
    const int16x8_t first = vreinterpretq_s16_s8(t.pair[i]);
    const int16x8_t second = vreinterpretq_s16_s8(next);
    const int8x16_t x[2] = {vreinterpretq_s8_s16(vzip1q_s16(first, second)),
                            vreinterpretq_s8_s16(vzip2q_s16(first, second))};
    t.pair[i] = next;
    LITE_UNROLL for (int row = 0; row < 2; ++row) {
      const int y = i - row;
      if (y < 0 || y > 2) continue;
      LITE_UNROLL for (int j = 0; j < 4; ++j) {
        sums[row][j / 2][j % 2] = vdotq_s32(sums[row][j / 2][j % 2], x[j % 2], weights[y][j]);
      }
    }
  }
  t.offset += 2 * stride;
}

template <typename Limits>
LITE_INLINE void RunLinesWith(const DepthwiseLineS8* line) {
  constexpr int kWeights = 12 * 16;
  const auto stride = static_cast<size_t>(line->stride);
  const int8_t* packed = line->weights;
  for (int64_t block = 0; block < line->channels; block += kLineBlock, packed += kWeights) {
    const int64_t channel = LineBlockStart(block, line->channels);
    int8x16_t weights[3][4];
    LITE_UNROLL for (int i = 0; i < 12; ++i) weights[i / 4][i % 4] = vld1q_s8(packed + i * 16);
    const LineEnd<Limits> e = MakeLineEnd<Limits>(*line, channel);
    TwoLines t;
    t.offset = line->left != 0 ? 0 : stride;
    LITE_UNROLL for (int i = 0; i < 4; ++i) {
      t.row[i] = line->rows[i] + channel;
      const int8x8_t first = line->left != 0 ? vdup_n_s8(0) : LoadBlock(t.row[i]);
      t.pair[i] = Interleave(first, LoadBlock(t.row[i] + t.offset));
    }
    t.offset += stride;
    int8_t* first = static_cast<int8_t*>(line->dst) + channel;
    int8_t* second = first + line->dst_row_stride;
    // Columns of the input beyond the first two of the window; two for every two pixels.
    int64_t existing = line->columns + line->left - 2;
    int64_t pixels = line->pixels;
    D::Sum sums[2][2][2];
    for (; pixels >= 2 && existing >= 2; pixels -= 2, existing -= 2) {
      SumColumns<true>(t, stride, existing, weights, sums);
      StorePixel(sums[0][0], e, first);
      StorePixel(sums[1][0], e, second);
      StorePixel(sums[0][1], e, first + e.stride);
      StorePixel(sums[1][1], e, second + e.stride);
      first += 2 * e.stride;
      second += 2 * e.stride;
    }
    for (; pixels > 0; pixels -= 2, existing -= 2) {
      SumColumns<false>(t, stride, existing, weights, sums);
      LITE_UNROLL for (int column = 0; column < 2; ++column) {
        if (column == pixels) break;
        StorePixel(sums[0][column], e, first);
        StorePixel(sums[1][column], e, second);
        first += e.stride;
        second += e.stride;
      }
    }
  }
}

void RunTwoLines(const DepthwiseLineS8* line) {
  line->end.saturates ? RunLinesWith<D::Saturation>(line) : RunLinesWith<D::Limits>(line);
}

}  // namespace

constexpr DepthwiseS8Kernels kDepthwiseS8Dot = [] {
  DepthwiseS8Kernels kernels = MakeLineKernels();
  kernels.two_lines = &RunTwoLines;
  return kernels;
}();

}  // namespace paddle::lite::arm

#endif  // __aarch64__
