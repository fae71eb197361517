#include <vector>

#include "lite/mir/passes/conv.h"
#include "lite/mir/passes/xpu.h"

namespace paddle::lite::mir {

namespace {

Status CheckConvForXpu(const Match& m) {
  if (IsQuantised(m.op("conv"))) return Refuse("the convolution is quantised");
  if (ChannelsLast(m)) return Refuse("the convolution is NHWC");
  if (m.attr<float>("conv", "activation_scale") != 1.0f ||
      m.attr<float>("conv", "activation_bias") != 0.0f) {
    return Refuse("the convolution scales the result of its activation");
  }
  const Tensor& filter = *m.constant("w");
  if (filter.dims().rank() != 4 || filter.precision() != PrecisionType::kFloat) {
    return Refuse("Filter is not of rank 4 and type float");
  }
  return OkStatus();
}

// act_type and act_param.
Status SetActivationOfConv(Match* m) {
  const bool named = m->attr<bool>("conv", "with_act");
  const std::string name = named ? m->attr<std::string>("conv", "act_type")
                           : m->attr<bool>("conv", "fuse_relu") ? "relu"
                                                                : "";
  LITE_ASSIGN_OR_RETURN(const int code, XpuActivationNumber("__xpu__conv2d", name));
  // Parameters for which the operator has no attribute.
  const struct {
    const char* activation;
    const char* attribute;
    float value;
  } fixed[] = {{"relu6", "fuse_brelu_threshold", 6.0f},
               {"hard_swish", "hard_swish_threshold", 6.0f},
               {"hard_swish", "hard_swish_scale", 6.0f},
               {"hard_swish", "hard_swish_offset", 3.0f},
               {"hard_sigmoid", "offset", 0.5f}};
  for (const auto& parameter : fixed) {
    if (name != parameter.activation) continue;
    const auto found = m->attr<float>("conv", parameter.attribute);
    if (found != parameter.value) {
      return Refuse(parameter.attribute, " is ", found, ", expected ", parameter.value);
    }
  }
  float param = 0;
  if (name == "leaky_relu") param = m->attr<float>("conv", "leaky_relu_alpha");
  if (name == "hard_sigmoid") param = m->attr<float>("conv", "slope");
  m->SetAttr("act_type", std::vector<int>{code});
  m->SetAttr("act_param", std::vector<float>{param});
  return OkStatus();
}

Status SetConvForXpu(Match* m) {
  LITE_RETURN_IF_ERROR(SetActivationOfConv(m));
  for (const char* name : {"strides", "paddings", "dilations"}) {
    m->SetAttr(name, m->attr<std::vector<int>>("conv", name));
  }
  m->SetAttr("padding_algorithm", m->attr<std::string>("conv", "padding_algorithm"));
  m->SetAttr("groups", std::vector<int>{m->attr<int>("conv", "groups")});
  std::vector<int> filter_dims;
  for (const int64_t size : m->constant("w")->dims().Vectorize()) {
    filter_dims.push_back(static_cast<int>(size));
  }
  m->SetAttr("filter_dims", filter_dims);
  const bool has_bias = m->arg("b") != nullptr;
  m->SetAttr("has_bias", has_bias);
  m->SetAttr("conv_bias", std::vector<int>{has_bias ? 1 : 0});
  m->SetAttr("has_branch", m->arg("r") != nullptr);
  // Paddle Lite's reader needs those of a single convolution as well.
  m->SetAttr("op_type", std::vector<int>{0});
  m->SetAttr("place_x", std::vector<int>{0});
  m->SetAttr("place_y", std::vector<int>{9});
  m->SetAttr("place_z", std::vector<int>{10});
  m->SetAttr("block_lod", std::vector<int>{1});
  return OkStatus();
}

}  // namespace

// The passes before it have joined biases, batch norms, residuals and activations with their
// convolutions.
LITE_PASS(fuse_xpu_conv2d) {
  return Pass()
      .Stage(Stage::kView)
      .Alias("__xpu__conv2d_fuse_pass")
      .ForTargets({TargetType::kXPU})
      .Fuse({R"(const %w
                conv: conv2d|depthwise_conv2d(Input=%x, Filter=%w, Bias=%b?, ResidualData=%r?)
                    -> (Output=%y))",
             "__xpu__conv2d(Input=%x, Filter=%w, Bias=%b, Branch=%r) -> (Output=%y) {$*}",
             &CheckConvForXpu, &SetConvForXpu});
}

}  // namespace paddle::lite::mir
