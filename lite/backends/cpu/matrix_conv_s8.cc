// Int8 convolutions and products in matrix registers (docs/design/int8.md).

#include <array>
#include <cstring>
#include <vector>

#include "lite/backends/cpu/cache_size.h"
#include "lite/backends/cpu/conv_parts.h"
#include "lite/backends/cpu/conv_s8_parts.h"
#include "lite/backends/cpu/matrix_windows.h"
#include "lite/base/strings.h"

namespace paddle::lite::cpu {
namespace {

class MatrixConvS8 final : public ConvPlanS8 {
 public:
  MatrixConvS8(const ConvShape& shape, const MatrixS8Kernels& kernels, const ConvOptionsS8& options)
      : shape_(shape),
        kernels_(kernels),
        end_(options),
        threads_(std::max(options.threads, 1)),
        windows_(shape) {
    const double weight_bytes = static_cast<double>(WeightBytes());
    const double row_bytes = static_cast<double>(windows_.rows * windows_.row_step);
    panels_outside_ = weight_bytes > kManyWeights || windows_.tiles <= kFewTiles;
    const double blocks = panels_outside_ ? kMaxGroup / 2 : kL1 / 2 / (2 * row_bytes);
    group_ = 2 * std::clamp<int64_t>(static_cast<int64_t>(blocks), 1, kMaxGroup / 2);
  }

  std::string form() const override {
    return StrCat("conv_s8/matrix/", windows_.piece_bytes, "x", windows_.pieces.size(), "/g",
                  shape_.groups);
  }
  std::string blocks() const override {
    return StrCat("tiles of ", windows_.rows, " rows, group ", group_,
                  panels_outside_ ? ", panels outside" : "");
  }

  size_t packed_bytes() const override { return WeightBytes(); }

  void Pack(const int8_t* weights, const WeightStrides& strides, const PackOptions& options,
            void* packed) const override {
    const int64_t panels = CeilDiv(shape_.group_out_c(), kMatrixPanelLanes);
    ForEachPacked(options.pool, shape_.groups * panels, [&](int64_t i) {
      const int64_t channel = i % panels * kMatrixPanelLanes;
      PackPanel(weights + (i / panels * shape_.group_out_c() + channel) * strides.out, strides,
                std::min(shape_.group_out_c() - channel, kMatrixPanelLanes),
                static_cast<int8_t*>(packed) + i / panels * GroupWeightBytes() +
                    channel * windows_.depth());
    });
  }

  size_t scratch_bytes() const override {
    return end_.scratch_bytes() + windows_.stored_bytes() +
           static_cast<size_t>(threads_) * LastTileBytes();
  }

  void Run(const ConvBuffersS8& buffers) const override {
    const EndS8 end = end_.Make(buffers);
    char* const stored = buffers.scratch + end_.scratch_bytes();
    const char* src = reinterpret_cast<const char*>(buffers.src);
    if (windows_.stores) {
      const int64_t lines = shape_.batch * windows_.stored_h;
      ForEachRange(buffers.pool, threads_, lines, CeilDiv(kStoreGrain, windows_.line_bytes()),
                   [&](int64_t begin, int64_t end_line, int) {
                     for (int64_t y = begin; y < end_line; ++y) StoreLine(buffers.src, y, stored);
                   });
      src = stored;
    }
    const int64_t panels = CeilDiv(shape_.group_out_c(), kMatrixPanelLanes);
    const TileSplit split{threads_, CeilDiv(windows_.tiles, 2), panels, panels, panels_outside_};
    for (int64_t g = 0; g < shape_.groups; ++g) {
      ForEachPart(buffers.pool, split,
                  [&](int64_t block_begin, int64_t block_end, int64_t panel_begin,
                      int64_t panel_end, int thread) {
                    char* const last = stored + windows_.stored_bytes() +
                                       static_cast<size_t>(thread) * LastTileBytes();
                    RunPart(buffers, end, src, last, g, 2 * block_begin,
                            std::min(2 * block_end, windows_.tiles), panel_begin, panel_end);
                  });
    }
  }

 private:
  static constexpr double kManyWeights = 1 << 20;
  static constexpr int64_t kFewTiles = 4;
  static constexpr double kL1 = 48 << 10;
  static constexpr int64_t kMaxGroup = 64;  // tiles
  static constexpr int64_t kStoreGrain = 1 << 15;

  int64_t GroupWeightBytes() const {
    const int64_t c = shape_.group_out_c();
    const int64_t whole = c / kMatrixPanelLanes * kMatrixPanelLanes;
    const int64_t lanes = whole + CeilDiv(c - whole, kMatrixLanes) * kMatrixLanes;
    return lanes * windows_.depth();
  }
  size_t LastTileBytes() const {
    if (!windows_.copies_last_tile()) return 0;
    return RoundUp(static_cast<size_t>(windows_.tile_bytes() + windows_.overrun()), 64);
  }
  size_t WeightBytes() const { return static_cast<size_t>(shape_.groups * GroupWeightBytes()); }

