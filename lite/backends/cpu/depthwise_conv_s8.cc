// Int8 depthwise convolution, in tiles of pixels or by rows of pixels.
#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "lite/backends/cpu/conv_parts.h"
#include "lite/backends/cpu/conv_s8_parts.h"
#include "lite/base/checked_math.h"
#include "lite/base/strings.h"

namespace paddle::lite::cpu {
namespace {

// Reads the int8 input itself.
class DepthwiseConvS8 final : public ConvPlanS8 {
 public:
  DepthwiseConvS8(const ConvShape& shape, const char* level, const DepthwiseS8Kernels& kernels,
                  const ConvOptionsS8& options)
      : shape_(shape),
        level_(level),
        kernels_(kernels),
        end_(shape, options),
        threads_(std::max(options.threads, 1)) {}

  std::string form() const override {
    return StrCat("conv_s8/", level_, "/depthwise", kernels_.block);
  }

  // Weights, and zeros for the pixels outside the image.
  size_t packed_bytes() const override {
    return WeightBytes() + RoundUp(static_cast<size_t>(shape_.in_c), 64);
  }

  void Pack(const int8_t* weights, const WeightStrides& strides, const PackOptions&,
            void* packed) const override {
    const int64_t block = kernels_.block;
    std::vector<int8_t> taps(static_cast<size_t>(shape_.taps() * block));
    char* out = static_cast<char*>(packed);
    for (int64_t first = 0; first < shape_.in_c; first += block) {
      const int64_t c = std::min(first, shape_.in_c - block);
      for (int64_t i = 0; i < shape_.taps() * block; ++i) {
        taps[static_cast<size_t>(i)] =
            weights[(c + i % block) * strides.out + i / block * strides.tap];
      }
      kernels_.pack(taps.data(), shape_.taps(), out);
      out += kernels_.block_bytes(shape_.taps());
    }
    std::memset(static_cast<char*>(packed) + WeightBytes(), 0, packed_bytes() - WeightBytes());
  }

  size_t scratch_bytes() const override {
    return end_.scratch_bytes() + static_cast<size_t>(threads_) * PointerBytes();
  }

  void Run(const ConvBuffersS8& buffers) const override {
    const EndS8 end = end_.Make(buffers);
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
    return RoundUp(static_cast<size_t>(blocks * kernels_.block_bytes(shape_.taps())), 64);
  }
  size_t PointerBytes() const {
    return RoundUp(static_cast<size_t>(shape_.taps() * kPixels) * sizeof(char*), 64);
  }

  void RunTile(const ConvBuffersS8& buffers, const EndS8& end, const char** pointers, int64_t first,
               int64_t pixels) const {
    // In the interior of an image, the pointers of the first pixel lead to the others of its line.
    const ConvShape& s = shape_;
    const int64_t x = first % s.out_w;
    const int64_t left = x * s.stride_w - s.pad_left;
    const int64_t right = left + (pixels - 1) * s.stride_w + (s.kernel_w - 1) * s.dilation_w;
    const int64_t top = first / s.out_w % s.out_h * s.stride_h - s.pad_top;
    const bool interior = x + pixels <= s.out_w && left >= 0 && right < s.in_w && top >= 0 &&
                          top + (s.kernel_h - 1) * s.dilation_h < s.in_h;
    FillTapPointers(shape_, reinterpret_cast<const char*>(buffers.src),
                    static_cast<const char*>(buffers.weights) + WeightBytes(), first,
                    interior ? 1 : pixels, 0, shape_.taps(), pointers);
    DepthwiseTileS8 tile = {};
    tile.step = interior ? s.stride_w * s.in_c : 0;
    tile.rows = pointers;
    tile.taps = shape_.taps();
    tile.pixels = pixels;
    tile.channels = shape_.in_c;
    tile.weights = static_cast<const char*>(buffers.weights);
    tile.dst = end_.At(buffers.dst, first * shape_.out_c);
    tile.end = end;
    MoveResidual(first * shape_.out_c, &tile.end);
    kernels_.tile(&tile);
  }

  ConvShape shape_;
  const char* level_;
  const DepthwiseS8Kernels& kernels_;
  EndPlanS8 end_;
  int threads_;
};

// 3x3 or 5x5 with dilation 1, one or two rows of output pixels at a time.
class DepthwiseLinesS8 final : public ConvPlanS8 {
 public:
  DepthwiseLinesS8(const ConvShape& shape, const char* level, const DepthwiseS8Kernels& kernels,
                   const ConvOptionsS8& options)
      : shape_(shape),
        level_(level),
        kernels_(kernels),
        end_(shape, options),
        threads_(std::max(options.threads, 1)),
        two_lines_(kernels.two_lines != nullptr && shape.kernel_h == 3 && shape.stride_w == 1 &&
                   shape.stride_h == 1 && HasEdges(shape, 1) && options.to_int8 &&
                   options.activation.function == FunctionS8::kNone) {
    MakeParts();
  }

