// Tiles that convert int8 or int16 weights in registers. With few rows the time is that of reading
// the weights from memory; with many, every conversion serves all rows of a tile
// (docs/design/quantisation.md).

#include "lite/backends/cpu/weight8_gemm.h"

#include <algorithm>

#include "lite/backends/cpu/conv_internal.h"
#include "lite/backends/cpu/conv_s8.h"
#include "lite/base/checked_math.h"

namespace paddle::lite::cpu {
namespace {

// Rows of a tile that share a conversion: the widest tile with as many was measured to be the best.
constexpr int kMinSharedRows = 6;

int64_t WidestTile(const GemmF32Kernels& kernels) {
  int vecs = kernels.max_vecs;
  while (vecs > 1 && kernels.max_rows[vecs] < kMinSharedRows) --vecs;
  return vecs;
}

// to[m][k] = src[m][k] * scales[k].
void ScaleInput(const float* src, int64_t m, const std::vector<float>& scales, float* to) {
  for (int64_t i = 0; i < m; ++i) {
    for (const float scale : scales) *to++ = *src++ * scale;
  }
}

template <typename Types>
class WeightGemm final : public ConvPlanOf<Types> {
 public:
  using Weight = typename Types::Weight;
  using Buffers = typename ConvPlanOf<Types>::Buffers;

  WeightGemm(int64_t m, int64_t n, int64_t k, const KernelTables& tables,
             const Weight8Options& options)
      : m_(m),
        n_(n),
        k_(k),
        tables_(tables),
        activation_(options.activation),
        threads_(std::max(options.threads, 1)) {
    const int64_t lanes = tables.gemm.lanes;
    ConvShape shape;
    shape.in_c = k;
    shape.out_c = n;
    const int64_t vecs = std::min(WidestTile(tables.gemm), CeilDiv(n, lanes));
    panels_ = Panels(shape, lanes, vecs, k);
    tiles_ = RowTiles(m, tables.gemm.max_rows[vecs]);
    scales_.assign(static_cast<size_t>(CeilDiv(n, lanes) * lanes), 0.0f);
    const std::vector<float>& given = options.scales;
    if (options.by_row && given.size() > 1) {
      row_scales_ = given;
      std::fill_n(scales_.begin(), n, 1.0f);
    } else {
      for (int64_t c = 0; c < n; ++c) {
        scales_[static_cast<size_t>(c)] = given[given.size() == 1 ? 0 : static_cast<size_t>(c)];
      }
    }
  }

  std::string form() const override {
    return StrCat("gemm_w", 8 * sizeof(Weight), "/", tables_.level, "/", panels_[0].vecs);
  }
  size_t packed_bytes() const override { return panels_.weights * sizeof(Weight); }

  void Pack(const Weight* weights, const WeightStrides& strides, const PackOptions& options,
            void* packed) const override {
    ForEachPacked(options.pool, panels_.count(), [&](int64_t i) {
      const Panel& panel = panels_[i];
      const int64_t width = panel.vecs * tables_.gemm.lanes;
      const int64_t used = width - tables_.gemm.lanes + panel.tail;
      Weight* row = static_cast<Weight*>(packed) + panel.weights;
      for (int64_t k = 0; k < k_; ++k, row += width) {
        const Weight* from = weights + panel.out_channel * strides.out + k * strides.in;
        for (int64_t c = 0; c < used; ++c) row[c] = from[c * strides.out];
        std::fill(row + used, row + width, Weight{0});
      }
    });
  }

  // For the input, if it is scaled.
  size_t scratch_bytes() const override {
    return row_scales_.empty() ? 0 : static_cast<size_t>(m_ * k_) * sizeof(float);
  }

  void Run(const Buffers& buffers) const override {
    Buffers scaled = buffers;
    if (!row_scales_.empty()) {
      auto* const to = reinterpret_cast<float*>(buffers.scratch);
      ScaleInput(buffers.src, m_, row_scales_, to);
      scaled.src = to;
    }
    const TileSplit split{threads_, tiles_.count, panels_.count(), 1, true};
    ForEachPart(
        buffers.pool, split,
        [&](int64_t tile_begin, int64_t tile_end, int64_t panel_begin, int64_t panel_end, int) {
          for (int64_t p = panel_begin; p < panel_end; ++p) {
            RunTiles(scaled, panels_[p], tile_begin, tile_end);
          }
        });
  }

 private:
  void RunTiles(const Buffers& buffers, const Panel& panel, int64_t tile_begin,
                int64_t tile_end) const {
    GemmTileW<Weight> tile = {};
    tile.src_stride = k_;
    tile.depth = k_;
    tile.weights = static_cast<const Weight*>(buffers.weights) + panel.weights;
    tile.scales = scales_.data() + panel.out_channel;
    tile.bias = buffers.bias == nullptr ? nullptr : buffers.bias + panel.out_channel;
    tile.dst_stride = n_;
    tile.end = EndOf(activation_);
    tile.tail = panel.tail;
    for (int64_t t = tile_begin; t < tile_end; ++t) {
      const int64_t row = tiles_.begin(t);
      tile.src = buffers.src + row * k_;
      tile.dst = buffers.dst + row * n_ + panel.out_channel;
      const GemmTilesW<Weight>& tiles = tables_.gemm_w8;
      tiles.tile[panel.vecs][tiles_.height(t)](&tile);
      Finish(buffers, panel, tile.dst, tiles_.height(t));
    }
  }

  void Finish(const Buffers& buffers, const Panel& panel, float* dst, int64_t height) const {
    if (!HasFunctionLeft(activation_)) return;
    const float* slopes = activation_.slopes ? buffers.slopes + panel.out_channel : nullptr;
    const int64_t width = (panel.vecs - 1) * tables_.gemm.lanes + panel.tail;
    ApplyFunction(tables_.vector, activation_, slopes, {dst, n_, height, 1, width});
  }

