// Convolution as a matrix product without im2col: output pixels are rows, and the tile kernel reads
// its input rows through pointers. Blocking and tile sizes follow docs/design/x86-convolution.md.

#include <cstring>
#include <type_traits>
#include <vector>

#include "lite/backends/cpu/cache_size.h"
#include "lite/backends/cpu/conv_internal.h"
#include "lite/base/checked_math.h"
#include "lite/core/panel_width.h"

namespace paddle::lite::cpu {
namespace {

// Number of weights of an output channel packed at a time: a multiple of common tap counts.
constexpr int64_t kPackedColumns = 288;

// Tiles of one call of a kernel that computes several, at most: what is done to their results
// afterwards finds them in the cache.
constexpr int64_t kTilesTogether = 32;

template <typename Types>
class GemmConv final : public ConvPlanOf<Types> {
 public:
  using Tables = typename Types::Tables;
  using In = typename Types::In;
  using Weight = typename Types::Weight;
  using Real = typename Types::Real;
  using Buffers = ConvBuffersOf<Types>;

  GemmConv(const ConvShape& shape, const Tables& tables, const ConvOptions& options)
      : shape_(shape),
        level_(tables.level),
        kernels_(tables.gemm),
        vector_(tables.vector),
        activation_(options.activation),
        end_(EndOf(options.activation)),
        function_left_(HasFunctionLeft(options.activation)),
        threads_(std::max(options.threads, 1)) {
    pointwise_ = IsPointwise(shape);
    ChooseBlocking(options.max_depth);
    panels_ = Panels(shape, kernels_.lanes, max_vecs_, shape.taps() * shape.group_in_c());
    const int64_t widest = panels_[0].vecs;
    tiles_ = RowTiles(shape.batch * shape.out_h * shape.out_w, kernels_.max_rows[widest]);
  }

  std::string form() const override {
    return StrCat(Types::kForm, level_, "/gemm", max_vecs_, "/g", shape_.groups);
  }

  // The weights are followed by a row of zeros, used for the pixels outside the image.
  size_t packed_bytes() const override {
    return (panels_.weights + ZeroElements()) * sizeof(Weight);
  }

  void Pack(const Weight* weights, const WeightStrides& strides, const PackOptions& options,
            void* packed) const override {
    Weight* const out = static_cast<Weight*>(packed);
    ForEachPacked(options.pool, panels_.count(), [&](int64_t i) {
      const Panel& panel = panels_[i];
      PackPanel(weights + panel.out_channel * strides.out, strides, panel, out + panel.weights);
      if (options.flush) FlushSubnormals(out + panel.weights, PanelElements(panel));
    });
    std::memset(out + panels_.weights, 0, ZeroElements() * sizeof(Weight));
  }

  size_t scratch_bytes() const override {
    return pointwise_ ? 0 : static_cast<size_t>(threads_) * PointerBytes();
  }

  void Run(const Buffers& buffers) const override {
    const RowTiles tiles =
        buffers.pixels == 0 ? tiles_ : RowTiles(buffers.pixels, kernels_.max_rows[panels_[0].vecs]);
    const TileSplit split{threads_, tiles.count, panels_.count(), panel_block_, weights_dominate_};
    ForEachPart(buffers.pool, split,
                [&](int64_t tile_begin, int64_t tile_end, int64_t panel_begin, int64_t panel_end,
                    int thread) {
                  RunRange(buffers, tiles, thread, tile_begin, tile_end, panel_begin, panel_end);
                });
  }

  // Whether the library has the tiles (micro_kernel_set.inc).
  bool Exists() const {
    return std::all_of(panels_.list.begin(), panels_.list.end(), [this](const Panel& panel) {
      return kernels_.tile[panel.vecs][1] != nullptr;
    });
  }

  std::string blocks() const override {
    return StrCat("tiles ", tile_block_, ", panels ", panel_block_, ", taps ", tap_chunk_,
                  ", depth ", depth_chunk_);
  }

  bool stores_apart() const override { return true; }
  bool runs_first_pixels() const override { return pointwise_; }
  bool runs_by_rows() const override { return pointwise_; }

