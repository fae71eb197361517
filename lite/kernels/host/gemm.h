// Tiled matrix product, used by the host kernels for convolution and matrix operators.
//
// A tile of the result has up to kGemmRows rows and kGemmColumns columns, in blocks of kGemmBlock
// columns. The right matrix comes through a callback that copies a panel of it, which may gather
// (convolution) or transpose; a panel is small enough to stay in the first-level cache while all
// rows of the tile use it. Every sum runs over k in ascending order in any tile, so results do not
// depend on the distribution of tiles over threads.
#pragma once

#include <algorithm>
#include <cstdint>

#include "lite/base/thread_pool.h"

namespace paddle::lite::kernels::host {

constexpr int64_t kGemmRows = 32;
constexpr int64_t kGemmColumns = 64;
constexpr int64_t kGemmBlock = 8;
constexpr int64_t kGemmDepth = 64;
// Multiply-adds that justify starting a thread.
constexpr int64_t kGemmGrain = 1 << 16;

// Type of a sum of products. Integers wrap around, which is only defined for unsigned types.
template <typename T>
struct GemmSum {
  using Type = T;
};
template <>
struct GemmSum<int8_t> {
  using Type = int32_t;
};
template <>
struct GemmSum<int32_t> {
  using Type = uint32_t;
};
template <>
struct GemmSum<int64_t> {
  using Type = uint64_t;
};

// Element (i, j) is data[i * row_stride + j * column_stride].
template <typename T>
struct MatrixView {
  const T* data;
  int64_t row_stride;
  int64_t column_stride;
};

// The columns of the blocks that hold the first `columns` columns of a tile.
constexpr int64_t GemmBlockColumns(int64_t columns) {
  return (columns + kGemmBlock - 1) / kGemmBlock * kGemmBlock;
}

namespace gemm_internal {

// Adds a[Rows, depth] * panel[depth, columns] to sums. The sums of a block are in registers. Rows
// is 1 or 4, T float, double, int8_t, int32_t or int64_t, Sum its GemmSum.
template <int Rows, typename T, typename Sum>
void AddRows(const MatrixView<T>& a, int64_t depth, int64_t columns, const T* panel, Sum* sums);

}  // namespace gemm_internal

// sums[rows, kGemmColumns] = a[rows, depth] * b, where fill(first, count, panel) copies rows
// [first, first + count) of the tile's `columns` columns of b into panel[count, kGemmColumns], with
// zeros in the rest of the last block. The sums of the blocks after it are 0.
template <typename T, typename Fill>
void GemmTile(const MatrixView<T>& a, int64_t rows, int64_t columns, int64_t depth,
              const Fill& fill, typename GemmSum<T>::Type* sums) {
  const int64_t width = GemmBlockColumns(columns);
  alignas(64) T panel[kGemmDepth * kGemmColumns];
  std::fill(sums, sums + rows * kGemmColumns, typename GemmSum<T>::Type(0));
  for (int64_t first = 0; first < depth; first += kGemmDepth) {
    const int64_t count = std::min(kGemmDepth, depth - first);
    fill(first, count, panel);
    int64_t r = 0;
    for (; r + 4 <= rows; r += 4) {
      const MatrixView<T> part{a.data + r * a.row_stride + first * a.column_stride, a.row_stride,
                               a.column_stride};
      gemm_internal::AddRows<4>(part, count, width, panel, sums + r * kGemmColumns);
    }
    for (; r < rows; ++r) {
      const MatrixView<T> part{a.data + r * a.row_stride + first * a.column_stride, a.row_stride,
                               a.column_stride};
      gemm_internal::AddRows<1>(part, count, width, panel, sums + r * kGemmColumns);
    }
  }
}

// `batch` products of [m, k] by [k, n], whose right matrices are produced on the fly by the kernel.
// left(i) returns the left operand of product i, fill(i, column, columns, first, count, panel)
// copies a panel as for GemmTile, of the columns from `column` on, and finish(i, row, column,
// count, sums) takes `count` neighbouring sums of a row.
template <typename T, typename Left, typename Fill, typename Finish>
void GemmOfPanels(ThreadPool* pool, int64_t batch, int64_t m, int64_t n, int64_t k,
                  const Left& left, const Fill& fill, const Finish& finish) {
  if (batch == 0 || m == 0 || n == 0) return;
  const int64_t row_tiles = (m + kGemmRows - 1) / kGemmRows;
  const int64_t column_tiles = (n + kGemmColumns - 1) / kGemmColumns;
  const int64_t work = std::min(m, kGemmRows) * GemmBlockColumns(std::min(n, kGemmColumns)) *
                       std::max<int64_t>(k, 1);
  pool->ParallelFor(batch * row_tiles * column_tiles, std::max<int64_t>(1, kGemmGrain / work),
                    [&](int64_t begin, int64_t end, int) {
                      alignas(64) typename GemmSum<T>::Type sums[kGemmRows * kGemmColumns];
                      for (int64_t unit = begin; unit < end; ++unit) {
                        const int64_t column = unit % column_tiles * kGemmColumns;
                        const int64_t row = unit / column_tiles % row_tiles * kGemmRows;
                        const int64_t index = unit / (column_tiles * row_tiles);
                        const int64_t rows = std::min(kGemmRows, m - row);
                        const int64_t columns = std::min(kGemmColumns, n - column);
                        MatrixView<T> a = left(index);
                        a.data += row * a.row_stride;
                        GemmTile<T>(
                            a, rows, columns, k,
                            [&](int64_t first, int64_t count, T* panel) {
                              fill(index, column, columns, first, count, panel);
                            },
                            sums);
                        for (int64_t r = 0; r < rows; ++r) {
                          finish(index, row + r, column, columns, sums + r * kGemmColumns);
                        }
                      }
                    });
}

// The same with right matrices in memory: locate(i, &a, &b) sets both operands of product i.
template <typename T, typename Locate, typename Finish>
void Gemm(ThreadPool* pool, int64_t batch, int64_t m, int64_t n, int64_t k, const Locate& locate,
          const Finish& finish) {
  const auto left = [&](int64_t index) {
    MatrixView<T> a{};
    MatrixView<T> b{};
    locate(index, &a, &b);
    return a;
  };
  const auto fill = [&](int64_t index, int64_t column, int64_t columns, int64_t first,
                        int64_t count, T* panel) {
    MatrixView<T> a{};
    MatrixView<T> b{};
    locate(index, &a, &b);
    for (int64_t i = 0; i < count; ++i) {
      const T* from = b.data + column * b.column_stride + (first + i) * b.row_stride;
      T* to = panel + i * kGemmColumns;
      if (b.column_stride == 1) {
        std::copy(from, from + columns, to);
      } else {
        for (int64_t j = 0; j < columns; ++j) to[j] = from[j * b.column_stride];
      }
      std::fill(to + columns, to + GemmBlockColumns(columns), T(0));
    }
  };
  GemmOfPanels<T>(pool, batch, m, n, k, left, fill, finish);
}

// The matrix product of a convolution in groups with a bias per output channel. gather(image,
// group, k, position, count, row) writes element k of the group's window at `count` neighbouring
// positions; store(image, channel, position, count, sums, bias) receives what belongs to one output
// channel.
template <typename T>
struct GroupedGemm {
  int64_t batch, groups, out_channels, positions;
  int64_t window;  // elements of a filter
  const T* filter;
  const T* bias;  // may be null
};

template <typename T, typename Gather, typename Store>
void RunGroupedGemm(const GroupedGemm<T>& g, ThreadPool* pool, const Gather& gather,
                    const Store& store) {
  const int64_t rows = g.out_channels / g.groups;
  GemmOfPanels<T>(
      pool, g.batch * g.groups, rows, g.positions, g.window,
      [&](int64_t index) {
        return MatrixView<T>{g.filter + index % g.groups * rows * g.window, g.window, 1};
      },
      [&](int64_t index, int64_t position, int64_t count, int64_t first, int64_t depth, T* panel) {
        for (int64_t i = 0; i < depth; ++i) {
          T* to = panel + i * kGemmColumns;
          gather(index / g.groups, index % g.groups, first + i, position, count, to);
          std::fill(to + count, to + GemmBlockColumns(count), T(0));
        }
      },
      [&](int64_t index, int64_t row, int64_t position, int64_t count, const T* sums) {
        const int64_t channel = index % g.groups * rows + row;
        const T bias = g.bias != nullptr ? g.bias[channel] : T(0);
        store(index / g.groups, channel, position, count, sums, bias);
      });
}

}  // namespace paddle::lite::kernels::host
