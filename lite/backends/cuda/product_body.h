// Products of matrices by tiles. A source says what the matrices are, so that convolutions are
// products too.
#pragma once

#include <cstdint>

#include "lite/backends/cuda/epilogue_body.h"
#include "lite/backends/cuda/walk.h"

namespace paddle::lite::cuda {

// Four neighbours in memory, at a multiple of 16 bytes: one load or store.
struct alignas(16) Quad {
  float v[4];
};
LITE_CUDA_FUNCTION Quad QuadAt(const float* from) { return *reinterpret_cast<const Quad*>(from); }
LITE_CUDA_FUNCTION void StoreQuad(const Quad& quad, float* to) {
  *reinterpret_cast<Quad*>(to) = quad;
}

// In which order threads load an operand: neighbouring threads read neighbours in memory, which are
// along the sum (depth) or along the result (extent). Quads need sizes and steps that are multiples
// of four, and aligned addresses.
enum class LoadOrder : int8_t { kDepth, kExtent, kDepthQuads, kExtentQuads };

// How a group divides its work. It computes kRows x kColumns elements of the result, and a thread
// kPartRows x kPartColumns of them for one slice of the depth. The sums of the slices are added at
// the end: with few groups, more slices keep more loads under way. A multiprocessor has registers
// for kResident groups.
template <int kRows_, int kColumns_, int kDepth_, int kPartRows_, int kPartColumns_, int kSlices_,
          int kResident_>
struct TileShape {
  static constexpr int kRows = kRows_, kColumns = kColumns_, kDepth = kDepth_;
  static constexpr int kPartRows = kPartRows_, kPartColumns = kPartColumns_, kSlices = kSlices_;
  static constexpr int kResident = kResident_;
};
using SmallTile = TileShape<32, 32, 16, 4, 4, 8, 1>;
using MediumTile = TileShape<64, 64, 16, 8, 4, 2, 2>;
using LargeTile = TileShape<128, 128, 16, 8, 8, 1, 1>;

// Tiles of a and b are in one half of the shared memory while the next ones are brought into the
// other half.
//
// A Source has
//   m(), n(), k(), matrices()       the sizes
//   a_order(), b_order()
//   Column, ColumnOf(matrix, j)     what a thread needs of its matrix, and of column j in the order
//                                   kExtent, in which it only loads this column
//   Depth, DepthOf(column, k)       what elements of b have in common from k to the end of a tile
//   A(column, i, k), B(column, depth, more, j)   elements; that of b is at depth k + more
//   AQuad(column, i, k), BQuad(column, k, j)
//   Finish(matrix, i, j, sum)       stores an element of the result
template <typename Source, typename Shape>
struct TileProduct {
  static constexpr int kRows = Shape::kRows, kColumns = Shape::kColumns, kDepth = Shape::kDepth;
  static constexpr int kPartRows = Shape::kPartRows, kPartColumns = Shape::kPartColumns;
  static constexpr int kSlices = Shape::kSlices;
  static constexpr int kAcross = kColumns / kPartColumns;
  static constexpr int kSliceThreads = kRows / kPartRows * kAcross;
  static constexpr int kThreads = kSliceThreads * kSlices, kResident = Shape::kResident;
  static_assert(kSliceThreads % kColumns == 0, "in the order kExtent, a thread loads one column");

  // Rows are longer than tiles so that stores along the depth go to different banks.
  struct Tiles {
    float a[kDepth][kRows + 4];
    float b[kDepth][kColumns + 4];
  };
  struct alignas(16) Shared {
    union {
      Tiles halves[2][kSlices];
      float parts[kSlices][kRows][kColumns];
    };
  };
  struct State {
    float sum[kPartRows][kPartColumns];
    typename Source::Column column;
  };

  Source source;

  int64_t groups() const {
    return int64_t{Count(source.m(), kRows)} * Count(source.n(), kColumns) * source.matrices();
  }
  LITE_CUDA_FUNCTION static int32_t Count(int32_t extent, int32_t part) {
    return (extent + part - 1) / part;
  }
  // Steps with tiles of all slices, before the sums of the slices are added.
  LITE_CUDA_FUNCTION int rounds() const { return Count(source.k(), kDepth * kSlices); }
  LITE_CUDA_FUNCTION int steps() const { return rounds() + (kSlices > 1 ? 3 : 1); }

