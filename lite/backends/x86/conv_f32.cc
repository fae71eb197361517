#include "lite/backends/x86/conv_f32.h"

#include "lite/backends/x86/conv_internal.h"

namespace paddle::lite::x86 {
namespace {

// Winograd pays when there are enough tiles to use each transformed weight often (measured; see
// docs/design/x86-convolution.md), and enough channels for the transforms not to dominate.
int WinogradTile(const ConvShape& s) {
  constexpr int64_t kFewestTiles = 36;
  constexpr int64_t kFewestInputs = 16;
  constexpr int64_t kFewestOutputs = 32;
  if (s.in_c < kFewestInputs || s.out_c < kFewestOutputs) return 0;
  const auto tiles = [&s](int64_t tile) {
    return s.batch * CeilDiv(s.out_h, tile) * CeilDiv(s.out_w, tile);
  };
  if (tiles(4) >= kFewestTiles) return 4;
  if (tiles(2) >= kFewestTiles) return 2;
  return 0;
}

}  // namespace

std::unique_ptr<ConvPlan> PlanConv(const ConvShape& shape, Isa isa, const ConvOptions& options) {
  switch (options.algorithm) {
    case ConvAlgorithm::kGemm:
      return PlanGemmConv(shape, isa, options);
    case ConvAlgorithm::kDepthwise:
      return PlanDepthwiseConv(shape, isa, options);
    case ConvAlgorithm::kPlanar:
      return PlanPlanarConv(shape, isa, options);
    case ConvAlgorithm::kWinograd2:
      return PlanWinogradConv(shape, 2, isa, options);
    case ConvAlgorithm::kWinograd4:
      return PlanWinogradConv(shape, 4, isa, options);
    case ConvAlgorithm::kAuto:
      break;
  }
  if (shape.depthwise()) return PlanDepthwiseConv(shape, isa, options);
  if (const int tile = WinogradTile(shape); tile != 0) {
    std::unique_ptr<ConvPlan> plan = PlanWinogradConv(shape, tile, isa, options);
    if (plan != nullptr) return plan;
  }
  return PlanGemmConv(shape, isa, options);
}

}  // namespace paddle::lite::x86
