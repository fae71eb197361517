#pragma once

#include <string>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"
#include "lite/operators/window.h"

namespace paddle::lite::operators {

// Rearranges channels into squares of pixels: [N, C * f * f, H, W] to [N, C, H * f, W * f].
struct PixelShuffle final : Op {
  const Tensor* x = nullptr;
  int upscale_factor = 1;
  std::string data_format = "NCHW";
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("upscale_factor", &upscale_factor);
    v.Attr("data_format", &data_format);
    v.Output("Out", &out);
  }

  // Valid after InferShape.
  bool channels_last() const { return data_format == "NHWC"; }

  Status InferShape() override {
    DDim dims = x->dims();
    if (dims.rank() != 4) return InvalidArgument("X: expected rank 4, found shape ", dims);
    LITE_RETURN_IF_ERROR(IsChannelsLast("attribute data_format", data_format).status());
    const int64_t factor = upscale_factor;
    int64_t& channels = dims[channels_last() ? 3 : 1];
    if (factor < 1 || channels % (factor * factor) != 0) {
      return InvalidArgument("attribute upscale_factor: the square of ", factor,
                             " does not divide the channels of X ", x->dims());
    }
    channels /= factor * factor;
    for (int i = 0; i < 2; ++i) {
      int64_t& extent = dims[(channels_last() ? 1 : 2) + i];
      if (!CheckedMul(extent, factor, &extent))
        return OutOfRange("attribute upscale_factor: ", factor, " is too large for X ", x->dims());
    }
    out->set_lod(x->lod());
    return SetShape("Out", dims, out);
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(x->memory_size())}; }
};

// The inverse: [N, C, H * f, W * f] to [N, C * f * f, H, W].
struct PixelUnshuffle final : Op {
  const Tensor* x = nullptr;
  int downscale_factor = 1;
  std::string data_format = "NCHW";
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("downscale_factor", &downscale_factor);
    v.Attr("data_format", &data_format);
    v.Output("Out", &out);
  }
  // Valid after InferShape.
  bool channels_last() const { return data_format == "NHWC"; }

  Status InferShape() override {
    DDim dims = x->dims();
    if (dims.rank() != 4) return InvalidArgument("X: expected rank 4, found shape ", dims);
    LITE_RETURN_IF_ERROR(IsChannelsLast("attribute data_format", data_format).status());
    const int64_t factor = downscale_factor;
    const int height = channels_last() ? 1 : 2;
    if (factor < 1 || dims[height] % factor != 0 || dims[height + 1] % factor != 0) {
      return InvalidArgument("attribute downscale_factor: ", factor,
                             " does not divide height and width of X ", dims);
    }
    dims[height] /= factor;
    dims[height + 1] /= factor;
    int64_t& channels = dims[channels_last() ? 3 : 1];
    if (!CheckedMul(channels, factor * factor, &channels)) {
      return OutOfRange("attribute downscale_factor: ", factor, " is too large for X ", x->dims());
    }
    out->set_lod(LoD());
    return SetShape("Out", dims, out);
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(x->memory_size())}; }
};

LITE_OP(pixel_shuffle, PixelShuffle);
LITE_OP(pixel_unshuffle, PixelUnshuffle);

}  // namespace paddle::lite::operators