  LITE_CUDA_FUNCTION void Step(int step, int32_t group, int thread, Shared* shared,
                               State* state) const {
    const int32_t across = Count(source.n(), kColumns);
    const int32_t down = Count(source.m(), kRows);
    const int32_t first_column = group % across * kColumns;
    const int32_t first_row = group / across % down * kRows;
    const int32_t matrix = group / across / down;
    const int last = rounds();
    const int slice = thread / kSliceThreads;
    const int lane = thread % kSliceThreads;
    if (step == 0) {
      state->column = source.ColumnOf(matrix, first_column + lane % kColumns);
      LITE_CUDA_UNROLL
      for (auto& row : state->sum) {
        LITE_CUDA_UNROLL
        for (float& sum : row) sum = 0;
      }
    }
    if (step <= last) {
      const bool more = step < last;
      const int32_t k = (step * kSlices + slice) * kDepth;
      const OfA a = {source, state->column, first_row};
      const OfB b = {source, state->column, first_column, source.DepthOf(state->column, k), k};
      float a_values[kRows * kDepth / kSliceThreads], b_values[kColumns * kDepth / kSliceThreads];
      if (more) {
        Load<kRows>(source.a_order(), a, k, lane, a_values);
        Load<kColumns>(source.b_order(), b, k, lane, b_values);
      }
      if (step > 0) Multiply(shared->halves[(step - 1) & 1][slice], lane, state);
      if (more) {
        Tiles& tiles = shared->halves[step & 1][slice];
        Keep<kRows>(source.a_order(), lane, a_values, tiles.a);
        Keep<kColumns>(source.b_order(), lane, b_values, tiles.b);
      }
    }
    if constexpr (kSlices == 1) {
      if (step == last) FinishPart(matrix, first_row, first_column, lane, *state);
    } else if (step == last + 1) {
      LITE_CUDA_UNROLL
      for (int i = 0; i < kPartRows; ++i) {
        LITE_CUDA_UNROLL
        for (int j = 0; j < kPartColumns; ++j) {
          shared->parts[slice][RowOf(lane, i)][ColumnOf(lane, j)] = state->sum[i][j];
        }
      }
    } else if (step == last + 2) {
      for (int e = thread; e < kRows * kColumns; e += kThreads) {
        const int row = e / kColumns, column = e % kColumns;
        if (first_row + row >= source.m() || first_column + column >= source.n()) continue;
        float sum = 0;
        LITE_CUDA_UNROLL
        for (int s = 0; s < kSlices; ++s) sum += shared->parts[s][row][column];
        source.Finish(matrix, first_row + row, first_column + column, sum);
      }
    }
  }

 private:
  struct OfA {
    const Source& source;
    const typename Source::Column& column;
    int32_t first;
    LITE_CUDA_FUNCTION int32_t extent() const { return source.m(); }
    LITE_CUDA_FUNCTION float At(int32_t i, int32_t k) const { return source.A(column, i, k); }
    LITE_CUDA_FUNCTION Quad QuadOf(int32_t i, int32_t k) const {
      return source.AQuad(column, i, k);
    }
  };
  struct OfB {
    const Source& source;
    const typename Source::Column& column;
    int32_t first;
    typename Source::Depth depth;
    int32_t first_k;
    LITE_CUDA_FUNCTION int32_t extent() const { return source.n(); }
    LITE_CUDA_FUNCTION float At(int32_t j, int32_t k) const {
      return source.B(column, depth, k - first_k, j);
    }
    LITE_CUDA_FUNCTION Quad QuadOf(int32_t j, int32_t k) const {
      return source.BQuad(column, k, j);
    }
  };

  // The place in a tile of what a thread loads as its number n. Along the depth, eight neighbours
  // are of eight threads: these are whole sectors of memory, and go to different banks.
  template <int kExtent, LoadOrder kOrder>
  LITE_CUDA_FUNCTION static void Place(int n, int lane, int* x, int* k) {
    const int e = n * kSliceThreads + lane;
    if constexpr (kOrder == LoadOrder::kDepth) {
      *x = e / 8 % kExtent;
      *k = e % 8 + e / (8 * kExtent) * 8;
    } else if constexpr (kOrder == LoadOrder::kExtent) {
      *x = e % kExtent;
      *k = e / kExtent;
    } else if constexpr (kOrder == LoadOrder::kDepthQuads) {
      *x = e / 2 % kExtent;
      *k = (e % 2 + e / (2 * kExtent) * 2) * 4;
    } else {
      *x = e % (kExtent / 4) * 4;
      *k = e / (kExtent / 4);
    }
  }
  template <LoadOrder kOrder>
  static constexpr int kWidthOf = kOrder >= LoadOrder::kDepthQuads ? 4 : 1;

