#pragma once

#include <vector>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"
#include "lite/operators/window.h"

namespace paddle::lite::operators {

// The pixels under a sliding window as columns: [N, C, H, W] to [N, C * kernel area, positions].
struct Unfold final : Op {
  const Tensor* x = nullptr;
  std::vector<int> kernel_sizes;
  std::vector<int> strides;
  std::vector<int> paddings;  // top, left, bottom, right
  std::vector<int> dilations;
  Tensor* y = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("kernel_sizes", &kernel_sizes);
    v.Attr("strides", &strides);
    v.Attr("paddings", &paddings);
    v.Attr("dilations", &dilations);
    v.Output("Y", &y);
  }

  struct Geometry {
    WindowAxis h;
    WindowAxis w;
  };
  Result<Geometry> ResolveGeometry() const {
    const DDim& dims = x->dims();
    if (dims.rank() != 4) return InvalidArgument("X: expected rank 4, found shape ", dims);
    LITE_RETURN_IF_ERROR(CheckPair("kernel_sizes", kernel_sizes));
    LITE_RETURN_IF_ERROR(CheckPair("strides", strides));
    LITE_RETURN_IF_ERROR(CheckPair("dilations", dilations));
    if (paddings.size() != 4)
      return InvalidArgument("paddings: expected 4 values, found ", ListToString(paddings));
    Geometry geometry;
    WindowAxis* const axes[] = {&geometry.h, &geometry.w};
    for (int i = 0; i < 2; ++i) {
      WindowAxis& axis = *axes[i];
      axis.in = dims[2 + i];
      axis.kernel = kernel_sizes[i];
      axis.stride = strides[i];
      axis.dilation = dilations[i];
      axis.pad_begin = paddings[i];
      axis.pad_end = paddings[2 + i];
      if (axis.in > kMaxExtent) return OutOfRange("X: spatial extent beyond ", kMaxExtent);
      LITE_RETURN_IF_ERROR(CheckReach(axis, "kernel_sizes"));
      const int64_t padded = axis.in + axis.pad_begin + axis.pad_end;
      if (!SetConvolvedExtent(&axis) || axis.out == 0) {  // negative paddings cut lines off
        return InvalidArgument("X: the padded extent ", padded, " of ", dims,
                               " is smaller than the window ", axis.reach());
      }
    }
    return geometry;
  }

  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const Geometry g, ResolveGeometry());
    int64_t rows = 0, positions = 0;
    if (!CheckedMul(g.h.kernel * g.w.kernel, x->dims()[1], &rows) ||
        !CheckedMul(g.h.out, g.w.out, &positions)) {
      return OutOfRange("kernel_sizes: the columns of X ", x->dims(), " are too large");
    }
    y->set_lod(x->lod());
    return SetShape("Y", DDim{x->dims()[0], rows, positions}, y);
  }
  Cost Estimate() const override {
    return {0, static_cast<double>(x->memory_size() + y->memory_size())};
  }
};

LITE_OP(unfold, Unfold);

}  // namespace paddle::lite::operators