  // The kernels for a shape; null if there are none.
  static const DepthwiseS8Kernels* KernelsFor(const ConvShape& s,
                                              const DepthwiseS8Kernels& widest) {
    if (s.kernel_h != s.kernel_w || (s.kernel_w != 3 && s.kernel_w != 5) || s.dilation_h != 1 ||
        s.dilation_w != 1 || s.stride_w > 2 || s.pad_left < 0) {
      return nullptr;
    }
    for (const DepthwiseS8Kernels* k = &widest; k != nullptr; k = k->narrower) {
      if (LineOf(s, *k) != nullptr && k->line_block <= s.in_c && HasEdges(s, k->line_edge)) {
        return k;
      }
    }
    return nullptr;
  }

  std::string form() const override {
    return StrCat("conv_s8/", level_, two_lines_ ? "/depthwise_two_lines" : "/depthwise_lines",
                  kernels_.line_block);
  }

  // Weights of one and of two rows, and whether there is a weight of -128.
  size_t packed_bytes() const override { return LowestAt() + 1; }

  void Pack(const int8_t* weights, const WeightStrides& strides, const PackOptions&,
            void* packed) const override {
    auto* const begin = static_cast<int8_t*>(packed);
    int8_t* two = begin + TwoLinesAt();
    bool lowest = false;
    for (const Part& part : parts_) {
      const int64_t block = part.kernels->line_block;
      std::vector<int8_t> taps(static_cast<size_t>(shape_.taps() * block));
      int8_t* out = begin + part.weights;
      for (int64_t first = 0; first < part.channels; first += block) {
        const int64_t c = part.first + std::min(first, part.channels - block);
        for (int64_t tap = 0; tap < shape_.taps(); ++tap) {
          for (int64_t i = 0; i < block; ++i) {
            const int8_t weight = weights[(c + i) * strides.out + tap * strides.tap];
            lowest = lowest || weight == std::numeric_limits<int8_t>::min();
            taps[static_cast<size_t>(tap * block + i)] = weight;
          }
        }
        PackBlock(*part.kernels, taps.data(), out);
        out += BlockBytes(*part.kernels);
        if (two_lines_) two = PackTwoLines(taps.data(), block, two);
      }
    }
    begin[LowestAt()] = lowest;
  }

  // The pixels of a row outside the image; factors and bias in order.
  size_t scratch_bytes() const override {
    return OrderedAt() + 2 * static_cast<size_t>(ordered_) * sizeof(float);
  }

  void Run(const ConvBuffersS8& buffers) const override {
    const EndS8 end = end_.Make(buffers);
    std::memset(buffers.scratch + end_.scratch_bytes(), 0, RowBytes());
    for (const Part& part : parts_) {
      const int64_t block = part.kernels->line_block;
      if (part.kernels->order == nullptr) continue;
      float* const factors = Ordered(buffers, part);
      for (int64_t at = 0; at < part.channels; at += block) {
        const int64_t c = part.first + std::min(at, part.channels - block);
        part.kernels->order(end.factors + c, factors + at);
        part.kernels->order(end.bias + c, factors + ordered_ + at);
      }
    }
    const int64_t at_once = two_lines_ ? 2 : 1;
    const int64_t parts = CeilDiv(shape_.out_h, at_once);  // of an image
    ForEachRange(buffers.pool, threads_, shape_.batch * parts, 1,
                 [&](int64_t begin, int64_t end_part, int) {
                   for (int64_t i = begin; i < end_part; ++i) {
                     const int64_t y = i % parts * at_once;
                     RunLines(buffers, end, i / parts, y, std::min(at_once, shape_.out_h - y));
                   }
                 });
  }

 private:
  // Some of the channels, with the kernels that compute them.
  struct Part {
    const DepthwiseS8Kernels* kernels;
    int64_t first;
    int64_t channels;  // at least a block
    size_t weights;    // where they are
    int64_t ordered;   // likewise
  };

  // Whether at most `columns` of the windows' columns are missing at each end of a line.
  static bool HasEdges(const ConvShape& s, int64_t columns) {
    const int64_t all = (s.out_w - 1) * s.stride_w + s.kernel_w;
    return s.pad_left <= columns && all <= s.pad_left + s.in_w + columns;
  }

