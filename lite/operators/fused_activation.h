// The activation fused into an operator, and its attributes.
#pragma once

#include <string>

#include "lite/core/activation.h"
#include "lite/operators/op.h"

namespace paddle::lite::operators {

// The activation named `name` in programs ("relu", "hard_swish", "" = none), with default
// parameters.
inline Result<Activation> ActivationByName(const std::string& name) {
  struct Entry {
    const char* name;
    Activation activation;
  };
  static constexpr Entry kEntries[] = {
      {"", {ActivationType::kIndentity}},
      {"identity", {ActivationType::kIndentity}},
      {"linear", {ActivationType::kIndentity}},
      {"relu", {ActivationType::kRelu}},
      {"relu6", {ActivationType::kRelu6, 6.0f}},
      {"prelu", {ActivationType::kPRelu}},
      {"leaky_relu", {ActivationType::kLeakyRelu, 0.02f}},
      {"sigmoid", {ActivationType::kSigmoid}},
      {"tanh", {ActivationType::kTanh}},
      {"swish", {ActivationType::kSwish, 1.0f}},
      {"exp", {ActivationType::kExp}},
      {"abs", {ActivationType::kAbs}},
      {"hard_swish", {ActivationType::kHardSwish, 6.0f, 6.0f, 3.0f}},
      {"reciprocal", {ActivationType::kReciprocal}},
      {"thresholded_relu", {ActivationType::kThresholdedRelu, 1.0f}},
      {"elu", {ActivationType::kElu, 1.0f}},
      {"hard_sigmoid", {ActivationType::kHardSigmoid, 0.2f, 0.5f}},
      {"log", {ActivationType::kLog}},
      {"gelu", {ActivationType::kGelu, 0.0f}},
      {"gelu_tanh", {ActivationType::kGelu, 1.0f}},
      {"erf", {ActivationType::kErf}},
      {"sign", {ActivationType::kSign}},
      {"softplus", {ActivationType::kSoftPlus, 1.0f, 20.0f}},
      {"mish", {ActivationType::kMish, 20.0f}},
      {"silu", {ActivationType::kSilu}},
      {"log1p", {ActivationType::kLog1p}},
  };
  for (const Entry& entry : kEntries) {
    if (name == entry.name) return entry.activation;
  }
  return InvalidArgument("unknown activation '", name, "'");
}

// The convolution-style attributes. The member initialisers are the defaults of absent attributes.
struct FusedActivation {
  bool with_act = false;  // false: no activation, whatever else is set
  std::string act_type;
  bool fuse_relu = false;  // form of the oldest programs: relu without with_act
  float relu6_threshold = 6.0f;
  float leaky_relu_alpha = 0.02f;
  float hard_swish_threshold = 6.0f;
  float hard_swish_scale = 6.0f;
  float hard_swish_offset = 3.0f;
  float hard_sigmoid_slope = 0.2f;
  float hard_sigmoid_offset = 0.5f;
  float swish_beta = 1.0f;
  std::string prelu_mode = "all";  // for slot Prelu_alpha: "all", "channel" or "element"
  // The result of the activation is multiplied by the scale, then the bias is added.
  float activation_scale = 1.0f;
  float activation_bias = 0.0f;

  void Fields(FieldVisitor& v) {
    v.Attr("with_act", &with_act);
    v.Attr("act_type", &act_type);
    v.Attr("fuse_relu", &fuse_relu);
    v.Attr("fuse_brelu_threshold", &relu6_threshold);
    v.Attr("leaky_relu_alpha", &leaky_relu_alpha);
    v.Attr("hard_swish_threshold", &hard_swish_threshold);
    v.Attr("hard_swish_scale", &hard_swish_scale);
    v.Attr("hard_swish_offset", &hard_swish_offset);
    v.Attr("slope", &hard_sigmoid_slope);
    v.Attr("offset", &hard_sigmoid_offset);
    v.Attr("swish_scale", &swish_beta);
    v.Attr("prelu_mode", &prelu_mode);
    v.Attr("activation_scale", &activation_scale);
    v.Attr("activation_bias", &activation_bias);
  }

  bool has_affine() const { return activation_scale != 1.0f || activation_bias != 0.0f; }

  // The resolved activation; an error for an unknown name.
  Result<Activation> Resolve() const {
    if (!with_act) {
      return Activation{fuse_relu ? ActivationType::kRelu : ActivationType::kIndentity};
    }
    LITE_ASSIGN_OR_RETURN(Activation activation, ActivationByName(act_type));
    switch (activation.type) {
      case ActivationType::kRelu6:
        activation.a = relu6_threshold;
        break;
      case ActivationType::kLeakyRelu:
        activation.a = leaky_relu_alpha;
        break;
      case ActivationType::kHardSwish:
        activation.a = hard_swish_threshold;
        activation.b = hard_swish_scale;
        activation.c = hard_swish_offset;
        break;
      case ActivationType::kHardSigmoid:
        activation.a = hard_sigmoid_slope;
        activation.b = hard_sigmoid_offset;
        break;
      case ActivationType::kSwish:
        activation.a = swish_beta;
        break;
      default:
        break;
    }
    return activation;
  }
};

// Checks slot `slot`, the slopes of a fused prelu, against the output. `channel_axis` is the
// output's channel dimension; mode "element" shares the slopes over dimension 0.
inline Status CheckPreluAlpha(const char* slot, const Tensor* alpha, const std::string& mode,
                              const DDim& output, int channel_axis) {
  if (alpha == nullptr) return InvalidArgument(slot, ": needed by the fused prelu, but absent");
  int64_t expected = 0;
  if (mode == "all") {
    expected = 1;
  } else if (mode == "channel") {
    expected = output.at(channel_axis);
  } else if (mode == "element") {
    expected = output.Count(1, output.rank());
  } else {
    return InvalidArgument("prelu_mode: expected all, channel or element, found '", mode, "'");
  }
  if (alpha->numel() != expected) {
    return InvalidArgument(slot, ": expected ", expected, " slopes for prelu_mode ", mode,
                           ", found ", alpha->dims());
  }
  return OkStatus();
}

}  // namespace paddle::lite::operators
