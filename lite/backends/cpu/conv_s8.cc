#include "lite/backends/cpu/conv_s8.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "lite/backends/cpu/conv_parts.h"
#include "lite/base/checked_math.h"
#include "lite/base/strings.h"

namespace paddle::lite::cpu {
namespace {

// Elements that a kernel may read beyond the last one of an array.
constexpr int64_t kSlack = 64;

// The epilogue of a plan: factors in the plan, the bias in scratch, both with whole vectors.
class EndPlanS8 {
 public:
  explicit EndPlanS8(const ConvOptionsS8& options)
      : options_(options), channels_(static_cast<int64_t>(options.factors.size())) {
    options_.factors.resize(static_cast<size_t>(channels_ + kSlack));
    if (options.to_int8) {
      options_.activation.low = std::max(options.activation.low, -127.0f);
      options_.activation.high = std::min(options.activation.high, 127.0f);
    }
  }

  size_t scratch_bytes() const {
    return RoundUp(static_cast<size_t>(channels_ + kSlack) * sizeof(float), 64);
  }
  // The epilogue of channel 0. `scratch` has scratch_bytes().
  EndS8 Make(const float* bias, char* scratch) const {
    float* const scaled = reinterpret_cast<float*>(scratch);
    std::fill(scaled, scaled + channels_ + kSlack, 0.0f);
    for (int64_t c = 0; bias != nullptr && c < channels_; ++c) {
      scaled[c] = bias[c] / options_.bias_unit;
    }
    EndS8 end = {};
    end.factors = options_.factors.data();
    end.bias = scaled;
    end.low = options_.activation.low;
    end.high = options_.activation.high;
    end.function = options_.activation.function;
    std::copy_n(options_.activation.params, 3, end.params);
    end.to_int8 = options_.to_int8;
    return end;
  }

  // Element `at` of the result.
  void* At(void* dst, int64_t at) const {
    if (options_.to_int8) return static_cast<int8_t*>(dst) + at;
    return static_cast<float*>(dst) + at;
  }

 private:
  ConvOptionsS8 options_;
  int64_t channels_;
};

// A matrix product whose rows are output pixels, as for float32. The input is stored in the form
// that the multiplication reads: block by block for pointwise convolutions, the whole input first
// for others. An input without negative values is read as it is, if there are kernels for that.
// The windows of few channels, which would leave most of a group of k unused at every tap, are
// gathered block by block.
class GemmConvS8 final : public ConvPlanS8 {
 public:
  GemmConvS8(const ConvShape& shape, const Int8Tables& tables, const ConvOptionsS8& options)
      : shape_(shape),
        level_(tables.level),
        kernels_(tables.gemm),
        end_(options),
        threads_(std::max(options.threads, 1)),
        pointwise_(IsPointwise(shape)),
        tiles_(shape.batch * shape.out_h * shape.out_w, kernels_.max_rows) {
    gathers_ = !pointwise_ && shape.groups == 1 && shape.in_c < kMaxGatheredChannels;
    taps_ = gathers_ ? 1 : shape.taps();
    groups_ = CeilDiv(shape.group_in_c() * shape.taps() / taps_, kernels_.depth_group);
    depth_ = taps_ * groups_ * kernels_.depth_group;
    panels_ = Panels(shape, kernels_.lanes, kernels_.max_vecs, depth_);
    stored_channels_ = shape.groups * groups_ * kernels_.depth_group;
    reads_positive_ =
        kernels_.any_negative != nullptr && !gathers_ && stored_channels_ == shape.in_c;
    const auto weight_bytes = static_cast<double>(WeightBytes());
    const auto input_bytes = static_cast<double>(InputPixels() * PixelBytes());
    weights_dominate_ = weight_bytes > input_bytes;
    // A block of the input stays in the cache while all weights pass by.
    const double l2 = std::min<double>(static_cast<double>(L2CacheBytes()), 1 << 20);
    const double block_bytes = weight_bytes <= l2 / 4 ? kL1 : l2 / 4;
    const auto tile_bytes = static_cast<double>(kernels_.max_rows * PixelBytes());
    tile_block_ = std::max<int64_t>(1, static_cast<int64_t>(block_bytes / tile_bytes));
  }

