#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include "lite/core/element.h"
#include "lite/operators/op.h"
#include "lite/operators/pool2d.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Spatial pyramid pooling: level l < pyramid_height divides each plane of X [N, C, H, W] into
// 2^l x 2^l windows. A row of Out holds the maxima or averages of all levels.
struct Spp final : Op {
  const Tensor* x = nullptr;
  int pyramid_height = 1;
  std::string pooling_type = "max";
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("pyramid_height", &pyramid_height);
    v.Attr("pooling_type", &pooling_type);
    v.Output("Out", &out);
  }
  // Windows of one level. The padding is that of Paddle: it is larger than half of what is missing.
  PoolGeometry Level(int level) const {
    PoolGeometry g;
    g.batch = x->dims()[0];
    g.channels = x->dims()[1];
    for (const auto& [axis, in] : {std::pair(&g.h, x->dims()[2]), std::pair(&g.w, x->dims()[3])}) {
      axis->in = in;
      axis->out = int64_t{1} << level;
      axis->kernel = axis->stride = (in + axis->out - 1) / axis->out;
      axis->pad_begin = axis->pad_end = (axis->kernel * axis->out - in + 1) / 2;
    }
    return g;
  }
  Status InferShape() override {
    if (pooling_type != "max" && pooling_type != "avg") {
      return InvalidArgument("attribute pooling_type: expected max or avg, found '", pooling_type,
                             "'");
    }
    constexpr int kMaxHeight = 15;  // a row of 2^30 windows
    if (pyramid_height > kMaxHeight) {
      return InvalidArgument("attribute pyramid_height: expected at most ", kMaxHeight, ", found ",
                             pyramid_height);
    }
    const DDim& dims = x->dims();
    if (dims.rank() != 4) return InvalidArgument("X: expected rank 4, found shape ", dims);
    if (dims[2] > kMaxExtent || dims[3] > kMaxExtent) {
      return InvalidArgument("X: expected planes of at most ", kMaxExtent,
                             " elements along an axis, found shape ", dims);
    }
    int64_t width = 0;
    const int levels = std::max(pyramid_height, 0);
    if (!CheckedMul(dims[1], ((int64_t{1} << (2 * levels)) - 1) / 3, &width)) {
      return OutOfRange("attribute pyramid_height: ", pyramid_height, " is too large for X ", dims);
    }
    out->set_lod(LoD());
    return SetShape("Out", DDim{dims[0], width}, out);
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<RealTypes>("X", x->precision()));
    out->set_precision(x->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {static_cast<double>(x->numel()) * std::max(pyramid_height, 0),
            static_cast<double>(x->memory_size() + out->memory_size())};
  }
};

LITE_OP(spp, Spp);

}  // namespace paddle::lite::operators
