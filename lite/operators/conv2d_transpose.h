#pragma once

#include <string>
#include <vector>

#include "lite/operators/fused_activation.h"
#include "lite/operators/op.h"
#include "lite/operators/window.h"

namespace paddle::lite::operators {

// Output = act(scatter(Input, Filter) + Bias): input pixel (y, x) adds its value times the filter
// to the output window that begins at (y * stride - pad_top, x * stride - pad_left). Filter is
// [Cin, Cout / groups, kh, kw].
struct Conv2dTranspose final : Op {
  const Tensor* input = nullptr;
  const Tensor* filter = nullptr;
  const Tensor* bias = nullptr;         // [Cout]
  const Tensor* prelu_alpha = nullptr;  // slopes of a fused prelu
  Tensor* output = nullptr;

  std::vector<int> strides = {1, 1};
  std::vector<int> paddings = {0, 0};
  std::vector<int> dilations = {1, 1};
  int groups = 1;
  std::vector<int> output_size;     // empty, or [h, w]
  std::vector<int> output_padding;  // empty, or extra rows and columns at the end
  std::string padding_algorithm = "EXPLICIT";
  std::string data_format = "NCHW";
  FusedActivation act;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Input("Filter", &filter);
    v.Input("Bias", &bias, Need::kOptional);
    v.Input("Prelu_alpha", &prelu_alpha, Need::kOptional);
    v.Attr("strides", &strides);
    v.Attr("paddings", &paddings);
    v.Attr("dilations", &dilations);
    v.Attr("groups", &groups);
    v.Attr("output_size", &output_size);
    v.Attr("output_padding", &output_padding);
    v.Attr("padding_algorithm", &padding_algorithm);
    v.Attr("data_format", &data_format);
    act.Fields(v);
    v.Output("Output", &output);
  }

  // Sizes for the current shapes, with padding_algorithm applied. Axis `in` is the scattered input,
  // `out` the result; windows are positions in the result.
  Result<ConvGeometry> Geometry() const {
    const DDim& in = input->dims();
    const DDim& weights = filter->dims();
    if (weights.rank() != 4) return InvalidArgument("Filter: expected rank 4, found ", weights);
    if (weights.production() == 0) return InvalidArgument("Filter: empty shape ", weights);
    if (in.rank() != 4) return InvalidArgument("Input: expected rank 4, found ", in);
    if (groups <= 0) return InvalidArgument("groups: expected a positive value, found ", groups);
    LITE_RETURN_IF_ERROR(CheckPair("strides", strides));
    const std::vector<int> used = UsedDilations(2, dilations, padding_algorithm);
    LITE_RETURN_IF_ERROR(CheckDilations(2, used));

    ConvGeometry g;
    LITE_ASSIGN_OR_RETURN(g.channels_last, IsChannelsLast("data_format", data_format));
    g.batch = in[0];
    g.in_channels = in[g.channels_last ? 3 : 1];
    g.groups = groups;
    if (g.in_channels != weights[0]) {
      return InvalidArgument("Input: expected ", weights[0], " channels for Filter ", weights,
                             ", found ", g.in_channels, " in ", in);
    }
    // As in Paddle, channels that are left after division by the groups are not read.
    if (g.in_channels < g.groups) {
      return InvalidArgument("groups: ", groups, " exceeds the ", g.in_channels,
                             " input channels of Filter ", weights);
    }
    if (!CheckedMul(weights[1], g.groups, &g.out_channels)) {
      return OutOfRange("Filter: ", weights, " with groups ", groups, " overflows");
    }
    WindowAxis axes[2];
    for (int i = 0; i < 2; ++i) {
      axes[i].in = in[(g.channels_last ? 1 : 2) + i];
      axes[i].kernel = weights[2 + i];
      axes[i].stride = strides[i];
      axes[i].dilation = used[i];
    }
    LITE_RETURN_IF_ERROR(ResolvePadding(padding_algorithm, paddings, "Filter", axes));
    LITE_RETURN_IF_ERROR(SetTransposedExtents(output_size, output_padding, paddings, in, 2, axes));
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
    LITE_ASSIGN_OR_RETURN(const Activation activation, act.Resolve());
    if (activation.type == ActivationType::kPRelu) {
      LITE_RETURN_IF_ERROR(CheckPreluAlpha("Prelu_alpha", prelu_alpha, act.prelu_mode, out,
                                           g.channels_last ? 3 : 1));
    }
    output->Resize(out);
    output->set_lod({});
    return OkStatus();
  }

  // Whether every input channel belongs to a group, which most kernels rely on.
  Status RequireWholeGroups() const {
    if (groups > 0 && filter->dims().rank() > 0 && filter->dims()[0] % groups != 0)
      return Unsupported("input channels that groups ", groups, " does not divide");
    return OkStatus();
  }

  Cost Estimate() const override {
    const double macs_per_input = static_cast<double>(filter->dims().Count(1, 4));
    return {
        2.0 * static_cast<double>(input->numel()) * macs_per_input,
        static_cast<double>(input->memory_size() + filter->memory_size() + output->memory_size())};
  }
};

LITE_OP(conv2d_transpose, Conv2dTranspose);
LITE_OP(depthwise_conv2d_transpose, Conv2dTranspose);

}  // namespace paddle::lite::operators