  void RunRows(const Buffers& buffers, const ConvRows& rows) const override {
    Buffers strip = buffers;
    strip.src += (rows.begin - rows.src_row) * shape_.in_w * shape_.in_c;
    const RowTiles tiles((rows.end - rows.begin) * shape_.out_w,
                         kernels_.max_rows[panels_[0].vecs]);
    RunRange(strip, tiles, 0, 0, tiles.count, 0, panels_.count());
  }

 private:
  size_t ZeroElements() const {
    return static_cast<size_t>(RoundUp(static_cast<size_t>(shape_.group_in_c()), 16));
  }
  size_t PointerBytes() const {
    return RoundUp(static_cast<size_t>(tap_chunk_) * kMaxTileRows * sizeof(const In*), 64);
  }

  int64_t PanelElements(const Panel& panel) const {
    return shape_.taps() * shape_.group_in_c() * panel.vecs * kernels_.lanes;
  }

  // `from` is the first weight of the panel's first output channel.
  void PackPanel(const Weight* from, const WeightStrides& strides, const Panel& panel,
                 Weight* out) const {
    const int64_t depth = shape_.group_in_c();
    const int64_t taps = shape_.taps();
    const int64_t width = panel.vecs * kernels_.lanes;
    const int64_t used = width - kernels_.lanes + panel.tail;
    // If a channel's weights are contiguous, they are transposed in pieces that fit the cache
    // before the taps are sorted: one strided read per weight is several times slower.
    const bool side_by_side =
        strides.in == taps && (taps == 1 || strides.tap == 1) && strides.out != 1;
    if (side_by_side && taps == 1) {
      Transpose(from, strides.out, out, width, used, depth);
    } else if (side_by_side) {
      std::vector<Weight> columns(static_cast<size_t>(kPackedColumns * width));
      for (int64_t first = 0; first < depth * taps; first += kPackedColumns) {
        const int64_t count = std::min(kPackedColumns, depth * taps - first);
        Transpose(from + first, strides.out, columns.data(), width, used, count);
        for (int64_t i = 0; i < count; ++i) {
          const int64_t k = (first + i) / taps;
          const int64_t tap = (first + i) % taps;
          std::memcpy(out + (tap * depth + k) * width, columns.data() + i * width,
                      static_cast<size_t>(used) * sizeof(Weight));
        }
      }
    } else {
      for (int64_t row = 0; row < taps * depth; ++row) {
        const Weight* at = from + row % depth * strides.in + row / depth * strides.tap;
        if (strides.out == 1) {
          std::memcpy(out + row * width, at, static_cast<size_t>(used) * sizeof(Weight));
        } else {
          for (int64_t n = 0; n < used; ++n) out[row * width + n] = at[n * strides.out];
        }
      }
    }
    for (int64_t row = 0; used < width && row < taps * depth; ++row) {
      std::fill(out + row * width + used, out + (row + 1) * width, Weight{});
    }
  }

  // Elements are copied as they are.
  void Transpose(const Weight* from, int64_t stride, Weight* to, int64_t to_stride, int64_t rows,
                 int64_t columns) const {
    static_assert(sizeof(Weight) == sizeof(Real));
    vector_.transpose(reinterpret_cast<const Real*>(from), stride, reinterpret_cast<Real*>(to),
                      to_stride, rows, columns);
  }

