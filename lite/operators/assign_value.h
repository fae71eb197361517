#pragma once

#include <vector>

#include "lite/operators/data_type.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// A constant tensor filled from the attribute list of its element type. Numbers that the shape does
// not hold are ignored, as in Paddle.
struct AssignValue final : Op {
  std::vector<int> shape;
  int dtype = 5;
  std::vector<int> bool_values;
  std::vector<float> fp32_values;
  std::vector<double> fp64_values;
  std::vector<int> int32_values;
  std::vector<int64_t> int64_values;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Attr("shape", &shape);
    v.Attr("dtype", &dtype);
    v.Attr("bool_values", &bool_values);
    v.Attr("fp32_values", &fp32_values);
    v.Attr("fp64_values", &fp64_values);
    v.Attr("int32_values", &int32_values);
    v.Attr("int64_values", &int64_values);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    LITE_RETURN_IF_ERROR(SetShape("shape", std::vector<int64_t>(shape.begin(), shape.end()), out));
    LITE_ASSIGN_OR_RETURN(const size_t given, ListLength());
    if (static_cast<int64_t>(given) < out->numel()) {
      return InvalidArgument("attribute shape: expected ", out->numel(), " values for ",
                             ListToString(shape), " and dtype ", dtype, ", found ", given);
    }
    out->set_lod(LoD());
    return OkStatus();
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(ListLength().status());
    LITE_ASSIGN_OR_RETURN(const PrecisionType type, PrecisionOfDataType("dtype", dtype));
    out->set_precision(type);
    return OkStatus();
  }
  Cost Estimate() const override { return {0, static_cast<double>(out->memory_size())}; }

  using Types = NumberTypes::And<bool>;
  const auto& Values(ElementTag<bool>) const { return bool_values; }
  const auto& Values(ElementTag<float>) const { return fp32_values; }
  const auto& Values(ElementTag<double>) const { return fp64_values; }
  const auto& Values(ElementTag<int32_t>) const { return int32_values; }
  const auto& Values(ElementTag<int64_t>) const { return int64_values; }

 private:
  Result<size_t> ListLength() const {
    LITE_ASSIGN_OR_RETURN(const PrecisionType type, PrecisionOfDataType("dtype", dtype));
    size_t length = 0;
    LITE_RETURN_IF_ERROR(VisitElementType<Types>("attribute dtype", type,
                                                 [&](auto tag) { length = Values(tag).size(); }));
    return length;
  }
};

LITE_OP(assign_value, AssignValue);

}  // namespace paddle::lite::operators
