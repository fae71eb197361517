// 3x3 convolution with stride 1 by Winograd's minimal filtering: 2.25 (tiles of 2x2) or 4 times
// (4x4) fewer multiplications, at the cost of transforms of input and output and of larger weights.
// Per frequency the tiles' channel vectors are the rows of a matrix product, which runs on the tile
// kernels of gemm_f32.h.

#include <vector>

#include "lite/backends/cpu/conv_internal.h"
#include "lite/backends/cpu/winograd_tiles.h"
#include "lite/base/checked_math.h"
#include "lite/base/half.h"

namespace paddle::lite::cpu {
namespace {

// Output channels of a panel: four vectors of 16 lanes.
constexpr int64_t kMaxPanel = 64;

// Weight transforms G of F(2, 3) and F(4, 3).
constexpr double kWeights2[4][3] = {{1, 0, 0}, {0.5, 0.5, 0.5}, {0.5, -0.5, 0.5}, {0, 0, 1}};
constexpr double kWeights4[6][3] = {{1.0 / 4, 0, 0},
                                    {-1.0 / 6, -1.0 / 6, -1.0 / 6},
                                    {-1.0 / 6, 1.0 / 6, -1.0 / 6},
                                    {1.0 / 24, 1.0 / 12, 1.0 / 6},
                                    {1.0 / 24, -1.0 / 12, 1.0 / 6},
                                    {0, 0, 1}};

// A number of a program as double, and the nearest number of the type.
double ToDouble(float value) { return static_cast<double>(value); }
double ToDouble(HalfBits value) { return static_cast<double>(HalfBitsToFloat(value.bits)); }
void Round(double value, float* to) { *to = static_cast<float>(value); }
void Round(double value, HalfBits* to) { to->bits = FloatToHalfBits(static_cast<float>(value)); }

template <typename Types>
class WinogradConv final : public ConvPlanOf<Types> {
 public:
  using Tables = typename Types::Tables;
  using Real = typename Types::Real;
  using Buffers = ConvBuffersOf<Types>;

  WinogradConv(const ConvShape& shape, int tile, const Tables& tables, const ConvOptions& options)
      : shape_(shape),
        level_(tables.level),
        transforms_(*tables.winograd),
        kernels_(tables.gemm),
        vector_(tables.vector),
        activation_(options.activation),
        threads_(std::max(options.threads, 1)),
        tile_(tile),
        extent_(tile + 2),
        tiles_(shape, tile),
        // Avoiding powers of two as row length keeps rows in different cache sets.
        src_stride_(static_cast<int64_t>(RoundUp(static_cast<size_t>(shape.in_c), 16)) + 16),
        sum_stride_(static_cast<int64_t>(RoundUp(static_cast<size_t>(shape.out_c), 16)) + 16) {
    constexpr double kBlockBytes = 384 << 10;
    constexpr double kResidentWeights = 1 << 20;
    vecs_ = CeilDiv(shape.out_c, kernels_.lanes);
    panels_ = CeilDiv(vecs_, MaxPanelVecs(kernels_, shape.in_c));
    frequency_elements_ = static_cast<size_t>(vecs_ * kernels_.lanes * shape.in_c);
    constexpr auto kBytes = static_cast<double>(sizeof(Real));
    const double weight_bytes = kBytes * static_cast<double>(frequency_elements_) * Frequencies();
    blocked_ = weight_bytes <= kResidentWeights;
    if (blocked_) {
      const double tile_bytes =
          kBytes * Frequencies() * static_cast<double>(src_stride_ + sum_stride_);
      const int64_t fitting = std::max<int64_t>(6, static_cast<int64_t>(kBlockBytes / tile_bytes));
      const int64_t per_part = CeilDiv(tiles_.count, threads_);
      block_ = CeilDiv(per_part, CeilDiv(per_part, fitting));
    } else {
      block_ = tiles_.count;
    }
  }

  // Whether the library has the tiles (micro_kernel_set.inc).
  bool Exists() const {
    const int64_t least = vecs_ / panels_;
    return kernels_.tile[least][1] != nullptr &&
           (vecs_ % panels_ == 0 || kernels_.tile[least + 1][1] != nullptr);
  }

