// The library's activations, and products with weights.
#pragma once

#include "lite/core/activation.h"
#include "lite/kernels/xpu/call.h"

namespace paddle::lite::kernels::xpu {

// Refuses what the library cannot compute at the end of a product or convolution.
inline Result<lite::xpu::LibraryActivation> LibraryActivationOf(const Activation& activation) {
  lite::xpu::LibraryActivation result;
  bool known = true;
  switch (activation.type) {
    case ActivationType::kIndentity:
      break;
    case ActivationType::kRelu:
      result.code = 1;
      break;
    case ActivationType::kSigmoid:
      result.code = 2;
      break;
    case ActivationType::kTanh:
      result.code = 3;
      break;
    case ActivationType::kGelu:
      result.code = 4;
      known = activation.a == 0.0f;  // not by tanh
      break;
    case ActivationType::kLeakyRelu:
      result = {5, activation.a};
      break;
    case ActivationType::kHardSwish:
      result.code = 14;
      known = activation.a == 6.0f && activation.b == 6.0f && activation.c == 3.0f;
      break;
    case ActivationType::kHardSigmoid:
      result = {15, activation.a};
      known = activation.b == 0.5f;
      break;
    case ActivationType::kRelu6:
      result.code = 17;
      known = activation.a == 6.0f;
      break;
    default:
      known = false;
  }
  if (known) return result;
  return Unsupported("an activation that XDNN has not (number ", static_cast<int>(activation.type),
                     " with ", activation.a, ", ", activation.b, ", ", activation.c, ")");
}

// y[m, n] = act(alpha * x * w + bias) with weights of the host, [n, k] if transposed, else [k, n].
class WeightProduct {
 public:
  Status Prepare(const PrepareContext& context, const Tensor& w, bool transpose_w, int64_t m,
                 float alpha, const Activation& activation) {
    LITE_ASSIGN_OR_RETURN(product_.activation, LibraryActivationOf(activation));
    LITE_RETURN_IF_ERROR(weights_.Upload(context, w));
    product_.w = At(weights_.values);
    product_.w_max = At(weights_.max);
    product_.transpose_w = transpose_w;
    product_.m = Int(m);
    product_.n = Int(w.dims()[transpose_w ? 0 : 1]);
    product_.k = Int(w.dims()[transpose_w ? 1 : 0]);
    product_.alpha = alpha;
    return OkStatus();
  }
  Status Run(RawContext* context, const float* x, const float* bias, float* y) const {
    lite::xpu::LibraryProduct product = product_;
    product.x = x;
    product.bias = bias;
    product.y = y;
    return CheckCall(library::Product(context, product), "fc_fusion of XDNN");
  }

 private:
  Weights weights_;
  lite::xpu::LibraryProduct product_;
};

}  // namespace paddle::lite::kernels::xpu
