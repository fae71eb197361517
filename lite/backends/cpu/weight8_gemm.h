// Products of float32 matrices and integer weights, which stay integers in memory.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "lite/backends/cpu/conv_f32.h"
#include "lite/backends/cpu/conv_plan.h"
#include "lite/backends/cpu/kernel_tables.h"

namespace paddle::lite::cpu {

struct Weight8Options {
  int threads = 1;
  ActivationF32 activation;
  std::vector<float> scales;  // of all weights, or one for each column
  bool by_row = false;        // several scales are those of the rows of the weights
};

// The plan of [m, k] x [k, n], all positive. Sums are float32, in another order than those of a
// product of float32 weights. Types is TypesW8 or TypesW16.
template <typename Types>
std::unique_ptr<ConvPlanOf<Types>> PlanWeightGemm(int64_t m, int64_t n, int64_t k,
                                                  const KernelTables& tables,
                                                  const Weight8Options& options);

// The same with int8 weights and products of integers: every row of the input is rounded to 127
// steps of its own, up to its largest magnitude, on either side of 0. Sums are exact integers.
std::unique_ptr<ConvPlanOf<TypesW8>> PlanDynamicGemm(int64_t m, int64_t n, int64_t k,
                                                     const KernelTables& tables,
                                                     const Int8Tables& int8_tables,
                                                     const Weight8Options& options);

}  // namespace paddle::lite::cpu
