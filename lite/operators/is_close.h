#pragma once

#include <string>
#include <utility>

#include "lite/core/element.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// |input - other| <= atol + rtol * |other|, for each element, or whether it holds for all.
struct IsCloseBase : Op {
  const Tensor* input = nullptr;
  const Tensor* other = nullptr;
  const Tensor* rtol_tensor = nullptr;  // one value, instead of `rtol`
  const Tensor* atol_tensor = nullptr;
  std::string rtol = "1e-5";  // a number as text
  std::string atol = "1e-8";
  bool equal_nan = false;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) final {
    v.Input("Input", &input);
    v.Input("Other", &other);
    v.Input("Rtol", &rtol_tensor, Need::kOptional);
    v.Input("Atol", &atol_tensor, Need::kOptional);
    v.Attr("rtol", &rtol);
    v.Attr("atol", &atol);
    v.Attr("equal_nan", &equal_nan);
    v.Output("Out", &out);
  }
  Status InferShape() final {
    if (input->dims() != other->dims()) {
      return InvalidArgument("Other: expected shape ", input->dims(), " of Input, found ",
                             other->dims());
    }
    LITE_RETURN_IF_ERROR(CheckOneValue("Rtol", rtol_tensor));
    LITE_RETURN_IF_ERROR(CheckOneValue("Atol", atol_tensor));
    SetOutShape();
    out->set_lod(LoD());
    return OkStatus();
  }
  Status InferType() final {
    if (input->precision() != other->precision()) {
      return InvalidArgument("Other has element type ", PrecisionToStr(other->precision()),
                             ", expected that of Input, ", PrecisionToStr(input->precision()));
    }
    for (const auto& [slot, tensor] : {std::pair{"Rtol", rtol_tensor}, {"Atol", atol_tensor}}) {
      if (tensor != nullptr) {
        LITE_RETURN_IF_ERROR(CheckElementType<RealTypes>(slot, tensor->precision()));
      }
    }
    out->set_precision(PrecisionType::kBool);
    return OkStatus();
  }
  Cost Estimate() const final {
    return {4.0 * static_cast<double>(input->numel()),
            2.0 * static_cast<double>(input->memory_size())};
  }

 protected:
  virtual void SetOutShape() = 0;

 private:
  static Status CheckOneValue(const char* slot, const Tensor* tensor) {
    if (tensor == nullptr || tensor->numel() == 1) return OkStatus();
    return InvalidArgument(slot, ": expected one value, found shape ", tensor->dims());
  }
};

struct IsClose final : IsCloseBase {
 protected:
  void SetOutShape() override { out->Resize(input->dims()); }
};

struct AllClose final : IsCloseBase {
 protected:
  void SetOutShape() override { SetScalarShape(out); }
};

// Whether X and Y have the same shape and the same elements. As in Paddle, real numbers that differ
// by less than 1e-8 are the same, and Y may not have more dimensions than X.
struct EqualAll final : Op {
  const Tensor* x = nullptr;
  const Tensor* y = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Y", &y);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    if (x->dims().rank() < y->dims().rank()) {
      return InvalidArgument("Y: expected at most the rank of X ", x->dims(), ", found shape ",
                             y->dims());
    }
    // As in Paddle, the elements of tensors of other shapes are not looked at.
    if (x->dims() == y->dims() && x->precision() != y->precision()) {
      return InvalidArgument("Y has element type ", PrecisionToStr(y->precision()),
                             ", expected that of X, ", PrecisionToStr(x->precision()));
    }
    SetScalarShape(out);
    out->set_lod(LoD());
    return OkStatus();
  }
  Status InferType() override {
    out->set_precision(PrecisionType::kBool);
    return OkStatus();
  }
  Cost Estimate() const override {
    return {static_cast<double>(x->numel()), 2.0 * static_cast<double>(x->memory_size())};
  }
};

LITE_OP(isclose, IsClose);
LITE_OP(allclose, AllClose);
LITE_OP(equal_all, EqualAll);

}  // namespace paddle::lite::operators
