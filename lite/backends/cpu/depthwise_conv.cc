// Depthwise convolution: output rows are distributed over threads, and a row is processed in tiles
// of up to seven pixels with the channels innermost.

#include <numeric>

#include "lite/backends/cpu/conv_internal.h"
#include "lite/base/checked_math.h"

namespace paddle::lite::cpu {
namespace {

template <typename Types>
class DepthwiseConv final : public ConvPlanOf<Types> {
 public:
  using Tables = typename Types::Tables;
  using Real = typename Types::Real;
  using Buffers = ConvBuffersOf<Types>;

  DepthwiseConv(const ConvShape& shape, const Tables& tables, const ConvOptions& options)
      : shape_(shape),
        level_(tables.level),
        kernels_(tables.depthwise),
        vector_(tables.vector),
        activation_(options.activation),
        residual_(options.residual),
        threads_(std::max(options.threads, 1)) {
    const bool square = shape.kernel_h == shape.kernel_w;
    tiled_ = square && (shape.kernel_w == 3 || shape.kernel_w == 5) && shape.stride_w <= 2 &&
             shape.dilation_w == 1 && shape.in_c >= kernels_.lanes &&
             kernels_.tile[shape.kernel_w == 5][shape.stride_w == 2][0] != nullptr;
    constexpr int64_t kWidest = kDepthwiseTileWidths[0];
    const int64_t rest = shape.out_w % kWidest;
    pairs_ = tiled_ && shape.kernel_w == 3 && kernels_.pairs[0][0][0] != nullptr &&
             shape.in_c % (2 * kernels_.lanes) == 0 && PixelsCompete();
    // Only with the widest tiles and the usual missing columns.
    two_rows_ = tiled_ && kernels_.two_rows[0][0] != nullptr && shape.kernel_w == 3 &&
                shape.stride_h == 1 && shape.stride_w == 1 && shape.dilation_h == 1 && !residual_ &&
                shape.out_w >= kWidest && (rest == 0 || rest > kWidest / 2) &&
                shape.pad_left <= 1 && shape.out_w + 1 - shape.pad_left <= shape.in_w;
  }

  std::string form() const override { return StrCat(Types::kForm, level_, "/depthwise"); }

  size_t packed_bytes() const override {
    return static_cast<size_t>(CeilDiv(shape_.in_c, kernels_.lanes) * kernels_.lanes *
                               shape_.taps()) *
           sizeof(Real);
  }

  // [vector][tap][lane]; the last vector ends with the last channel.
  void Pack(const Real* weights, const WeightStrides& strides, const PackOptions& options,
            void* packed) const override {
    Real* out = static_cast<Real*>(packed);
    for (int64_t vector = 0; vector < shape_.in_c; vector += kernels_.lanes) {
      const int64_t last = std::max<int64_t>(shape_.in_c - kernels_.lanes, 0);
      const int64_t c = std::min(vector, last);
      for (int64_t tap = 0; tap < shape_.taps(); ++tap) {
        for (int64_t lane = 0; lane < kernels_.lanes; ++lane) {
          const bool exists = c + lane < shape_.in_c;
          *out++ = exists ? weights[(c + lane) * strides.out + tap * strides.tap] : Real{};
        }
      }
    }
    if (options.flush) FlushPacked(out, packed);
  }

  // With a residual, a row of sums is computed separately, because dst may be the residual.
  size_t scratch_bytes() const override {
    return residual_ ? static_cast<size_t>(threads_) * RowBytes() : 0;
  }

  void Run(const Buffers& buffers) const override {
    const int64_t rows = shape_.batch * shape_.out_h;
    ForEachRange(buffers.pool, threads_, rows, 1, [&](int64_t begin, int64_t end, int thread) {
      for (int64_t row = begin; row < end;) {
        const int64_t image = row / shape_.out_h;
        const int64_t y = row % shape_.out_h;
        const int64_t rows = RowsTogether(y, std::min(end - row, shape_.out_h - y));
        RunRow(buffers, thread, image * shape_.in_h, y, rows, row * RowElements());
        row += rows;
      }
    });
  }

