#pragma once

#include <string>
#include <vector>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"
#include "lite/operators/window3d.h"

namespace paddle::lite::operators {

// A cross-correlation of volumes [N, C, D, H, W]. Filter is [Cout, Cin / groups, kd, kh, kw] in
// every data format.
struct Conv3d final : Op {
  const Tensor* input = nullptr;
  const Tensor* filter = nullptr;
  const Tensor* bias = nullptr;  // [Cout]
  std::vector<int> strides = {1, 1, 1};
  std::vector<int> paddings = {0, 0, 0};
  std::vector<int> dilations = {1, 1, 1};
  int groups = 1;
  std::string padding_algorithm = "EXPLICIT";
  std::string data_format = "NCDHW";
  Tensor* output = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Input("Filter", &filter);
    v.Input("Bias", &bias, Need::kOptional);
    v.Attr("strides", &strides);
    v.Attr("paddings", &paddings);
    v.Attr("dilations", &dilations);
    v.Attr("groups", &groups);
    v.Attr("padding_algorithm", &padding_algorithm);
    v.Attr("data_format", &data_format);
    v.Output("Output", &output);
  }

  Result<VolumeGeometry> Geometry() const {
    const DDim& in = input->dims();
    const DDim& weights = filter->dims();
    LITE_ASSIGN_OR_RETURN(const bool channels_last, IsChannelsLast3d(data_format));
    LITE_ASSIGN_OR_RETURN(VolumeGeometry g,
                          WindowsOverVolume(in, weights, strides, dilations, padding_algorithm,
                                            paddings, channels_last));
    g.out_channels = weights[0];
    g.groups = groups;
    if (groups <= 0 || g.in_channels % groups != 0 || weights[1] != g.in_channels / groups ||
        g.out_channels % groups != 0) {
      return InvalidArgument("Filter: ", weights, " with groups ", groups, " does not fit the ",
                             g.in_channels, " channels of Input ", in);
    }
    for (WindowAxis& axis : g.axes) {
      if (!SetConvolvedExtent(&axis)) {
        return InvalidArgument("Input: the padded volume of ", in,
                               " is smaller than the dilated window of Filter ", weights);
      }
    }
    return g;
  }

  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const VolumeGeometry g, Geometry());
    if (bias != nullptr && bias->numel() != g.out_channels)
      return InvalidArgument("Bias: expected ", g.out_channels, " elements, found ", bias->dims());
    output->set_lod(input->lod());
    return SetShape("Output", VolumeDims(g.batch, g.out_channels, g.axes, g.channels_last), output);
  }
  Cost Estimate() const override {
    return {
        2.0 * static_cast<double>(output->numel()) *
            static_cast<double>(filter->dims().Count(1, 5)),
        static_cast<double>(input->memory_size() + filter->memory_size() + output->memory_size())};
  }
};

LITE_OP(conv3d, Conv3d);

}  // namespace paddle::lite::operators