  void ChooseBlocking(int64_t max_depth) {
    const int64_t lanes = kernels_.lanes;
    const int64_t vecs = CeilDiv(shape_.group_out_c(), lanes);
    const bool spatial = shape_.taps() > 1;
    const int64_t rows = shape_.batch * shape_.out_h * shape_.out_w;
    const int64_t depth = shape_.group_in_c();
    const int64_t total_depth = depth * shape_.taps();
    constexpr double kL1 = 32 << 10;
    const auto l2 = static_cast<double>(PlanCacheBytes());
    constexpr auto kBytes = static_cast<double>(sizeof(Weight));
    const double weight_bytes = kBytes * static_cast<double>(total_depth * shape_.out_c);
    const double input_bytes =
        kBytes * static_cast<double>(shape_.batch * shape_.in_h * shape_.in_w * shape_.in_c);
    weights_dominate_ = weight_bytes > input_bytes;
    const bool small_weights = weight_bytes <= l2 / 4;

    // Four vectors of AVX-512: panels that are too wide for some shapes.
    const bool wide = kernels_.max_vecs * lanes >= 64;
    max_vecs_ = PanelVecs(
        vecs, std::min<int64_t>(spatial && wide ? 2 : 4, MaxPanelVecs(kernels_, total_depth)));
    int64_t depth_chunk = total_depth;
    if (wide) {
      if (spatial && weight_bytes > 2 * l2 && vecs % 4 == 0) {
        // The weights do not fit the close caches: wide panels read the input less often.
        max_vecs_ = 4;
        depth_chunk = std::max<int64_t>(depth, 512);
      }
      const bool few_rows = rows <= 64 && rows > kernels_.max_rows[4];
      if (!spatial && few_rows && !small_weights)
        max_vecs_ = std::min<int64_t>(vecs >= 12 ? 3 : 2, vecs);
    }
    const double panel_bytes = kBytes * static_cast<double>(total_depth * max_vecs_ * lanes);
    if ((!spatial || !wide) && panel_bytes > l2 / 4) depth_chunk = 512;
    if (max_depth > 0) depth_chunk = max_depth;
    // Equal chunks: the sums of a short one would cost as much to store as those of a long one.
    const int64_t limit = kernels_.max_depth == 0 ? total_depth : kernels_.max_depth;
    depth_chunk = std::min(depth_chunk, CeilDiv(total_depth, CeilDiv(total_depth, limit)));
    tap_chunk_ = std::clamp<int64_t>(depth_chunk / depth, 1, shape_.taps());
    depth_chunk_ = depth;
    if (!spatial) depth_chunk_ = std::min(depth_chunk, depth);
    if (depth_chunk_ > limit) depth_chunk_ = CeilDiv(depth, CeilDiv(depth, limit));

    constexpr int64_t kAll = int64_t{1} << 40;
    const double tile_bytes = kBytes * static_cast<double>(kernels_.max_rows[max_vecs_] * depth);
    // Rows in the first-level cache, or enough of them for a run of tiles.
    const double row_bytes = kernels_.tile_run[max_vecs_] == nullptr ? kL1 / 2 : l2 / 8;
    panel_block_ = 1;
    if (small_weights) {
      panel_block_ = kAll;
      tile_block_ =
          spatial ? 1 : std::max<int64_t>(1, static_cast<int64_t>(row_bytes / tile_bytes));
    } else if (input_bytes <= 0.6 * l2 || weight_bytes > l2) {
      tile_block_ = kAll;
    } else {
      panel_block_ = kAll;
      tile_block_ = std::max<int64_t>(1, static_cast<int64_t>(l2 / 4 / tile_bytes));
    }
    prefetch_ = !small_weights;
    fetches_rows_ = kernels_.tile_run[max_vecs_] != nullptr && pointwise_ && small_weights &&
                    shape_.groups == 1 && input_bytes > l2;
    if (rows <= kMaxJoinedRows) {
      panel_block_ = std::max<int64_t>(panel_block_, kernels_.joined[rows]);
    }
  }

  void RunRange(const Buffers& buffers, const RowTiles& tiles, int64_t part, int64_t tile_begin,
                int64_t tile_end, int64_t panel_begin, int64_t panel_end) const {
    const In** pointers = pointwise_
                              ? nullptr
                              : reinterpret_cast<const In**>(
                                    buffers.scratch + static_cast<size_t>(part) * PointerBytes());
    const bool joins = JoinedPanels(kernels_, tiles.rows, panel_end - panel_begin) > 1;
    for (int64_t p = panel_begin; p < panel_end; p += panel_block_) {
      const int64_t p_end = std::min(p + panel_block_, panel_end);
      for (int64_t t = tile_begin; t < tile_end; t += tile_block_) {
        const int64_t t_end = std::min(t + tile_block_, tile_end);
        Fetched fetched = {};
        if (fetches_rows_) fetched = NextRows(buffers, tiles, t_end, tile_end, p_end - p);
        for (int64_t tap = 0; tap < shape_.taps(); tap += tap_chunk_) {
          for (int64_t k = 0; k < shape_.group_in_c(); k += depth_chunk_) {
            for (int64_t panel = p; panel < p_end;) {
              const int64_t joined = joins ? JoinedFrom(panel, p_end, tiles) : 1;
              RunTiles(buffers, tiles, &panels_[panel], joined, t, t_end, tap, k, pointers,
                       fetched);
              panel += joined;
              fetched.from += fetched.bytes;
            }
          }
        }
      }
    }
  }

