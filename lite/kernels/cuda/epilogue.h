// What is fused after a convolution or a product.
#pragma once

#include <string>

#include "lite/backends/cuda/epilogue_body.h"
#include "lite/kernels/cuda/call.h"
#include "lite/operators/fused_activation.h"
#include "lite/operators/window.h"

namespace paddle::lite::kernels::cuda {

using lite::cuda::Epilogue;
using lite::cuda::EpilogueOf;

// The slopes of a fused prelu for results of this shape, see CheckPreluAlpha.
template <typename T>
void SetSlopes(const std::string& mode, const DDim& out, EpilogueOf<T>* epilogue) {
  const int64_t item = out.Count(1, out.rank());
  epilogue->slope_period = Int(item);
  epilogue->slope_step = Int(mode == "element" ? 1 : mode == "channel" ? item / out[1] : item);
}

// The epilogue of a convolution's attributes, without its operands.
template <typename T>
Result<EpilogueOf<T>> MakeEpilogue(const operators::FusedActivation& act, const DDim& out) {
  EpilogueOf<T> epilogue;
  LITE_ASSIGN_OR_RETURN(epilogue.activation, act.Resolve());
  epilogue.scale = act.activation_scale;
  epilogue.shift = act.activation_bias;
  if (epilogue.activation.type == ActivationType::kPRelu && out.production() > 0) {
    SetSlopes(act.prelu_mode, out, &epilogue);
  }
  return epilogue;
}

// That of a convolution whose results have their channels last.
inline Result<EpilogueOf<Half>> MakeChannelsLastEpilogue(const operators::FusedActivation& act,
                                                         const DDim& out, int64_t channels) {
  LITE_ASSIGN_OR_RETURN(EpilogueOf<Half> epilogue, MakeEpilogue<Half>(act, out));
  if (epilogue.activation.type == ActivationType::kPRelu) {
    epilogue.slope_step = 1;
    epilogue.slope_period = act.prelu_mode == "channel" ? Int(channels) : 1;
  }
  return epilogue;
}

// An epilogue with its operands.
template <typename T>
EpilogueOf<T> WithOperands(EpilogueOf<T> epilogue, const Tensor* residual, const Tensor* slopes,
                           const Tensor* second) {
  epilogue.residual = From<T>(residual);
  const bool prelu = epilogue.activation.type == ActivationType::kPRelu;
  epilogue.slopes = prelu ? From<T>(slopes) : nullptr;
  epilogue.second = From<T>(second);
  return epilogue;
}

// Whether a kernel whose tensors have their channels last takes a convolution of NCHW, transposed
// or not, with a filter that it arranges once.
template <typename Convolution>
Status CheckChannelsLast(const Convolution& op) {
  if (op.data_format == "NHWC") return Unsupported("data_format NHWC");
  LITE_RETURN_IF_ERROR(operators::RequireNoCrop(op.paddings));
  if (!op.filter->persistable()) return Unsupported("Filter must be a constant weight");
  // Slopes of elements are in NCHW.
  const bool by_element = op.prelu_alpha != nullptr && op.act.prelu_mode == "element";
  return by_element ? Unsupported("a fused prelu of elements") : OkStatus();
}

}  // namespace paddle::lite::kernels::cuda