  std::string form() const override { return StrCat(Types::kForm, level_, "/winograd", tile_); }

  bool stores_apart() const override { return !HasFunction(activation_); }

  size_t packed_bytes() const override {
    return frequency_elements_ * static_cast<size_t>(Frequencies()) * sizeof(Real);
  }

  void Pack(const Real* weights, const WeightStrides& strides, const PackOptions& options,
            void* packed) const override {
    Real* const out = static_cast<Real*>(packed);
    // One input channel of one panel at a time.
    ForEachPacked(options.pool, panels_ * shape_.in_c, [&](int64_t i) {
      const int64_t panel = i / shape_.in_c;
      const int64_t c = i % shape_.in_c;
      const int64_t first = PanelBegin(panel) * kernels_.lanes;
      const int64_t width = (PanelBegin(panel + 1) - PanelBegin(panel)) * kernels_.lanes;
      const int64_t used = std::min(width, shape_.out_c - first);
      Real* const to = out + first * shape_.in_c + c * width;
      TransformWeights(weights + first * strides.out + c * strides.in, strides, used, width, to);
      for (int f = 0; options.flush && f < Frequencies(); ++f) {
        FlushSubnormals(to + static_cast<size_t>(f) * frequency_elements_, width);
      }
    });
  }

  size_t scratch_bytes() const override {
    return (blocked_ ? static_cast<size_t>(threads_) : 1) * PartBytes();
  }

  void Run(const Buffers& buffers) const override {
    if (blocked_) {
      // The weights fit every core's cache: each thread processes its tiles through all stages, in
      // blocks of nearly equal size.
      const int64_t blocks = CeilDiv(CeilDiv(tiles_.count, block_), threads_) * threads_;
      ForEachRange(buffers.pool, threads_, blocks, 1, [&](int64_t begin, int64_t end, int thread) {
        char* scratch = buffers.scratch + static_cast<size_t>(thread) * PartBytes();
        for (int64_t i = begin; i < end; ++i) {
          const int64_t first = PartBegin(tiles_.count, i, blocks);
          const int64_t count = PartBegin(tiles_.count, i + 1, blocks) - first;
          TransformTiles(buffers, scratch, first, 0, count);
          Multiply(buffers, scratch, count, 0, Frequencies());
          StoreTiles(buffers, scratch, first, 0, count);
        }
      });
      return;
    }
    // The weights are read once: threads share every stage, and the frequencies of the middle one.
    constexpr int64_t kTiles = 4;
    ForEachRange(buffers.pool, threads_, tiles_.count, kTiles,
                 [&](int64_t begin, int64_t end, int) {
                   TransformTiles(buffers, buffers.scratch, 0, begin, end);
                 });
    ForEachRange(buffers.pool, threads_, Frequencies(), 1, [&](int64_t begin, int64_t end, int) {
      Multiply(buffers, buffers.scratch, tiles_.count, begin, end);
    });
    ForEachRange(buffers.pool, threads_, tiles_.count, kTiles,
                 [&](int64_t begin, int64_t end, int) {
                   StoreTiles(buffers, buffers.scratch, 0, begin, end);
                 });
  }

 private:
  int Frequencies() const { return extent_ * extent_; }
  int64_t PanelBegin(int64_t panel) const {
    return panel * (vecs_ / panels_) + std::min(panel, vecs_ % panels_);
  }
  size_t SrcElements() const { return static_cast<size_t>(Frequencies() * block_ * src_stride_); }
  size_t PartBytes() const {
    const size_t sums = static_cast<size_t>(Frequencies() * block_ * sum_stride_);
    return RoundUp((SrcElements() + sums) * sizeof(Real), 64);
  }
  Real* Src(char* scratch) const { return reinterpret_cast<Real*>(scratch); }
  Real* Sums(char* scratch) const { return Src(scratch) + SrcElements(); }