  using Line = void (*)(const DepthwiseLineS8*);
  static Line LineOf(const ConvShape& s, const DepthwiseS8Kernels& kernels) {
    return kernels.line[s.kernel_w == 3 ? 0 : 1][s.stride_w - 1];
  }

  // What is left after whole blocks is computed by the narrowest kernels that take it at once.
  void MakeParts() {
    const int64_t rest = shape_.in_c % kernels_.line_block;
    const DepthwiseS8Kernels* last = &kernels_;
    for (const DepthwiseS8Kernels* k = kernels_.narrower; rest != 0 && k != nullptr;
         k = k->narrower) {
      if (LineOf(shape_, *k) != nullptr && k->line_block >= rest) last = k;
    }
    if (last == &kernels_) {
      AddPart(kernels_, 0, shape_.in_c);
    } else {
      AddPart(kernels_, 0, shape_.in_c - rest);
      AddPart(*last, shape_.in_c - last->line_block, last->line_block);
    }
  }
  void AddPart(const DepthwiseS8Kernels& kernels, int64_t first, int64_t channels) {
    parts_.push_back({&kernels, first, channels, weight_bytes_, ordered_});
    const int64_t blocks = CeilDiv(channels, kernels.line_block);
    weight_bytes_ += static_cast<size_t>(blocks * BlockBytes(kernels));
    ordered_ += blocks * kernels.line_block;
  }

  // A column of weights, which `pack` reads in groups of four.
  int64_t ColumnTaps() const { return RoundUp(shape_.kernel_h, int64_t{4}); }
  int64_t BlockBytes(const DepthwiseS8Kernels& kernels) const {
    if (kernels.order == nullptr) return shape_.taps() * kernels.line_block;
    return kernels.block_bytes(shape_.kernel_w * ColumnTaps());
  }
  // taps: [row][column][block].
  void PackBlock(const DepthwiseS8Kernels& kernels, const int8_t* taps, int8_t* out) const {
    const int64_t block = kernels.line_block;
    if (kernels.order == nullptr) {
      std::copy_n(taps, shape_.taps() * block, out);
      return;
    }
    std::vector<int8_t> columns(static_cast<size_t>(shape_.kernel_w * ColumnTaps() * block));
    for (int64_t x = 0; x < shape_.kernel_w; ++x) {
      for (int64_t y = 0; y < shape_.kernel_h; ++y) {
        std::copy_n(taps + (y * shape_.kernel_w + x) * block, block,
                    columns.data() + (x * ColumnTaps() + y) * block);
      }
    }
    kernels.pack(columns.data(), shape_.kernel_w * ColumnTaps(), reinterpret_cast<char*>(out));
  }
  static int8_t* PackTwoLines(const int8_t* taps, int64_t block, int8_t* two) {
    for (int64_t y = 0; y < 3; ++y) {
      for (int64_t shift = 0; shift < 2; ++shift) {
        for (int64_t i = 0; i < block; ++i) {
          for (int64_t x = -shift; x < 4 - shift; ++x) {
            const bool exists = x >= 0 && x < 3;
            *two++ = exists ? taps[(y * 3 + x) * block + i] : int8_t{0};
          }
        }
      }
    }
    return two;
  }

  size_t TwoLinesAt() const { return RoundUp(weight_bytes_, 64); }
  size_t LowestAt() const {
    return TwoLinesAt() + (two_lines_ ? static_cast<size_t>(ordered_) * 24 : 0);
  }
  size_t RowBytes() const { return static_cast<size_t>(shape_.in_w * shape_.in_c); }
  size_t OrderedAt() const { return RoundUp(end_.scratch_bytes() + RowBytes(), 64); }
  float* Ordered(const ConvBuffersS8& buffers, const Part& part) const {
    return reinterpret_cast<float*>(buffers.scratch + OrderedAt()) + part.ordered;
  }

