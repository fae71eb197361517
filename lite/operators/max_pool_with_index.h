#pragma once

#include <vector>

#include "lite/operators/op.h"

namespace paddle::lite::operators {

// Base of max_pool2d_with_index and max_pool3d_with_index: the maximum under a window and its
// position, -1 for a window without elements. The first of equal values is taken. Unlike the
// poolings without index, the result may be empty.
struct MaxPoolWithIndex : Op {
  const Tensor* x = nullptr;
  std::vector<int> ksize;  // the output size if `adaptive`
  std::vector<int> strides;
  std::vector<int> paddings;
  bool global_pooling = false;
  bool adaptive = false;
  Tensor* out = nullptr;
  Tensor* mask = nullptr;

  void Fields(FieldVisitor& v) final {
    v.Input("X", &x);
    v.Attr("ksize", &ksize);
    v.Attr("strides", &strides);
    v.Attr("paddings", &paddings);
    v.Attr("global_pooling", &global_pooling);
    v.Attr("adaptive", &adaptive);
    v.Output("Out", &out);
    v.Output("Mask", &mask);
  }
  Status InferType() final {
    out->set_precision(x->precision());
    mask->set_precision(PrecisionType::kInt32);
    return OkStatus();
  }
  Cost Estimate() const final {
    return {static_cast<double>(x->numel()),
            static_cast<double>(x->memory_size() + 2 * out->memory_size())};
  }

 protected:
  explicit MaxPoolWithIndex(size_t axes) : strides(axes, 1), paddings(axes, 0) {}

  // The pooling with the same windows.
  template <typename Pool>
  Pool WindowsAs() const {
    Pool pool;
    pool.x = x;
    pool.pooling_type = "max";
    pool.ksize = ksize;
    pool.strides = strides;
    pool.paddings = paddings;
    pool.global_pooling = global_pooling;
    pool.adaptive = adaptive;
    return pool;
  }
  void SetShapes(const DDim& dims) const {
    for (Tensor* tensor : {out, mask}) {
      tensor->Resize(dims);
      tensor->set_lod(x->lod());
    }
  }
};

}  // namespace paddle::lite::operators
