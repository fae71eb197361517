// Int8 convolution as a matrix product.
#include <algorithm>
#include <cstring>
#include <limits>

#include "lite/backends/cpu/cache_size.h"
#include "lite/backends/cpu/conv_parts.h"
#include "lite/backends/cpu/conv_s8_parts.h"
#include "lite/base/checked_math.h"
#include "lite/base/strings.h"

namespace paddle::lite::cpu {
namespace {

// A matrix product whose rows are output pixels, as for float32. The input is stored in the form
// that the multiplication reads: block by block for pointwise convolutions, the whole input first
// for others. It is read as it is if that is the form, or if it has no negative values and there
// are kernels for that.
// The windows of few channels would leave most of a group of k unused at every tap. If a line of a
// window leaves little unused, it is one tap: the stored input has lines with the zeros to the left
// and right of the image, so that the lines of all windows are parts of it. Other windows are
// gathered block by block.
class GemmConvS8 final : public ConvPlanS8 {
 public:
  GemmConvS8(const ConvShape& shape, const Int8Tables& tables, const ConvOptionsS8& options)
      : shape_(shape),
        level_(tables.level),
        kernels_(tables.gemm),
        end_(shape, options),
        threads_(std::max(options.threads, 1)),
        pointwise_(IsPointwise(shape)),
        tiles_(shape.batch * shape.out_h * shape.out_w, kernels_.max_rows) {
    const bool few_channels = !pointwise_ && shape.groups == 1 && shape.in_c < kManyChannels;
    stored_ = shape;
    by_lines_ = few_channels && ReadsLines();
    gathers_ = few_channels && !by_lines_;
    taps_ = gathers_ ? 1 : by_lines_ ? shape.kernel_h : shape.taps();
    groups_ = CeilDiv(shape.group_in_c() * shape.taps() / taps_, kernels_.depth_group);
    depth_ = taps_ * groups_ * kernels_.depth_group;
    panels_ = Panels(shape, kernels_.lanes, kernels_.max_vecs, depth_);
    if (!by_lines_) stored_.in_c = shape.groups * groups_ * kernels_.depth_group;
    const bool whole_groups = !few_channels && stored_.in_c == shape.in_c;
    reads_positive_ = kernels_.any_negative != nullptr && whole_groups;
    reads_bytes_ = kernels_.input_bytes == 1 && kernels_.input_offset == 0;
    in_place_ = reads_bytes_ && whole_groups;
    widens_ = kernels_.widen != nullptr && tiles_.count >= kMinWideTiles;
    const auto weight_bytes = static_cast<double>(WeightBytes());
    const auto input_bytes = static_cast<double>(InputPixels() * PixelBytes());
    weights_dominate_ = weight_bytes > input_bytes;
    // A block of the input stays in the cache while all weights pass by.
    const auto l2 = static_cast<double>(PlanCacheBytes());
    const double block_bytes = weight_bytes <= l2 / 4 ? kL1 : l2 / 4;
    const auto tile_bytes = static_cast<double>(kernels_.max_rows * PixelBytes());
    tile_block_ = std::max<int64_t>(1, static_cast<int64_t>(block_bytes / tile_bytes));
    if (!by_blocks()) {
      const int64_t tiles = kMaxPointerBytes / static_cast<int64_t>(TilePointers() * sizeof(char*));
      tile_block_ = std::clamp<int64_t>(tile_block_, 1, std::max<int64_t>(tiles, 1));
    }
  }

  std::string form() const override {
    const char* const input = gathers_ ? "/windows" : by_lines_ ? "/lines" : "/gemm";
    return StrCat("conv_s8/", level_, input, "/g", shape_.groups);
  }

  std::string blocks() const override { return StrCat("tiles ", tile_block_); }

  bool stores_apart() const override { return true; }

  // Weights, the sums to begin with, zeros for the pixels outside the image in both forms of the
  // input, and whether the weights of each panel include -128.
  size_t packed_bytes() const override { return LowestAt() + static_cast<size_t>(panels_.count()); }