  void RunLines(const ConvBuffersS8& buffers, const EndS8& end, int64_t image, int64_t y,
                int64_t count) const {
    const ConvShape& s = shape_;
    const auto* packed = static_cast<const int8_t*>(buffers.weights);
    for (const Part& part : parts_) {
      DepthwiseLineS8 line = {};
      for (int64_t i = 0; i < s.kernel_h + count - 1; ++i) {
        const int64_t in_y = y * s.stride_h - s.pad_top + i;
        line.rows[i] =
            part.first +
            (in_y >= 0 && in_y < s.in_h
                 ? buffers.src + (image * s.in_h + in_y) * s.in_w * s.in_c
                 : reinterpret_cast<const int8_t*>(buffers.scratch + end_.scratch_bytes()));
      }
      line.columns = s.in_w;
      line.left = s.pad_left;
      line.pixels = s.out_w;
      line.stride = s.in_c;
      line.channels = part.channels;
      line.weights = packed + (count == 2 ? TwoLinesAt() : part.weights);
      line.lowest_weight = packed[LowestAt()] != 0;
      line.ordered_factors = Ordered(buffers, part);
      line.ordered_bias = line.ordered_factors + ordered_;
      line.dst = end_.At(buffers.dst, (image * s.out_h + y) * s.out_w * s.out_c + part.first);
      line.dst_row_stride = s.out_w * s.out_c;
      line.end = end;
      line.end.factors += part.first;
      line.end.bias += part.first;
      if (count == 2) {
        part.kernels->two_lines(&line);
      } else {
        LineOf(s, *part.kernels)(&line);
      }
    }
  }

  ConvShape shape_;
  const char* level_;
  const DepthwiseS8Kernels& kernels_;  // of whole blocks
  EndPlanS8 end_;
  int threads_;
  bool two_lines_;
  std::vector<Part> parts_;
  size_t weight_bytes_ = 0;
  int64_t ordered_ = 0;  // factors or biases of all blocks
};

// Two plans: one for inputs without negative values, one for the others.
class PositiveDepthwiseS8 final : public ConvPlanS8 {
 public:
  PositiveDepthwiseS8(const ConvShape& shape, const GemmS8Kernels& kernels, int threads,
                      std::unique_ptr<ConvPlanS8> positive, std::unique_ptr<ConvPlanS8> any)
      : kernels_(kernels),
        inputs_(shape.batch * shape.in_h * shape.in_w * shape.in_c),
        threads_(std::max(threads, 1)),
        positive_(std::move(positive)),
        any_(std::move(any)),
        positive_bytes_(RoundUp(positive_->packed_bytes(), 64)) {}

  std::string form() const override { return StrCat(positive_->form(), "+", any_->form()); }

  size_t packed_bytes() const override { return positive_bytes_ + any_->packed_bytes(); }

  void Pack(const int8_t* weights, const WeightStrides& strides, const PackOptions& options,
            void* packed) const override {
    positive_->Pack(weights, strides, options, packed);
    any_->Pack(weights, strides, options, static_cast<char*>(packed) + positive_bytes_);
  }

  size_t scratch_bytes() const override {
    return std::max(positive_->scratch_bytes(), any_->scratch_bytes());
  }

  void Run(const ConvBuffersS8& buffers) const override {
    if (!AnyNegative(kernels_, buffers, inputs_, threads_)) return positive_->Run(buffers);
    ConvBuffersS8 rest = buffers;
    rest.weights = static_cast<const char*>(buffers.weights) + positive_bytes_;
    any_->Run(rest);
  }

 private:
  const GemmS8Kernels& kernels_;
  int64_t inputs_;
  int threads_;
  std::unique_ptr<ConvPlanS8> positive_, any_;
  size_t positive_bytes_;  // of packed weights
};

}  // namespace

std::unique_ptr<ConvPlanS8> PlanDepthwiseConvS8(const ConvShape& shape, const Int8Tables& tables,
                                                const ConvOptionsS8& options) {
  const auto lines = [&](const DepthwiseS8Kernels& widest) -> std::unique_ptr<ConvPlanS8> {
    const DepthwiseS8Kernels* const kernels = options.residual != ResidualS8::kNone
                                                  ? nullptr
                                                  : DepthwiseLinesS8::KernelsFor(shape, widest);
    if (kernels == nullptr) return nullptr;
    return std::make_unique<DepthwiseLinesS8>(shape, tables.level, *kernels, options);
  };
  if (auto plan = lines(tables.depthwise)) return plan;
  const DepthwiseS8Kernels* kernels = &tables.depthwise;
  while (kernels != nullptr && kernels->block > shape.in_c) kernels = kernels->narrower;
  if (kernels == nullptr) return nullptr;
  auto tiles = std::make_unique<DepthwiseConvS8>(shape, tables.level, *kernels, options);
  auto positive = tables.positive_lines == nullptr ? nullptr : lines(*tables.positive_lines);
  if (positive == nullptr) return tiles;
  return std::make_unique<PositiveDepthwiseS8>(shape, tables.gemm, options.threads,
                                               std::move(positive), std::move(tiles));
}

}  // namespace paddle::lite::cpu
