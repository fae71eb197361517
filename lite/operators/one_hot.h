#pragma once

#include "lite/core/element.h"
#include "lite/operators/data_type.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Out [..., depth] has a one at the position that X holds, and zeros elsewhere. A position outside
// of the depth is an error, or gives only zeros with `allow_out_of_range`.
struct OneHotBase : Op {
  const Tensor* x = nullptr;
  const Tensor* depth_tensor = nullptr;  // the first integer, instead of `depth`
  int depth = -1;
  int dtype = 5;
  bool allow_out_of_range = false;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) final {
    v.Input("X", &x);
    v.Input("depth_tensor", &depth_tensor, Need::kOptional);
    v.Attr("depth", &depth);
    v.Attr("dtype", &dtype);
    v.Attr("allow_out_of_range", &allow_out_of_range);
    v.Output("Out", &out);
  }
  Status InferShape() final {
    int64_t count = depth;
    if (depth_tensor != nullptr) {
      LITE_ASSIGN_OR_RETURN(count, ReadFirstInteger("depth_tensor", *depth_tensor));
    }
    if (count < 1) return InvalidArgument("depth: expected a positive number, found ", count);
    std::vector<int64_t> shape = x->dims().Vectorize();
    if (DropsLastOne()) {
      if (shape.empty() || shape.back() != 1) {
        return InvalidArgument("X: expected a last dimension of 1, found shape ", x->dims());
      }
      shape.pop_back();
    }
    shape.push_back(count);
    out->set_lod(x->lod());
    return SetShape("Out", shape, out);
  }
  Status InferType() final {
    LITE_RETURN_IF_ERROR(CheckElementType<IndexTypes>("X", x->precision()));
    LITE_ASSIGN_OR_RETURN(const PrecisionType precision, PrecisionOfDataType("dtype", dtype));
    out->set_precision(precision);
    return OkStatus();
  }
  Cost Estimate() const final { return {0, static_cast<double>(out->memory_size())}; }
  bool ShapeDependsOnData() const final { return IsVariableData(depth_tensor); }

 protected:
  virtual bool DropsLastOne() const = 0;
};

// X [..., 1] produces Out [..., depth].
struct OneHot final : OneHotBase {
 protected:
  bool DropsLastOne() const override { return true; }
};

// X [...] produces Out [..., depth].
struct OneHotV2 final : OneHotBase {
 protected:
  bool DropsLastOne() const override { return false; }
};

LITE_OP(one_hot, OneHot);
LITE_OP(one_hot_v2, OneHotV2);

}  // namespace paddle::lite::operators
