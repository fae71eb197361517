// Products whose constant right side is integers with scales.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "lite/backends/cpu/weight8_gemm.h"
#include "lite/kernels/cpu/cpu_kernel.h"
#include "lite/kernels/cpu/gemm_f32.h"
#include "lite/operators/quantization.h"

namespace paddle::lite::kernels::LITE_CPU {

template <typename Types>
constexpr bool kIntegerWeights = std::is_base_of_v<W8, Types>;

// Whether a kernel of Types computes a product, by how the operator states its weight.
template <typename Types>
Status CheckWeightBits(int bits, bool dynamic_int8) {
  if constexpr (kIntegerWeights<Types>) {
    constexpr int kBits = 8 * sizeof(typename Types::Weight);
    if (bits != kBits) return Unsupported("the weight is not kept in ", kBits, " bits");
    if (dynamic_int8 != std::is_same_v<Types, D8>) {
      return Unsupported("the input is ", dynamic_int8 ? "" : "not ", "rounded to 8 bits");
    }
  }
  return OkStatus();
}

// The scales of the weight in a slot; none for kernels of float weights.
struct SlotOfWeight {
  const Op* op;
  const char* slot;
  int64_t scales;       // their number, if there are several
  bool by_row = false;  // one for each row of the product's right side, not for each column
  size_t index = 0;     // in the slot
};

// The plan of [m, k] x [k, n], where the right side is int8 numbers with scales.
inline std::unique_ptr<backend::ConvPlanOf<backend::TypesW8>> PlanInt8Weights(
    bool dynamic, int64_t m, int64_t n, int64_t k, const backend::Weight8Options& options) {
  if (!dynamic)
    return backend::PlanWeightGemm<backend::TypesW8>(m, n, k, W8::ActiveTables(), options);
  return backend::PlanDynamicGemm(m, n, k, W8::ActiveTables(), backend::ActiveInt8Tables(),
                                  options);
}

// The plan of [m, k] x [k, n], where the right side is a constant.
template <typename Types>
Result<std::unique_ptr<backend::ConvPlanOf<PlanTypes<Types>>>> PlanConstantGemm(
    const SlotOfWeight& weight, int64_t m, int64_t n, int64_t k, int threads,
    const backend::ActivationF32& activation) {
  if constexpr (kIntegerWeights<Types>) {
    backend::Weight8Options options;
    options.threads = threads;
    options.activation = activation;
    options.by_row = weight.by_row;
    LITE_ASSIGN_OR_RETURN(options.scales, operators::WeightScales(*weight.op, weight.slot,
                                                                  weight.scales, weight.index));
    if constexpr (std::is_same_v<Types, W16>) {
      return backend::PlanWeightGemm<backend::TypesW16>(m, n, k, W8::ActiveTables(), options);
    } else {
      return PlanInt8Weights(std::is_same_v<Types, D8>, m, n, k, options);
    }
  } else {
    return PlanGemm<Types>(m, n, k, threads, activation);
  }
}

}  // namespace paddle::lite::kernels::LITE_CPU