  std::string form() const override {
    return StrCat("conv_s8/", level_, gathers_ ? "/windows" : "/gemm", "/g", shape_.groups);
  }

  // Weights, the sums to begin with, and zeros for the pixels outside the image.
  size_t packed_bytes() const override { return ZerosAt() + ZeroBytes(); }

  void Pack(const int8_t* weights, const WeightStrides& strides, const PackOptions& options,
            void* packed) const override {
    char* const out = static_cast<char*>(packed);
    ForEachPacked(options.pool, panels_.count(), [&](int64_t i) {
      const Panel& panel = panels_[i];
      const int8_t* from = weights + panel.out_channel * strides.out;
      auto* const start = reinterpret_cast<int32_t*>(out + StartsAt()) + StartOf(panel);
      if (kernels_.weight_bytes == 2) {
        PackPanel(from, strides, panel, reinterpret_cast<int16_t*>(out) + panel.weights, start);
      } else {
        PackPanel(from, strides, panel, reinterpret_cast<int8_t*>(out) + panel.weights, start);
      }
    });
    const int8_t zero = 0;
    kernels_.convert(&zero, 0, static_cast<int64_t>(ZeroBytes()) / kernels_.input_bytes, 1,
                     out + ZerosAt());
  }

  size_t scratch_bytes() const override {
    return end_.scratch_bytes() + StoredBytes() + static_cast<size_t>(threads_) * PartBytes();
  }

  void Run(const ConvBuffersS8& buffers) const override {
    const EndS8 end = end_.Make(buffers.bias, buffers.scratch);
    char* const stored = buffers.scratch + end_.scratch_bytes();
    char* const parts = stored + StoredBytes();
    const bool positive = reads_positive_ && !AnyNegative(buffers);
    if (!by_blocks() && !positive) {
      ForEachRange(buffers.pool, threads_, InputPixels(), kConvertGrain,
                   [&](int64_t begin, int64_t end_pixel, int) {
                     Store(buffers.src, begin, end_pixel - begin, stored + begin * PixelBytes());
                   });
    }
    const TileSplit split{threads_, tiles_.count, panels_.count(), panels_.count(),
                          weights_dominate_};
    ForEachPart(buffers.pool, split,
                [&](int64_t tile_begin, int64_t tile_end, int64_t panel_begin, int64_t panel_end,
                    int thread) {
                  char* const part = parts + static_cast<size_t>(thread) * PartBytes();
                  for (int64_t t = tile_begin; t < tile_end; t += tile_block_) {
                    const int64_t t_end = std::min(t + tile_block_, tile_end);
                    RunBlock(buffers, end, positive, stored, part, t, t_end, panel_begin,
                             panel_end);
                  }
                });
  }

 private:
  static constexpr int64_t kMaxGatheredChannels = 16;
  static constexpr double kL1 = 32 << 10;
  static constexpr int64_t kConvertGrain = 4096;  // pixels
  static constexpr int64_t kScanGrain = 1 << 18;  // values

  int64_t InputPixels() const { return shape_.batch * shape_.in_h * shape_.in_w; }
  int64_t PixelBytes() const { return stored_channels_ * kernels_.input_bytes; }  // or per window
  // Whether the input is stored block by block, one row per output pixel.
  bool by_blocks() const { return pointwise_ || gathers_; }
  size_t StoredBytes() const {
    if (by_blocks()) return 0;
    return RoundUp(static_cast<size_t>(InputPixels() * PixelBytes() + kSlack), 64);
  }
  // Per thread: a stored block of the input and gathered windows, or the pointers of a tile.
  size_t PartBytes() const {
    if (!by_blocks()) {
      return RoundUp(static_cast<size_t>(taps_ * kernels_.max_rows) * sizeof(char*), 64);
    }
    return BlockBytes() + (gathers_ ? RoundUp(static_cast<size_t>(BlockRows() * depth_), 64) : 0);
  }
  int64_t BlockRows() const { return std::min(tile_block_ * kernels_.max_rows, tiles_.rows); }
  size_t BlockBytes() const {
    return RoundUp(static_cast<size_t>(BlockRows() * PixelBytes() + kSlack), 64);
  }
  size_t WeightBytes() const {
    return panels_.weights * static_cast<size_t>(kernels_.weight_bytes);
  }
  size_t StartsAt() const { return RoundUp(WeightBytes(), 64); }
  size_t ZerosAt() const {
    const size_t starts = panels_.weights / static_cast<size_t>(depth_);
    return StartsAt() + RoundUp(starts * sizeof(int32_t), 64);
  }
  size_t ZeroBytes() const {
    const int64_t values = groups_ * kernels_.depth_group;
    return RoundUp(static_cast<size_t>(values * kernels_.input_bytes), 64);
  }
  int64_t StartOf(const Panel& panel) const { return static_cast<int64_t>(panel.weights) / depth_; }