  // What a run of tiles fetches where it does not fetch weights.
  struct Fetched {
    const char* from;
    int64_t bytes;
  };

  // The rows of the next group of tiles, from `begin` on: the share of each of `panels`.
  Fetched NextRows(const Buffers& buffers, const RowTiles& tiles, int64_t begin, int64_t end,
                   int64_t panels) const {
    const int64_t row = tiles.begin(begin);
    const int64_t rows = tiles.begin(std::min(begin + tile_block_, end)) - row;
    const int64_t row_bytes = shape_.in_c * static_cast<int64_t>(sizeof(In));
    return {reinterpret_cast<const char*>(buffers.src) + row * row_bytes,
            CeilDiv(rows * row_bytes, panels)};
  }

  // How many panels from `panel` on are one tile: those of one group may be.
  int64_t JoinedFrom(int64_t panel, int64_t end, const RowTiles& tiles) const {
    const int64_t joined = JoinedPanels(kernels_, tiles.rows, end - panel);
    const Panel& last = panels_[panel + joined - 1];
    const bool same_rows = last.in_channel == panels_[panel].in_channel;
    return same_rows && last.vecs == kernels_.max_vecs ? joined : 1;
  }

  // One chunk of the sum, for `joined` panels in one tile and some row tiles.
  void RunTiles(const Buffers& buffers, const RowTiles& tiles, const Panel* panels, int64_t joined,
                int64_t tile_begin, int64_t tile_end, int64_t tap, int64_t k, const In** pointers,
                const Fetched& fetched) const {
    const Panel& panel = panels[0];
    const int64_t depth = shape_.group_in_c();
    const int64_t width = panel.vecs * kernels_.lanes;
    GemmTile<Real, Weight> tile = {};
    tile.taps = std::min(tap_chunk_, shape_.taps() - tap);
    tile.depth = std::min(depth_chunk_, depth - k);
    tile.weights = static_cast<const Weight*>(buffers.weights) + panel.weights +
                   static_cast<size_t>((tap * depth + k) * width);
    tile.panel_stride = joined == 1 ? 0 : PanelElements(panel);
    const int64_t pitch = buffers.PitchFor(shape_.out_c);
    tile.dst_stride = pitch;
    tile.bias = buffers.bias == nullptr ? nullptr : buffers.bias + panel.out_channel;
    tile.end = end_;
    tile.tail = panels[joined - 1].tail;
    tile.first = tap == 0 && k == 0;
    tile.last = tap + tile.taps == shape_.taps() && k + tile.depth == depth;

    const int64_t chunk_bytes =
        tile.taps * tile.depth * width * static_cast<int64_t>(sizeof(Weight));
    const int64_t steps = tile.depth / 4 * tile.taps;
    const int64_t fetched_bytes = prefetch_ ? chunk_bytes : fetched.bytes;
    const int64_t step =
        fetched_bytes == 0 ? 0 : PrefetchStep(fetched_bytes, steps * (tile_end - tile_begin));
    // What the next call reads first.
    const Weight* const last_panel =
        tile.weights + (tile.last ? (joined - 1) * tile.panel_stride : 0);
    const char* const next_chunk = reinterpret_cast<const char*>(last_panel) + chunk_bytes;
    const In* zeros = static_cast<const Weight*>(buffers.weights) + panels_.weights;
    const In* src = buffers.src + panel.in_channel + k;
    const In* rows[kMaxTileRows];

    // Copies: after a call through a pointer, the compiler would read the members again.
    const auto* const kernels = kernels_.tile[panel.vecs];
    const bool pointwise = pointwise_;
    // Elsewhere, the compiler leaves out what several tiles need, registers above all.
    const bool several = std::is_same_v<Real, HalfBits> && kernels_.several;
    const bool function_left = tile.last && function_left_;
    const int64_t in_c = shape_.in_c;
    const bool whole =
        joined == 1 && pointwise && tile.first && tile.last && tile.tail == kernels_.lanes;
    const auto run = whole ? kernels_.tile_run[panel.vecs] : nullptr;
    // What is applied to stored results finds them in the cache.
    const bool stays = several || function_left || tile.end.kind == EndKind::kGate;
    const int64_t most = stays ? kTilesTogether : tiles.count;
    // Every tile prefetches its share of the next chunk.
    tile.prefetch = prefetch_   ? next_chunk
                    : step == 0 ? reinterpret_cast<const char*>(tile.weights)
                                : fetched.from;
    tile.prefetch_step = step;
    const int64_t prefetched = steps * step;
    const int64_t first_row = tiles.begin(tile_begin);
    const int64_t first = first_row * pitch + panel.out_channel;
    const In* row = src + first_row * in_c;  // of the next tile, if pointwise
    tile.rows = pointwise ? rows : pointers;
    tile.dst = buffers.dst + first;
    tile.residual = buffers.residual == nullptr ? nullptr : buffers.residual + first;
    // Tiles of one height after the other, so that little is computed for each.
    for (int64_t t = tile_begin; t < tile_end;) {
      const int64_t height = tiles.height(t);
      const int64_t end = t < tiles.higher ? std::min(tiles.higher, tile_end) : tile_end;
      const bool runs = run != nullptr && height == kernels_.max_rows[panel.vecs];
      const auto kernel = runs ? run : joined == 1 ? kernels[height] : kernels_.joined_tile[height];
      const int64_t dst_step = height * pitch;
      for (int64_t count; t < end; t += count) {
        count = 1;
        if (pointwise) {
          // In pairs, which one instruction stores on ARM.
          int64_t m = 0;
          for (; m + 1 < height; m += 2, row += 2 * in_c) {
            rows[m] = row;
            rows[m + 1] = row + in_c;
          }
          if (m < height) {
            rows[m] = row;
            row += in_c;
          }
          if (several || runs) {
            count = std::min(end - t, most);
            tile.more = count - 1;
            tile.row_step = height * in_c;
            row += tile.more * tile.row_step;
          }
        } else {
          FillTapPointers(shape_, src, zeros, tiles.begin(t), height, tap, tap + tile.taps,
                          pointers);
        }
        kernel(&tile);
        if (function_left) FinishTile(buffers, panels, joined, tile.dst, count * height);
        tile.dst += count * dst_step;
        if (prefetched != 0) tile.prefetch += count * prefetched;
        if (tile.residual != nullptr) tile.residual += count * dst_step;
      }
    }
  }

