// Products of matrices by tiles. A source says what the matrices are, so that convolutions are
// also products.
#pragma once

#include <cstdint>

#include "lite/backends/cuda/epilogue_body.h"
#include "lite/backends/cuda/walk.h"

namespace paddle::lite::cuda {

// In which order threads load an operand: neighbouring threads read neighbours in memory, which are
// along the sum (depth) or along the result (extent). Quads are 16 bytes, and need sizes and steps
// that are multiples of four, and aligned addresses.
enum class LoadOrder : int8_t { kDepth, kExtent, kDepthQuads, kExtentQuads };

// How a group divides its work. It computes kRows x kColumns elements of the result, and a warp
// kWarpRows x kWarpColumns of them for one slice of the depth. The sums of the slices are added at
// the end: with few groups, more slices keep more loads under way. Each slice has tiles of kStages
// consecutive depths in shared memory, all but one of which are under way.
template <int kRows_, int kColumns_, int kWarpRows_, int kWarpColumns_, int kSlices_>
struct TileShape {
  static constexpr int kRows = kRows_, kColumns = kColumns_, kDepth = 16;
  static constexpr int kWarpRows = kWarpRows_, kWarpColumns = kWarpColumns_;
  static constexpr int kSlices = kSlices_, kStages = 4;
};
using TinyTile = TileShape<16, 32, 16, 32, 8>;
using ShortTile = TileShape<32, 32, 32, 32, 4>;
using SmallTile = TileShape<32, 32, 16, 32, 8>;
using MediumTile = TileShape<64, 64, 32, 32, 2>;
using LargeTile = TileShape<128, 128, 64, 32, 1>;

// Copies of kBytes = 4 or 16 from the device's memory to shared memory, or zeros. They are there
// after WaitForCopies, and for other threads after the next barrier. CloseCopies ends a batch of
// them; WaitForCopies<n> waits for all batches but the last n.
#ifdef __CUDA_ARCH__
template <int kBytes>
__device__ inline void CopyToShared(float* to, const float* from, bool inside) {
  const auto address = static_cast<uint32_t>(__cvta_generic_to_shared(to));
  const int bytes = inside ? kBytes : 0;
  if constexpr (kBytes == 16) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(address), "l"(from),
                 "r"(bytes)
                 : "memory");
  } else {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(address), "l"(from),
                 "r"(bytes)
                 : "memory");
  }
}
__device__ inline void CloseCopies() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int kLast>
__device__ inline void WaitForCopies() {
  asm volatile("cp.async.wait_group %0;" ::"n"(kLast) : "memory");
}

