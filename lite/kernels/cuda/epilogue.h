// What is fused after a convolution or a product.
#pragma once

#include <string>

#include "lite/backends/cuda/epilogue_body.h"
#include "lite/kernels/cuda/call.h"
#include "lite/operators/fused_activation.h"

namespace paddle::lite::kernels::cuda {

using lite::cuda::Epilogue;

// The slopes of a fused prelu for results of this shape, see CheckPreluAlpha.
inline void SetSlopes(const std::string& mode, const DDim& out, Epilogue* epilogue) {
  const int64_t item = out.Count(1, out.rank());
  epilogue->slope_period = Int(item);
  epilogue->slope_step = Int(mode == "element" ? 1 : mode == "channel" ? item / out[1] : item);
}

// The epilogue of a convolution's attributes, without its operands.
inline Result<Epilogue> EpilogueOf(const operators::FusedActivation& act, const DDim& out) {
  Epilogue epilogue;
  LITE_ASSIGN_OR_RETURN(epilogue.activation, act.Resolve());
  epilogue.scale = act.activation_scale;
  epilogue.shift = act.activation_bias;
  if (epilogue.activation.type == ActivationType::kPRelu && out.production() > 0) {
    SetSlopes(act.prelu_mode, out, &epilogue);
  }
  return epilogue;
}

// The same with its operands.
inline Epilogue WithOperands(Epilogue epilogue, const Tensor* residual, const Tensor* slopes,
                             const Tensor* second) {
  epilogue.residual = From<float>(residual);
  const bool prelu = epilogue.activation.type == ActivationType::kPRelu;
  epilogue.slopes = prelu ? From<float>(slopes) : nullptr;
  epilogue.second = From<float>(second);
  return epilogue;
}

}  // namespace paddle::lite::kernels::cuda
