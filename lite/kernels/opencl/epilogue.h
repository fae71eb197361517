// What is fused after a product: epilogue.cl.
#pragma once

#include "lite/kernels/opencl/call.h"
#include "lite/operators/fused_activation.h"

namespace paddle::lite::kernels::opencl {

// Epilogue of epilogue.cl.
struct ProductEpilogue {
  Activation activation;
  int32_t slope_period = 1, slope_step = 1;
  float scale = 1, shift = 0;
  int32_t relu_after_second = 0;

  // The slopes of a fused prelu for results of this shape, see CheckPreluAlpha.
  void SetSlopes(const std::string& mode, const DDim& out) {
    const int64_t item = out.Count(1, out.rank());
    slope_period = static_cast<int32_t>(item);
    slope_step = static_cast<int32_t>(mode == "element"   ? 1
                                      : mode == "channel" ? item / out[1]
                                                          : item);
  }
};

// The epilogue of a convolution's attributes.
inline Result<ProductEpilogue> EpilogueOf(const operators::FusedActivation& act, const DDim& out) {
  ProductEpilogue epilogue;
  LITE_ASSIGN_OR_RETURN(epilogue.activation, act.Resolve());
  epilogue.scale = act.activation_scale;
  epilogue.shift = act.activation_bias;
  if (epilogue.activation.type == ActivationType::kPRelu && out.production() > 0) {
    epilogue.SetSlopes(act.prelu_mode, out);
  }
  return epilogue;
}

// EPILOGUE_ARGUMENTS; operands that the operator lacks are null.
inline Call& AddEpilogue(Call& call, const ProductEpilogue& epilogue, const Tensor* residual,
                         const Tensor* slopes, const Tensor* second) {
  const bool prelu = epilogue.activation.type == ActivationType::kPRelu;
  return call.Add(residual).Add(prelu ? slopes : nullptr).Add(second).Add(epilogue);
}

// IMAGE_EPILOGUE_ARGUMENTS, with `image` in place of images that the operator lacks.
inline Call& AddImageEpilogue(Call& call, const ProductEpilogue& epilogue, const Tensor* image,
                              const Tensor* residual, const Tensor* slopes, const Tensor* second) {
  const bool prelu = epilogue.activation.type == ActivationType::kPRelu;
  return call.Add(residual == nullptr ? image : residual)
      .Add(second == nullptr ? image : second)
      .Add(prelu ? slopes : nullptr)
      .Add(epilogue)
      .Add(int32_t{residual != nullptr})
      .Add(int32_t{second != nullptr});
}

}  // namespace paddle::lite::kernels::opencl