// sum [16, 8] += a [16, 8] * b [8, 8] of a warp, with operands of eleven significant bits. PTX's
// mma.m16n8k8 says which elements a thread holds.
__device__ inline void MultiplyTf32(const uint32_t* a, const uint32_t* b, float* sum) {
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
// value = high + low, with eleven significant bits each, to within 2^-23 of it.
__device__ inline void SplitTf32(float value, uint32_t* high, uint32_t* low) {
  *high = (__float_as_uint(value) + 0x1000u) & 0xffffe000u;
  *low = __float_as_uint(value - __uint_as_float(*high));
}
#else
template <int kBytes>
LITE_CUDA_FUNCTION void CopyToShared(float* to, const float* from, bool inside) {
  for (int i = 0; i < kBytes / 4; ++i) to[i] = inside ? from[i] : 0;
}
LITE_CUDA_FUNCTION void CloseCopies() {}
template <int kLast>
LITE_CUDA_FUNCTION void WaitForCopies() {}
#endif

// Halves change their type on the way, which an asynchronous copy cannot do.
LITE_CUDA_FUNCTION void CopyElement(float* to, const float* from, bool inside) {
  CopyToShared<4>(to, from, inside);
}
LITE_CUDA_FUNCTION void CopyElement(float* to, const Half* from, bool inside) {
  *to = inside ? Number(*from) : 0;
}

// A Source has
//   m(), n(), k(), matrices()       the sizes
//   Column, ColumnOf(matrix, j)     what a thread needs of its matrix, and of column j in the order
//                                   kExtent, in which it only loads this column
//   A(column, i, k), B(column, k, j)   addresses of elements, null for zero
//   Finish(matrix, i, j, sum)       stores an element of the result
//   kWalks                          whether threads go from tile to tile by steps, which takes much
//                                   fewer instructions than addresses of elements
// and, if it does not walk,
//   a_order(), b_order()
// or, if it does, with a in the order kDepthQuads,
//   kOrderOfB                       kExtent or kExtentQuads
//   StepOfA()                       from a row of a to the next
//   StepOfB()                       from a depth of b to the next, in a tile
//   Place, PlaceOf(column, k, j)    where a thread is in b
//   Advance(place, depth)           to a later tile
//   AddressOf(column, place)        null if the column is zero in the tile
template <typename Source, typename Shape>
struct TileProduct {
  static constexpr int kRows = Shape::kRows, kColumns = Shape::kColumns, kDepth = Shape::kDepth;
  static constexpr int kSlices = Shape::kSlices, kStages = Shape::kStages;
  static constexpr int kWarpsAcross = kColumns / Shape::kWarpColumns;
  static constexpr int kSliceThreads = kRows / Shape::kWarpRows * kWarpsAcross * 32;
  static constexpr int kThreads = kSliceThreads * kSlices;
  static_assert(kSliceThreads % kColumns == 0, "in the order kExtent, a thread loads one column");
  // A warp multiplies blocks of 16 x 8 elements, of which each thread holds kHeld.
  static constexpr int kBlockRows = 16, kBlockColumns = 8, kBlockDepth = 8, kHeld = 4;
  static constexpr int kDown = Shape::kWarpRows / kBlockRows;
  static constexpr int kAcross = Shape::kWarpColumns / kBlockColumns;

  // With these lengths of rows, the threads of a warp read elements of a block from different
  // banks.
  struct Tiles {
    float a[kRows][kDepth + 4];
    float b[kDepth][kColumns + 8];
  };
  struct alignas(16) Shared {
    union {
      Tiles stages[kStages][kSlices];
      float parts[kSlices][kRows][kColumns + 8];
    };
  };
  struct State {
    float sum[kDown][kAcross][kHeld];
    typename Source::Column column;
    // Where a walking thread is, after its last tile.
    const float* a;
    typename Source::Place place;
  };

  Source source;
  // Whether products have the precision of float: each operand is split into two numbers that the
  // tensor cores can multiply. Otherwise operands are rounded to eleven significant bits.
  bool exact = true;

  int64_t groups() const {
    return int64_t{Count(source.m(), kRows)} * Count(source.n(), kColumns) * source.matrices();
  }
  LITE_CUDA_FUNCTION static int32_t Count(int32_t extent, int32_t part) {
    return (extent + part - 1) / part;
  }
  // Tiles of each slice. Step 0 loads the first ones, each of the next multiplies one and loads
  // another; two more add the slices.
  LITE_CUDA_FUNCTION int rounds() const { return Count(source.k(), kDepth * kSlices); }
  LITE_CUDA_FUNCTION int steps() const { return rounds() + 3; }

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
        for (auto& block : row) {
          LITE_CUDA_UNROLL
          for (float& sum : block) sum = 0;
        }
      }
      if constexpr (Source::kWalks) {
        const ShareOfA a(lane);
        const ShareOfB b(lane);
        const int32_t k = DepthAt(0, slice);
        state->a = source.A(state->column, first_row + a.x, k + a.k);
        state->place = source.PlaceOf(state->column, k + b.k, first_column + b.x);
      }
      LITE_CUDA_UNROLL_BY(1)
      for (int round = 0; round < kStages - 1; ++round) {
        Load(round, slice, lane, first_row, first_column, shared, state);
      }
      WaitForCopies<kStages - 2>();
    } else if (step <= last) {
      Load(step + kStages - 2, slice, lane, first_row, first_column, shared, state);
      if (DepthAt(step - 1, slice) < source.k()) {
        Multiply(shared->stages[(step - 1) % kStages][slice], lane, state);
      }
      WaitForCopies<kStages - 2>();
    } else if (step == last + 1) {
      WaitForCopies<0>();
      ForEachHeld(lane, [&](int i, int j, int c, int row, int column) {
        shared->parts[slice][row][column] = state->sum[i][j][c];
      });
    } else {
      const int column = thread % kColumns;
      const int32_t j = first_column + column;
      if (j >= source.n()) return;
      LITE_CUDA_UNROLL_BY(1)
      for (int row = thread / kColumns; row < kRows; row += kThreads / kColumns) {
        if (first_row + row >= source.m()) break;
        float sum = 0;
        LITE_CUDA_UNROLL
        for (int s = 0; s < kSlices; ++s) sum += shared->parts[s][row][column];
        // An infinite operand makes NaN of a split product.
        if (sum != sum) sum = SumOf(matrix, first_row + row, j);
        source.Finish(matrix, first_row + row, j, sum);
      }
    }
  }

 private:
  // What a thread copies of a tile: at (x, k), then kCount - 1 more, each (kX, kK) further.
  // Neighbouring threads copy neighbours in memory.
  template <int kExtent, LoadOrder kOrder>
  struct Share {
    static constexpr bool kQuads =
        kOrder == LoadOrder::kDepthQuads || kOrder == LoadOrder::kExtentQuads;
    static constexpr bool kAlongDepth =
        kOrder == LoadOrder::kDepthQuads || kOrder == LoadOrder::kDepth;
    static constexpr int kWidth = kQuads ? 4 : 1;
    static constexpr int kCount = kExtent * kDepth / kSliceThreads / kWidth;
    // Threads along the longer side in memory.
    static constexpr int kLine = (kAlongDepth ? kDepth : kExtent) / kWidth;
    static_assert(kSliceThreads % kLine == 0);
    static constexpr int kX = kAlongDepth ? kSliceThreads / kLine : 0;
    static constexpr int kK = kAlongDepth ? 0 : kSliceThreads / kLine;
    int x, k;

    LITE_CUDA_FUNCTION explicit Share(int lane)
        : x(kAlongDepth ? lane / kLine : lane % kLine * kWidth),
          k(kAlongDepth ? lane % kLine * kWidth : lane / kLine) {}
    // Whether number n is inside, of which (x, k) is `left` of the ends of the matrix.
    LITE_CUDA_FUNCTION static bool Inside(int n, int32_t x_left, int32_t k_left) {
      return kAlongDepth ? n * kX < x_left && k_left > 0 : x_left > 0 && n * kK < k_left;
    }
  };

  using ShareOfA = Share<kRows, LoadOrder::kDepthQuads>;
  using ShareOfB = Share<kColumns, Source::kOrderOfB>;

  // Where a slice's tile of a round begins; the last round may have none for it.
  LITE_CUDA_FUNCTION static int32_t DepthAt(int round, int slice) {
    return (round * kSlices + slice) * kDepth;
  }

  // Begins to load tiles of a slice, as a batch of copies.
  LITE_CUDA_FUNCTION void Load(int round, int slice, int lane, int32_t first_row,
                               int32_t first_column, Shared* shared, State* state) const {
    Tiles& tiles = shared->stages[round % kStages][slice];
    const int32_t k = DepthAt(round, slice);
    if (k < source.k()) {
      if constexpr (Source::kWalks) {
        WalkOn(k, lane, first_row, first_column, &tiles, state);
      } else {
        LoadElements(k, lane, first_row, first_column, state->column, &tiles);
      }
    }
    CloseCopies();
  }

  LITE_CUDA_FUNCTION void WalkOn(int32_t first_k, int lane, int32_t first_row, int32_t first_column,
                                 Tiles* tiles, State* state) const {
    const ShareOfA a(lane);
    const int32_t rows_left = source.m() - first_row - a.x;
    const int32_t a_left = source.k() - first_k - a.k;
    const int32_t a_step = ShareOfA::kX * source.StepOfA();
    LITE_CUDA_UNROLL
    for (int n = 0; n < ShareOfA::kCount; ++n) {
      CopyToShared<4 * ShareOfA::kWidth>(&tiles->a[a.x + n * ShareOfA::kX][a.k],
                                         state->a + n * a_step,
                                         ShareOfA::Inside(n, rows_left, a_left));
    }
    state->a += kDepth * kSlices;
    const ShareOfB b(lane);
    const int32_t columns_left = source.n() - first_column - b.x;
    const int32_t b_left = source.k() - first_k - b.k;
    const int32_t b_step = ShareOfB::kK * source.StepOfB();
    const float* const from = source.AddressOf(state->column, state->place);
    LITE_CUDA_UNROLL
    for (int n = 0; n < ShareOfB::kCount; ++n) {
      CopyToShared<4 * ShareOfB::kWidth>(
          &tiles->b[b.k + n * ShareOfB::kK][b.x], from + n * b_step,
          from != nullptr && ShareOfB::Inside(n, columns_left, b_left));
    }
    source.Advance(&state->place, kDepth * kSlices);
  }

  LITE_CUDA_FUNCTION void LoadElements(int32_t k, int lane, int32_t first_row, int32_t first_column,
                                       const typename Source::Column& column, Tiles* tiles) const {
    const auto load_a = [&](int x, int k_in, bool inside) {
      CopyElement(&tiles->a[x][k_in], source.A(column, first_row + x, k + k_in), inside);
    };
    const int32_t rows_left = source.m() - first_row;
    const int32_t k_left = source.k() - k;
    if (source.a_order() == LoadOrder::kDepth) {
      ForEachOf<Share<kRows, LoadOrder::kDepth>>(lane, rows_left, k_left, load_a);
    } else {
      ForEachOf<Share<kRows, LoadOrder::kExtent>>(lane, rows_left, k_left, load_a);
    }
    const auto load_b = [&](int x, int k_in, bool inside) {
      const auto* const from = inside ? source.B(column, k + k_in, first_column + x) : nullptr;
      CopyElement(&tiles->b[k_in][x], from, from != nullptr);
    };
    const int32_t columns_left = source.n() - first_column;
    if (source.b_order() == LoadOrder::kDepth) {
      ForEachOf<Share<kColumns, LoadOrder::kDepth>>(lane, columns_left, k_left, load_b);
    } else {
      ForEachOf<Share<kColumns, LoadOrder::kExtent>>(lane, columns_left, k_left, load_b);
    }
  }
  // Calls f(x, k, inside) for what a thread copies of a tile that begins `x_left` and `k_left`
  // before the ends of the matrix.
  template <typename Part, typename F>
  LITE_CUDA_FUNCTION static void ForEachOf(int lane, int32_t x_left, int32_t k_left, const F& f) {
    const Part part(lane);
    LITE_CUDA_UNROLL
    for (int n = 0; n < Part::kCount; ++n) {
      f(part.x + n * Part::kX, part.k + n * Part::kK,
        Part::Inside(n, x_left - part.x, k_left - part.k));
    }
  }

  // Calls f(i, j, c, row, column) for each sum of a thread: number c of block (i, j).
  template <typename F>
  LITE_CUDA_FUNCTION static void ForEachHeld(int lane, const F& f) {
    const int warp = lane / 32;
    const int first_row = warp / kWarpsAcross * Shape::kWarpRows + lane % 32 / 4;
    const int first_column = warp % kWarpsAcross * Shape::kWarpColumns + lane % 4 * 2;
    LITE_CUDA_UNROLL
    for (int i = 0; i < kDown; ++i) {
      LITE_CUDA_UNROLL
      for (int j = 0; j < kAcross; ++j) {
        LITE_CUDA_UNROLL
        for (int c = 0; c < kHeld; ++c) {
          f(i, j, c, first_row + i * kBlockRows + c / 2 * 8,
            first_column + j * kBlockColumns + c % 2);
        }
      }
    }
  }

