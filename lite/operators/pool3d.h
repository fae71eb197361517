#pragma once

#include <string>
#include <vector>

#include "lite/operators/pool2d.h"
#include "lite/operators/shape_rules.h"
#include "lite/operators/window3d.h"

namespace paddle::lite::operators {

// Maximum or average over sliding, adaptive or global windows of volumes [N, C, D, H, W].
struct Pool3d final : Op {
  const Tensor* x = nullptr;
  std::string pooling_type;  // "max" or "avg"
  std::vector<int> ksize;    // the output size if `adaptive`
  std::vector<int> strides = {1, 1, 1};
  std::vector<int> paddings = {0, 0, 0};
  bool global_pooling = false;
  bool exclusive = true;  // an average divides by the number of elements inside the volume
  bool adaptive = false;
  bool ceil_mode = false;
  std::string padding_algorithm = "EXPLICIT";
  std::string data_format = "NCDHW";
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("pooling_type", &pooling_type);
    v.Attr("ksize", &ksize);
    v.Attr("strides", &strides);
    v.Attr("paddings", &paddings);
    v.Attr("global_pooling", &global_pooling);
    v.Attr("exclusive", &exclusive);
    v.Attr("adaptive", &adaptive);
    v.Attr("ceil_mode", &ceil_mode);
    v.Attr("padding_algorithm", &padding_algorithm);
    v.Attr("data_format", &data_format);
    v.Output("Out", &out);
  }

  struct VolumeGeometry {
    int64_t batch = 0;
    int64_t channels = 0;
    WindowAxis axes[3];  // depth, height, width
    PoolGeometry rule;   // placement of windows along an axis
    bool channels_last = false;
  };
  Result<VolumeGeometry> Geometry() const {
    const DDim& in = x->dims();
    if (in.rank() != 5) return InvalidArgument("X: expected rank 5, found ", in);
    if (pooling_type != "max" && pooling_type != "avg") {
      return InvalidArgument("attribute pooling_type: expected max or avg, found '", pooling_type,
                             "'");
    }
    VolumeGeometry g;
    LITE_ASSIGN_OR_RETURN(g.channels_last, IsChannelsLast3d(data_format));
    g.batch = in[0];
    g.channels = in[g.channels_last ? 4 : 1];
    g.rule.adaptive = adaptive;
    g.rule.exclusive = exclusive || adaptive;
    if (!global_pooling) LITE_RETURN_IF_ERROR(CheckTriple("ksize", ksize));
    if (!global_pooling && !adaptive) LITE_RETURN_IF_ERROR(CheckPoolStrides(3, strides));
    for (size_t i = 0; i < 3; ++i) {
      WindowAxis& axis = g.axes[i];
      axis.in = in[(g.channels_last ? 1 : 2) + static_cast<int>(i)];
      if (axis.in > kMaxExtent)
        return OutOfRange("X: spatial extent beyond ", kMaxExtent, " in ", in);
      if (adaptive) {
        // As in Paddle, global_pooling makes the output of an adaptive pooling as large as its
        // input.
        axis.out = global_pooling ? axis.in : ksize[i];
      } else if (global_pooling) {
        axis.kernel = axis.in;
        axis.out = 1;
      } else {
        axis.kernel = ksize[i];
        axis.stride = strides[i];
      }
    }
    if (adaptive || global_pooling) return g;
    LITE_RETURN_IF_ERROR(ResolvePadding3d(padding_algorithm, paddings, "ksize", g.axes));
    for (WindowAxis& axis : g.axes) {
      const bool inclusive = pooling_type == "avg" && !exclusive;
      LITE_RETURN_IF_ERROR(SetPooledExtent(in, ceil_mode, inclusive, &axis));
    }
    return g;
  }

  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const VolumeGeometry g, Geometry());
    for (const WindowAxis& axis : g.axes) {
      if (axis.out == 0 && !adaptive) return WindowTooLarge(x->dims(), axis);
    }
    out->set_lod(x->lod());
    return SetShape("Out", VolumeDims(g.batch, g.channels, g.axes, g.channels_last), out);
  }
  Cost Estimate() const override {
    return {2.0 * static_cast<double>(x->numel()),
            static_cast<double>(x->memory_size() + out->memory_size())};
  }
};

LITE_OP(pool3d, Pool3d);

}  // namespace paddle::lite::operators