  void Pack(const int8_t* weights, const WeightStrides& strides, const PackOptions& options,
            void* packed) const override {
    char* const out = static_cast<char*>(packed);
    ForEachPacked(options.pool, panels_.count(), [&](int64_t i) {
      const Panel& panel = panels_[i];
      const int8_t* from = weights + panel.out_channel * strides.out;
      auto* const start = reinterpret_cast<int32_t*>(out + StartsAt()) + StartOf(panel);
      if (kernels_.weight_bytes == 2) {
        out[LowestAt() + static_cast<size_t>(i)] =
            PackPanel(from, strides, panel, reinterpret_cast<int16_t*>(out) + panel.weights, start);
      } else {
        out[LowestAt() + static_cast<size_t>(i)] =
            PackPanel(from, strides, panel, reinterpret_cast<int8_t*>(out) + panel.weights, start);
      }
    });
    const int8_t zero = 0;
    kernels_.convert(&zero, 0, static_cast<int64_t>(ZeroBytes()) / kernels_.input_bytes, 1,
                     out + ZerosAt());
    std::memset(out + PlainZerosAt(), 0, PlainZeroBytes());
  }

  size_t scratch_bytes() const override {
    return end_.scratch_bytes() + StoredBytes() + static_cast<size_t>(threads_) * PartBytes();
  }

  void Run(const ConvBuffersS8& buffers) const override {
    const EndS8 end = end_.Make(buffers);
    char* const stored = buffers.scratch + end_.scratch_bytes();
    char* const parts = stored + StoredBytes();
    const bool positive = reads_positive_ && !by_blocks() &&
                          !AnyNegative(kernels_, buffers, InputPixels() * shape_.in_c, threads_);
    if (by_lines_) {
      ForEachRange(buffers.pool, threads_, shape_.batch * shape_.in_h,
                   CeilDiv(kConvertGrain, stored_.in_w), [&](int64_t begin, int64_t end_line, int) {
                     for (int64_t y = begin; y < end_line; ++y) StoreLine(buffers.src, y, stored);
                   });
    } else if (!by_blocks() && !positive && !in_place_) {
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
                  Block block = {stored,     part,       positive, true,
                                 tile_begin, tile_begin, false,    false};
                  while (block.tile_end < tile_end) {
                    block.tile_begin = block.tile_end;
                    block.tile_end = std::min(block.tile_begin + tile_block_, tile_end);
                    RunBlock(buffers, end, block, panel_begin, panel_end);
                    block.reads_weights = false;
                  }
                });
  }

 private:
  static constexpr int64_t kManyChannels = 16;
  static constexpr int64_t kMinWideTiles = 4;  // that justify to store the weights once more
  static constexpr int64_t kVector = 16;       // bytes of windows that are copied together
  static constexpr double kL1 = 32 << 10;
  static constexpr int64_t kMaxPointerBytes = 128 << 10;
  static constexpr int64_t kConvertGrain = 4096;  // pixels

  // Whether a line of a window is one tap. Sets the sizes of the stored lines, which reach from the
  // first column of the first window to the last column of the last one.
  bool ReadsLines() {
    constexpr int64_t kMaxZeros = 64;  // of narrow images
    left_ = std::max<int64_t>(shape_.pad_left, 0);
    const int64_t reach = (shape_.out_w - 1) * shape_.stride_w + shape_.kernel_w - shape_.pad_left;
    const int64_t width = left_ + std::max(shape_.in_w, reach);
    const int64_t group = kernels_.depth_group;
    const int64_t by_lines = RoundUp(LineBytes(), group) * shape_.kernel_h;
    const int64_t gathered = RoundUp(LineBytes() * shape_.kernel_h, group);
    // Values of 16 bits may be stored in another order.
    if (kernels_.input_bytes != 1 || shape_.dilation_w != 1 || by_lines > gathered / 5 * 6 ||
        width > 2 * shape_.in_w + kMaxZeros) {
      return false;
    }
    stored_.in_w = width;
    stored_.pad_left = shape_.pad_left - left_;
    stored_.kernel_w = 1;
    return true;
  }

  // Line `y` of all images, with the zeros to its left and right.
  void StoreLine(const int8_t* src, int64_t y, char* stored) const {
    const int64_t values = shape_.in_w * shape_.in_c;
    const int64_t before = left_ * shape_.in_c;
    const int64_t after = stored_.in_w * shape_.in_c - before;
    char* const dst = stored + y * stored_.in_w * PixelBytes();
    kernels_.convert(src, 0, before, 1, dst);
    kernels_.convert(src + y * values, values, after, 1, dst + before);
  }