#ifdef __CUDA_ARCH__
  LITE_CUDA_FUNCTION void Multiply(const Tiles& tiles, int lane, State* state) const {
    if (exact) {
      MultiplyAs<true>(tiles, lane, state);
    } else {
      MultiplyAs<false>(tiles, lane, state);
    }
  }

  // The tensor cores add without rounding to nearest, so only the sums of one tile are theirs.
  // Neighbouring instructions are of different sums: each waits for the last one of its sum.
  template <bool kExact>
  LITE_CUDA_FUNCTION static void MultiplyAs(const Tiles& tiles, int lane, State* state) {
    constexpr int kParts = kDepth / kBlockDepth;
    const int warp = lane / 32;
    const int first_row = warp / kWarpsAcross * Shape::kWarpRows + lane % 32 / 4;
    const int first_column = warp % kWarpsAcross * Shape::kWarpColumns + lane % 32 / 4;
    uint32_t b[kParts][kAcross][2], b_low[kParts][kAcross][2];
    LITE_CUDA_UNROLL
    for (int part = 0; part < kParts; ++part) {
      LITE_CUDA_UNROLL
      for (int j = 0; j < kAcross; ++j) {
        LITE_CUDA_UNROLL
        for (int c = 0; c < 2; ++c) {
          SplitTf32(
              tiles.b[part * kBlockDepth + lane % 4 + c * 4][first_column + j * kBlockColumns],
              &b[part][j][c], &b_low[part][j][c]);
        }
      }
    }
    LITE_CUDA_UNROLL
    for (int i = 0; i < kDown; ++i) {
      float sum[kAcross][kHeld] = {};
      LITE_CUDA_UNROLL
      for (int part = 0; part < kParts; ++part) {
        uint32_t a[4], a_low[4];
        LITE_CUDA_UNROLL
        for (int c = 0; c < 4; ++c) {
          SplitTf32(tiles.a[first_row + i * kBlockRows + c % 2 * 8]
                           [part * kBlockDepth + lane % 4 + c / 2 * 4],
                    &a[c], &a_low[c]);
        }
        if constexpr (kExact) {
          LITE_CUDA_UNROLL
          for (int j = 0; j < kAcross; ++j) MultiplyTf32(a_low, b[part][j], sum[j]);
          LITE_CUDA_UNROLL
          for (int j = 0; j < kAcross; ++j) MultiplyTf32(a, b_low[part][j], sum[j]);
        }
        LITE_CUDA_UNROLL
        for (int j = 0; j < kAcross; ++j) MultiplyTf32(a, b[part][j], sum[j]);
      }
      LITE_CUDA_UNROLL
      for (int j = 0; j < kAcross; ++j) {
        LITE_CUDA_UNROLL
        for (int c = 0; c < kHeld; ++c) state->sum[i][j][c] += sum[j][c];
      }
    }
  }
