#pragma once

#include <string>
#include <vector>

#include "lite/core/bfloat16_use.h"
#include "lite/operators/fused_activation.h"
#include "lite/operators/op.h"
#include "lite/operators/window.h"

namespace paddle::lite::operators {

// Output = act(conv(Input, Filter) + Bias + ResidualData), a cross-correlation. Filter is [Cout,
// Cin / groups, kh, kw] in every data format. Depthwise and grouped convolutions are the same
// operator: kernels are selected by geometry, not by type name.
//
// `SecondInput` is the operand of an addition fused after the activation: Output = SecondInput +
// act(...), then relu if fuse_elementwise_op_type is "fusion_elementwise_add_activation".
struct Conv2d final : Op {
  const Tensor* input = nullptr;
  const Tensor* filter = nullptr;
  const Tensor* bias = nullptr;         // [Cout]
  const Tensor* residual = nullptr;     // the shape of Output
  const Tensor* prelu_alpha = nullptr;  // slopes of a fused prelu
  const Tensor* second_input = nullptr;
  Tensor* output = nullptr;

  std::vector<int> strides = {1, 1};
  std::vector<int> paddings = {0, 0};
  std::vector<int> dilations = {1, 1};
  int groups = 1;
  std::string padding_algorithm = "EXPLICIT";
  std::string data_format = "NCHW";
  FusedActivation act;
  std::string fuse_elementwise_op_type;
  int bfloat16_products = kNoBFloat16;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Input("Filter", &filter);
    v.Input("Bias", &bias, Need::kOptional);
    v.Input("ResidualData", &residual, Need::kOptional);
    v.Input("Prelu_alpha", &prelu_alpha, Need::kOptional);
    v.Input("SecondInput", &second_input, Need::kOptional);
    v.Attr("strides", &strides);
    v.Attr("paddings", &paddings);
    v.Attr("dilations", &dilations);
    v.Attr("groups", &groups);
    v.Attr("padding_algorithm", &padding_algorithm);
    v.Attr("data_format", &data_format);
    act.Fields(v);
    v.Attr("fuse_elementwise_op_type", &fuse_elementwise_op_type);
    v.Attr(kBFloat16Attr, &bfloat16_products);
    v.Output("Output", &output);
  }