  int64_t InputPixels() const { return shape_.batch * shape_.in_h * shape_.in_w; }
  int64_t PixelBytes() const { return stored_.in_c * kernels_.input_bytes; }  // or per window
  // Whether the input is stored block by block, one row per output pixel.
  bool by_blocks() const { return pointwise_ || gathers_; }
  size_t StoredBytes() const {
    if (by_blocks() || in_place_) return 0;
    const int64_t pixels = stored_.batch * stored_.in_h * stored_.in_w;
    return RoundUp(static_cast<size_t>(pixels * PixelBytes() + kSlack), 64);
  }
  size_t TilePointers() const { return static_cast<size_t>(taps_ * kernels_.max_rows); }
  // Per thread: that of the input, and the widened weights of a panel.
  size_t PartBytes() const {
    const int64_t weights = depth_ * kernels_.max_vecs * kernels_.lanes;
    return InputPartBytes() +
           (widens_ ? static_cast<size_t>(2 * weights * kernels_.weight_bytes) : 0);
  }
  // A stored block of the input and gathered windows, or the pointers of the tiles of a block.
  size_t InputPartBytes() const {
    if (!by_blocks()) {
      const auto tiles = static_cast<size_t>(std::min(tile_block_, tiles_.count));
      return RoundUp(tiles * TilePointers() * sizeof(char*), 64);
    }
    const bool converts = gathers_ && !reads_bytes_;
    return BlockBytes() +
           (converts ? RoundUp(static_cast<size_t>(BlockRows() * depth_ + kSlack), 64) : 0);
  }
  int64_t BlockRows() const { return std::min(tile_block_ * kernels_.max_rows, tiles_.rows); }
  size_t BlockBytes() const {
    if (in_place_) return 0;
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
  // The zeros of an input that is read as it is, which are also the sums that it begins with.
  size_t PlainZerosAt() const { return ZerosAt() + ZeroBytes(); }
  size_t PlainZeroBytes() const {
    if (!reads_positive_) return 0;
    const size_t starts = static_cast<size_t>(kernels_.max_vecs * kernels_.lanes) * sizeof(int32_t);
    return std::max(ZeroBytes(), starts);
  }
  size_t LowestAt() const { return PlainZerosAt() + PlainZeroBytes(); }
  size_t StartOf(const Panel& panel) const { return panel.weights / static_cast<size_t>(depth_); }

  // [tap][group of k][lane][k in the group]. Returns whether there is a weight of -128.
  template <typename Weight>
  bool PackPanel(const int8_t* from, const WeightStrides& strides, const Panel& panel, Weight* out,
                 int32_t* start) const {
    const int64_t width = panel.vecs * kernels_.lanes;
    const int64_t used = width - kernels_.lanes + panel.tail;
    const int64_t group = kernels_.depth_group;
    std::fill(start, start + width, 0);
    bool lowest = false;
    const int64_t channels = shape_.group_in_c();
    const int64_t joined_taps = shape_.taps() / taps_;
    for (int64_t first_tap = 0; first_tap < taps_; ++first_tap) {
      for (int64_t g = 0; g < groups_; ++g) {
        for (int64_t n = 0; n < width; ++n) {
          const int8_t* const column =
              from + n * strides.out + first_tap * joined_taps * strides.tap;
          int32_t sum = 0;
          for (int64_t k = g * group; k < (g + 1) * group; ++k) {
            const bool exists = n < used && k < channels * joined_taps;
            // Products of two activations are packed every time: no division for them.
            const int64_t at = joined_taps == 1
                                   ? k * strides.in
                                   : k % channels * strides.in + k / channels * strides.tap;
            const int8_t weight = exists ? column[at] : int8_t{0};
            sum += weight;
            lowest |= weight == std::numeric_limits<int8_t>::min();
            *out++ = weight;
          }
          start[n] -= sum * kernels_.input_offset;
        }
      }
    }
    return lowest;
  }

  void Store(const int8_t* src, int64_t first, int64_t pixels, char* dst) const {
    kernels_.convert(src + first * shape_.in_c, shape_.group_in_c(), groups_ * kernels_.depth_group,
                     pixels * shape_.groups, dst);
  }

  // Stores the windows of output pixels [first, first + count), which it gathers in `windows`.
  void Gather(const int8_t* src, int64_t first, int64_t count, int8_t* windows, char* dst) const {
    const ConvShape& s = shape_;
    const int64_t row_bytes = s.in_w * s.in_c;
    const int64_t last_line = (s.kernel_h - 1) * s.dilation_h;
    // The last byte at which the first line of a window may begin: lines are read in whole vectors.
    const int64_t last_begin =
        InputPixels() * s.in_c - RoundUp(LineBytes(), kVector) - last_line * row_bytes;
    int64_t x = first % s.out_w;
    int64_t y = first / s.out_w % s.out_h;
    int64_t image = first / s.out_w / s.out_h;
    int8_t* to = windows;
    for (int64_t pixels = count; pixels > 0;) {
      const int64_t left = x * s.stride_w - s.pad_left;
      const int64_t top = y * s.stride_h - s.pad_top;
      const int64_t at = (image * s.in_h + top) * row_bytes + left * s.in_c;
      const bool inside = s.dilation_w == 1 && top >= 0 && top + last_line < s.in_h && left >= 0 &&
                          left + s.kernel_w <= s.in_w && at <= last_begin;
      int64_t done = 1;
      if (inside) {
        const int64_t more_columns =
            std::min(s.in_w - s.kernel_w - left, (last_begin - at) / s.in_c);
        done = std::min({pixels, s.out_w - x, more_columns / s.stride_w + 1});
        LineBytes() <= kVector ? CopyWindows<true>(src + at, done, to)
                               : CopyWindows<false>(src + at, done, to);
      } else {
        GatherWindow(src + image * s.in_h * row_bytes, top, left, to);
        std::fill(to + s.kernel_h * LineBytes(), to + depth_, int8_t{0});
      }
      to += done * depth_;
      pixels -= done;
      x += done;
      if (x < s.out_w) continue;
      x = 0;
      if (++y < s.out_h) continue;
      y = 0;
      ++image;
    }
    if (dst != reinterpret_cast<char*>(windows)) {
      kernels_.convert(windows, depth_, depth_, count, dst);
    }
  }

  int64_t LineBytes() const { return shape_.kernel_w * shape_.in_c; }

  // Windows of neighbouring pixels, all inside the image. Their lines, and the zeros after the
  // last one, are written in whole vectors: what is too much is overwritten by what follows.
  template <bool kOneVector>  // a line is not longer
  void CopyWindows(const int8_t* src, int64_t count, int8_t* to) const {
    // The compiler would read members again after every write of bytes.
    const int64_t lines = shape_.kernel_h;
    const int64_t line_bytes = LineBytes();
    const int64_t line_step = shape_.dilation_h * shape_.in_w * shape_.in_c;
    const int64_t pixel_step = shape_.stride_w * shape_.in_c;
    const int64_t used = lines * line_bytes;
    const int64_t depth = depth_;
    const int8_t zeros[kVector] = {};
    for (; count > 0; --count, to += depth, src += pixel_step) {
      const int8_t* from = src;
      int8_t* line = to;
      for (int64_t ky = lines; ky > 0; --ky, line += line_bytes, from += line_step) {
        std::memcpy(line, from, kVector);
        for (int64_t k = kVector; !kOneVector && k < line_bytes; k += kVector) {
          std::memcpy(line + k, from + k, kVector);
        }
      }
      for (int64_t k = used; k < depth; k += kVector) std::memcpy(to + k, zeros, kVector);
    }
  }

  // A window of an image that may extend beyond its edges.
  void GatherWindow(const int8_t* image, int64_t top, int64_t left, int8_t* to) const {
    const ConvShape& s = shape_;
    const bool side_by_side = s.dilation_w == 1 && left >= 0 && left + s.kernel_w <= s.in_w;
    for (int64_t ky = 0; ky < s.kernel_h; ++ky) {
      const int64_t y = top + ky * s.dilation_h;
      if (side_by_side && y >= 0 && y < s.in_h) {
        to = std::copy_n(image + (y * s.in_w + left) * s.in_c, s.kernel_w * s.in_c, to);
        continue;
      }
      for (int64_t kx = 0; kx < s.kernel_w; ++kx, to += s.in_c) {
        const int64_t x = left + kx * s.dilation_w;
        if (y < 0 || y >= s.in_h || x < 0 || x >= s.in_w) {
          std::fill_n(to, s.in_c, int8_t{0});
        } else {
          std::copy_n(image + (y * s.in_w + x) * s.in_c, s.in_c, to);
        }
      }
    }
  }

  // Row tiles that are computed for one panel after the other.
  struct Block {
    const char* stored;  // the input
    char* part;          // see PartBytes
    bool positive;       // the input is read as it is, and has no negative values
    bool reads_weights;  // for the first time
    int64_t tile_begin, tile_end;
    bool fetches_next;   // the weights of the next panel
    bool fetches_ahead;  // what is read after this convolution
  };

  int64_t PixelBytes(const Block& block) const {
    return block.positive ? stored_.in_c : PixelBytes();
  }

  void RunBlock(const ConvBuffersS8& buffers, const EndS8& end, Block block, int64_t panel_begin,
                int64_t panel_end) const {
    const int64_t first = tiles_.begin(block.tile_begin);
    const int64_t last = block.tile_end - 1;
    const int64_t rows = tiles_.begin(last) + tiles_.height(last) - first;
    if (reads_positive_ && by_blocks()) {
      const int8_t* const from = buffers.src + first * shape_.in_c;
      block.positive = !kernels_.any_negative(from, rows * shape_.in_c);
    }
    if (block.positive || in_place_) {
      block.stored = reinterpret_cast<const char*>(buffers.src);
    } else if (by_blocks()) {
      if (gathers_) {
        char* const windows = reads_bytes_ ? block.part : block.part + BlockBytes();
        Gather(buffers.src, first, rows, reinterpret_cast<int8_t*>(windows), block.part);
      } else {
        Store(buffers.src, first, rows, block.part);
      }
      block.stored = block.part - first * PixelBytes();
    }
    int64_t pointers_of = -1;  // a group of channels
    for (int64_t p = panel_begin; p < panel_end; ++p) {
      const int64_t group = panels_[p].in_channel / shape_.group_in_c();
      if (!by_blocks() && group != pointers_of) {
        FillPointers(buffers, block, group);
        pointers_of = group;
      }
      block.fetches_next = block.reads_weights && p + 1 < panel_end;
      block.fetches_ahead = block.tile_end == tiles_.count && p + 1 == panels_.count();
      RunTiles(buffers, end, block, p);
    }
  }

  // The stored values of a group of channels.
  const char* GroupOf(const Block& block, int64_t group) const {
    return block.stored + group * (PixelBytes(block) / shape_.groups);
  }

  void FillPointers(const ConvBuffersS8& buffers, const Block& block, int64_t group) const {
    const char* const zeros =
        static_cast<const char*>(buffers.weights) + (block.positive ? PlainZerosAt() : ZerosAt());
    ConvShape in_bytes = stored_;
    in_bytes.in_c = PixelBytes(block);
    auto** pointers = reinterpret_cast<const char**>(block.part);
    int64_t first = tiles_.begin(block.tile_begin);
    for (int64_t t = block.tile_begin; t < block.tile_end; ++t) {
      const int64_t height = tiles_.height(t);
      FillTapPointers(in_bytes, GroupOf(block, group), zeros, first, height, 0, taps_, pointers);
      first += height;
      pointers += taps_ * height;
    }
  }

  void RunTiles(const ConvBuffersS8& buffers, const EndS8& end, const Block& block,
                int64_t panel_number) const {
    const Panel& panel = panels_[panel_number];
    const int64_t pixel_bytes = PixelBytes(block);
    const bool widens = widens_ && !block.positive;
    const auto& tiles = block.positive ? kernels_.positive_tile
                        : widens       ? kernels_.wide_tile
                                       : kernels_.tile;
    const char* packed = static_cast<const char*>(buffers.weights);
    GemmTileS8 tile = {};
    tile.taps = taps_;
    tile.groups = groups_;
    tile.weights = packed + panel.weights * static_cast<size_t>(kernels_.weight_bytes);
    const size_t starts_at = block.positive && kernels_.input_offset != 0
                                 ? PlainZerosAt()
                                 : StartsAt() + StartOf(panel) * sizeof(int32_t);
    tile.start = reinterpret_cast<const int32_t*>(packed + starts_at);
    const int64_t pitch = buffers.PitchFor(shape_.out_c);
    tile.dst_stride = pitch;
    tile.tail = panel.tail;
    tile.lowest_weight = packed[LowestAt() + static_cast<size_t>(panel_number)] != 0;
    tile.end = end;
    tile.end.factors += panel.out_channel;
    tile.end.bias += panel.out_channel;
    MoveResidual(tiles_.begin(block.tile_begin) * shape_.out_c + panel.out_channel, &tile.end);
    const char* rows[kMaxTileRowsS8];
    const bool by_rows = by_blocks();
    const int64_t taps = taps_;
    tile.rows = by_rows ? rows : reinterpret_cast<const char**>(block.part);
    const auto& tiles_of_width = tiles[panel.vecs];
    const RowTiles row_tiles = tiles_;
    // The next panel follows this one.
    const int64_t line_bytes = taps_ * (groups_ / 2) * kFetchedLine;
    const int64_t panel_bytes = depth_ * panel.vecs * kernels_.lanes * kernels_.weight_bytes;
    int64_t fetching = block.fetches_next && line_bytes > 0 ? CeilDiv(panel_bytes, line_bytes) : 0;
    tile.fetch = tile.weights + panel_bytes;
    const size_t ahead_bytes = std::min(buffers.ahead.size(), PlanCacheBytes() / 2);
    if (block.fetches_ahead && line_bytes > 0 && ahead_bytes > 0) {
      fetching = static_cast<int64_t>(ahead_bytes) / line_bytes;
      tile.fetch = buffers.ahead.data();
    }
    if (widens) {
      char* const wide = block.part + InputPartBytes();
      kernels_.widen(tile.weights, panel_bytes, wide);
      tile.weights = wide;
    }
    const int64_t first = row_tiles.begin(block.tile_begin);
    const char* row = GroupOf(block, panel.in_channel / shape_.group_in_c()) + first * pixel_bytes;
    auto* dst = static_cast<char*>(end_.At(buffers.dst, first * pitch + panel.out_channel));
    const int64_t dst_bytes = pitch * end_.result_bytes();
    const int64_t residual_bytes = shape_.out_c * end.residual_bytes;
    const int64_t tile_end = block.tile_end;
    for (int64_t t = block.tile_begin; t < tile_end; t += tile.tiles) {
      const int64_t height = row_tiles.height(t);
      // All tiles of this height, which the kernel computes without returning.
      const bool higher = t < row_tiles.higher;
      tile.tiles = (higher ? std::min(row_tiles.higher, tile_end) : tile_end) - t;
      if (by_rows) {
        for (int64_t m = 0; m < height; ++m) rows[m] = row + m * pixel_bytes;
        tile.row_step = height * pixel_bytes;
        row += tile.tiles * tile.row_step;
      } else {
        tile.pointers = taps * height;
      }
      tile.dst = dst;
      tile.dst_step = height * dst_bytes;
      tile.residual_step = height * residual_bytes;
      tile.fetching = fetching;
      tiles_of_width[height](&tile);
      tile.rows += tile.tiles * tile.pointers;
      tile.fetch += tile.tiles * line_bytes;
      fetching -= tile.tiles;
      dst += tile.tiles * tile.dst_step;
      MoveResidual(tile.tiles * height * shape_.out_c, &tile.end);
    }
  }

  ConvShape shape_;
  const char* level_;
  const GemmS8Kernels& kernels_;
  EndPlanS8 end_;
  int threads_;
  bool pointwise_;
  RowTiles tiles_;
  ConvShape stored_;       // of the stored input
  int64_t left_ = 0;       // columns of zeros before a stored line
  bool by_lines_ = false;  // a tap is a line of a window
  bool gathers_ = false;   // windows are rows of a matrix, with one tap
  int64_t taps_ = 1;
  int64_t groups_ = 0;      // of k values per tap
  int64_t depth_ = 0;       // stored weights per output channel
  int64_t tile_block_ = 1;  // row tiles that stay in the cache while all panels are computed
  bool weights_dominate_ = false;
  bool reads_positive_ = false;  // an input without negative values is read as it is
  bool reads_bytes_ = false;     // the stored input is int8, in the same order
  bool in_place_ = false;        // and no value is missing: it is not stored
  bool widens_ = false;          // weights are widened before the tiles of other inputs
  Panels panels_;
};

}  // namespace

std::unique_ptr<ConvPlanS8> PlanGemmConvS8(const ConvShape& shape, const Int8Tables& tables,
                                           const ConvOptionsS8& options) {
  return std::make_unique<GemmConvS8>(shape, tables, options);
}

}  // namespace paddle::lite::cpu
