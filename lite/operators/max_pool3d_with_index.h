#pragma once

#include <vector>

#include "lite/operators/op.h"
#include "lite/operators/pool3d.h"

namespace paddle::lite::operators {

// The maximum under a window of a volume and its position: Mask holds (d * H + h) * W + w within
// the volume of a channel. The first of equal values is taken.
struct MaxPool3dWithIndex final : Op {
  const Tensor* x = nullptr;
  std::vector<int> ksize;  // the output size if `adaptive`
  std::vector<int> strides = {1, 1, 1};
  std::vector<int> paddings = {0, 0, 0};
  bool global_pooling = false;
  bool adaptive = false;
  Tensor* out = nullptr;
  Tensor* mask = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("ksize", &ksize);
    v.Attr("strides", &strides);
    v.Attr("paddings", &paddings);
    v.Attr("global_pooling", &global_pooling);
    v.Attr("adaptive", &adaptive);
    v.Output("Out", &out);
    v.Output("Mask", &mask);
  }

  Result<Pool3d::VolumeGeometry> Geometry() const {
    // The windows are those of pool3d.
    Pool3d pool;
    pool.x = x;
    pool.pooling_type = "max";
    pool.ksize = ksize;
    pool.strides = strides;
    pool.paddings = paddings;
    pool.global_pooling = global_pooling;
    pool.adaptive = adaptive;
    return pool.Geometry();
  }

  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const Pool3d::VolumeGeometry g, Geometry());
    const int64_t plane = g.axes[0].in * g.axes[1].in;  // both are below 2^31
    int64_t volume = 0;
    if (!CheckedMul(plane, g.axes[2].in, &volume) || volume > INT32_MAX) {
      return OutOfRange("X: positions in ", x->dims(), " exceed the range of Mask, int32");
    }
    const DDim dims = VolumeDims(g.batch, g.channels, g.axes, false);
    LITE_RETURN_IF_ERROR(SetShape("Out", dims, out));
    mask->Resize(dims);
    out->set_lod(x->lod());
    mask->set_lod(x->lod());
    return OkStatus();
  }
  Status InferType() override {
    out->set_precision(x->precision());
    mask->set_precision(PrecisionType::kInt32);
    return OkStatus();
  }
  Cost Estimate() const override {
    return {static_cast<double>(x->numel()),
            static_cast<double>(x->memory_size() + 2 * out->memory_size())};
  }
};

LITE_OP(max_pool3d_with_index, MaxPool3dWithIndex);

}  // namespace paddle::lite::operators