#else
  // The host has no tensor cores; a thread's sums are the same elements.
  LITE_CUDA_FUNCTION void Multiply(const Tiles& tiles, int lane, State* state) const {
    ForEachHeld(lane, [&](int i, int j, int c, int row, int column) {
      float sum = 0;
      for (int k = 0; k < kDepth; ++k) sum += tiles.a[row][k] * tiles.b[k][column];
      state->sum[i][j][c] += sum;
    });
  }
#endif

  LITE_CUDA_FUNCTION float SumOf(int32_t matrix, int32_t i, int32_t j) const {
    const typename Source::Column column = source.ColumnOf(matrix, j);
    float sum = 0;
    LITE_CUDA_UNROLL_BY(1)
    for (int32_t k = 0; k < source.k(); ++k) {
      const auto* const b = source.B(column, k, j);
      sum += Number(*source.A(column, i, k)) * (b != nullptr ? Number(*b) : 0);
    }
    return sum;
  }
};

// out [matrices][m, n] = epilogue(alpha * a [m, k] * b [k, n] + bias)
template <typename T>
struct MatrixSource {
  const T* a;
  const T* b;
  const T* bias;
  T* out;
  int32_t rows = 0, columns = 0, depth = 0, count = 1;
  int32_t a_row = 0, a_column = 1, b_row = 0, b_column = 1;  // steps
  // The bias of element (i, j) of matrix l is i * bias_row + j * bias_column + l % bias_period * m.
  int32_t bias_row = 0, bias_column = 0, bias_period = 1;
  float alpha = 1;
  Walk batch;  // has the steps of matrices
  EpilogueOf<T> epilogue;
  LoadOrder order_of_a = LoadOrder::kDepth, order_of_b = LoadOrder::kExtent;

