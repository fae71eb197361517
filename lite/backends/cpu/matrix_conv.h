// The plan of convolutions and products in matrix registers (docs/design/int8.md), for any element
// types. `Form` has
//
//   Types, Kernels, Run        those of the plan, its micro-kernels and their argument
//   Value, kConverts           what is multiplied, and whether the input has another type
//   kName                      begins the form of packed weights
//   Form(options)
//   Round(weight, flush)       a weight as it is multiplied
//   scratch_bytes, Make        the epilogue of element 0 for some buffers, with its scratch
//   MoveTo(channel, at, &run)  the epilogue and dst of a run, which begin at a channel and element
//   Store(kernels, src, pixels, channels, pitch, dst)   writes pixels as they are multiplied, pitch
//                              bytes apart, with zeros between them
//   Finish(kernels, buffers, pixels)   what is left of the activation
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <string>

#include "lite/backends/cpu/cache_size.h"
#include "lite/backends/cpu/conv_parts.h"
#include "lite/backends/cpu/matrix_windows.h"
#include "lite/base/checked_math.h"
#include "lite/base/strings.h"

namespace paddle::lite::cpu {

// Consecutive pixels, some channels of each, that a run has finished.
struct FinishedPixels {
  int64_t first, count;
  int64_t channel, channels;
};

template <typename Form>
class MatrixConv final : public ConvPlanOf<typename Form::Types> {
 public:
  using Types = typename Form::Types;
  using In = typename Types::In;
  using Weight = typename Types::Weight;
  using Buffers = ConvBuffersOf<Types>;
  using Kernels = typename Form::Kernels;
  using Options = typename Form::Options;

  MatrixConv(const ConvShape& shape, const Kernels& kernels, const Options& options)
      : shape_(shape),
        kernels_(kernels),
        form_(shape, options),
        threads_(std::max(options.threads, 1)),
        windows_(shape, kValueBytes, Form::kConverts) {
    const double weight_bytes = static_cast<double>(WeightBytes());
    const double row_bytes = static_cast<double>(windows_.rows * windows_.row_step);
    panels_outside_ = weight_bytes > kManyWeights || windows_.tiles <= kFewTiles;
    const double blocks = panels_outside_ ? kMaxGroup / 2 : kL1 / 2 / (2 * row_bytes);
    group_ = 2 * std::clamp<int64_t>(static_cast<int64_t>(blocks), 1, kMaxGroup / 2);
  }

  std::string form() const override {
    return StrCat(Form::kName, windows_.piece_bytes, "x", windows_.pieces.size(), "/g",
                  shape_.groups);
  }
  std::string blocks() const override {
    return StrCat("tiles of ", windows_.rows, " rows, group ", group_,
                  panels_outside_ ? ", panels outside" : "");
  }

  size_t packed_bytes() const override { return WeightBytes(); }

  void Pack(const Weight* weights, const WeightStrides& strides, const PackOptions& options,
            void* packed) const override {
    const int64_t panels = Panels();
    ForEachPacked(options.pool, shape_.groups * panels, [&](int64_t i) {
      const int64_t channel = i % panels * kMatrixPanelLanes;
      PackPanel(weights + (i / panels * shape_.group_out_c() + channel) * strides.out, strides,
                std::min(shape_.group_out_c() - channel, kMatrixPanelLanes), options.flush,
                static_cast<char*>(packed) + i / panels * GroupWeightBytes() +
                    channel * windows_.depth());
    });
  }

  size_t scratch_bytes() const override {
    return form_.scratch_bytes() + windows_.stored_bytes() +
           static_cast<size_t>(threads_) * LastTileBytes();
  }