  int64_t m_, n_, k_;
  const KernelTables& tables_;
  ActivationF32 activation_;
  int threads_;
  Panels panels_;
  RowTiles tiles_;
  std::vector<float> scales_;      // of all lanes of all panels
  std::vector<float> row_scales_;  // empty if there are none
};

class DynamicGemm final : public ConvPlanOf<TypesW8> {
 public:
  DynamicGemm(int64_t m, int64_t n, int64_t k, const KernelTables& tables,
              const Int8Tables& int8_tables, const Weight8Options& options)
      : m_(m), n_(n), k_(k), tables_(tables), activation_(options.activation) {
    ConvShape shape;
    shape.in_h = shape.out_h = 1;
    shape.in_w = shape.out_w = m;
    shape.in_c = k;
    shape.out_c = n;
    ConvOptionsS8 product;
    product.threads = threads_ = std::max(options.threads, 1);
    product.factors = options.scales;
    if (options.by_row && options.scales.size() > 1) {
      row_scales_ = options.scales;
      product.factors = {1.0f};
    }
    product.factors.resize(static_cast<size_t>(n), product.factors[0]);
    plan_ = PlanConvS8(shape, int8_tables, product);
  }

  std::string form() const override { return plan_->form(); }
  size_t packed_bytes() const override { return plan_->packed_bytes(); }
  void Pack(const int8_t* weights, const WeightStrides& strides, const PackOptions& options,
            void* packed) const override {
    plan_->Pack(weights, strides, options, packed);
  }
  size_t scratch_bytes() const override {
    return RoundedBytes() + StepBytes() + ScaledBytes() + plan_->scratch_bytes();
  }

  void Run(const Buffers& buffers) const override {
    auto* const rounded = reinterpret_cast<int8_t*>(buffers.scratch);
    auto* const steps = reinterpret_cast<float*>(buffers.scratch + RoundedBytes());
    char* const more = buffers.scratch + RoundedBytes() + StepBytes();
    const float* src = buffers.src;
    if (!row_scales_.empty()) {
      auto* const scaled = reinterpret_cast<float*>(more);
      ScaleInput(src, m_, row_scales_, scaled);
      src = scaled;
    }
    ForEachRange(buffers.pool, threads_, m_, Grain(k_), [&](int64_t begin, int64_t end, int) {
      for (int64_t m = begin; m < end; ++m) {
        steps[m] = tables_.gemm_w8.round_row(src + m * k_, k_, rounded + m * k_);
      }
    });
    ConvBuffersS8 product;
    product.src = rounded;
    product.weights = buffers.weights;
    product.dst = buffers.dst;
    product.scratch = more + ScaledBytes();
    product.pool = buffers.pool;
    plan_->Run(product);
    ForEachRange(buffers.pool, threads_, m_, Grain(n_), [&](int64_t begin, int64_t end, int) {
      for (int64_t m = begin; m < end; ++m) {
        float* const dst = buffers.dst + m * n_;
        tables_.gemm_w8.scale_row(dst, n_, steps[m], buffers.bias);
        Activate(buffers.slopes, dst);
      }
    });
  }

 private:
  static int64_t Grain(int64_t row) { return std::max<int64_t>(1, 8192 / row); }
  size_t RoundedBytes() const { return RoundUp(static_cast<size_t>(m_ * k_), 64); }
  size_t StepBytes() const { return RoundUp(static_cast<size_t>(m_) * sizeof(float), 64); }
  size_t ScaledBytes() const {
    return row_scales_.empty() ? 0 : RoundUp(static_cast<size_t>(m_ * k_) * sizeof(float), 64);
  }

  void Activate(const float* slopes, float* row) const {
    if (HasFunction(activation_)) {
      ApplyFunction(tables_.vector, activation_, slopes, {row, n_, 1, 1, n_});
      return;
    }
    if (!activation_.has_range()) return;
    const float limits[kUnaryF32Params] = {activation_.low, activation_.high};
    tables_.vector.unary[static_cast<int>(activation_.range_function())](row, row, n_, limits);
  }

  int64_t m_, n_, k_;
  const KernelTables& tables_;
  ActivationF32 activation_;
  int threads_ = 1;
  std::vector<float> row_scales_;  // empty if there are none
  std::unique_ptr<ConvPlanS8> plan_;
};

}  // namespace

template <typename Types>
std::unique_ptr<ConvPlanOf<Types>> PlanWeightGemm(int64_t m, int64_t n, int64_t k,
                                                  const KernelTables& tables,
                                                  const Weight8Options& options) {
  return std::make_unique<WeightGemm<Types>>(m, n, k, tables, options);
}
template std::unique_ptr<ConvPlanOf<TypesW8>> PlanWeightGemm(int64_t m, int64_t n, int64_t k,
                                                             const KernelTables& tables,
                                                             const Weight8Options& options);
template std::unique_ptr<ConvPlanOf<TypesW16>> PlanWeightGemm(int64_t m, int64_t n, int64_t k,
                                                              const KernelTables& tables,
                                                              const Weight8Options& options);

std::unique_ptr<ConvPlanOf<TypesW8>> PlanDynamicGemm(int64_t m, int64_t n, int64_t k,
                                                     const KernelTables& tables,
                                                     const Int8Tables& int8_tables,
                                                     const Weight8Options& options) {
  return std::make_unique<DynamicGemm>(m, n, k, tables, int8_tables, options);
}

}  // namespace paddle::lite::cpu
