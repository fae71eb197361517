#pragma once

#include <string>
#include <vector>

#include "lite/base/checked_math.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"
#include "lite/operators/window3d.h"

namespace paddle::lite::operators {

// Output = scatter(Input, Filter) for volumes [N, C, D, H, W]: input position (z, y, x) adds its
// value times the filter to the output window that begins at (z * stride - pad, ...). Filter is
// [Cin, Cout / groups, kd, kh, kw] in every data format.
struct Conv3dTranspose final : Op {
  const Tensor* input = nullptr;
  const Tensor* filter = nullptr;
  std::vector<int> strides = {1, 1, 1};
  std::vector<int> paddings = {0, 0, 0};
  std::vector<int> dilations = {1, 1, 1};
  int groups = 1;
  std::vector<int> output_size;     // empty, or [d, h, w]
  std::vector<int> output_padding;  // empty, or extra planes, rows and columns at the end
  std::string padding_algorithm = "EXPLICIT";
  std::string data_format = "NCHW";
  Tensor* output = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Input("Filter", &filter);
    v.Attr("strides", &strides);
    v.Attr("paddings", &paddings);
    v.Attr("dilations", &dilations);
    v.Attr("groups", &groups);
    v.Attr("output_size", &output_size);
    v.Attr("output_padding", &output_padding);
    v.Attr("padding_algorithm", &padding_algorithm);
    v.Attr("data_format", &data_format);
    v.Output("Output", &output);
  }

  Result<VolumeGeometry> Geometry() const {
    const DDim& in = input->dims();
    const DDim& weights = filter->dims();
    LITE_ASSIGN_OR_RETURN(const bool channels_last, ChannelsAreLast());
    LITE_ASSIGN_OR_RETURN(
        VolumeGeometry g,
        WindowsOverVolume(in, weights, strides, UsedDilations(3, dilations, padding_algorithm),
                          padding_algorithm, paddings, channels_last));
    g.groups = groups;
    // As in Paddle, channels that are left after division by the groups are not read.
    if (groups <= 0 || g.in_channels != weights[0] || g.in_channels < groups) {
      return InvalidArgument("Filter: ", weights, " with groups ", groups, " does not fit the ",
                             g.in_channels, " channels of Input ", in);
    }
    if (!CheckedMul(weights[1], g.groups, &g.out_channels)) {
      return OutOfRange("Filter: ", weights, " with groups ", groups, " overflows");
    }
    LITE_RETURN_IF_ERROR(
        SetTransposedExtents(output_size, output_padding, paddings, in, 3, g.axes));
    return g;
  }

  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const VolumeGeometry g, Geometry());
    output->set_lod({});
    return SetShape("Output", VolumeDims(g.batch, g.out_channels, g.axes, g.channels_last), output);
  }
  Cost Estimate() const override {
    return {
        2.0 * static_cast<double>(input->numel()) * static_cast<double>(filter->dims().Count(1, 5)),
        static_cast<double>(input->memory_size() + filter->memory_size() + output->memory_size())};
  }

 private:
  // Paddle compares the text with NHWC, which is what its interface writes for NDHWC, and takes
  // every other layout for channels first: NDHWC as well.
  Result<bool> ChannelsAreLast() const {
    if (data_format == "NDHWC" || data_format == "NCDHW") return false;
    return IsChannelsLast("data_format", data_format);
  }
};

LITE_OP(conv3d_transpose, Conv3dTranspose);

}  // namespace paddle::lite::operators