  void Run(const Buffers& buffers) const override {
    const auto end = form_.Make(buffers);
    char* const stored = buffers.scratch + form_.scratch_bytes();
    const char* src = reinterpret_cast<const char*>(buffers.src);
    if (windows_.stores) {
      const int64_t lines = shape_.batch * windows_.stored_h;
      ForEachRange(buffers.pool, threads_, lines, CeilDiv(kStoreGrain, windows_.line_bytes()),
                   [&](int64_t begin, int64_t end_line, int) {
                     for (int64_t y = begin; y < end_line; ++y) StoreLine(buffers.src, y, stored);
                   });
      src = stored;
    }
    const TileSplit split{threads_, CeilDiv(windows_.tiles, 2), Panels(), Panels(),
                          panels_outside_};
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
  static constexpr int64_t kValueBytes = sizeof(typename Form::Value);
  static constexpr double kManyWeights = 1 << 20;
  static constexpr int64_t kFewTiles = 4;
  static constexpr double kL1 = 48 << 10;
  static constexpr int64_t kMaxGroup = 64;  // tiles
  static constexpr int64_t kStoreGrain = 1 << 15;
  static constexpr int64_t kLineBytes = 64;

  int64_t Panels() const { return CeilDiv(shape_.group_out_c(), kMatrixPanelLanes); }
  int64_t GroupWeightBytes() const {
    const int64_t c = shape_.group_out_c();
    return CeilDiv(c, kMatrixLanes) * kMatrixLanes * windows_.depth();
  }
  size_t WeightBytes() const { return static_cast<size_t>(shape_.groups * GroupWeightBytes()); }
  // The rest of the cache is for weights and values of this convolution.
  static size_t AheadBytes(const Buffers& buffers) {
    return std::min(buffers.ahead.size(), PlanCacheBytes());
  }
  size_t LastTileBytes() const {
    if (!windows_.copies_last_tile()) return 0;
    return RoundUp(static_cast<size_t>(windows_.tile_bytes() + windows_.overrun()), 64);
  }

  void PackPanel(const Weight* from, const WeightStrides& strides, int64_t channels, bool flush,
                 char* out) const {
    const int64_t vecs = CeilDiv(channels, kMatrixLanes);
    const int64_t register_bytes = windows_.piece_bytes * kMatrixLanes;
    std::memset(out, 0, windows_.pieces.size() * static_cast<size_t>(vecs * register_bytes));
    windows_.ForEachValue([&](int64_t piece, int64_t byte, int64_t tap, int64_t k) {
      const Weight* const values = from + k * strides.in + tap * strides.tap;
      char* const to = out + piece * vecs * register_bytes +
                       byte / kMatrixGroupBytes * kMatrixGroupBytes * kMatrixLanes +
                       byte % kMatrixGroupBytes;
      for (int64_t n = 0; n < channels; ++n) {
        const typename Form::Value value = Form::Round(values[n * strides.out], flush);
        std::memcpy(to + n / kMatrixLanes * register_bytes + n % kMatrixLanes * kMatrixGroupBytes,
                    &value, sizeof(value));
      }
    });
  }

  // Line y of all stored images: the image between zeros.
  void StoreLine(const In* src, int64_t y, char* stored) const {
    const ConvShape& s = shape_;
    char* const to = stored + y * windows_.line_bytes();
    const int64_t pad_top = windows_.pointwise ? 0 : s.pad_top;
    const int64_t in_y = y % windows_.stored_h - pad_top;
    if (in_y < 0 || in_y >= s.in_h) {
      std::memset(to, 0, static_cast<size_t>(windows_.line_bytes()));
      return;
    }
    const int64_t first = std::clamp<int64_t>(s.pad_left, 0, windows_.stored_w);
    const int64_t last = std::clamp<int64_t>(s.pad_left + s.in_w, first, windows_.stored_w);
    const int64_t pitch = windows_.pitch;
    const In* const from =
        src + ((y / windows_.stored_h * s.in_h + in_y) * s.in_w + first - s.pad_left) * s.in_c;
    std::memset(to, 0, static_cast<size_t>(first * pitch));
    form_.Store(kernels_, from, (last - first) * s.groups, s.group_in_c(), windows_.group_pitch,
                to + first * pitch);
    std::memset(to + last * pitch, 0, static_cast<size_t>((windows_.stored_w - last) * pitch));
  }

  void RunPart(const Buffers& buffers, const typename Form::End& end, const char* src, char* last,
               int64_t group, int64_t tile_begin, int64_t tile_end, int64_t panel_begin,
               int64_t panel_end) const {
    const int64_t channel = panel_begin * kMatrixPanelLanes;
    const int64_t out_channel = group * shape_.group_out_c() + channel;
    MatrixRun<typename Form::End> run = {};
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
    // What is fetched ahead is divided in proportion to the work.
    const auto ahead_lines = static_cast<int64_t>(AheadBytes(buffers) / kLineBytes);
    const auto ahead_of = [&](int64_t tile) {
      const int64_t work = shape_.groups * Panels() * windows_.tiles;
      const int64_t done =
          (group * Panels() + panel_begin) * windows_.tiles + (panel_end - panel_begin) * tile;
      return buffers.ahead.data() + ahead_lines * done / work * kLineBytes;
    };
    std::array<MatrixTile, kMaxGroup> tiles;
    std::array<MatrixRow, kMaxGroup * kMatrixRows> rows;
    run.tiles = tiles.data();
    src += group * windows_.group_pitch;
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
      run.ahead = ahead_of(begin);
      run.ahead_end = ahead_of(begin + run.tile_count);
      run.end = end;
      form_.MoveTo(buffers, out_channel, first_pixel * shape_.out_c + out_channel, &run);
      kernels_.run(&run);
      form_.Finish(kernels_, buffers, {first_pixel, to - rows.data(), out_channel, run.channels});
    }
  }

  ConvShape shape_;
  const Kernels& kernels_;
  Form form_;
  int threads_;
  MatrixWindows windows_;
  bool panels_outside_ = false;  // all tiles of a panel, then the next one; else the reverse
  int64_t group_ = 2;            // tiles that stay in the first-level cache during all panels
};

// Null if vectors are faster.
template <typename Form>
std::unique_ptr<ConvPlanOf<typename Form::Types>> PlanMatrixConv(
    const ConvShape& shape, const typename Form::Kernels& kernels,
    const typename Form::Options& options) {
  constexpr auto kValueBytes = static_cast<int64_t>(sizeof(typename Form::Value));
  if (!MatrixWindows(shape, kValueBytes, Form::kConverts).worthwhile()) return nullptr;
  return std::make_unique<MatrixConv<Form>>(shape, kernels, options);
}

}  // namespace paddle::lite::cpu
