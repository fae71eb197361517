// What the int8 kernels of convolutions and products share.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lite/backends/cpu/conv_s8.h"
#include "lite/core/activation.h"
#include "lite/kernels/cpu/cpu_kernel.h"
#include "lite/operators/quantization.h"

namespace paddle::lite::kernels::LITE_CPU {

// A factor and an addend after an activation.
struct AfterActivation {
  float scale = 1;
  float bias = 0;
};

// `activation` of values in units of `unit`: their parameters are divided by it.
inline Result<backend::ActivationS8> MapActivationS8(const Activation& activation, float unit,
                                                     const AfterActivation& after = {}) {
  using backend::FunctionS8;
  backend::ActivationS8 map;
  const bool scaled = after.scale != 1 || after.bias != 0;
  if (scaled && activation.type != ActivationType::kHardSwish) {
    return Unsupported("a scale or a bias after the activation");
  }
  switch (activation.type) {
    case ActivationType::kIndentity:
      return map;
    case ActivationType::kRelu:
      map.low = 0;
      return map;
    case ActivationType::kRelu6:
      map.low = 0;
      map.high = activation.a / unit;
      return map;
    case ActivationType::kLeakyRelu:
      map.function = FunctionS8::kLeakyRelu;
      map.params[0] = activation.a;
      return map;
    case ActivationType::kHardSwish:
      map.function = FunctionS8::kHardSwish;
      map.params[0] = activation.c / unit;
      map.params[1] = activation.a / unit;
      map.params[2] = after.scale / (activation.b / unit);
      map.params[3] = after.bias / unit;
      return map;
    case ActivationType::kAbs:
      map.function = FunctionS8::kAbs;
      return map;
    default:
      return Unsupported("fused activation number ", static_cast<int>(activation.type), " in int8");
  }
}

// A convolution or product with constant int8 weights, packed once, and results in int8 or float.
class Int8Plan {
 public:
  // The order of weights in memory, whose name is part of the name of the packed form.
  struct WeightSource {
    backend::WeightStrides strides;
    std::string form;
    // Returns the weights in this order; null if the tensor has it.
    std::function<std::vector<int8_t>()> arrange = nullptr;
  };

  struct Ending {
    Activation function;
    AfterActivation after = {};
  };
  struct Residual {
    backend::ResidualS8 type = backend::ResidualS8::kNone;
    float scale = 1;  // of int8
  };

  Status Prepare(const backend::ConvShape& shape, const operators::ProductScales& scales,
                 const Ending& activation, bool to_int8, const Residual& residual,
                 const Tensor& weights, const WeightSource& source, PrepareContext* context) {
    LITE_RETURN_IF_ERROR(
        Plan(shape, scales, activation, to_int8, residual, weights, source, context));
    scratch_ = context->BookScratch(scratch_bytes());
    return OkStatus();
  }

  // The same for plans that run one after the other in shared scratch memory.
  Status Plan(const backend::ConvShape& shape, const operators::ProductScales& scales,
              const Ending& activation, bool to_int8, const Residual& residual,
              const Tensor& weights, const WeightSource& source, PrepareContext* context) {
    backend::ConvOptionsS8 options;
    options.threads = context->pool->threads();
    options.to_int8 = to_int8;
    options.residual = residual.type;
    options.residual_factor = residual.scale / scales.unit;
    options.factors = scales.factors;
    options.unit = scales.unit;
    LITE_ASSIGN_OR_RETURN(options.activation,
                          MapActivationS8(activation.function, options.unit, activation.after));
    plan_ = PlanConvS8(shape, tables_, options);
    LITE_ASSIGN_OR_RETURN(
        weights_, context->packed->Get(
                      weights, plan_->form() + source.form, plan_->packed_bytes(), [&](void* to) {
                        std::vector<int8_t> arranged;
                        if (source.arrange != nullptr) arranged = source.arrange();
                        const int8_t* const from =
                            source.arrange != nullptr ? arranged.data() : weights.data<int8_t>();
                        plan_->Pack(from, source.strides, {context->pool}, to);
                      }));
    return OkStatus();
  }
  Span<const char> constants() const { return ConstantsOf(plan_.get(), weights_); }
  bool stores_apart() const { return plan_->stores_apart(); }
  size_t scratch_bytes() const { return plan_->scratch_bytes(); }
  void set_scratch(size_t offset) { scratch_ = offset; }

  // `residual` has the order of dst; null if there is none.
  void Run(const int8_t* src, const Tensor* bias, const void* residual, void* dst,
           const RunContext& context) const {
    backend::ConvBuffersS8 buffers;
    buffers.src = src;
    buffers.weights = weights_;
    buffers.bias = bias == nullptr ? nullptr : bias->data<float>();
    buffers.residual = residual;
    buffers.dst = dst;
    buffers.scratch = context.scratch + scratch_;
    buffers.pool = context.pool;
    buffers.ahead = context.ahead;
    buffers.dst_pitch = context.out_pitch;
    plan_->Run(buffers);
  }

 private:
  const backend::Int8Tables& tables_ = backend::ActiveInt8Tables();
  std::unique_ptr<backend::ConvPlanS8> plan_;
  const void* weights_ = nullptr;
  size_t scratch_ = 0;
};

}  // namespace paddle::lite::kernels::LITE_CPU
