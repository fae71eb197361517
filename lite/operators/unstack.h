#pragma once

#include <vector>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// The slices of X along `axis`, without that dimension; the reverse of stack.
struct UnstackBase : Op {
  const Tensor* x = nullptr;
  int axis = 0;
  int num = 0;  // the number of slices; 0 if the program does not say
  std::vector<Tensor*> out;

  Status InferShape() final {
    LITE_ASSIGN_OR_RETURN(const int along, Axis());
    const int64_t count = x->dims()[along];
    if (num > 0 && num != count) {
      return InvalidArgument("attribute num: ", num, " slices along dimension ", along, " of X ",
                             x->dims());
    }
    if (static_cast<uint64_t>(count) != out.size()) {
      return InvalidArgument("expected ", count, " outputs for X ", x->dims(), ", found ",
                             out.size());
    }
    DDim shape;
    for (int i = 0; i < x->dims().rank(); ++i) {
      if (i != along) shape.push_back(x->dims()[i]);
    }
    for (Tensor* tensor : out) {
      tensor->Resize(shape);
      // Paddle's unbind keeps the level of detail, its unstack does not.
      tensor->set_lod(LoD());
      if (KeepsLoD()) ShareLoDIfRowsKept(*x, tensor);
    }
    return OkStatus();
  }
  Cost Estimate() const final { return {0, 2.0 * static_cast<double>(x->memory_size())}; }

  // The axis, counted from the front.
  Result<int> Axis() const { return NormalizeAxis("axis", axis, x->dims().rank()); }

 protected:
  virtual bool KeepsLoD() const = 0;
};

struct Unstack final : UnstackBase {
  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("axis", &axis);
    v.Attr("num", &num);
    v.Outputs("Y", &out);
  }

 protected:
  bool KeepsLoD() const override { return false; }
};

struct Unbind final : UnstackBase {
  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("axis", &axis);
    v.Outputs("Out", &out);
  }

 protected:
  bool KeepsLoD() const override { return true; }
};

LITE_OP(unstack, Unstack);
LITE_OP(unbind, Unbind);

}  // namespace paddle::lite::operators
