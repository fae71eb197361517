// 3x3 int8 convolution with stride 1 by Winograd's minimal filtering, tiles of 2x2: 2.25 times
// fewer multiplications, of 16-bit numbers. The results have the bits of other plans
// (winograd_s8.h).
#include <algorithm>
#include <limits>

#include "lite/backends/cpu/cache_size.h"
#include "lite/backends/cpu/conv_s8_parts.h"
#include "lite/backends/cpu/winograd_tiles.h"
#include "lite/base/strings.h"

namespace paddle::lite::cpu {
namespace {

constexpr int64_t kTile = 2;
constexpr int64_t kFrequencies = kWinogradS8Frequencies;

// 2 * G of three values.
void TransformTaps(int a, int b, int c, int step, int* to) {
  to[0] = 2 * a;
  to[step] = a + b + c;
  to[2 * step] = a - b + c;
  to[3 * step] = 2 * c;
}

// The frequencies of one filter, line by line: 4 * G g G^T.
void TransformFilter(const int8_t* taps, int64_t stride, int* frequencies) {
  int lines[4][3];
  for (int x = 0; x < 3; ++x) {
    const int8_t* const column = taps + x * stride;
    TransformTaps(column[0], column[3 * stride], column[6 * stride], 3, &lines[0][x]);
  }
  for (int i = 0; i < 4; ++i) {
    TransformTaps(lines[i][0], lines[i][1], lines[i][2], 1, frequencies + i * 4);
  }
}

// Blocks of tiles are transformed to scratch memory, where panel after panel of the weights reads
// them. The sums of a panel for some tiles stay in the cache until they are transformed to results.
// If the weights fit every core's cache, each thread takes blocks through all stages; otherwise
// threads share the stages of one block after another, the second by panels, so that each core
// reads a part of the weights.
class WinogradConvS8 final : public ConvPlanS8 {
 public:
  WinogradConvS8(const ConvShape& shape, const Int8Tables& tables, const ConvOptionsS8& options)
      : shape_(shape),
        level_(tables.level),
        kernels_(*tables.winograd),
        end_(shape, options),
        threads_(std::max(options.threads, 1)),
        tiles_(shape, kTile),
        pairs_(CeilDiv(shape.in_c, 2)),
        panels_(shape, kernels_.lanes, kernels_.max_vecs, kFrequencies * pairs_ * 2) {
    const auto l2 = static_cast<double>(PlanCacheBytes());
    by_panels_ = static_cast<double>(packed_bytes()) > l2;
    tile_stride_ = static_cast<int64_t>(RoundUp(static_cast<size_t>(shape.in_c), 16));
    const double tile_bytes = static_cast<double>(kFrequencies * tile_stride_) * sizeof(int16_t);
    // Blocks that share the weights of a panel are worth more of the cache if these come from afar.
    const double block_bytes = by_panels_ ? l2 / 2 : l2 / 4;
    const auto fitting =
        std::max<int64_t>(kernels_.max_rows, static_cast<int64_t>(block_bytes / tile_bytes));
    const int64_t per_part = CeilDiv(tiles_.count, by_panels_ ? 1 : threads_);
    block_ = CeilDiv(per_part, CeilDiv(per_part, fitting));
    chunk_ = std::min(block_, kMaxChunk);
    // An odd number of cache lines keeps frequencies in different sets of a cache.
    frequency_stride_ = block_ * tile_stride_ / kLineShorts * kLineShorts + kLineShorts;
    frequency_stride_ |= kLineShorts;
    sums_stride_ = (chunk_ | 1) * kernels_.max_vecs * kernels_.lanes;
  }

  std::string form() const override { return StrCat("conv_s8/", level_, "/winograd2"); }

  std::string blocks() const override { return StrCat("tiles ", block_); }

  bool stores_apart() const override { return true; }

  size_t packed_bytes() const override { return panels_.weights * sizeof(int16_t); }

  void Pack(const int8_t* weights, const WeightStrides& strides, const PackOptions& options,
            void* packed) const override {
    ForEachPacked(options.pool, panels_.count() * pairs_, [&](int64_t i) {
      const Panel& panel = panels_[i / pairs_];
      const int64_t pair = i % pairs_;
      const int64_t width = panel.vecs * kernels_.lanes;
      int16_t* const to = static_cast<int16_t*>(packed) + panel.weights + pair * 2 * width;
      // Gathered first: the frequencies are so far apart that they share sets of the cache.
      int16_t lines[kFrequencies][kMaxWidth * 2] = {};
      for (int64_t n = 0; n < std::min(width, shape_.out_c - panel.out_channel); ++n) {
        for (int64_t k = 0; k < std::min<int64_t>(2, shape_.in_c - pair * 2); ++k) {
          const int8_t* const filter =
              weights + (panel.out_channel + n) * strides.out + (pair * 2 + k) * strides.in;
          int frequencies[kFrequencies];
          TransformFilter(filter, strides.tap, frequencies);
          for (int64_t f = 0; f < kFrequencies; ++f) {
            lines[f][n * 2 + k] = static_cast<int16_t>(frequencies[f]);
          }
        }
      }
      for (int64_t f = 0; f < kFrequencies; ++f) {
        std::copy_n(lines[f], width * 2, to + f * pairs_ * width * 2);
      }
    });
  }

