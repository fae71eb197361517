#pragma once

#include "lite/core/element.h"
#include "lite/operators/data_type.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Num numbers at equal distances from Start to Stop, both included. Each input holds one number.
struct Linspace final : Op {
  const Tensor* start = nullptr;
  const Tensor* stop = nullptr;
  const Tensor* num = nullptr;
  int dtype = -1;  // -1 in programs of Paddle 1: the type of Start
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Start", &start);
    v.Input("Stop", &stop);
    v.Input("Num", &num);
    v.Attr("dtype", &dtype);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    for (const Tensor* tensor : {start, stop}) {
      if (tensor->numel() != 1) {
        return InvalidArgument(tensor == start ? "Start" : "Stop",
                               ": expected one number, found shape ", tensor->dims());
      }
    }
    LITE_ASSIGN_OR_RETURN(const int64_t count, ReadInteger("Num", *num));
    if (count < 1) return InvalidArgument("Num: expected a positive number, found ", count);
    out->set_lod(LoD());
    return SetShape("Num", DDim{count}, out);
  }
  Status InferType() override {
    out->set_precision(start->precision());
    if (dtype >= 0) {
      LITE_ASSIGN_OR_RETURN(const PrecisionType precision, PrecisionOfDataType("dtype", dtype));
      out->set_precision(precision);
    }
    return CheckElementType<NumberTypes>("Out", out->precision());
  }
  Cost Estimate() const override { return {0, static_cast<double>(out->memory_size())}; }
  bool ShapeDependsOnData() const override { return IsVariableData(num); }
};

LITE_OP(linspace, Linspace);

}  // namespace paddle::lite::operators