  static constexpr bool kWalks = false;
  static constexpr LoadOrder kOrderOfB = LoadOrder::kExtent;
  struct Column {
    const T* a;  // the first elements of the matrices
    const T* b;
  };
  struct Place {};

  LITE_CUDA_FUNCTION int32_t m() const { return rows; }
  LITE_CUDA_FUNCTION int32_t n() const { return columns; }
  LITE_CUDA_FUNCTION int32_t k() const { return depth; }
  LITE_CUDA_FUNCTION int32_t matrices() const { return count; }
  LITE_CUDA_FUNCTION LoadOrder a_order() const { return order_of_a; }
  LITE_CUDA_FUNCTION LoadOrder b_order() const { return order_of_b; }
  LITE_CUDA_FUNCTION const T* A(const Column& column, int32_t i, int32_t k) const {
    return column.a + i * a_row + k * a_column;
  }
  LITE_CUDA_FUNCTION const T* B(const Column& column, int32_t k, int32_t j) const {
    return column.b + k * b_row + j * b_column;
  }
  LITE_CUDA_FUNCTION Column ColumnOf(int32_t matrix, int32_t) const {
    const Position at = PositionOf(batch, matrix);
    return {a + at.first, b + at.second};
  }
  LITE_CUDA_FUNCTION void Finish(int32_t matrix, int32_t i, int32_t j, float sum) const {
    float value = sum * alpha;
    if (bias != nullptr) {
      // A remainder takes many instructions.
      const int32_t first = bias_period == 1 ? 0 : matrix % bias_period * rows;
      value += Number(bias[first + i * bias_row + j * bias_column]);
    }
    const int32_t to = (matrix * rows + i) * columns + j;
    Store(epilogue(value, to), out + to);
  }
};

// A MatrixSource of float with a_column = b_column = 1, and a of aligned rows of multiples of four.
template <LoadOrder kOrder>
struct RowsSource : MatrixSource<float> {
  static constexpr bool kWalks = true;
  static constexpr LoadOrder kOrderOfB = kOrder;
  struct Place {
    const float* from;
  };

  LITE_CUDA_FUNCTION int32_t StepOfA() const { return a_row; }
  LITE_CUDA_FUNCTION int32_t StepOfB() const { return b_row; }
  LITE_CUDA_FUNCTION Place PlaceOf(const Column& column, int32_t k, int32_t j) const {
    return {B(column, k, j)};
  }
  LITE_CUDA_FUNCTION void Advance(Place* place, int32_t k) const { place->from += k * b_row; }
  LITE_CUDA_FUNCTION const float* AddressOf(const Column&, const Place& place) const {
    return place.from;
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
        sum += Number(*source.A(column, i, k)) * Number(*source.B(column, k, j));
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