  size_t scratch_bytes() const override {
    return end_.scratch_bytes() + static_cast<size_t>(by_panels_ ? 1 : threads_) * SrcBytes() +
           static_cast<size_t>(threads_) * SumsBytes();
  }

  void Run(const ConvBuffersS8& buffers) const override {
    const EndS8 end = end_.Make(buffers);
    char* const src = buffers.scratch + end_.scratch_bytes();
    char* const sums = src + static_cast<size_t>(by_panels_ ? 1 : threads_) * SrcBytes();
    const auto src_of = [&](int thread) {
      return reinterpret_cast<int16_t*>(src + static_cast<size_t>(thread) * SrcBytes());
    };
    const auto sums_of = [&](int thread) {
      return reinterpret_cast<int32_t*>(sums + static_cast<size_t>(thread) * SumsBytes());
    };
    if (by_panels_) {
      const int64_t blocks = CeilDiv(tiles_.count, block_);
      for (int64_t i = 0; i < blocks; ++i) {
        const int64_t first = PartBegin(tiles_.count, i, blocks);
        const int64_t count = PartBegin(tiles_.count, i + 1, blocks) - first;
        ForEachRange(buffers.pool, threads_, count, kGrain,
                     [&](int64_t begin, int64_t range_end, int) {
                       Transform(buffers, first, begin, range_end, src_of(0));
                     });
        ForEachRange(buffers.pool, threads_, panels_.count(), 1,
                     [&](int64_t begin, int64_t range_end, int thread) {
                       Multiply(buffers, end, first, count, begin, range_end, src_of(0),
                                sums_of(thread));
                     });
      }
      return;
    }
    const int64_t blocks = CeilDiv(CeilDiv(tiles_.count, block_), threads_) * threads_;
    ForEachRange(buffers.pool, threads_, blocks, 1,
                 [&](int64_t begin, int64_t range_end, int thread) {
                   for (int64_t i = begin; i < range_end; ++i) {
                     const int64_t first = PartBegin(tiles_.count, i, blocks);
                     const int64_t count = PartBegin(tiles_.count, i + 1, blocks) - first;
                     Transform(buffers, first, 0, count, src_of(thread));
                     Multiply(buffers, end, first, count, 0, panels_.count(), src_of(thread),
                              sums_of(thread));
                   }
                 });
  }

 private:
  static constexpr int64_t kMaxChunk = 48;                       // tiles
  static constexpr int64_t kMaxWidth = kMaxWinogradVecsS8 * 16;  // channels of a panel
  static constexpr int64_t kGrain = 4;  // tiles that are transformed together
  static constexpr int64_t kLineShorts = 64 / sizeof(int16_t);

  size_t SrcBytes() const {
    return RoundUp(static_cast<size_t>(kFrequencies * frequency_stride_) * sizeof(int16_t), 64);
  }
  size_t SumsBytes() const {
    return RoundUp(static_cast<size_t>(kFrequencies * sums_stride_) * sizeof(int32_t), 64);
  }

  // Calls body(tile, count) for the parts of [begin, end) that are in one line.
  template <typename Body>
  void ForEachLine(int64_t begin, int64_t end, const Body& body) const {
    int64_t left = tiles_.line_tiles - begin % tiles_.line_tiles;
    while (begin < end) {
      const int64_t count = std::min(left, end - begin);
      body(begin, count);
      begin += count;
      left = tiles_.line_tiles;
    }
  }

  // Tiles [begin, end) of the block whose first tile is `first`.
  void Transform(const ConvBuffersS8& buffers, int64_t first, int64_t begin, int64_t end,
                 int16_t* src) const {
    WinogradInputS8 line = {};
    line.first.frequency_stride = frequency_stride_;
    line.tile_stride = tile_stride_;
    ForEachLine(first + begin, first + end, [&](int64_t tile, int64_t count) {
      tiles_.SetInput(shape_, buffers.src, tile, &line.first);
      line.first.dst = src + (tile - first) * tile_stride_;
      line.tiles = count;
      kernels_.input(&line);
    });
  }

