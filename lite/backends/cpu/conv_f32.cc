#include "lite/backends/cpu/conv_f32.h"

#include <cmath>
#include <limits>

#include "lite/backends/cpu/conv_internal.h"
#include "lite/backends/cpu/winograd_tiles.h"

namespace paddle::lite::cpu {
namespace {

#include "lite/backends/cpu/micro_kernel_set.inc"

// A library without the transforms has no code for their plans, either.
template <typename Tables>
PlanPtr<Tables> PlanWinograd(const ConvShape& shape, int tile, const Tables& tables,
                             const ConvOptions& options) {
  if constexpr (kMicroKernels.winograd) return PlanWinogradConv(shape, tile, tables, options);
  return nullptr;
}

// The batch size is not considered, so that an image produces the same bits in every batch.
template <typename Real>
int WinogradTile(const ConvShape& s, const WinogradKernels<Real>* kernels) {
  if (kernels == nullptr || !FitsWinograd(s) || s.in_c < kernels->min_inputs ||
      s.out_c < kernels->min_outputs) {
    return 0;
  }
  const auto tiles = [&s](int64_t tile) { return CeilDiv(s.out_h, tile) * CeilDiv(s.out_w, tile); };
  if (kernels->input[1] != nullptr && tiles(4) >= kernels->min_tiles[1]) return 4;
  if (tiles(2) >= kernels->min_tiles[0]) return 2;
  return 0;
}

// A plan that is faster for the shape than tiles; null if the tables have none.
template <typename Tables>
PlanPtr<Tables> PlanSpecial(const ConvShape& shape, const Tables& tables,
                            const ConvOptions& options) {
  if (shape.groups > 1) {
    if (PlanPtr<Tables> plan = PlanGroupedConv(shape, tables, options)) return plan;
  }
  const int tile = WinogradTile(shape, tables.winograd);
  return tile == 0 ? nullptr : PlanWinograd(shape, tile, tables, options);
}

}  // namespace

template <typename Tables>
PlanPtr<Tables> PlanConv(const ConvShape& shape, const Tables& tables, const ConvOptions& options) {
  // A library for some models may lack the functions (micro_kernel_set.inc).
  if (HasFunction(options.activation) && tables.vector.prelu == nullptr) return nullptr;
  switch (options.algorithm) {
    case ConvAlgorithm::kGemm:
      return PlanGemmConv(shape, tables, options);
    case ConvAlgorithm::kDepthwise:
      return PlanDepthwiseConv(shape, tables, options);
    case ConvAlgorithm::kPlanar:
      return PlanPlanarConv(shape, tables, options);
    case ConvAlgorithm::kWinograd2:
      return PlanWinograd(shape, 2, tables, options);
    case ConvAlgorithm::kWinograd4:
      return PlanWinograd(shape, 4, tables, options);
    case ConvAlgorithm::kAuto:
      break;
  }
  if (shape.depthwise()) return PlanDepthwiseConv(shape, tables, options);
  if (PlanPtr<Tables> plan = PlanSpecial(shape, tables, options)) return plan;
  return PlanGemmConv(shape, tables, options);
}

// The batch size is not considered, so that an image produces the same bits in every batch.
const HalfTables& TablesOfSums(const ConvShape& shape, const HalfTables& tables) {
  if (tables.wide == nullptr) return tables;
  // Layers of few channels are early ones, whose errors all others multiply; their products are a
  // small part of a network's.
  constexpr int64_t kFewChannels = 16;
  const bool narrow = shape.in_c <= kFewChannels && shape.out_c <= kFewChannels;
  // A single pixel that scales the channels of an image (squeeze and excitation): an error of all
  // pixels alike, which later sums do not level out.
  const bool pixel = shape.out_h * shape.out_w == 1;
  return narrow || pixel ? *tables.wide : tables;
}

bool PrefersWinograd(const ConvShape& shape, const KernelTables& tables) {
  return WinogradTile(shape, tables.winograd) != 0;
}

template PlanPtr<KernelTables> PlanConv(const ConvShape&, const KernelTables&, const ConvOptions&);
template PlanPtr<HalfTables> PlanConv(const ConvShape&, const HalfTables&, const ConvOptions&);

void FlushSubnormals(float* values, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    const float value = values[i];
    values[i] = std::abs(value) < std::numeric_limits<float>::min() ? 0.0f : value;
  }
}

}  // namespace paddle::lite::cpu
