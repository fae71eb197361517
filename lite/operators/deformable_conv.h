#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"
#include "lite/operators/window.h"

namespace paddle::lite::operators {

// A convolution whose taps are displaced by Offset [N, deformable_groups * 2 * kh * kw, OH, OW]
// (rows, then columns, per tap) and, in the second version, weighted by Mask [N, deformable_groups
// * kh * kw, OH, OW]. The image is interpolated between pixels and zero outside.
//
// Offset and Mask may have further images and dimensions, whose numbers Paddle skips after each
// step of images.
struct DeformableConvBase : Op {
  const Tensor* input = nullptr;
  const Tensor* offset = nullptr;
  const Tensor* mask = nullptr;
  const Tensor* filter = nullptr;
  const Tensor* bias = nullptr;  // [Cout]
  std::vector<int> strides = {1, 1};
  std::vector<int> paddings = {0, 0};
  std::vector<int> dilations = {1, 1};
  int groups = 1;
  int deformable_groups = 1;
  int im2col_step = 64;
  Tensor* output = nullptr;

  void Fields(FieldVisitor& v) final {
    v.Input("Input", &input);
    v.Input("Offset", &offset);
    MaskInput(v);
    v.Input("Filter", &filter);
    v.Input("Bias", &bias, Need::kOptional);
    v.Attr("strides", &strides);
    v.Attr("paddings", &paddings);
    v.Attr("dilations", &dilations);
    v.Attr("groups", &groups);
    v.Attr("deformable_groups", &deformable_groups);
    v.Attr("im2col_step", &im2col_step);
    v.Output("Output", &output);
  }

  Result<ConvGeometry> Geometry() const {
    const DDim& in = input->dims();
    const DDim& weights = filter->dims();
    if (weights.rank() != 4) return InvalidArgument("Filter: expected rank 4, found ", weights);
    // Without output channels, the result has no elements.
    if (weights.Count(2, 4) == 0 || (weights[1] == 0 && weights[0] != 0)) {
      return InvalidArgument("Filter: empty shape ", weights);
    }
    if (in.rank() != 4) return InvalidArgument("Input: expected rank 4, found ", in);
    if (groups <= 0)
      return InvalidArgument("attribute groups: expected a positive value, found ", groups);
    if (deformable_groups <= 0 || in[1] % deformable_groups != 0) {
      return InvalidArgument("attribute deformable_groups: expected a divisor of the ", in[1],
                             " channels of Input, found ", deformable_groups);
    }
    LITE_RETURN_IF_ERROR(CheckPair("strides", strides));
    LITE_RETURN_IF_ERROR(CheckDilations(2, UsedDilations(2, dilations)));
    ConvGeometry g;
    g.batch = in[0];
    g.in_channels = in[1];
    g.out_channels = weights[0];
    g.groups = groups;
    if (in[1] % groups != 0 || weights[1] != in[1] / groups || weights[0] % groups != 0) {
      return InvalidArgument("Filter: expected [a multiple of ", groups, ", ", in[1], " / ", groups,
                             ", h, w], found ", weights);
    }
    WindowAxis axes[2];
    for (int i = 0; i < 2; ++i) {
      axes[i].in = in[2 + i];
      axes[i].kernel = weights[2 + i];
      axes[i].stride = strides[i];
      axes[i].dilation = dilations[i];
    }
    LITE_RETURN_IF_ERROR(ResolvePadding("EXPLICIT", paddings, "Filter", axes));
    for (WindowAxis& axis : axes) {
      const int64_t span = axis.in + axis.pad_begin + axis.pad_end - axis.reach();
      if (span < 0) {
        return InvalidArgument("Input: the padded image of ", in,
                               " is smaller than the dilated window of Filter ", weights);
      }
      axis.out = span / axis.stride + 1;
    }
    g.h = axes[0];
    g.w = axes[1];
    return g;
  }

  // The number of Offset or Mask at which the planes of image `n` begin, each of `size` numbers.
  int64_t PlanesOfImage(const Tensor& tensor, int64_t n, int64_t size) const {
    constexpr int64_t kMaxStep = 64;
    const DDim& dims = tensor.dims();
    const int64_t images = input->dims()[0];
    int64_t step = std::min(images, kMaxStep);
    if (images % step != 0) step = std::max(im2col_step, 1);
    const int64_t within = n % step;
    return (n - within) * dims.Count(1, dims.rank()) + within * dims[1] * size;
  }

  Status InferShape() final {
    LITE_ASSIGN_OR_RETURN(const ConvGeometry g, Geometry());
    LITE_RETURN_IF_ERROR(SetShape("Output", g.OutputDims(), output));
    LITE_ASSIGN_OR_RETURN(int64_t taps, CountOf(filter->dims(), 2, 4));
    if (!CheckedMul<int64_t>(taps, 2 * int64_t{deformable_groups}, &taps))
      return OutOfRange("Filter: the window is too large");
    LITE_RETURN_IF_ERROR(CheckPositions("Offset", offset, g, taps));
    if (mask != nullptr) LITE_RETURN_IF_ERROR(CheckPositions("Mask", mask, g, taps / 2));
    if (bias != nullptr && bias->numel() != g.out_channels) {
      return InvalidArgument("Bias: expected ", g.out_channels, " elements, found ", bias->dims());
    }
    output->set_lod(input->lod());
    return OkStatus();
  }
  Cost Estimate() const final {
    return {2.0 * static_cast<double>(output->numel()) *
                static_cast<double>(filter->dims().Count(1, 4)),
            static_cast<double>(input->memory_size() + filter->memory_size() +
                                offset->memory_size() + output->memory_size())};
  }

 protected:
  virtual void MaskInput(FieldVisitor& v) = 0;

 private:
  Status CheckPositions(const char* slot, const Tensor* tensor, const ConvGeometry& g,
                        int64_t planes) const {
    const DDim& found = tensor->dims();
    const bool same =
        found.rank() >= 4 && found[1] == planes && found[2] == g.h.out && found[3] == g.w.out;
    int64_t most = 0;  // an upper bound of what is read, which fits
    if (same && (g.batch == 0 || tensor->numel() > 0) &&
        CheckedMul(g.batch, found.Count(1, found.rank()), &most)) {
      const int64_t size = g.h.out * g.w.out;
      const int64_t last = g.batch == 0 ? 0 : PlanesOfImage(*tensor, g.batch - 1, size);
      if (g.batch == 0 || last + planes * size <= tensor->numel()) return OkStatus();
    }
    return InvalidArgument(slot, ": expected shape ", DDim{g.batch, planes, g.h.out, g.w.out},
                           ", found ", found);
  }
};

struct DeformableConv final : DeformableConvBase {
 protected:
  void MaskInput(FieldVisitor& v) override { v.Input("Mask", &mask); }
};

struct DeformableConvV1 final : DeformableConvBase {
 protected:
  void MaskInput(FieldVisitor&) override {}
};

LITE_OP(deformable_conv, DeformableConv);
LITE_OP(deformable_conv_v1, DeformableConvV1);

}  // namespace paddle::lite::operators