  void PackPanel(const int8_t* from, const WeightStrides& strides, int64_t channels,
                 int8_t* out) const {
    const int64_t vecs = CeilDiv(channels, kMatrixLanes);
    const int64_t register_bytes = windows_.piece_bytes * kMatrixLanes;
    std::memset(out, 0, windows_.pieces.size() * static_cast<size_t>(vecs * register_bytes));
    windows_.ForEachValue([&](int64_t piece, int64_t byte, int64_t tap, int64_t k) {
      const int8_t* const values = from + k * strides.in + tap * strides.tap;
      int8_t* to = out + piece * vecs * register_bytes +
                   byte / kMatrixGroupBytes * kMatrixGroupBytes * kMatrixLanes +
                   byte % kMatrixGroupBytes;
      for (int64_t n = 0; n < channels; ++n) {
        to[n / kMatrixLanes * register_bytes + n % kMatrixLanes * kMatrixGroupBytes] =
            values[n * strides.out];
      }
    });
  }

  // Line y of all stored images: the image between zeros.
  void StoreLine(const int8_t* src, int64_t y, char* stored) const {
    const ConvShape& s = shape_;
    char* to = stored + y * windows_.line_bytes();
    const int64_t in_y = y % windows_.stored_h - s.pad_top;
    if (in_y < 0 || in_y >= s.in_h) {
      std::memset(to, 0, static_cast<size_t>(windows_.line_bytes()));
      return;
    }
    const int64_t first = std::clamp<int64_t>(s.pad_left, 0, windows_.stored_w);
    const int64_t last = std::clamp<int64_t>(s.pad_left + s.in_w, first, windows_.stored_w);
    const int64_t pitch = windows_.pitch;
    const int8_t* from =
        src + ((y / windows_.stored_h * s.in_h + in_y) * s.in_w + first - s.pad_left) * s.in_c;
    std::memset(to, 0, static_cast<size_t>(first * pitch));
    if (pitch == s.in_c) {
      std::memcpy(to + first * pitch, from, static_cast<size_t>((last - first) * pitch));
    } else {
      for (int64_t x = first; x < last; ++x, from += s.in_c) {
        std::memcpy(to + x * pitch, from, static_cast<size_t>(s.in_c));
        std::memset(to + x * pitch + s.in_c, 0, static_cast<size_t>(pitch - s.in_c));
      }
    }
    std::memset(to + last * pitch, 0, static_cast<size_t>((windows_.stored_w - last) * pitch));
  }

  void RunPart(const ConvBuffersS8& buffers, const EndS8& end, const char* src, char* last,
               int64_t group, int64_t tile_begin, int64_t tile_end, int64_t panel_begin,
               int64_t panel_end) const {
    const int64_t channel = panel_begin * kMatrixPanelLanes;
    const int64_t out_channel = group * shape_.group_out_c() + channel;
    MatrixRunS8 run = {};
    run.row_count = windows_.rows;
    run.row_step = windows_.row_step;
    run.pieces = windows_.pieces.data();
    run.piece_count = static_cast<int64_t>(windows_.pieces.size());
    run.piece_bytes = windows_.piece_bytes;
    run.weights = static_cast<const char*>(buffers.weights) + group * GroupWeightBytes() +
                  channel * windows_.depth();
    run.channels = std::min(panel_end * kMatrixPanelLanes, shape_.group_out_c()) - channel;
    run.dst_stride = shape_.out_c;
    run.stream_weights = !panels_outside_;
    run.fetch_next = panels_outside_;
    std::array<MatrixTile, kMaxGroup> tiles;
    std::array<MatrixRow, kMaxGroup * kMatrixRows> rows;
    run.tiles = tiles.data();
    src += group * shape_.group_in_c();
    for (int64_t begin = tile_begin; begin < tile_end; begin += group_) {
      run.tile_count = std::min(group_, tile_end - begin);
      const int64_t first_pixel = windows_.FirstPixel(begin);
      MatrixRow* to = rows.data();
      for (int64_t i = 0; i < run.tile_count; ++i) {
        tiles[static_cast<size_t>(i)] = windows_.Tile(begin + i, src, first_pixel, to);
        to += tiles[static_cast<size_t>(i)].stored_count;
      }
      if (windows_.copies_last_tile() && begin + run.tile_count == windows_.tiles) {
        MatrixTile& tile = tiles[static_cast<size_t>(run.tile_count - 1)];
        std::memcpy(last, tile.src, static_cast<size_t>(windows_.tile_bytes()));
        tile.src = last;
      }
      const int64_t at = first_pixel * shape_.out_c + out_channel;
      run.dst = end_.At(buffers.dst, at);
      run.end = end;
      run.end.factors += out_channel;
      run.end.bias += out_channel;
      if (buffers.residual != nullptr) run.end.residual = buffers.residual + at;
      kernels_.run(&run);
    }
  }

  ConvShape shape_;
  const MatrixS8Kernels& kernels_;
  EndPlanS8 end_;
  int threads_;
  MatrixWindows windows_;
  bool panels_outside_ = false;  // all tiles of a panel, then the next one; else the reverse
  int64_t group_ = 2;            // tiles that stay in the first-level cache during all panels
};

}  // namespace

std::unique_ptr<ConvPlanS8> PlanMatrixConvS8(const ConvShape& shape, const MatrixS8Kernels& kernels,
                                             const ConvOptionsS8& options) {
  if (!MatrixWindows(shape).worthwhile()) return nullptr;
  return std::make_unique<MatrixConvS8>(shape, kernels, options);
}

}  // namespace paddle::lite::cpu
