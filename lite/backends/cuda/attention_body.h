// Softmax(scale * Q * K^T + Mask) * V without a matrix of the scores in memory.
#pragma once

#include <cmath>
#include <cstdint>

#include "lite/backends/cuda/rows_body.h"

namespace paddle::lite::cuda {

// A group computes kRows rows of kWidth columns of the result, and walks over the keys by tiles.
// The maximum of a row grows from tile to tile: what was summed before is multiplied by
// exp(before - now), so that the result is that of a softmax over all scores. Rows with more than
// kWidth columns are divided among groups, each of which computes the scores.
template <typename T>
struct AttentionBody {
  static constexpr int kThreads = 128;
  static constexpr int kRows = 16, kKeys = 64, kDepth = 64, kWidth = 64;
  // A thread has the scores of 2 rows and 4 keys, and the sums of 2 rows and 4 columns.
  static constexpr int kDown = 2, kAcross = 4;
  static constexpr int kRowStep = kRows / kDown, kColumnStep = kKeys / kAcross;
  static_assert(kRowStep * kColumnStep == kThreads && kWidth == kKeys);
  // Threads that find the maximum and the sum of a row.
  static constexpr int kPerRow = kThreads / kRows;

  struct Shared {
    // One more column, so that consecutive rows begin in different banks.
    float q[kRows][kDepth + 1];
    float k[kKeys][kDepth + 1];
    float v[kKeys][kWidth];
    float score[kRows][kKeys + 1];
    float largest_part[kRows][kPerRow], sum_part[kRows][kPerRow];
    float largest[2][kRows];  // before a tile and with it, which alternate
    float sum[kRows];
    float factor[kRows];  // of what was summed before the tile
  };
  struct State {
    float score[kDown][kAcross];
    float sum[kDown][kAcross];
  };

  const T* q;
  const T* k;
  const T* v;
  const T* mask;  // null if there is none
  T* out;
  int32_t rows, keys, depth, width;
  int32_t q_row, k_row, v_row, mask_row, mask_column;  // steps
  float scale;
  Walk queries_and_keys, values_and_masks;  // of the batch

  LITE_CUDA_FUNCTION static int32_t CeilDiv(int32_t a, int32_t b) { return (a + b - 1) / b; }
  LITE_CUDA_FUNCTION int32_t row_tiles() const { return CeilDiv(rows, kRows); }
  LITE_CUDA_FUNCTION int32_t column_tiles() const { return CeilDiv(width, kWidth); }
  LITE_CUDA_FUNCTION int32_t key_tiles() const { return CeilDiv(keys, kKeys); }
  LITE_CUDA_FUNCTION int32_t depth_tiles() const { return depth == 0 ? 1 : CeilDiv(depth, kDepth); }
  int64_t groups() const { return queries_and_keys.count() * row_tiles() * column_tiles(); }
  // A tile of keys has two for each part of the depth, then those of the softmax.
  LITE_CUDA_FUNCTION int steps_of_tile() const { return 2 * depth_tiles() + 3; }
  LITE_CUDA_FUNCTION int steps() const { return key_tiles() * steps_of_tile() + 1; }

  // The first ones of a group.
  struct Place {
    int32_t batch, row, column;
  };
  LITE_CUDA_FUNCTION Place PlaceOf(int32_t group) const {
    const int32_t rest = group / column_tiles();
    return {rest / row_tiles(), rest % row_tiles() * kRows, group % column_tiles() * kWidth};
  }

  LITE_CUDA_FUNCTION void Step(int step, int32_t group, int thread, Shared* shared,
                               State* state) const {
    const Place at = PlaceOf(group);
    const int32_t tile = step / steps_of_tile();
    const int32_t part = step % steps_of_tile() / 2;
    const int of_softmax = step % steps_of_tile() - 2 * depth_tiles();
    if (step == 0) {
      ForEach(thread, [&](int i, int j, int, int) { state->sum[i][j] = 0; });
      if (thread < kRows) {
        shared->largest[0][thread] = -INFINITY;
        shared->sum[thread] = 0;
      }
    }
    if (tile == key_tiles()) {
      WriteRows(at, thread, *shared, *state);
    } else if (of_softmax == 0) {
      LoadValues(at, tile, thread, shared);
      FindLargest(tile, thread, shared);
    } else if (of_softmax == 1) {
      ComputeTerms(tile, thread, shared);
    } else if (of_softmax == 2) {
      AddValues(tile, thread, shared, state);
    } else if (step % steps_of_tile() % 2 == 0) {
      LoadPart(at, tile, part, thread, shared);
    } else {
      AddProducts(part, thread, *shared, state);
      if (part == depth_tiles() - 1) StoreScores(at, tile, thread, *state, shared);
    }
  }

 private:
  // f(i, j, row, column) for what a thread has of a tile.
  template <typename F>
  LITE_CUDA_FUNCTION static void ForEach(int thread, const F& f) {
    LITE_CUDA_UNROLL
    for (int i = 0; i < kDown; ++i) {
      LITE_CUDA_UNROLL
      for (int j = 0; j < kAcross; ++j) {
        f(i, j, thread / kColumnStep + i * kRowStep, thread % kColumnStep + j * kColumnStep);
      }
    }
  }
  LITE_CUDA_FUNCTION int32_t KeysOf(int32_t tile) const {
    const int32_t rest = keys - tile * kKeys;
    return rest < kKeys ? rest : kKeys;
  }