  // Not inlined: in RunTiles it would occupy registers, and most layers do not need it.
  __attribute__((noinline)) void FinishTile(const Buffers& buffers, const Panel* panels,
                                            int64_t joined, Real* dst, int64_t height) const {
    const Real* slopes = activation_.slopes ? buffers.slopes + panels[0].out_channel : nullptr;
    const int64_t width = (joined * panels[0].vecs - 1) * kernels_.lanes + panels[joined - 1].tail;
    const int64_t pitch = buffers.PitchFor(shape_.out_c);
    ApplyFunction(vector_, activation_, slopes, {dst, pitch, height, 1, width});
  }

  ConvShape shape_;
  const char* level_;
  const GemmKernels<Real, Weight>& kernels_;
  const VectorKernels<Real>& vector_;
  ActivationF32 activation_;
  EndF32 end_;          // the part of it that tiles apply
  bool function_left_;  // whether another part remains
  int threads_;
  int64_t max_vecs_ = 1;
  int64_t tap_chunk_ = 1;    // taps per chunk
  int64_t depth_chunk_ = 0;  // k values per tap and chunk
  int64_t tile_block_ = 1;   // row tiles that stay in the cache while all panels are computed
  int64_t panel_block_ = 1;
  bool fetches_rows_ = false;  // of the next group of tiles
  bool prefetch_ = false;
  bool weights_dominate_ = false;
  bool pointwise_ = false;
  Panels panels_;
  RowTiles tiles_;
};

}  // namespace

template <typename Tables>
PlanPtr<Tables> PlanGemmConv(const ConvShape& shape, const Tables& tables,
                             const ConvOptions& options) {
  auto plan = std::make_unique<GemmConv<typename Tables::Types>>(shape, tables, options);
  if (!plan->Exists()) return nullptr;
  return plan;
}

template PlanPtr<KernelTables> PlanGemmConv(const ConvShape&, const KernelTables&,
                                            const ConvOptions&);
template PlanPtr<HalfTables> PlanGemmConv(const ConvShape&, const HalfTables&, const ConvOptions&);
template PlanPtr<BFloat16Tables> PlanGemmConv(const ConvShape&, const BFloat16Tables&,
                                              const ConvOptions&);

}  // namespace paddle::lite::cpu
