#pragma once

#include <vector>

#include "lite/operators/op.h"
#include "lite/operators/pool2d.h"

namespace paddle::lite::operators {

// The maximum under a window and its position: Mask holds row * W + column within the plane. The
// first of equal values is taken.
struct MaxPool2dWithIndex final : Op {
  const Tensor* x = nullptr;
  std::vector<int> ksize;  // the output size if `adaptive`
  std::vector<int> strides = {1, 1};
  std::vector<int> paddings = {0, 0};
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

  Result<PoolGeometry> Geometry() const {
    // The windows are those of pool2d.
    Pool2d pool;
    pool.x = x;
    pool.pooling_type = "max";
    pool.ksize = ksize;
    pool.strides = strides;
    pool.paddings = paddings;
    pool.global_pooling = global_pooling && !adaptive;
    pool.adaptive = adaptive;
    return pool.Geometry();
  }

  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const PoolGeometry g, Geometry());
    const DDim dims = g.OutputDims();
    LITE_RETURN_IF_ERROR(CheckedElementCount(dims).status());
    for (Tensor* tensor : {out, mask}) {
      tensor->Resize(dims);
      tensor->set_lod(x->lod());
    }
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

LITE_OP(max_pool2d_with_index, MaxPool2dWithIndex);

}  // namespace paddle::lite::operators
