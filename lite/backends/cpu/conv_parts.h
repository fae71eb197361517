// Parts of convolution plans that do not depend on element types.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lite/backends/cpu/conv_plan.h"
#include "lite/backends/cpu/gemm_f32.h"
#include "lite/base/thread_pool.h"

namespace paddle::lite::cpu {

inline int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

// The begin of part `index` of [0, count), split into `parts` nearly equal parts. Part i ends where
// part i + 1 begins.
inline int64_t PartBegin(int64_t count, int64_t index, int64_t parts) {
  return count * index / parts;
}

// Calls body(begin, end, thread) until [0, count) is covered, see ThreadPool::ParallelFor. The pool
// is not used if it has more threads than the plan reserved scratch for.
template <typename Body>
void ForEachRange(ThreadPool* pool, int threads, int64_t count, int64_t grain, const Body& body) {
  if (pool == nullptr || pool->threads() > threads) {
    body(0, count, 0);
  } else {
    pool->ParallelFor(count, grain, body);
  }
}

// Calls body(i) for every i in [0, count), on the threads of the pool if there is one.
template <typename Body>
void ForEachPacked(ThreadPool* pool, int64_t count, const Body& body) {
  const auto range = [&body](int64_t begin, int64_t end, int) {
    for (int64_t i = begin; i < end; ++i) body(i);
  };
  if (pool == nullptr) {
    range(0, count, 0);
  } else {
    pool->ParallelFor(count, 1, range);
  }
}

// Rows [0, count) of a matrix, split into tiles of nearly equal height.
struct RowTiles {
  int64_t count = 0, rows = 0;
  int64_t least = 0, higher = 0;  // height of a tile; number of tiles, the first, with one row more

  RowTiles() = default;
  RowTiles(int64_t row_count, int64_t max_rows)
      : count(CeilDiv(row_count, max_rows)),
        rows(row_count),
        least(rows / std::max<int64_t>(count, 1)),
        higher(rows - least * count) {}
  int64_t begin(int64_t tile) const { return tile * least + std::min(tile, higher); }
  int64_t height(int64_t tile) const { return least + (tile < higher ? 1 : 0); }
};

// The vectors of the widest panel whose sums have `products` products.
template <typename Kernels>
int64_t MaxPanelVecs(const Kernels& kernels, int64_t products) {
  const bool narrow = kernels.narrow_vecs != 0 && products >= kernels.narrow_from;
  return narrow ? kernels.narrow_vecs : kernels.max_vecs;
}

// Whether output pixels are input pixels in the same order.
inline bool IsPointwise(const ConvShape& s) {
  return s.taps() == 1 && s.stride_h == 1 && s.stride_w == 1 && s.pad_top == 0 && s.pad_left == 0 &&
         s.in_h == s.out_h && s.in_w == s.out_w;
}

// The output channels computed by one run of tiles: some vectors of one group.
struct Panel {
  int64_t in_channel;   // first input channel of the group
  int64_t out_channel;  // first output channel
  int64_t vecs;
  int64_t tail;    // lanes in use in the last vector
  size_t weights;  // offset in weights
};

// The panels of at most `max_vecs` vectors of `lanes` channels, for `depth` weights per channel,
// and their number of weights.
struct Panels {
  Panels() = default;
  Panels(const ConvShape& shape, int64_t lanes, int64_t max_vecs, int64_t depth);
  int64_t count() const { return static_cast<int64_t>(list.size()); }
  const Panel& operator[](int64_t i) const { return list[static_cast<size_t>(i)]; }

  std::vector<Panel> list;
  size_t weights = 0;
};

// How many of `panels` neighbouring panels of max_vecs vectors are one tile, in a product of `rows`
// rows.
template <typename Kernels>
int64_t JoinedPanels(const Kernels& kernels, int64_t rows, int64_t panels) {
  if (rows > kMaxJoinedRows) return 1;
  const int64_t joined = kernels.joined[rows];
  return joined != 0 && joined <= panels ? joined : 1;
}

// How the tiles of a matrix product are distributed over threads.
struct TileSplit {
  int threads;            // of the plan
  int64_t tiles, panels;  // row tiles and panels
  int64_t panel_block;    // panels that share the rows they read
  bool weights_dominate;  // the weights are larger than the input
};
// Calls body(tile_begin, tile_end, panel_begin, panel_end, thread) for parts that cover all tiles
// of all panels.
template <typename Body>
void ForEachPart(ThreadPool* pool, const TileSplit& split, const Body& body) {
  const int64_t available = pool == nullptr ? 1 : pool->threads();
  const int64_t parts = std::min<int64_t>(split.threads, available);
  // Row tiles share the weights, and panels share the input. If the weights are the larger of the
  // two, reading them in every thread costs about a quarter (measured with few row tiles), so
  // uneven parts may cost up to that much to avoid it. Inputs of that size are in closer caches.
  const auto uneven = [parts](int64_t pieces) {
    return static_cast<double>(CeilDiv(pieces, parts) * parts) / static_cast<double>(pieces);
  };
  const double by_panels_cost = uneven(split.panels) * (split.weights_dominate ? 1.0 : 1.1);
  const double by_rows_cost = uneven(split.tiles) * (split.weights_dominate ? 1.25 : 1.0);
  const bool by_panels = by_panels_cost < by_rows_cost;
  const int64_t count = by_panels ? split.panels : split.tiles;
  // Large enough for panels to share the rows they read, and for rows to share the weights.
  const int64_t grain = std::clamp<int64_t>(
      count / parts, 1, by_panels ? std::min<int64_t>(split.panel_block, 4) : 8);
  ForEachRange(pool, split.threads, count, grain, [&](int64_t begin, int64_t end, int thread) {
    if (by_panels) {
      body(int64_t{0}, split.tiles, begin, end, thread);
    } else {
      body(begin, end, int64_t{0}, split.panels, thread);
    }
  });
}

// pointers[tap - tap_begin][m] = input pixel of output pixel first_row + m under that tap, `zeros`
// if it is outside the image. in_c is the number of T per pixel. T is float, HalfBits,
// BFloat16Pair, or char with sizes in bytes.
template <typename T>
void FillTapPointers(const ConvShape& shape, const T* src, const T* zeros, int64_t first_row,
                     int64_t height, int64_t tap_begin, int64_t tap_end, const T** pointers);

}  // namespace paddle::lite::cpu
