// Products of matrices by tiles. A source says what the matrices are, so that convolutions are
// products too.
#pragma once

#include <cstdint>

#include "lite/backends/cuda/epilogue_body.h"
#include "lite/backends/cuda/walk.h"

namespace paddle::lite::cuda {

// A group computes a tile of kTile x kTile elements, kDepth columns of a at a time; a thread
// computes kPart x kPart of them. Tiles of a and b are in one half of the shared memory while the
// next ones are brought into the other half.
//
// A Source has
//   m(), n(), k(), matrices()       the sizes
//   a_by_columns()                  whether neighbours in memory are in a column of a, not in a row
//   Column, ColumnOf(matrix, j)     what A and B need, computed once by each thread for its column
//   A(column, i, k), B(column, k)   elements of a and b
//   Finish(matrix, i, j, sum)       stores an element of the result
template <typename Source>
struct TileProduct {
  static constexpr int kThreads = 256;
  static constexpr int kTile = 64, kDepth = 16, kPart = 4;
  static constexpr int kLoads = kTile * kDepth / kThreads;

  struct Shared {
    float a[2][kDepth][kTile];
    float b[2][kDepth][kTile];
  };
  struct State {
    float sum[kPart][kPart];
    typename Source::Column column;
  };

  Source source;

  int64_t groups() const {
    return int64_t{Tiles(source.m())} * Tiles(source.n()) * source.matrices();
  }
  LITE_CUDA_FUNCTION static int32_t Tiles(int32_t extent) { return (extent + kTile - 1) / kTile; }
  LITE_CUDA_FUNCTION int steps() const { return (source.k() + kDepth - 1) / kDepth + 1; }

  LITE_CUDA_FUNCTION void Step(int step, int32_t group, int thread, Shared* shared,
                               State* state) const {
    const int32_t across = Tiles(source.n());
    const int32_t down = Tiles(source.m());
    const int32_t first_column = group % across * kTile;
    const int32_t first_row = group / across % down * kTile;
    const int32_t matrix = group / across / down;
    const int last = steps() - 1;
    if (step == 0) {
      state->column = source.ColumnOf(matrix, first_column + thread % kTile);
      LITE_CUDA_UNROLL
      for (auto& row : state->sum) {
        LITE_CUDA_UNROLL
        for (float& sum : row) sum = 0;
      }
      if (last > 0) {
        float a[kLoads], b[kLoads];
        Load(0, first_row, first_column, thread, *state, a, b);
        Keep(0, thread, a, b, shared);
      }
    } else {
      float a[kLoads], b[kLoads];
      if (step < last) Load(step, first_row, first_column, thread, *state, a, b);
      Multiply((step - 1) & 1, thread, *shared, state);
      if (step < last) Keep(step & 1, thread, a, b, shared);
    }
    if (step != last) return;
    const int32_t row = first_row + thread / (kTile / kPart) * kPart;
    const int32_t column = first_column + thread % (kTile / kPart) * kPart;
    LITE_CUDA_UNROLL
    for (int i = 0; i < kPart; ++i) {
      LITE_CUDA_UNROLL
      for (int j = 0; j < kPart; ++j) {
        if (row + i < source.m() && column + j < source.n()) {
          source.Finish(matrix, row + i, column + j, state->sum[i][j]);
        }
      }
    }
  }

 private:
  // Where load number n of a thread goes in the tile of a. Neighbouring threads read neighbours in
  // memory.
  LITE_CUDA_FUNCTION int RowOf(int n, int thread) const {
    const int e = n * kThreads + thread;
    return source.a_by_columns() ? e % kTile : e / kDepth;
  }
  LITE_CUDA_FUNCTION int DepthOf(int n, int thread) const {
    const int e = n * kThreads + thread;
    return source.a_by_columns() ? e / kTile : e % kDepth;
  }
  // In the tile of b, a thread always loads the same column.
  LITE_CUDA_FUNCTION static int BDepthOf(int n, int thread) {
    return (n * kThreads + thread) / kTile;
  }

  LITE_CUDA_FUNCTION void Load(int tile, int32_t first_row, int32_t first_column, int thread,
                               const State& state, float* a, float* b) const {
    LITE_CUDA_UNROLL
    for (int n = 0; n < kLoads; ++n) {
      const int32_t i = first_row + RowOf(n, thread);
      const int32_t k = tile * kDepth + DepthOf(n, thread);
      a[n] = i < source.m() && k < source.k() ? source.A(state.column, i, k) : 0;
      const int32_t l = tile * kDepth + BDepthOf(n, thread);
      const bool inside = first_column + thread % kTile < source.n() && l < source.k();
      b[n] = inside ? source.B(state.column, l) : 0;
    }
  }

