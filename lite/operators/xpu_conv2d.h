#pragma once

#include <vector>

#include "lite/base/checked_math.h"
#include "lite/operators/conv2d.h"
#include "lite/operators/op.h"
#include "lite/operators/xpu_activation.h"

namespace paddle::lite::operators {

// Output = act(conv(Input, Filter) + Bias + Branch). The attributes are lists because the operator
// is able to describe a block of several convolutions and poolings; a block of one convolution is
// what this library makes and computes.
struct XpuConv2d final : Op {
  const Tensor* input = nullptr;
  const Tensor* filter = nullptr;
  const Tensor* bias = nullptr;       // [Cout]
  const Tensor* branch = nullptr;     // the shape of Output
  const Tensor* input_max = nullptr;  // for products of integers, which the host does not compute
  Tensor* output = nullptr;
  Tensor* output_max = nullptr;  // the largest absolute value of Output

  std::vector<int> strides = {1, 1};
  std::vector<int> paddings = {0, 0};
  std::vector<int> dilations = {1, 1};
  std::vector<int> groups = {1};
  std::string padding_algorithm = "EXPLICIT";
  std::vector<int> act_type = {0};
  std::vector<float> act_param = {0.0f};
  std::vector<int> filter_dims;  // those of Filter, if stated
  // The parts of a block, and how they are connected.
  std::vector<int> op_type = {0};
  std::vector<int> place_x = {0};
  std::vector<int> place_y = {9};
  std::vector<int> place_z = {10};
  std::vector<int> block_lod = {1};
  std::vector<int> conv_bias = {1};
  bool has_bias = true;
  bool has_branch = false;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Input("Filter", &filter);
    v.Input("Bias", &bias, Need::kOptional);
    v.Input("Branch", &branch, Need::kOptional);
    v.Input("InputMax", &input_max, Need::kOptional);
    v.Attr("strides", &strides);
    v.Attr("paddings", &paddings);
    v.Attr("dilations", &dilations);
    v.Attr("groups", &groups);
    v.Attr("padding_algorithm", &padding_algorithm);
    v.Attr("act_type", &act_type);
    v.Attr("act_param", &act_param);
    v.Attr("filter_dims", &filter_dims);
    v.Attr("op_type", &op_type);
    v.Attr("place_x", &place_x);
    v.Attr("place_y", &place_y);
    v.Attr("place_z", &place_z);
    v.Attr("block_lod", &block_lod);
    v.Attr("conv_bias", &conv_bias);
    v.Attr("has_bias", &has_bias);
    v.Attr("has_branch", &has_branch);
    v.Output("Output", &output);
    v.Output("OutputMax", &output_max, Need::kOptional);
  }

  // The convolution in the form of conv2d, after checking that there is one only.
  Result<Conv2d> AsConv2d() const {
    const struct {
      const char* name;
      const std::vector<int>& found;
      int expected;
    } wiring[] = {{"op_type", op_type, 0},
                  {"place_x", place_x, 0},
                  {"place_y", place_y, 9},
                  {"place_z", place_z, 10},
                  {"block_lod", block_lod, 1}};
    for (const auto& list : wiring) {
      if (list.found.size() != 1 || list.found[0] != list.expected) {
        return InvalidArgument(list.name, ": expected [", list.expected,
                               "], a block of one convolution, found ", ListToString(list.found));
      }
    }
    for (const auto& [name, count] :
         {std::pair("groups", groups.size()), std::pair("act_type", act_type.size()),
          std::pair("act_param", act_param.size())}) {
      if (count != 1) return InvalidArgument(name, ": expected one number, found ", count);
    }
    Conv2d conv;
    conv.input = input;
    conv.filter = filter;
    conv.bias = bias;
    conv.residual = branch;
    conv.output = output;
    conv.strides = strides;
    conv.paddings = paddings;
    conv.dilations = dilations;
    conv.groups = groups[0];
    conv.padding_algorithm = padding_algorithm;
    LITE_ASSIGN_OR_RETURN(conv.act.act_type, XpuActivationName(act_type[0]));
    conv.act.with_act = true;
    conv.act.leaky_relu_alpha = act_param[0];
    conv.act.hard_sigmoid_slope = act_param[0];
    return conv;
  }

  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const Conv2d conv, AsConv2d());
    LITE_ASSIGN_OR_RETURN(const ConvGeometry g, conv.Geometry());
    const DDim out = g.OutputDims();
    LITE_RETURN_IF_ERROR(CheckedElementCount(out).status());
    const std::vector<int64_t> dims = filter->dims().Vectorize();
    if (!filter_dims.empty() &&
        std::vector<int64_t>(filter_dims.begin(), filter_dims.end()) != dims) {
      return InvalidArgument("filter_dims: expected ", filter->dims(), " as of Filter, found ",
                             ListToString(filter_dims));
    }
    if (bias != nullptr && bias->numel() != g.out_channels) {
      return InvalidArgument("Bias: expected ", g.out_channels, " elements, found ", bias->dims());
    }
    if (branch != nullptr && branch->dims() != out) {
      return InvalidArgument("Branch: expected the output's shape ", out, ", found ",
                             branch->dims());
    }
    output->Resize(out);
    output->set_lod(input->lod());
    if (output_max != nullptr) output_max->Resize(DDim({1}));
    return OkStatus();
  }

  Cost Estimate() const override {
    const Result<Conv2d> conv = AsConv2d();
    return conv.ok() ? conv->Estimate() : Cost();
  }
};

LITE_OP(__xpu__conv2d, XpuConv2d);

}  // namespace paddle::lite::operators