  bool runs_by_rows() const override { return !residual_; }

  void RunRows(const Buffers& buffers, const ConvRows& rows) const override {
    for (int64_t y = rows.begin; y < rows.end;) {
      const int64_t count = RowsTogether(y, rows.end - y);
      RunRow(buffers, 0, -rows.src_row, y, count, (y - rows.begin) * RowElements());
      y += count;
    }
  }

 private:
  int64_t RowElements() const { return shape_.out_w * shape_.out_c; }
  size_t RowBytes() const { return RoundUp(static_cast<size_t>(RowElements()) * sizeof(Real), 64); }

  // How many of the `left` rows from y on are computed together: 1 or 2.
  int64_t RowsTogether(int64_t y, int64_t left) const {
    const int64_t top = y - shape_.pad_top;  // stride 1
    return two_rows_ && left >= 2 && top >= 0 && top + shape_.kernel_h < shape_.in_h ? 2 : 1;
  }

  // Rows [y, y + rows) of an image whose input starts `src_row` rows, and whose result starts `at`
  // elements, after the start of the buffers.
  void RunRow(const Buffers& buffers, int64_t part, int64_t src_row, int64_t y, int64_t rows,
              int64_t at) const {
    Real* const dst = buffers.dst + at;
    const Finished<Real> row{dst, 0, 1, rows * shape_.out_w, shape_.out_c};
    if (!residual_) {
      ComputeRow(buffers, src_row, y, rows, EndOf(activation_), dst);
      if (HasFunctionLeft(activation_)) ApplyFunction(vector_, activation_, buffers.slopes, row);
    } else {
      Real* const sums =
          reinterpret_cast<Real*>(buffers.scratch + static_cast<size_t>(part) * RowBytes());
      ComputeRow(buffers, src_row, y, 1, EndOf(ActivationF32()), sums);
      const Real* residual = buffers.residual + at;
      vector_.binary[static_cast<int>(BinaryF32::kAdd)](sums, residual, dst, RowElements());
      const float range[kUnaryF32Params] = {activation_.low, activation_.high, 0};
      vector_.unary[static_cast<int>(activation_.range_function())](dst, dst, RowElements(), range);
      if (HasFunction(activation_)) ApplyFunction(vector_, activation_, buffers.slopes, row);
    }
  }

  void ComputeRow(const Buffers& buffers, int64_t src_row, int64_t y, int64_t rows,
                  const EndF32& end, Real* dst) const {
    const ConvShape& s = shape_;
    const int64_t top = y * s.stride_h - s.pad_top;
    DepthwiseTile<Real> tile = {};
    tile.first_row = top >= 0 ? 0 : std::min(CeilDiv(-top, s.dilation_h), s.kernel_h);
    tile.end_row =
        top >= s.in_h ? tile.first_row
                      : std::clamp(CeilDiv(s.in_h - top, s.dilation_h), tile.first_row, s.kernel_h);
    tile.row_stride = s.dilation_h * s.in_w * s.in_c;
    tile.pixel_stride = s.in_c;
    tile.weights = static_cast<const Real*>(buffers.weights);
    tile.bias = buffers.bias;
    tile.dst_stride = s.out_c;
    tile.channels = s.in_c;
    tile.end = end;
    tile.kernel_h = s.kernel_h;
    tile.kernel_w = s.kernel_w;
    tile.stride_w = s.stride_w;
    tile.dilation_w = s.dilation_w;
    tile.dst_row_stride = RowElements();
    const int64_t row = src_row + top + tile.first_row * s.dilation_h;
    // A strip whose windows have no rows has no input: its address is null.
    const bool has_rows = tile.end_row > tile.first_row;

    for (int64_t x = 0; x < s.out_w;) {
      int64_t width = s.out_w;
      int index = 0;
      if (tiled_) {
        const int64_t rest = s.out_w - x;
        constexpr int64_t kMaxWidth = kDepthwiseTileWidths[0];
        // One tile that overlaps finished pixels is faster than several narrow tiles.
        if (rest < kMaxWidth && rest > kMaxWidth / 2 && s.out_w >= kMaxWidth)
          x = s.out_w - kMaxWidth;
        while (kDepthwiseTileWidths[index] > s.out_w - x) ++index;
        width = kDepthwiseTileWidths[index];
      }
      const int64_t left = x * s.stride_w - s.pad_left;
      tile.pixels = width;
      tile.first_column = std::max<int64_t>(-left, 0);
      tile.end_column = s.in_w - left;
      tile.src = has_rows ? buffers.src + (row * s.in_w + left) * s.in_c : nullptr;
      tile.dst = dst + x * s.out_c;
      if (tiled_) {
        ChooseTile(index, left, width, rows)(&tile);
      } else {
        kernels_.general(&tile);
      }
      x += width;
    }
  }