  // [tap][group of k][lane][k in the group]
  template <typename Weight>
  void PackPanel(const int8_t* from, const WeightStrides& strides, const Panel& panel, Weight* out,
                 int32_t* start) const {
    const int64_t width = panel.vecs * kernels_.lanes;
    const int64_t used = width - kernels_.lanes + panel.tail;
    const int64_t group = kernels_.depth_group;
    std::fill(start, start + width, 0);
    const int64_t channels = shape_.group_in_c();
    const int64_t gathered_taps = shape_.taps() / taps_;
    for (int64_t first_tap = 0; first_tap < taps_; ++first_tap) {
      for (int64_t g = 0; g < groups_; ++g) {
        for (int64_t n = 0; n < width; ++n) {
          for (int64_t k = g * group; k < (g + 1) * group; ++k) {
            const bool exists = n < used && k < channels * gathered_taps;
            const int64_t tap = first_tap + k / channels;
            const int8_t weight =
                exists ? from[n * strides.out + k % channels * strides.in + tap * strides.tap]
                       : int8_t{0};
            start[n] -= weight * kernels_.input_offset;
            *out++ = weight;
          }
        }
      }
    }
  }

  void Store(const int8_t* src, int64_t first, int64_t pixels, char* dst) const {
    kernels_.convert(src + first * shape_.in_c, shape_.group_in_c(), groups_ * kernels_.depth_group,
                     pixels * shape_.groups, dst);
  }

  // Stores the windows of output pixels [first, first + count), which it gathers in `windows`.
  void Gather(const int8_t* src, int64_t first, int64_t count, int8_t* windows, char* dst) const {
    const ConvShape& s = shape_;
    const auto line_bytes = static_cast<size_t>(s.kernel_w * s.in_c);
    std::fill(windows, windows + count * depth_, int8_t{0});
    for (int64_t i = first; i < first + count; ++i) {
      const int64_t left = i % s.out_w * s.stride_w - s.pad_left;
      const int64_t top = i / s.out_w % s.out_h * s.stride_h - s.pad_top;
      const int64_t image = i / s.out_w / s.out_h;
      const bool side_by_side = s.dilation_w == 1 && left >= 0 && left + s.kernel_w <= s.in_w;
      int8_t* to = windows + (i - first) * depth_;
      for (int64_t ky = 0; ky < s.kernel_h; ++ky, to += line_bytes) {
        const int64_t y = top + ky * s.dilation_h;
        if (y < 0 || y >= s.in_h) continue;
        const int8_t* line = src + (image * s.in_h + y) * s.in_w * s.in_c;
        if (side_by_side) {
          std::memcpy(to, line + left * s.in_c, line_bytes);
          continue;
        }
        for (int64_t kx = 0; kx < s.kernel_w; ++kx) {
          const int64_t x = left + kx * s.dilation_w;
          if (x < 0 || x >= s.in_w) continue;
          std::copy_n(line + x * s.in_c, s.in_c, to + kx * s.in_c);
        }
      }
    }
    kernels_.convert(windows, depth_, depth_, count, dst);
  }

  bool AnyNegative(const ConvBuffersS8& buffers) const {
    std::atomic<bool> found{false};
    ForEachRange(buffers.pool, threads_, InputPixels() * shape_.in_c, kScanGrain,
                 [&](int64_t begin, int64_t end, int) {
                   if (kernels_.any_negative(buffers.src + begin, end - begin)) found = true;
                 });
    return found;
  }