  template <int kExtent, LoadOrder kOrder, typename Operand>
  LITE_CUDA_FUNCTION void LoadIn(const Operand& operand, int32_t first_k, int lane,
                                 float* values) const {
    constexpr int kWidth = kWidthOf<kOrder>;
    LITE_CUDA_UNROLL
    for (int n = 0; n < kExtent * kDepth / kSliceThreads / kWidth; ++n) {
      int x, k;
      Place<kExtent, kOrder>(n, lane, &x, &k);
      x += operand.first;
      k += first_k;
      const bool inside = x < operand.extent() && k < source.k();
      if constexpr (kWidth == 1) {
        values[n] = inside ? operand.At(x, k) : 0;
      } else {
        Quad quad = {};
        if (inside) quad = operand.QuadOf(x, k);
        LITE_CUDA_UNROLL
        for (int c = 0; c < 4; ++c) values[4 * n + c] = quad.v[c];
      }
    }
  }
  template <int kExtent, typename Operand>
  LITE_CUDA_FUNCTION void Load(LoadOrder order, const Operand& operand, int32_t first_k, int lane,
                               float* values) const {
    switch (order) {
      case LoadOrder::kDepth:
        return LoadIn<kExtent, LoadOrder::kDepth>(operand, first_k, lane, values);
      case LoadOrder::kExtent:
        return LoadIn<kExtent, LoadOrder::kExtent>(operand, first_k, lane, values);
      case LoadOrder::kDepthQuads:
        return LoadIn<kExtent, LoadOrder::kDepthQuads>(operand, first_k, lane, values);
      case LoadOrder::kExtentQuads:
        return LoadIn<kExtent, LoadOrder::kExtentQuads>(operand, first_k, lane, values);
    }
  }

  template <int kExtent, LoadOrder kOrder, int kPitch>
  LITE_CUDA_FUNCTION static void KeepIn(int lane, const float* values, float (*tile)[kPitch]) {
    constexpr int kWidth = kWidthOf<kOrder>;
    LITE_CUDA_UNROLL
    for (int n = 0; n < kExtent * kDepth / kSliceThreads / kWidth; ++n) {
      int x, k;
      Place<kExtent, kOrder>(n, lane, &x, &k);
      if constexpr (kOrder == LoadOrder::kExtentQuads) {
        const float* const v = values + 4 * n;
        StoreQuad({{v[0], v[1], v[2], v[3]}}, &tile[k][x]);
      } else {
        LITE_CUDA_UNROLL
        for (int c = 0; c < kWidth; ++c) tile[k + c][x] = values[kWidth * n + c];
      }
    }
  }
  template <int kExtent, int kPitch>
  LITE_CUDA_FUNCTION static void Keep(LoadOrder order, int lane, const float* values,
                                      float (*tile)[kPitch]) {
    switch (order) {
      case LoadOrder::kDepth:
        return KeepIn<kExtent, LoadOrder::kDepth>(lane, values, tile);
      case LoadOrder::kExtent:
        return KeepIn<kExtent, LoadOrder::kExtent>(lane, values, tile);
      case LoadOrder::kDepthQuads:
        return KeepIn<kExtent, LoadOrder::kDepthQuads>(lane, values, tile);
      case LoadOrder::kExtentQuads:
        return KeepIn<kExtent, LoadOrder::kExtentQuads>(lane, values, tile);
    }
  }

  // Where element (i, j) of a thread's part is in the tile: quads of one thread are as far from
  // each other as all threads' first quads reach, so that a warp reads neighbours.
  LITE_CUDA_FUNCTION static int RowOf(int lane, int i) {
    return i / 4 * (kRows / (kPartRows / 4)) + lane / kAcross * 4 + i % 4;
  }
  LITE_CUDA_FUNCTION static int ColumnOf(int lane, int j) {
    return j / 4 * (kColumns / (kPartColumns / 4)) + lane % kAcross * 4 + j % 4;
  }