  // G g G^T of one 3x3 filter, row by row. The frequencies of one input channel for `used` output
  // channels, and zeros up to `width`. Output channels are the inner loop, because they are
  // contiguous in the result.
  void TransformWeights(const Real* filters, const WeightStrides& strides, int64_t used,
                        int64_t width, Real* out) const {
    double taps[9][kMaxPanel];
    double row[3][kMaxPanel];
    const double(*matrix)[3] = tile_ == 2 ? kWeights2 : kWeights4;
    for (int64_t n = 0; n < used; ++n) {
      for (int tap = 0; tap < 9; ++tap) {
        taps[tap][n] = ToDouble(filters[n * strides.out + tap * strides.tap]);
      }
    }
    for (int i = 0; i < extent_; ++i) {
      for (int x = 0; x < 3; ++x) {
        for (int64_t n = 0; n < used; ++n) {
          row[x][n] = matrix[i][0] * taps[x][n] + matrix[i][1] * taps[3 + x][n] +
                      matrix[i][2] * taps[6 + x][n];
        }
      }
      for (int j = 0; j < extent_; ++j) {
        for (int64_t n = 0; n < used; ++n) {
          Round(row[0][n] * matrix[j][0] + row[1][n] * matrix[j][1] + row[2][n] * matrix[j][2],
                out + n);
        }
        std::fill(out + used, out + width, Real{});
        out += frequency_elements_;
      }
    }
  }

  // Tiles [begin, end) of the block whose first tile is `block_begin`.
  void TransformTiles(const Buffers& buffers, char* scratch, int64_t block_begin, int64_t begin,
                      int64_t end) const {
    WinogradInput<Real> input = {};
    input.frequency_stride = block_ * src_stride_;
    for (int64_t i = begin; i < end; ++i) {
      tiles_.SetInput(shape_, buffers.src, block_begin + i, &input);
      input.dst = Src(scratch) + i * src_stride_;
      transforms_.input[tile_ == 4](&input);
    }
  }

  void Multiply(const Buffers& buffers, char* scratch, int64_t count, int64_t frequency_begin,
                int64_t frequency_end) const {
    for (int64_t f = frequency_begin; f < frequency_end; ++f) {
      const Real* src = Src(scratch) + f * block_ * src_stride_;
      Real* sums = Sums(scratch) + f * block_ * sum_stride_;
      const Real* weights =
          static_cast<const Real*>(buffers.weights) + static_cast<size_t>(f) * frequency_elements_;
      for (int64_t panel = 0; panel < panels_; ++panel) {
        MultiplyPanel(src, weights, panel, count, sums);
      }
    }
  }

  void MultiplyPanel(const Real* src, const Real* weights, int64_t panel, int64_t count,
                     Real* sums) const {
    const int64_t first = PanelBegin(panel) * kernels_.lanes;
    const int64_t vecs = PanelBegin(panel + 1) - PanelBegin(panel);
    // Of nearly equal depth, within what one tile may add.
    const int64_t chunks = kernels_.max_depth == 0 ? 1 : CeilDiv(shape_.in_c, kernels_.max_depth);
    for (int64_t chunk = 0; chunk < chunks; ++chunk) {
      const int64_t begin = PartBegin(shape_.in_c, chunk, chunks);
      const int64_t end = PartBegin(shape_.in_c, chunk + 1, chunks);
      GemmTile<Real> tile = {};
      tile.taps = 1;
      tile.depth = end - begin;
      tile.weights = weights + first * shape_.in_c + begin * vecs * kernels_.lanes;
      tile.dst_stride = sum_stride_;
      tile.end = EndOf(ActivationF32());
      tile.tail = kernels_.lanes;  // the rows of the sums are long enough
      tile.first = chunk == 0;
      tile.last = end == shape_.in_c;
      MultiplyChunk(tile, src + begin, vecs, count, sums + first);
    }
  }

