// Activations of int8 through a table of the results for all 256 values: the bits of casts before
// and after the operator.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "lite/kernels/activation_function.h"
#include "lite/kernels/kernel.h"
#include "lite/operators/quantization.h"

namespace paddle::lite::kernels {

// Out is float or int8_t. `Arrays` has
//
//   Quantize(values, factor, count, dst)  as the casts between float and int8 do
//   LookUp(src, table, count, dst)        dst[i] = table[src[i] without sign]
template <typename OpType, typename Out, typename Arrays>
class TableActivation : public KernelFor<OpType> {
 public:
  static Status Supports(const OpType& op) {
    return operators::ActivationScale(op, "X").ok() ? OkStatus() : Unsupported("no scale of X");
  }
  Status RunOp(const OpType& op, const RunContext& context) final {
    constexpr int64_t kGrain = 4096;  // elements that justify a thread
    const int8_t* src = op.x->template data<int8_t>();
    Out* dst = op.out->template mutable_data<Out>();
    context.pool->ParallelFor(op.x->numel(), kGrain, [&](int64_t begin, int64_t end, int) {
      arrays_.LookUp(src + begin, table_, end - begin, dst + begin);
    });
    return OkStatus();
  }

 protected:
  template <typename F>
  Status Fill(const OpType& op, F f) {
    constexpr int kValues = 256;
    LITE_ASSIGN_OR_RETURN(const float scale, operators::ActivationScale(op, "X"));
    float results[kValues];
    for (int x = -128; x <= 127; ++x) {
      results[static_cast<uint8_t>(x)] = f(static_cast<float>(x) * scale);
    }
    if constexpr (std::is_same_v<Out, int8_t>) {
      LITE_ASSIGN_OR_RETURN(const float unit, operators::ActivationScale(op, "Out"));
      arrays_.Quantize(results, 1.0f / unit, kValues, table_);
    } else {
      std::copy_n(results, kValues, table_);
    }
    return OkStatus();
  }

 private:
  Arrays arrays_;
  Out table_[256];  // by the bits of the value
};

template <const auto* kFunction, typename Out, typename Arrays>
class PlainTable final : public TableActivation<operators::Unary, Out, Arrays> {
 public:
  Status PrepareOp(const operators::Unary& op, PrepareContext*) override {
    return this->Fill(op, *kFunction);
  }
};

template <typename OpType, typename Out, typename Arrays>
class ParametricTable final : public TableActivation<OpType, Out, Arrays> {
 public:
  Status PrepareOp(const OpType& op, PrepareContext*) override {
    return this->Fill(op, FunctionOf(op));
  }
};

}  // namespace paddle::lite::kernels
