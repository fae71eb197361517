// Products by the tile kernel itself, for matrices whose sizes a run brings with it (levels of
// detail), and for rows anywhere in memory.
#pragma once

#include <algorithm>

#include "lite/backends/cpu/conv_parts.h"
#include "lite/base/checked_math.h"
#include "lite/kernels/cpu/cpu_kernel.h"

namespace paddle::lite::kernels::LITE_CPU {

// Neighbouring columns of a matrix, [depth][as many vectors as the columns need].
struct ColumnPanel {
  int64_t depth, columns;

  // The most columns of a panel.
  static int64_t MaxColumns(const backend::GemmF32Kernels& kernels) {
    return int64_t{kernels.max_vecs} * kernels.lanes;
  }
  int64_t Vectors(const backend::GemmF32Kernels& kernels) const {
    return (columns + kernels.lanes - 1) / kernels.lanes;
  }
  // Values from one k to the next.
  int64_t Width(const backend::GemmF32Kernels& kernels) const {
    return Vectors(kernels) * kernels.lanes;
  }

  // Element (k, j) is src[k * row + j * column]; one of the strides is 1.
  void Pack(const backend::KernelTables& tables, const float* src, int64_t row, int64_t column,
            float* dst) const {
    const int64_t width = Width(tables.gemm);
    if (columns != width) std::fill_n(dst, depth * width, 0.0f);
    if (column == 1) {
      tables.vector.copy(src, row, dst, width, depth, columns);
    } else {
      tables.vector.transpose(src, column, dst, width, columns, depth);
    }
  }
};

// What a product does with its sums.
struct PanelEnd {
  bool add = false;  // to what is in dst
  bool relu = false;
};

// dst[r * stride + j] = sum over k of row_at(r)[k] * panel[k][j]. The bits do not depend on the
// number of rows. `panel` is one, or as many neighbouring ones as JoinedPanels says.
template <typename RowAt>
void MultiplyPanel(const backend::GemmF32Kernels& kernels, const ColumnPanel& panel,
                   const float* packed, int64_t rows, const RowAt& row_at, const PanelEnd& end,
                   float* dst, int64_t stride) {
  const int64_t vecs = panel.Vectors(kernels);
  const bool joined = vecs > kernels.max_vecs;
  const float* pointers[backend::kMaxTileRows];
  backend::GemmTileF32 tile = {};
  tile.rows = pointers;
  tile.taps = 1;
  tile.depth = panel.depth;
  tile.weights = packed;
  tile.panel_stride = panel.depth * ColumnPanel::MaxColumns(kernels);
  tile.dst_stride = stride;
  tile.end.kind = end.relu ? backend::EndKind::kRelu : backend::EndKind::kNone;
  tile.tail = panel.columns - (vecs - 1) * kernels.lanes;
  tile.first = !end.add;
  tile.last = true;
  // Panels are longer than the first-level cache: a low tile would wait for them.
  const backend::RowTiles tiles(rows, joined ? rows : kernels.max_rows[vecs]);
  for (int64_t i = 0; i < tiles.count; ++i) {
    const int64_t first = tiles.begin(i);
    for (int64_t r = 0; r < tiles.height(i); ++r) pointers[r] = row_at(first + r);
    tile.dst = dst + first * stride;
    (joined ? kernels.joined_tile[rows] : kernels.tile[vecs][tiles.height(i)])(&tile);
  }
}

// For a pool: how many panels justify a thread.
inline int64_t PanelGrain(int64_t rows, const ColumnPanel& panel) {
  constexpr int64_t kWork = 1 << 16;  // multiply-adds
  return kWork / (rows * panel.depth * panel.columns + 1) + 1;
}

// Memory for one panel in each thread, for work that is divided by panels.
class WorkerPanels {
 public:
  // `depth` is that of the deepest panel.
  Status Prepare(const backend::GemmF32Kernels& kernels, int64_t depth, PrepareContext* context) {
    const size_t width = static_cast<size_t>(ColumnPanel::MaxColumns(kernels)) * sizeof(float);
    size_t all = 0;
    if (!CheckedMul(static_cast<size_t>(depth), width, &bytes_) || bytes_ > SIZE_MAX / 2 ||
        !CheckedMul(bytes_ = RoundUp(bytes_, 64), static_cast<size_t>(context->pool->threads()),
                    &all)) {
      return OutOfRange("a product over ", depth, " values is too large");
    }
    scratch_ = context->BookScratch(all);
    return OkStatus();
  }
  // Calls body(i, memory) for i < count. `rows` and `panel` are the sizes of one product.
  template <typename Body>
  void ForEach(const RunContext& context, int64_t count, int64_t rows, const ColumnPanel& panel,
               const Body& body) const {
    context.pool->ParallelFor(
        count, PanelGrain(rows, panel), [&](int64_t begin, int64_t end, int thread) {
          char* const memory = context.scratch + scratch_ + static_cast<size_t>(thread) * bytes_;
          for (int64_t i = begin; i < end; ++i) body(i, reinterpret_cast<float*>(memory));
        });
  }

 private:
  size_t bytes_ = 0, scratch_ = 0;
};

}  // namespace paddle::lite::kernels::LITE_CPU