  LITE_CUDA_FUNCTION static void Multiply(const Tiles& tiles, int lane, State* state) {
    LITE_CUDA_UNROLL_BY(8)
    for (int k = 0; k < kDepth; ++k) {
      float a[kPartRows], b[kPartColumns];
      LITE_CUDA_UNROLL
      for (int i = 0; i < kPartRows; i += 4) {
        const Quad quad = QuadAt(&tiles.a[k][RowOf(lane, i)]);
        LITE_CUDA_UNROLL
        for (int c = 0; c < 4; ++c) a[i + c] = quad.v[c];
      }
      LITE_CUDA_UNROLL
      for (int j = 0; j < kPartColumns; j += 4) {
        const Quad quad = QuadAt(&tiles.b[k][ColumnOf(lane, j)]);
        LITE_CUDA_UNROLL
        for (int c = 0; c < 4; ++c) b[j + c] = quad.v[c];
      }
      LITE_CUDA_UNROLL
      for (int i = 0; i < kPartRows; ++i) {
        LITE_CUDA_UNROLL
        for (int j = 0; j < kPartColumns; ++j) state->sum[i][j] += a[i] * b[j];
      }
    }
  }

  LITE_CUDA_FUNCTION void FinishPart(int32_t matrix, int32_t first_row, int32_t first_column,
                                     int lane, const State& state) const {
    LITE_CUDA_UNROLL
    for (int i = 0; i < kPartRows; ++i) {
      LITE_CUDA_UNROLL
      for (int j = 0; j < kPartColumns; ++j) {
        const int32_t row = first_row + RowOf(lane, i);
        const int32_t column = first_column + ColumnOf(lane, j);
        if (row < source.m() && column < source.n()) {
          source.Finish(matrix, row, column, state.sum[i][j]);
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
  LoadOrder order_of_a = LoadOrder::kDepth, order_of_b = LoadOrder::kExtent;

  struct Column {
    const float* a;  // the first elements of the matrices
    const float* b;
  };
  struct Depth {
    const float* b;  // the first element of its row
  };

  LITE_CUDA_FUNCTION int32_t m() const { return rows; }
  LITE_CUDA_FUNCTION int32_t n() const { return columns; }
  LITE_CUDA_FUNCTION int32_t k() const { return depth; }
  LITE_CUDA_FUNCTION int32_t matrices() const { return count; }
  LITE_CUDA_FUNCTION LoadOrder a_order() const { return order_of_a; }
  LITE_CUDA_FUNCTION LoadOrder b_order() const { return order_of_b; }
  LITE_CUDA_FUNCTION float A(const Column& column, int32_t i, int32_t k) const {
    return column.a[i * a_row + k * a_column];
  }
  LITE_CUDA_FUNCTION Quad AQuad(const Column& column, int32_t i, int32_t k) const {
    return QuadAt(column.a + i * a_row + k * a_column);
  }
  LITE_CUDA_FUNCTION Column ColumnOf(int32_t matrix, int32_t) const {
    const Position at = PositionOf(batch, matrix);
    return {a + at.first, b + at.second};
  }
  LITE_CUDA_FUNCTION Depth DepthOf(const Column& column, int32_t k) const {
    return {column.b + k * b_row};
  }
  LITE_CUDA_FUNCTION float B(const Column&, const Depth& at, int32_t more, int32_t j) const {
    return at.b[more * b_row + j * b_column];
  }
  LITE_CUDA_FUNCTION Quad BQuad(const Column& column, int32_t k, int32_t j) const {
    return QuadAt(column.b + k * b_row + j * b_column);
  }
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
  static constexpr int kThreads = 512;
  static constexpr int kColumns = 16, kSlices = kThreads / kColumns;

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
      // Several loads are under way in each thread.
      LITE_CUDA_UNROLL_BY(8)
      for (int32_t k = slice; k < source.k(); k += kSlices) {
        sum += source.A(column, i, k) * source.B(column, source.DepthOf(column, k), 0, j);
      }
      shared->part[slice][lane] = sum;
    } else if (slice == 0) {
      float sum = 0;
      LITE_CUDA_UNROLL
      for (const auto& part : shared->part) sum += part[lane];
      source.Finish(matrix, i, j, sum);
    }
  }
};

}  // namespace paddle::lite::cuda