  // The results of a block of `count` tiles, for some panels.
  void Multiply(const ConvBuffersS8& buffers, const EndS8& end, int64_t first, int64_t count,
                int64_t panel_begin, int64_t panel_end, const int16_t* src, int32_t* sums) const {
    const int64_t chunks = CeilDiv(count, chunk_);
    for (int64_t p = panel_begin; p < panel_end; ++p) {
      for (int64_t i = 0; i < chunks; ++i) {
        const int64_t begin = PartBegin(count, i, chunks);
        const int64_t chunk_end = PartBegin(count, i + 1, chunks);
        MultiplyChunk(buffers, panels_[p], src + begin * tile_stride_, chunk_end - begin, sums);
        StoreChunk(buffers, end, panels_[p], first + begin, first + chunk_end, sums);
      }
    }
  }

  void MultiplyChunk(const ConvBuffersS8& buffers, const Panel& panel, const int16_t* src,
                     int64_t count, int32_t* sums) const {
    const RowTiles rows(count, kernels_.max_rows);
    WinogradProductS8 product = {};
    product.src = src;
    product.tile_stride = tile_stride_;
    product.frequency_stride = frequency_stride_;
    product.pairs = pairs_;
    product.weights = static_cast<const int16_t*>(buffers.weights) + panel.weights;
    product.sums = sums;
    product.sums_stride = sums_stride_;
    const auto run = [&](int64_t blocks, int64_t height) {
      if (blocks == 0) return;
      product.blocks = blocks;
      kernels_.product[panel.vecs][height](&product);
      product.src += blocks * height * tile_stride_;
      product.sums += blocks * height * panel.vecs * kernels_.lanes;
    };
    run(rows.higher, rows.least + 1);
    run(rows.count - rows.higher, rows.least);
  }

  void StoreChunk(const ConvBuffersS8& buffers, const EndS8& end, const Panel& panel, int64_t begin,
                  int64_t chunk_end, const int32_t* sums) const {
    WinogradOutputS8 line = {};
    line.sums_stride = sums_stride_;
    const int64_t pitch = buffers.PitchFor(shape_.out_c);
    line.row_stride = shape_.out_w * pitch;
    line.pixel_stride = pitch;
    line.tail = panel.tail;
    ForEachLine(begin, chunk_end, [&](int64_t tile, int64_t count) {
      const WinogradTiles::Outputs outputs = tiles_.OutputsOf(shape_, tile);
      const int64_t x = tile % tiles_.line_tiles * tiles_.size;
      line.sums = sums + (tile - begin) * panel.vecs * kernels_.lanes;
      line.rows = outputs.rows;
      line.columns = std::min(count * tiles_.size, shape_.out_w - x);
      line.dst = end_.At(buffers.dst, outputs.pixel * pitch + panel.out_channel);
      line.end = end;
      line.end.factors += panel.out_channel;
      line.end.bias += panel.out_channel;
      MoveResidual(outputs.pixel * pitch + panel.out_channel, &line.end);
      kernels_.output[panel.vecs](&line);
    });
  }

  ConvShape shape_;
  const char* level_;
  const WinogradS8Kernels& kernels_;
  EndPlanS8 end_;
  int threads_;
  WinogradTiles tiles_;
  int64_t pairs_;  // of input channels
  Panels panels_;
  bool by_panels_ = false;
  int64_t block_ = 0, chunk_ = 0;                   // tiles
  int64_t tile_stride_ = 0, frequency_stride_ = 0;  // of the transformed input
  int64_t sums_stride_ = 0;                         // of frequencies
};

// Four times the result must be a number of 32 bits.
bool FitsSums(const ConvShape& shape) {
  constexpr int64_t kMaxProduct = 128 * 128;
  return shape.in_c <= std::numeric_limits<int32_t>::max() / (4 * 9 * kMaxProduct);
}

// Measured; see docs/measurements/x86-int8.md. The weights take 3.6 times as much memory as those
// of a matrix product: there must be enough tiles, and outputs in them.
bool IsFaster(const ConvShape& shape, const WinogradTiles& tiles) {
  constexpr int64_t kMinTiles = 9;
  const int64_t outputs = shape.batch * shape.out_h * shape.out_w;
  return tiles.count >= kMinTiles && 5 * outputs >= 4 * tiles.count * kTile * kTile;
}

std::unique_ptr<ConvPlanS8> PlanWinogradConvS8(const ConvShape& shape, const Int8Tables& tables,
                                               const ConvOptionsS8& options) {
  if (!FitsWinograd(shape) || !FitsSums(shape)) return nullptr;
  if (shape.in_c < tables.winograd->min_inputs || !IsFaster(shape, WinogradTiles(shape, kTile))) {
    return nullptr;
  }
  return std::make_unique<WinogradConvS8>(shape, tables, options);
}

}  // namespace

const WinogradPlannerS8 kWinogradPlannerS8 = {&PlanWinogradConvS8};

}  // namespace paddle::lite::cpu