  LITE_CUDA_FUNCTION void Keep(int half, int thread, const float* a, const float* b,
                               Shared* shared) const {
    LITE_CUDA_UNROLL
    for (int n = 0; n < kLoads; ++n) {
      shared->a[half][DepthOf(n, thread)][RowOf(n, thread)] = a[n];
      shared->b[half][BDepthOf(n, thread)][thread % kTile] = b[n];
    }
  }

  LITE_CUDA_FUNCTION static void Multiply(int half, int thread, const Shared& shared,
                                          State* state) {
    const int row = thread / (kTile / kPart) * kPart;
    const int column = thread % (kTile / kPart) * kPart;
    LITE_CUDA_UNROLL
    for (int k = 0; k < kDepth; ++k) {
      LITE_CUDA_UNROLL
      for (int i = 0; i < kPart; ++i) {
        LITE_CUDA_UNROLL
        for (int j = 0; j < kPart; ++j) {
          state->sum[i][j] += shared.a[half][k][row + i] * shared.b[half][k][column + j];
        }
      }
    }
  }
};

// out [matrices][m, n] = epilogue(alpha * a [m, k] * b [k, n] + bias)
struct MatrixSource {
  const float* a;
  const float* b;
  const float* bias;
  float* out;
  int32_t rows = 0, columns = 0, depth = 0, count = 1;
  int32_t a_row = 0, a_column = 1, b_row = 0, b_column = 1;  // steps
  // The bias of element (i, j) of matrix l is i * bias_row + j * bias_column + l % bias_period * m.
  int32_t bias_row = 0, bias_column = 0, bias_period = 1;
  float alpha = 1;
  Walk batch;  // has the steps of matrices
  Epilogue epilogue;

  struct Column {
    const float* a;  // the first element of the matrix
    const float* b;  // the first element of the column
  };

  LITE_CUDA_FUNCTION int32_t m() const { return rows; }
  LITE_CUDA_FUNCTION int32_t n() const { return columns; }
  LITE_CUDA_FUNCTION int32_t k() const { return depth; }
  LITE_CUDA_FUNCTION int32_t matrices() const { return count; }
  LITE_CUDA_FUNCTION bool a_by_columns() const { return a_column != 1; }
  LITE_CUDA_FUNCTION float A(const Column& column, int32_t i, int32_t k) const {
    return column.a[i * a_row + k * a_column];
  }
  LITE_CUDA_FUNCTION Column ColumnOf(int32_t matrix, int32_t j) const {
    const Position at = PositionOf(batch, matrix);
    return {a + at.first, b + at.second + (j < columns ? j * b_column : 0)};
  }
  LITE_CUDA_FUNCTION float B(const Column& column, int32_t k) const { return column.b[k * b_row]; }
  LITE_CUDA_FUNCTION void Finish(int32_t matrix, int32_t i, int32_t j, float sum) const {
    float value = sum * alpha;
    if (bias != nullptr) {
      value += bias[i * bias_row + j * bias_column + matrix % bias_period * rows];
    }
    const int32_t to = (matrix * rows + i) * columns + j;
    out[to] = epilogue(value, to);
  }
};

// For few rows or columns: a group computes kColumns neighbours of a row, with kSlices threads for
// the products of each.
template <typename Source>
struct ThinProduct {
  static constexpr int kThreads = 256;
  static constexpr int kColumns = 32, kSlices = kThreads / kColumns;

  struct Shared {
    float part[kSlices][kColumns];
  };
  struct State {};

  Source source;

  int64_t groups() const { return int64_t{Blocks()} * source.m() * source.matrices(); }
  LITE_CUDA_FUNCTION int32_t Blocks() const { return (source.n() + kColumns - 1) / kColumns; }
  LITE_CUDA_FUNCTION static int steps() { return 2; }

  LITE_CUDA_FUNCTION void Step(int step, int32_t group, int thread, Shared* shared, State*) const {
    const int lane = thread % kColumns;
    const int slice = thread / kColumns;
    const int32_t j = group % Blocks() * kColumns + lane;
    const int32_t i = group / Blocks() % source.m();
    const int32_t matrix = group / Blocks() / source.m();
    if (j >= source.n()) return;
    if (step == 0) {
      const typename Source::Column column = source.ColumnOf(matrix, j);
      float sum = 0;
      for (int32_t k = slice; k < source.k(); k += kSlices) {
        sum += source.A(column, i, k) * source.B(column, k);
      }
      shared->part[slice][lane] = sum;
    } else if (slice == 0) {
      float sum = 0;
      for (const auto& part : shared->part) sum += part[lane];
      source.Finish(matrix, i, j, sum);
    }
  }
};

}  // namespace paddle::lite::cuda
