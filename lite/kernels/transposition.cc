#include "lite/kernels/transposition.h"

#include <algorithm>
#include <cstring>

#include "lite/base/interleaving.h"

namespace paddle::lite::kernels {

Transposition::Transposition(const DDim& source, const int* permutation) {
  std::array<int64_t, DDim::kMaxRank> strides{};
  int64_t stride = 1;
  for (int i = source.rank() - 1; i >= 0; --i) {
    strides[i] = stride;
    stride *= source[i];
  }
  for (int i = 0; i < source.rank(); ++i) {
    const int64_t size = source[permutation[i]];
    const int64_t step = strides[permutation[i]];
    if (size == 1) continue;
    const int last = dims_.rank() - 1;
    if (last >= 0 && src_strides_[last] == step * size) {
      dims_[last] *= size;
      src_strides_[last] = step;
    } else {
      dims_.push_back(size);
      src_strides_.push_back(step);
    }
  }
  if (dims_.empty()) {
    dims_.push_back(1);
    src_strides_.push_back(1);
  }
  for (int i = 0; i < dims_.rank(); ++i) {
    if (src_strides_[i] == 1) unit_ = i;
  }
}

namespace {

constexpr int64_t kTile = 16;  // rows, and columns, processed together
// Rows of three columns, which are in few cache lines: finding their position costs more than they
// do.
constexpr int64_t kLine = 1024;

// Whether tiles of three columns have a constant number of rows, for which compilers use vectors.
// Those of bytes may need InterleaveThreeBytes instead.
template <typename T>
constexpr bool kWholeTiles = sizeof(T) != 1 || kInterleavesBytes;

// The same for three columns: images with colours. kRows: all of a tile, so that compilers use
// instructions that interleave vectors; 0: as many as `rows`.
template <int64_t kRows, typename T>
void InterleaveThree(const T* __restrict first, const T* __restrict second,
                     const T* __restrict third, int64_t rows, T* __restrict dst) {
  const int64_t count = kRows != 0 ? kRows : rows;
  for (int64_t r = 0; r < count; ++r) {
    dst[3 * r] = first[r];
    dst[3 * r + 1] = second[r];
    dst[3 * r + 2] = third[r];
  }
}

#if defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define LITE_SHUFFLES_VECTORS
#endif
#endif

// Sixteen pixels of three bytes where no instruction interleaves three vectors: pixels of four
// bytes are made of pairs, and two of them become six bytes of a word. Words are stored one after
// the other, each over the end of the one before: two bytes after the last pixel are written too.
[[maybe_unused]] void InterleaveThreeBytes(const uint8_t* first, const uint8_t* second,
                                           const uint8_t* third, uint8_t* dst) {
#ifdef LITE_SHUFFLES_VECTORS
  typedef uint8_t Bytes __attribute__((vector_size(16)));
  typedef uint16_t Pairs __attribute__((vector_size(16)));
  typedef uint64_t Words __attribute__((vector_size(16)));
  Bytes a, b, c;
  std::memcpy(&a, first, sizeof(a));
  std::memcpy(&b, second, sizeof(b));
  std::memcpy(&c, third, sizeof(c));
  const auto low = [](Bytes x, Bytes y) {
    return reinterpret_cast<Pairs>(
        __builtin_shufflevector(x, y, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
  };
  const auto high = [](Bytes x, Bytes y) {
    return reinterpret_cast<Pairs>(__builtin_shufflevector(x, y, 8, 24, 9, 25, 10, 26, 11, 27, 12,
                                                           28, 13, 29, 14, 30, 15, 31));
  };
  const Pairs ab[] = {low(a, b), high(a, b)};
  const Pairs c0[] = {low(c, Bytes{}), high(c, Bytes{})};
  const auto store = [&dst](Pairs pixels) {
    const auto two = reinterpret_cast<Words>(pixels);
    const Words six = (two & 0xffffff) | (two >> 8 & 0xffffff000000);
    for (int i = 0; i < 2; ++i, dst += 6) {
      const uint64_t word = six[i];
      std::memcpy(dst, &word, sizeof(word));
    }
  };
  for (int i = 0; i < 2; ++i) {
    store(__builtin_shufflevector(ab[i], c0[i], 0, 8, 1, 9, 2, 10, 3, 11));
    store(__builtin_shufflevector(ab[i], c0[i], 4, 12, 5, 13, 6, 14, 7, 15));
  }
#else
  InterleaveThree<0>(first, second, third, kTile, dst);
#endif
}

}  // namespace

// The result is cut into planes: its last dimension (contiguous in dst) by dimension unit_
// (contiguous in src). A plane is processed in small squares, so that the cache lines of both sides
// are fully used. If both are the same dimension, whole lines are copied, and a plane is the set of
// lines along the dimension before it.
template <typename T>
void Transposition::RunTyped(const T* src, T* dst, ThreadPool* pool, Matrix32 matrix) const {
  const int rank = dims_.rank();
  const int last = rank - 1;
  const int64_t columns = dims_[last];
  const bool rows_contiguous = unit_ == last;
  const int row_axis = rows_contiguous ? last - 1 : unit_;
  const int64_t rows = row_axis < 0 ? 1 : dims_[row_axis];
  int64_t dst_row_stride = 1;
  for (int i = row_axis + 1; i < rank; ++i) dst_row_stride *= dims_[i];
  const bool has_matrix = sizeof(T) == sizeof(float) && matrix != nullptr;
  const bool three = !rows_contiguous && columns == 3 && dst_row_stride == 3 && !has_matrix;
  const int64_t tile_rows = three ? kLine : kTile;
  const int64_t row_tiles = (rows + tile_rows - 1) / tile_rows;

  int64_t planes = 1;
  for (int i = 0; i < last; ++i) {
    if (i != row_axis) planes *= dims_[i];
  }
  const int64_t work = std::max<int64_t>(1, columns * std::min(tile_rows, rows));
  const int64_t grain = std::max<int64_t>(1, 16384 / work);
  pool->ParallelFor(planes * row_tiles, grain, [&](int64_t begin, int64_t end, int) {
    for (int64_t index = begin; index < end; ++index) {
      const int64_t tile = index % row_tiles;
      int64_t plane = index / row_tiles;
      int64_t src_offset = 0;
      int64_t dst_offset = 0;
      int64_t dst_stride = columns;
      for (int i = last - 1; i >= 0; --i) {
        if (i != row_axis) {
          const int64_t position = plane % dims_[i];
          plane /= dims_[i];
          src_offset += position * src_strides_[i];
          dst_offset += position * dst_stride;
        }
        dst_stride *= dims_[i];
      }
      const int64_t row_begin = tile * tile_rows;
      const int64_t row_end = std::min(row_begin + tile_rows, rows);
      if (rows_contiguous) {
        const int64_t src_row_stride = row_axis < 0 ? 0 : src_strides_[row_axis];
        for (int64_t r = row_begin; r < row_end; ++r) {
          std::memcpy(dst + dst_offset + r * dst_row_stride, src + src_offset + r * src_row_stride,
                      static_cast<size_t>(columns) * sizeof(T));
        }
        continue;
      }
      const int64_t src_column_stride = src_strides_[last];
      if constexpr (sizeof(T) == sizeof(float)) {
        if (has_matrix) {
          matrix(reinterpret_cast<const float*>(src + src_offset + row_begin), src_column_stride,
                 reinterpret_cast<float*>(dst + dst_offset + row_begin * dst_row_stride),
                 dst_row_stride, columns, row_end - row_begin);
          continue;
        }
      }
      if (three) {
        const T* from = src + src_offset + row_begin;
        T* to = dst + dst_offset + row_begin * dst_row_stride;
        int64_t count = row_end - row_begin;
        for (; kWholeTiles<T> && count >= kTile; count -= kTile, from += kTile, to += 3 * kTile) {
          InterleaveThree<kTile>(from, from + src_column_stride, from + 2 * src_column_stride, 0,
                                 to);
        }
        if constexpr (!kWholeTiles<T>) {
          // The last pixel is written later, over what is too much.
          for (; count > kTile; count -= kTile, from += kTile, to += 3 * kTile) {
            InterleaveThreeBytes(from, from + src_column_stride, from + 2 * src_column_stride, to);
          }
        }
        InterleaveThree<0>(from, from + src_column_stride, from + 2 * src_column_stride, count, to);
        continue;
      }
      for (int64_t column_begin = 0; column_begin < columns; column_begin += kTile) {
        const int64_t column_end = std::min(column_begin + kTile, columns);
        for (int64_t r = row_begin; r < row_end; ++r) {
          const T* from = src + src_offset + r;
          T* to = dst + dst_offset + r * dst_row_stride;
          for (int64_t c = column_begin; c < column_end; ++c) to[c] = from[c * src_column_stride];
        }
      }
    }
  });
}

void Transposition::Run(const void* src, void* dst, size_t element_size, ThreadPool* pool,
                        Matrix32 matrix) const {
  const auto run = [&](auto element) {
    using T = decltype(element);
    RunTyped(static_cast<const T*>(src), static_cast<T*>(dst), pool, matrix);
  };
  switch (element_size) {
    case 1:
      return run(uint8_t{});
    case 2:
      return run(uint16_t{});
    case 4:
      return run(uint32_t{});
    default:
      return run(uint64_t{});
  }
}

}  // namespace paddle::lite::kernels
