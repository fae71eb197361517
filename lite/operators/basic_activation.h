// The activation fused after a normalisation or a scale.
#pragma once

#include <string>

#include "lite/operators/fused_activation.h"

namespace paddle::lite::operators {

struct BasicActivation {
  std::string activation_type;  // "", "relu", "relu6" or "leaky_relu"
  float alpha = 6.0f;           // clip of relu6, slope of leaky_relu

  void Fields(FieldVisitor& v) {
    v.Attr("activation_type", &activation_type);
    v.Attr("alpha", &alpha);
  }

  Result<Activation> Resolve() const {
    if (!activation_type.empty() && activation_type != "relu" && activation_type != "relu6" &&
        activation_type != "leaky_relu") {
      return Unsupported("attribute activation_type: expected relu, relu6 or leaky_relu, found ",
                         activation_type);
    }
    LITE_ASSIGN_OR_RETURN(Activation activation, ActivationByName(activation_type));
    activation.a = alpha;
    return activation;
  }

  // For kernels, which apply activations to floats only.
  Status CheckElements(PrecisionType precision) const {
    if (activation_type.empty() || precision == PrecisionType::kFloat) return OkStatus();
    return Unsupported("a fused activation on ", PrecisionToStr(precision));
  }
};

}  // namespace paddle::lite::operators
