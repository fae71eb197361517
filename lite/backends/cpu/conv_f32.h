// Convolution of real numbers on raw pointers, in float32 or float16.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>

#include "lite/backends/cpu/conv_plan.h"
#include "lite/backends/cpu/end_f32.h"
#include "lite/backends/cpu/kernel_tables.h"
#include "lite/base/thread_pool.h"

namespace paddle::lite::cpu {

// The activation of a sum, applied after bias and residual and before the sum is stored.
struct ActivationF32 {
  // Clamping is part of the micro-kernels' epilogue.
  float low = -std::numeric_limits<float>::infinity();
  float high = std::numeric_limits<float>::infinity();
  // A function other than a clamp: hard swish is also part of some micro-kernels; the others are
  // applied to the finished values while they are in the cache.
  bool has_function = false;
  UnaryF32 function = UnaryF32::kClamp;
  float params[kUnaryF32Params] = {};
  // Alternatively: x > 0 ? x : ConvBuffers::slopes[channel] * x.
  bool slopes = false;

  // What [low, high] is in an epilogue.
  EndKind range_kind() const {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    if (high != kInfinity) return EndKind::kClamp;
    return low == -kInfinity ? EndKind::kNone : low == 0 ? EndKind::kRelu : EndKind::kClamp;
  }
  bool has_range() const { return range_kind() != EndKind::kNone; }
  // The function that limits an array to [low, high], which are its parameters.
  UnaryF32 range_function() const {
    return range_kind() == EndKind::kRelu ? UnaryF32::kRelu : UnaryF32::kClamp;
  }
};

using ConvBuffers = ConvBuffersOf<TypesF32>;
using ConvPlan = ConvPlanOf<TypesF32>;

enum class ConvAlgorithm {
  kAuto,
  kGemm,       // any convolution, NHWC input
  kDepthwise,  // shape.depthwise(), NHWC input
  kPlanar,     // one group, NCHW input: first layers
  kWinograd2,  // 3x3, stride 1: output tiles of 2x2
  kWinograd4,  // the same with tiles of 4x4
};

struct ConvOptions {
  ConvAlgorithm algorithm = ConvAlgorithm::kAuto;  // kAuto never chooses kPlanar: its input differs
  int threads = 1;                                 // maximum number of threads in Run
  int64_t max_depth = 0;  // k values per chunk of a long sum; 0: chosen by shape
  ActivationF32 activation;
  bool residual = false;
};

// The plan for a shape with positive, consistent sizes. Null if the requested algorithm does not
// support the shape. Tables is KernelTables or HalfTables.
template <typename Tables>
std::unique_ptr<ConvPlanOf<typename Tables::Types>> PlanConv(const ConvShape& shape,
                                                             const Tables& tables,
                                                             const ConvOptions& options);

// The tables for a convolution of a network: those given or, if their sums are float16, those with
// sums in float32 for layers that lose most, and cost little.
template <typename Tables>
const Tables& TablesOfSums(const ConvShape&, const Tables& tables) {
  return tables;
}
const HalfTables& TablesOfSums(const ConvShape& shape, const HalfTables& tables);

// PlanConv with products of bfloat16: inputs and weights are rounded to nearest even, sums and all
// tensors are float32. Always with the tile kernel; null for groups with an odd number of channels.
std::unique_ptr<ConvPlan> PlanConv(const ConvShape& shape, const BFloat16Tables& tables,
                                   const ConvOptions& options);

// Whether kAuto chooses Winograd's algorithm for float32.
bool PrefersWinograd(const ConvShape& shape, const KernelTables& tables);

// Packs the weights of a program. Subnormal weights, which training leaves in dead channels, become
// 0: they do not affect results, but make products a hundred times slower. The result does not
// depend on the number of threads.
template <typename Types>
void PackFlushed(const ConvPlanOf<Types>& plan, const typename Types::Weight* weights,
                 const WeightStrides& strides, ThreadPool* pool, void* packed) {
  plan.Pack(weights, strides, {pool, true}, packed);
}

}  // namespace paddle::lite::cpu
