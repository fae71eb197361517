#pragma once

#include "lite/operators/broadcast.h"
#include "lite/operators/op.h"

namespace paddle::lite::operators {

// Out = X op Y as bool, with broadcasting.
struct CompareBase : Op {
  const Tensor* x = nullptr;
  const Tensor* y = nullptr;
  int axis = -1;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) final {
    v.Input("X", &x);
    v.Input("Y", &y);
    Attributes(v);
    v.Output("Out", &out);
  }
  Status InferShape() final {
    LITE_ASSIGN_OR_RETURN(const Broadcast shapes, BroadcastShapes(x->dims(), y->dims(), axis));
    out->Resize(shapes.out);
    out->set_lod(x->lod());
    return OkStatus();
  }
  Status InferType() final {
    if (x->precision() != y->precision()) {
      return InvalidArgument("Y has element type ", PrecisionToStr(y->precision()),
                             ", expected that of X, ", PrecisionToStr(x->precision()));
    }
    out->set_precision(PrecisionType::kBool);
    return OkStatus();
  }
  Cost Estimate() const final {
    return {static_cast<double>(out->numel()),
            static_cast<double>(x->memory_size() + y->memory_size() + out->memory_size())};
  }

 protected:
  virtual void Attributes(FieldVisitor&) = 0;
};

struct Compare final : CompareBase {
 protected:
  void Attributes(FieldVisitor& v) override { v.Attr("axis", &axis); }
};

// Any value other than zero is true.
struct Logical final : CompareBase {
 protected:
  void Attributes(FieldVisitor&) override {}
};

struct LogicalNot final : Op {
  const Tensor* x = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    out->Resize(x->dims());
    out->set_lod(x->lod());
    return OkStatus();
  }
  Status InferType() override {
    out->set_precision(PrecisionType::kBool);
    return OkStatus();
  }
};

LITE_OP(equal, Compare);
LITE_OP(not_equal, Compare);
LITE_OP(less_than, Compare);
LITE_OP(less_equal, Compare);
LITE_OP(greater_than, Compare);
LITE_OP(greater_equal, Compare);
LITE_OP(logical_and, Logical);
LITE_OP(logical_or, Logical);
LITE_OP(logical_xor, Logical);
LITE_OP(logical_not, LogicalNot);

}  // namespace paddle::lite::operators