  void RunBlock(const ConvBuffersS8& buffers, const EndS8& end, bool positive, const char* stored,
                char* part, int64_t tile_begin, int64_t tile_end, int64_t panel_begin,
                int64_t panel_end) const {
    const int64_t first = tiles_.begin(tile_begin);
    if (positive) {
      stored = reinterpret_cast<const char*>(buffers.src);
    } else if (by_blocks()) {
      const int64_t last = tile_end - 1;
      const int64_t rows = tiles_.begin(last) + tiles_.height(last) - first;
      if (gathers_) {
        Gather(buffers.src, first, rows, reinterpret_cast<int8_t*>(part + BlockBytes()), part);
      } else {
        Store(buffers.src, first, rows, part);
      }
      stored = part - first * PixelBytes();
    }
    for (int64_t p = panel_begin; p < panel_end; ++p) {
      RunTiles(buffers, end, positive, stored, part, panels_[p], tile_begin, tile_end);
    }
  }

  void RunTiles(const ConvBuffersS8& buffers, const EndS8& end, bool positive, const char* stored,
                char* part, const Panel& panel, int64_t tile_begin, int64_t tile_end) const {
    const int64_t value_bytes = positive ? 1 : kernels_.input_bytes;
    const int64_t pixel_bytes = stored_channels_ * value_bytes;
    const auto& tiles = positive ? kernels_.positive_tile : kernels_.tile;
    const char* packed = static_cast<const char*>(buffers.weights);
    GemmTileS8 tile = {};
    tile.taps = taps_;
    tile.groups = groups_;
    tile.weights = packed + panel.weights * static_cast<size_t>(kernels_.weight_bytes);
    tile.start = reinterpret_cast<const int32_t*>(packed + StartsAt()) + StartOf(panel);
    tile.dst_stride = shape_.out_c;
    tile.tail = panel.tail;
    tile.end = end;
    tile.end.factors += panel.out_channel;
    tile.end.bias += panel.out_channel;
    const int64_t group = panel.in_channel / shape_.group_in_c();
    const char* src = stored + group * groups_ * kernels_.depth_group * value_bytes;
    ConvShape in_bytes = shape_;  // sizes of the stored input
    in_bytes.in_c = pixel_bytes;
    const char* rows[kMaxTileRowsS8];
    const char** const pointers = by_blocks() ? rows : reinterpret_cast<const char**>(part);
    tile.rows = pointers;
    for (int64_t t = tile_begin; t < tile_end; ++t) {
      const int64_t first = tiles_.begin(t);
      const int64_t height = tiles_.height(t);
      if (by_blocks()) {
        for (int64_t m = 0; m < height; ++m) rows[m] = src + (first + m) * pixel_bytes;
      } else {
        FillTapPointers(in_bytes, src, packed + ZerosAt(), first, height, 0, shape_.taps(),
                        pointers);
      }
      tile.dst = end_.At(buffers.dst, first * shape_.out_c + panel.out_channel);
      tiles[panel.vecs][height](&tile);
    }
  }

  ConvShape shape_;
  const char* level_;
  const GemmS8Kernels& kernels_;
  EndPlanS8 end_;
  int threads_;
  bool pointwise_;
  RowTiles tiles_;
  bool gathers_ = false;  // windows are rows of a matrix, with one tap
  int64_t taps_ = 1;
  int64_t groups_ = 0;           // of k values per tap
  int64_t depth_ = 0;            // stored weights per output channel
  int64_t stored_channels_ = 0;  // values per stored input pixel
  int64_t tile_block_ = 1;       // row tiles that stay in the cache while all panels are computed
  bool weights_dominate_ = false;
  bool reads_positive_ = false;  // an input without negative values is read as it is
  Panels panels_;
};

// Reads the int8 input itself.
class DepthwiseConvS8 final : public ConvPlanS8 {
 public:
  DepthwiseConvS8(const ConvShape& shape, const Int8Tables& tables, const ConvOptionsS8& options)
      : shape_(shape),
        level_(tables.level),
        kernels_(tables.depthwise),
        end_(options),
        threads_(std::max(options.threads, 1)) {}

  std::string form() const override { return StrCat("conv_s8/", level_, "/depthwise"); }

