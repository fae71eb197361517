// Convolution in groups of four or eight channels, where a panel of the tile kernel would leave
// most lanes idle: see grouped_f32.inc.

#include <cstring>

#include "lite/backends/cpu/conv_internal.h"
#include "lite/backends/cpu/grouped_f32.h"

namespace paddle::lite::cpu {
namespace {

constexpr int64_t kMaxTaps = 25;

template <typename Types>
class GroupedConv final : public ConvPlanOf<Types> {
 public:
  using Tables = typename Types::Tables;
  using Real = typename Types::Real;
  using Buffers = ConvBuffersOf<Types>;

  GroupedConv(const ConvShape& shape, const Tables& tables, int width_index,
              const ConvOptions& options)
      : shape_(shape),
        level_(tables.level),
        kernels_(*tables.grouped),
        wide_(kernels_.wide[width_index]),
        single_(kernels_.single[width_index]),
        vector_(tables.vector),
        activation_(options.activation) {}

  std::string form() const override {
    return StrCat(Types::kForm, level_, "/grouped/g", shape_.groups);
  }

  // The weights are followed by a pixel of zeros, used for pixels outside the image.
  size_t packed_bytes() const override {
    return static_cast<size_t>(WeightElements() + shape_.in_c) * sizeof(Real);
  }

  void Pack(const Real* weights, const WeightStrides& strides, const PackOptions& options,
            void* packed) const override {
    Real* out = static_cast<Real*>(packed);
    for (int64_t vector = 0; vector < shape_.out_c; vector += kernels_.lanes) {
      for (int64_t tap = 0; tap < shape_.taps(); ++tap) {
        for (int64_t k = 0; k < shape_.group_in_c(); ++k) {
          for (int64_t n = vector; n < vector + kernels_.lanes; ++n) {
            *out++ = weights[n * strides.out + k * strides.in + tap * strides.tap];
          }
        }
      }
    }
    if (options.flush) FlushPacked(out, packed);
    std::memset(out, 0, static_cast<size_t>(shape_.in_c) * sizeof(Real));
  }

  size_t scratch_bytes() const override { return 0; }

  void Run(const Buffers& buffers) const override {
    const int64_t pixels = shape_.batch * shape_.out_h * shape_.out_w;
    const int64_t tiles = CeilDiv(pixels, kernels_.pixels);
    const auto range = [&](int64_t begin, int64_t end, int) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t first = i * kernels_.pixels;
        RunTile(buffers, first, std::min<int64_t>(kernels_.pixels, pixels - first));
      }
    };
    if (buffers.pool == nullptr) {
      range(0, tiles, 0);
    } else {
      buffers.pool->ParallelFor(tiles, kTileGrain, range);
    }
  }

 private:
  static constexpr int64_t kTileGrain = 4;  // tiles that justify a thread

  int64_t WeightElements() const { return shape_.out_c * shape_.group_in_c() * shape_.taps(); }

  void RunTile(const Buffers& buffers, int64_t first, int64_t count) const {
    GroupedTile<Real> tile = {};
    tile.taps = shape_.taps();
    tile.weights = static_cast<const Real*>(buffers.weights);
    tile.bias = buffers.bias;
    tile.channels = shape_.in_c;
    tile.low = activation_.low;
    tile.high = activation_.high;
    const Real* zeros = tile.weights + WeightElements();
    const Real* pointers[kMaxTaps * kMaxGroupedPixels];
    tile.rows = pointers;
    // Pixels of the last tile are computed one by one.
    const bool wide = count == kernels_.pixels;
    const int64_t step = wide ? count : 1;
    for (int64_t pixel = first; pixel < first + count; pixel += step) {
      FillTapPointers(shape_, buffers.src, zeros, pixel, step, 0, tile.taps, pointers);
      tile.dst = buffers.dst + pixel * shape_.out_c;
      tile.residual =
          buffers.residual == nullptr ? nullptr : buffers.residual + pixel * shape_.out_c;
      (wide ? wide_ : single_)(&tile);
    }
    if (HasFunction(activation_)) {
      ApplyFunction(vector_, activation_, buffers.slopes,
                    {buffers.dst + first * shape_.out_c, 0, 1, count, shape_.out_c});
    }
  }

  ConvShape shape_;
  const char* level_;
  const GroupedKernels<Real>& kernels_;
  void (*wide_)(const GroupedTile<Real>*);
  void (*single_)(const GroupedTile<Real>*);
  const VectorKernels<Real>& vector_;
  ActivationF32 activation_;
};

}  // namespace

template <typename Tables>
PlanPtr<Tables> PlanGroupedConv(const ConvShape& shape, const Tables& tables,
                                const ConvOptions& options) {
  const auto* const kernels = tables.grouped;
  if (kernels == nullptr || shape.in_c != shape.out_c || shape.in_c % kernels->lanes != 0 ||
      shape.taps() > kMaxTaps) {
    return nullptr;
  }
  for (int i = 0; i < kGroupedWidthCount; ++i) {
    if (shape.group_in_c() == kGroupedWidths[i] && kernels->wide[i] != nullptr) {
      return std::make_unique<GroupedConv<typename Tables::Types>>(shape, tables, i, options);
    }
  }
  return nullptr;
}

template PlanPtr<KernelTables> PlanGroupedConv(const ConvShape&, const KernelTables&,
                                               const ConvOptions&);
template PlanPtr<HalfTables> PlanGroupedConv(const ConvShape&, const HalfTables&,
                                             const ConvOptions&);

}  // namespace paddle::lite::cpu
