// Compares the plan of a convolution with the definition, for the tests of plans.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lite/backends/cpu/conv_f32.h"
#include "lite/backends/cpu/kernel_tables.h"

namespace paddle::lite::cpu {
namespace cpu_conv_test {

struct Case {
  ConvShape shape;
  ConvAlgorithm algorithm = ConvAlgorithm::kAuto;
  bool bias = true;
  bool residual = false;
  bool in_place = false;  // the residual is the output buffer
  int activation = 0;     // a number below kActivations, 0 for none
  bool nan = false;       // the bias of the first channel is NaN
  int64_t max_depth = 0;
};
constexpr int kActivations = 6;

std::string Describe(const Case& c, const KernelTables& level);

// In float32 and float16 at every level of the machine, and in bfloat16 where it has such plans.
void CheckAllLevels(const Case& c);
void CheckBFloat16(const Case& c);
// Winograd's algorithm in place of that of the case.
void CheckWinogradAtAllLevels(const Case& c);
// With these kernels only.
void CheckLevel(const Case& c, const KernelTables& level);

// What the plan of this shape computes without a bias.
std::vector<float> ResultOf(const ConvPlan& plan, const ConvShape& s, const float* src,
                            const std::vector<float>& weights);

}  // namespace cpu_conv_test
}  // namespace paddle::lite::cpu
