// Int8 convolution on raw pointers, NHWC. Sums are exact; every instruction set produces the bits
// of the portable kernels (lite/kernels/host/quantize.h).
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "lite/backends/cpu/conv_plan.h"
#include "lite/backends/cpu/kernel_tables.h"

namespace paddle::lite::cpu {

// The activation of a result, in units of the output: min(max(function(x), low), high).
struct ActivationS8 {
  FunctionS8 function = FunctionS8::kNone;
  float params[4] = {};
  float low = -std::numeric_limits<float>::infinity();
  float high = std::numeric_limits<float>::infinity();
};

enum class ResidualS8 { kNone, kFloat, kInt8 };

struct ConvOptionsS8 {
  int threads = 1;                          // maximum number of threads in Run
  bool to_int8 = false;                     // dst is int8_t, otherwise float
  ResidualS8 residual = ResidualS8::kNone;  // of the buffers
  float residual_factor = 1;                // units of the output per unit of a residual of int8
  std::vector<float> factors;  // per output channel: units of the output per unit of the sum
  float unit = 1;              // bias and real residual are divided by this
  ActivationS8 activation;
};

using ConvBuffersS8 = ConvBuffersOf<TypesS8>;
using ConvPlanS8 = ConvPlanOf<TypesS8>;

// The plan for a shape with positive, consistent sizes. Plans have no slopes and take whole images.
// A residual is added before the activation; it is not dst itself.
std::unique_ptr<ConvPlanS8> PlanConvS8(const ConvShape& shape, const Int8Tables& tables,
                                       const ConvOptionsS8& options);

}  // namespace paddle::lite::cpu