  // `tile` has everything that all tiles of the chunk share.
  void MultiplyChunk(GemmTile<Real> tile, const Real* src, int64_t vecs, int64_t count,
                     Real* sums) const {
    const RowTiles tiles(count, kernels_.max_rows[vecs]);
    const int64_t chunk_bytes =
        tile.depth * vecs * kernels_.lanes * static_cast<int64_t>(sizeof(Real));
    const int64_t steps = tile.depth / 4;
    const Real* rows[kMaxTileRows];
    tile.rows = rows;
    tile.prefetch = reinterpret_cast<const char*>(tile.weights) + chunk_bytes;
    tile.prefetch_step = PrefetchStep(chunk_bytes, steps * tiles.count);
    const auto run = tile.first && tile.last ? kernels_.tile_run[vecs] : nullptr;
    for (int64_t t = 0, more = 0; t < tiles.count; t += 1 + more) {
      const int64_t first_row = tiles.begin(t);
      const int64_t height = tiles.height(t);
      for (int64_t m = 0; m < height; ++m) rows[m] = src + (first_row + m) * src_stride_;
      tile.dst = sums + first_row * sum_stride_;
      const bool runs = run != nullptr && height == kernels_.max_rows[vecs];
      more = runs ? (t < tiles.higher ? tiles.higher : tiles.count) - 1 - t : 0;
      tile.more = more;
      tile.row_step = height * src_stride_;
      (runs ? run : kernels_.tile[vecs][height])(&tile);
      tile.prefetch += (1 + more) * steps * tile.prefetch_step;
    }
  }

  void StoreTiles(const Buffers& buffers, char* scratch, int64_t block_begin, int64_t begin,
                  int64_t end) const {
    WinogradOutput<Real> output = {};
    output.frequency_stride = block_ * sum_stride_;
    output.bias = buffers.bias;
    const int64_t pitch = buffers.PitchFor(shape_.out_c);
    output.row_stride = shape_.out_w * pitch;
    output.pixel_stride = pitch;
    output.channels = shape_.out_c;
    output.low = activation_.low;
    output.high = activation_.high;
    for (int64_t i = begin; i < end; ++i) {
      const WinogradTiles::Outputs outputs = tiles_.OutputsOf(shape_, block_begin + i);
      output.src = Sums(scratch) + i * sum_stride_;
      output.dst = buffers.dst + outputs.pixel * pitch;
      output.residual =
          buffers.residual == nullptr ? nullptr : buffers.residual + outputs.pixel * pitch;
      output.rows = outputs.rows;
      output.columns = outputs.columns;
      transforms_.output[tile_ == 4](&output);
      if (HasFunction(activation_)) {
        ApplyFunction(vector_, activation_, buffers.slopes,
                      {output.dst, output.row_stride, output.rows, output.columns, shape_.out_c});
      }
    }
  }

  ConvShape shape_;
  const char* level_;
  const WinogradKernels<Real>& transforms_;
  const GemmKernels<Real>& kernels_;
  const VectorKernels<Real>& vector_;
  ActivationF32 activation_;
  int threads_;
  int tile_;
  int extent_;  // inputs of a tile along one axis
  WinogradTiles tiles_;
  int64_t src_stride_, sum_stride_;  // from tile to tile within a frequency
  int64_t vecs_ = 0;
  int64_t panels_ = 0;
  size_t frequency_elements_ = 0;  // weights of one frequency
  int64_t block_ = 0;              // tiles processed through all stages together
  bool blocked_ = false;
};

}  // namespace

template <typename Tables>
PlanPtr<Tables> PlanWinogradConv(const ConvShape& shape, int tile, const Tables& tables,
                                 const ConvOptions& options) {
  if (!FitsWinograd(shape) || tables.winograd == nullptr) return nullptr;
  if (tables.winograd->input[tile == 4] == nullptr) return nullptr;
  auto plan = std::make_unique<WinogradConv<typename Tables::Types>>(shape, tile, tables, options);
  if (!plan->Exists()) return nullptr;
  return plan;
}

template PlanPtr<KernelTables> PlanWinogradConv(const ConvShape&, int, const KernelTables&,
                                                const ConvOptions&);
template PlanPtr<HalfTables> PlanWinogradConv(const ConvShape&, int, const HalfTables&,
                                              const ConvOptions&);

}  // namespace paddle::lite::cpu