  // Sizes for the current shapes, with padding_algorithm applied.
  Result<ConvGeometry> Geometry() const {
    const DDim& in = input->dims();
    const DDim& weights = filter->dims();
    if (weights.rank() != 4) return InvalidArgument("Filter: expected rank 4, found ", weights);
    if (weights.production() == 0) return InvalidArgument("Filter: empty shape ", weights);
    if (in.rank() != 4) return InvalidArgument("Input: expected rank 4, found ", in);
    if (groups <= 0) return InvalidArgument("groups: expected a positive value, found ", groups);
    LITE_RETURN_IF_ERROR(CheckPair("strides", strides));
    LITE_RETURN_IF_ERROR(CheckDilations(2, dilations));

    ConvGeometry g;
    LITE_ASSIGN_OR_RETURN(g.channels_last, IsChannelsLast("data_format", data_format));
    g.batch = in[0];
    g.in_channels = in[g.channels_last ? 3 : 1];
    g.out_channels = weights[0];
    g.groups = groups;
    int64_t expected_channels = 0;
    if (!CheckedMul(weights[1], g.groups, &expected_channels) ||
        g.in_channels != expected_channels) {
      return InvalidArgument("Input: expected ", weights[1], " * ", groups, " channels for Filter ",
                             weights, " and groups ", groups, ", found ", g.in_channels, " in ",
                             in);
    }
    if (g.out_channels % g.groups != 0) {
      return InvalidArgument("Filter: ", g.out_channels,
                             " output channels are not a multiple of groups ", groups);
    }
    WindowAxis axes[2];
    for (int i = 0; i < 2; ++i) {
      axes[i].in = in[(g.channels_last ? 1 : 2) + i];
      axes[i].kernel = weights[2 + i];
      axes[i].stride = strides[i];
      axes[i].dilation = dilations[i];
    }
    LITE_RETURN_IF_ERROR(ResolvePadding(padding_algorithm, paddings, "Filter", axes));
    for (WindowAxis& axis : axes) {
      if (!SetConvolvedExtent(&axis)) {
        return InvalidArgument("Input: the padded extent ", axis.in + axis.pad_begin + axis.pad_end,
                               " of ", in, " is smaller than the dilated window ", axis.reach(),
                               " of Filter ", weights);
      }
    }
    g.h = axes[0];
    g.w = axes[1];
    return g;
  }

  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const ConvGeometry g, Geometry());
    const DDim out = g.OutputDims();
    LITE_RETURN_IF_ERROR(CheckedElementCount(out).status());
    if (bias != nullptr && bias->numel() != g.out_channels) {
      return InvalidArgument("Bias: expected ", g.out_channels, " elements, found ", bias->dims());
    }
    if (residual != nullptr && residual->dims() != out) {
      return InvalidArgument("ResidualData: expected the output's shape ", out, ", found ",
                             residual->dims());
    }
    if (second_input != nullptr && second_input->dims() != out) {
      return InvalidArgument("SecondInput: expected the output's shape ", out, ", found ",
                             second_input->dims());
    }
    if (second_input != nullptr && fuse_elementwise_op_type != "elementwise_add" &&
        fuse_elementwise_op_type != "fusion_elementwise_add_activation") {
      return InvalidArgument(
          "fuse_elementwise_op_type: expected elementwise_add or "
          "fusion_elementwise_add_activation, found '",
          fuse_elementwise_op_type, "'");
    }
    LITE_ASSIGN_OR_RETURN(const Activation activation, act.Resolve());
    if (activation.type == ActivationType::kPRelu) {
      LITE_RETURN_IF_ERROR(CheckPreluAlpha("Prelu_alpha", prelu_alpha, act.prelu_mode, out,
                                           g.channels_last ? 3 : 1));
    }
    output->Resize(out);
    output->set_lod(input->lod());
    return OkStatus();
  }

  // Kernels of int8 add each element of an int8 residual when they store the result. Those of
  // groups and of depthwise convolutions may store an element twice, with the same value.
  OutputReuse output_reuse() const override {
    const bool adds_int8 = residual != nullptr && residual->precision() == PrecisionType::kInt8 &&
                           output->precision() == PrecisionType::kInt8 && groups == 1;
    return adds_int8 ? OutputReuse::kInplace : OutputReuse::kNone;
  }
  const char* reused_slot() const override { return "ResidualData"; }

  Cost Estimate() const override {
    const double macs_per_output = static_cast<double>(filter->dims().Count(1, 4));
    const double outputs = static_cast<double>(output->numel());
    const size_t extra = residual != nullptr ? residual->memory_size() : 0;
    return {2.0 * outputs * macs_per_output,
            static_cast<double>(input->memory_size() + filter->memory_size() +
                                output->memory_size() + extra)};
  }

  // For the Supports hook of kernels for the common case: refuses forms that only the host kernel
  // implements (channels-last programs, a fused second input, crops). Does not need shapes.
  Status RequireCommonForm() const {
    if (data_format == "NHWC") return Unsupported("data_format NHWC");
    if (second_input != nullptr) return Unsupported("slot SecondInput");
    return RequireNoCrop(paddings);
  }
  // The same for int8 kernels, which add ResidualData as real numbers or as int8.
  Status CheckResidualType(bool int8) const {
    if (residual == nullptr) return int8 ? Unsupported("no ResidualData") : OkStatus();
    const bool rounded = !scales().Of("ResidualData").empty();
    if (rounded == int8) return OkStatus();
    return rounded ? Unsupported("the program rounds ResidualData to int8")
                   : Unsupported("the program does not round ResidualData");
  }
};

LITE_OP(conv2d, Conv2d);
LITE_OP(depthwise_conv2d, Conv2d);

}  // namespace paddle::lite::operators