  // Weights, and zeros for the pixels outside the image.
  size_t packed_bytes() const override {
    return WeightBytes() + RoundUp(static_cast<size_t>(shape_.in_c), 64);
  }

  void Pack(const int8_t* weights, const WeightStrides& strides, const PackOptions&,
            void* packed) const override {
    const int64_t block = kernels_.block;
    std::vector<int16_t> taps(static_cast<size_t>(2 * block));
    auto* out = static_cast<int16_t*>(packed);
    for (int64_t first = 0; first < shape_.in_c; first += block) {
      const int64_t c = std::min(first, shape_.in_c - block);
      for (int64_t tap = 0; tap < shape_.taps(); tap += 2) {
        for (int64_t i = 0; i < 2 * block; ++i) {
          const int64_t t = tap + i / block;
          const int64_t channel = c + i % block;
          taps[static_cast<size_t>(i)] =
              t < shape_.taps() ? weights[channel * strides.out + t * strides.tap] : int16_t{0};
        }
        kernels_.pack_pair(taps.data(), taps.data() + block, out);
        out += 2 * block;
      }
    }
    std::memset(static_cast<char*>(packed) + WeightBytes(), 0, packed_bytes() - WeightBytes());
  }

  size_t scratch_bytes() const override {
    return end_.scratch_bytes() + static_cast<size_t>(threads_) * PointerBytes();
  }

  void Run(const ConvBuffersS8& buffers) const override {
    const EndS8 end = end_.Make(buffers.bias, buffers.scratch);
    const int64_t pixels = shape_.batch * shape_.out_h * shape_.out_w;
    const int64_t tiles = CeilDiv(pixels, kPixels);
    ForEachRange(buffers.pool, threads_, tiles, kTileGrain,
                 [&](int64_t begin, int64_t end_tile, int thread) {
                   const auto pointers =
                       reinterpret_cast<const char**>(buffers.scratch + end_.scratch_bytes() +
                                                      static_cast<size_t>(thread) * PointerBytes());
                   for (int64_t i = begin; i < end_tile; ++i) {
                     RunTile(buffers, end, pointers, i * kPixels,
                             std::min(kPixels, pixels - i * kPixels));
                   }
                 });
  }

 private:
  static constexpr int64_t kPixels = 8;
  static constexpr int64_t kTileGrain = 4;  // tiles that justify a thread

  size_t WeightBytes() const {
    const int64_t blocks = CeilDiv(shape_.in_c, kernels_.block);
    const int64_t pairs = CeilDiv(shape_.taps(), 2);
    return RoundUp(static_cast<size_t>(blocks * pairs * 2 * kernels_.block) * sizeof(int16_t), 64);
  }
  size_t PointerBytes() const {
    return RoundUp(static_cast<size_t>(shape_.taps() * kPixels) * sizeof(char*), 64);
  }

  void RunTile(const ConvBuffersS8& buffers, const EndS8& end, const char** pointers, int64_t first,
               int64_t pixels) const {
    FillTapPointers(shape_, reinterpret_cast<const char*>(buffers.src),
                    static_cast<const char*>(buffers.weights) + WeightBytes(), first, pixels, 0,
                    shape_.taps(), pointers);
    DepthwiseTileS8 tile = {};
    tile.rows = pointers;
    tile.taps = shape_.taps();
    tile.pixels = pixels;
    tile.channels = shape_.in_c;
    tile.weights = static_cast<const int16_t*>(buffers.weights);
    tile.dst = end_.At(buffers.dst, first * shape_.out_c);
    tile.end = end;
    kernels_.tile(&tile);
  }

  ConvShape shape_;
  const char* level_;
  const DepthwiseS8Kernels& kernels_;
  EndPlanS8 end_;
  int threads_;
};

}  // namespace

std::unique_ptr<ConvPlanS8> PlanConvS8(const ConvShape& shape, const Int8Tables& tables,
                                       const ConvOptionsS8& options) {
  if (shape.depthwise() && shape.in_c >= tables.depthwise.block) {
    return std::make_unique<DepthwiseConvS8>(shape, tables, options);
  }
  return std::make_unique<GemmConvS8>(shape, tables, options);
}

}  // namespace paddle::lite::cpu