  LITE_CUDA_FUNCTION void LoadPart(const Place& at, int32_t tile, int32_t part, int thread,
                                   Shared* shared) const {
    const Position from = PositionOf(queries_and_keys, at.batch);
    // The only part of the queries remains from the first tile.
    if (tile == 0 || depth_tiles() > 1) {
      for (int i = thread; i < kRows * kDepth; i += kThreads) {
        const int32_t row = at.row + i / kDepth;
        const int32_t d = part * kDepth + i % kDepth;
        const bool inside = row < rows && d < depth;
        shared->q[i / kDepth][i % kDepth] = inside ? Number(q[from.first + row * q_row + d]) : 0;
      }
    }
    for (int i = thread; i < kKeys * kDepth; i += kThreads) {
      const int32_t key = tile * kKeys + i / kDepth;
      const int32_t d = part * kDepth + i % kDepth;
      const bool inside = key < keys && d < depth;
      shared->k[i / kDepth][i % kDepth] = inside ? Number(k[from.second + key * k_row + d]) : 0;
    }
  }
  LITE_CUDA_FUNCTION void AddProducts(int32_t part, int thread, const Shared& shared,
                                      State* state) const {
    if (part == 0) ForEach(thread, [&](int i, int j, int, int) { state->score[i][j] = 0; });
    const int32_t rest = depth - part * kDepth;
    const int32_t count = rest < kDepth ? rest : kDepth;
    for (int d = 0; d < count; ++d) {
      ForEach(thread, [&](int i, int j, int row, int key) {
        state->score[i][j] += shared.q[row][d] * shared.k[key][d];
      });
    }
  }
  LITE_CUDA_FUNCTION void StoreScores(const Place& at, int32_t tile, int thread, const State& state,
                                      Shared* shared) const {
    const Position from = PositionOf(values_and_masks, at.batch);
    ForEach(thread, [&](int i, int j, int row, int column) {
      const int32_t key = tile * kKeys + column;
      float score = scale * state.score[i][j];
      if (mask != nullptr && at.row + row < rows && key < keys) {
        score += Number(mask[from.second + (at.row + row) * mask_row + key * mask_column]);
      }
      shared->score[row][column] = score;
    });
  }
  LITE_CUDA_FUNCTION void LoadValues(const Place& at, int32_t tile, int thread,
                                     Shared* shared) const {
    const Position from = PositionOf(values_and_masks, at.batch);
    for (int i = thread; i < kKeys * kWidth; i += kThreads) {
      const int32_t key = tile * kKeys + i / kWidth;
      const int32_t column = at.column + i % kWidth;
      const bool inside = key < keys && column < width;
      shared->v[i / kWidth][i % kWidth] = inside ? Number(v[from.first + key * v_row + column]) : 0;
    }
  }

  LITE_CUDA_FUNCTION void FindLargest(int32_t tile, int thread, Shared* shared) const {
    const int row = thread / kPerRow;
    float largest = -INFINITY;
    for (int key = thread % kPerRow; key < KeysOf(tile); key += kPerRow) {
      largest = Join(Reduction::kLargest, largest, shared->score[row][key]);
    }
    shared->largest_part[row][thread % kPerRow] = largest;
  }
  LITE_CUDA_FUNCTION void ComputeTerms(int32_t tile, int thread, Shared* shared) const {
    const int row = thread / kPerRow;
    const float before = shared->largest[tile % 2][row];
    float largest = before;
    for (int i = 0; i < kPerRow; ++i) {
      largest = Join(Reduction::kLargest, largest, shared->largest_part[row][i]);
    }
    float sum = 0;
    for (int key = thread % kPerRow; key < KeysOf(tile); key += kPerRow) {
      const float term = SoftmaxTerm(shared->score[row][key] - largest);
      shared->score[row][key] = term;
      sum += term;
    }
    shared->sum_part[row][thread % kPerRow] = sum;
    if (thread % kPerRow != 0) return;
    shared->largest[1 - tile % 2][row] = largest;
    shared->factor[row] = expf(before - largest);
  }
  LITE_CUDA_FUNCTION void AddValues(int32_t tile, int thread, Shared* shared, State* state) const {
    // Without a score above -inf before, sums are none or NaN: they begin here.
    const auto rescale = [&](int row, float sum) {
      return shared->largest[tile % 2][row] == -INFINITY ? 0 : sum * shared->factor[row];
    };
    ForEach(thread,
            [&](int i, int j, int row, int) { state->sum[i][j] = rescale(row, state->sum[i][j]); });
    for (int key = 0; key < KeysOf(tile); ++key) {
      ForEach(thread, [&](int i, int j, int row, int column) {
        state->sum[i][j] += shared->score[row][key] * shared->v[key][column];
      });
    }
    if (thread >= kRows) return;
    float sum = rescale(thread, shared->sum[thread]);
    for (int i = 0; i < kPerRow; ++i) sum += shared->sum_part[thread][i];
    shared->sum[thread] = sum;
  }
  LITE_CUDA_FUNCTION void WriteRows(const Place& at, int thread, const Shared& shared,
                                    const State& state) const {
    ForEach(thread, [&](int i, int j, int row, int column) {
      if (at.row + row >= rows || at.column + column >= width) return;
      const float value = keys == 0 ? 0 : state.sum[i][j] / shared.sum[row];
      Store(value, out + (at.batch * rows + at.row + row) * width + at.column + column);
    });
  }
};

}  // namespace paddle::lite::cuda