  // Whether the pixels of a tile's windows begin in so few sets of the first-level cache that it
  // cannot hold one line of each: with 512 channels, all are in two sets.
  bool PixelsCompete() const {
    constexpr int64_t kSets = 64, kWays = 8, kLine = 64;
    const int64_t lines = shape_.in_c * static_cast<int64_t>(sizeof(Real)) / kLine;
    const int64_t columns = (kDepthwiseTileWidths[0] - 1) * shape_.stride_w + shape_.kernel_w;
    return columns * shape_.kernel_h > kWays * kSets / std::gcd(kSets, lines);
  }

  // The kernel for tile width number `index` whose first window begins at input column `left`.
  void (*ChooseTile(int index, int64_t left, int64_t width, int64_t rows)
            const)(const DepthwiseTile<Real>*) {
    const ConvShape& s = shape_;
    const int kernel = static_cast<int>(s.kernel_w);
    const int stride = static_cast<int>(s.stride_w);
    const int64_t missing_left = std::max<int64_t>(-left, 0);
    const int64_t missing_right =
        std::max<int64_t>(left + (width - 1) * stride + kernel - s.in_w, 0);
    if (rows == 2) return kernels_.two_rows[missing_left != 0][missing_right != 0];
    const bool usual =
        (missing_left == 0 || missing_left == DepthwiseLeftMissing(kernel)) &&
        (missing_right == 0 || missing_right == DepthwiseRightMissing(kernel, stride));
    if (index == 0 && usual) {
      const auto& wide =
          pairs_ ? kernels_.pairs[stride == 2] : kernels_.wide[kernel == 5][stride == 2];
      return wide[missing_left != 0][missing_right != 0];
    }
    return kernels_.tile[kernel == 5][stride == 2][index];
  }

  ConvShape shape_;
  const char* level_;
  const DepthwiseKernels<Real>& kernels_;
  const VectorKernels<Real>& vector_;
  ActivationF32 activation_;
  bool residual_;
  bool tiled_;
  bool two_rows_;
  bool pairs_;
  int threads_;
};

}  // namespace

template <typename Tables>
PlanPtr<Tables> PlanDepthwiseConv(const ConvShape& shape, const Tables& tables,
                                  const ConvOptions& options) {
  if (!shape.depthwise()) return nullptr;
  if (options.residual && tables.vector.binary[0] == nullptr) return nullptr;
  return std::make_unique<DepthwiseConv<typename Tables::Types>>(shape, tables, options);
}

template PlanPtr<KernelTables> PlanDepthwiseConv(const ConvShape&, const KernelTables&,
                                                 const ConvOptions&);
template PlanPtr<HalfTables> PlanDepthwiseConv(const ConvShape&, const HalfTables&,
                                               const ConvOptions&);

}  // namespace paddle::lite::cpu
