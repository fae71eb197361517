#pragma once

#include <string>
#include <vector>

#include "lite/operators/data_type.h"
#include "lite/operators/given_integers.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// A tensor filled with one value. The shape comes from ShapeTensor, else ShapeTensorList, else the
// attribute; the value from ValueTensor, else str_value (which holds what a float cannot), else
// `value`.
struct FillConstant final : Op {
  const Tensor* value_tensor = nullptr;
  const Tensor* shape_tensor = nullptr;
  std::vector<const Tensor*> shape_tensor_list;
  std::vector<int64_t> shape;
  int dtype = 5;
  float value = 0.0f;
  std::string str_value;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("ValueTensor", &value_tensor, Need::kOptional);
    v.Input("ShapeTensor", &shape_tensor, Need::kOptional);
    v.Inputs("ShapeTensorList", &shape_tensor_list, Need::kOptional);
    v.Attr("shape", &shape);
    v.Attr("dtype", &dtype);
    v.Attr("value", &value);
    v.Attr("str_value", &str_value);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(
        const std::vector<int64_t> dims,
        GivenIntegers("ShapeTensor", shape_tensor, "ShapeTensorList", shape_tensor_list, shape));
    if (value_tensor != nullptr && value_tensor->numel() != 1) {
      return InvalidArgument("ValueTensor: expected one value, found shape ", value_tensor->dims());
    }
    out->set_lod(LoD());
    return SetShape("shape", dims, out);
  }
  Status InferType() override {
    LITE_ASSIGN_OR_RETURN(const PrecisionType precision, PrecisionOfDataType("dtype", dtype));
    out->set_precision(precision);
    return OkStatus();
  }
  Cost Estimate() const override { return {0, static_cast<double>(out->memory_size())}; }
  bool ShapeDependsOnData() const override {
    return IsVariableData(shape_tensor) || IsVariableData(shape_tensor_list);
  }
};

// The same, with the batch size taken from a dimension of Input.
struct FillConstantBatchSizeLike final : Op {
  const Tensor* input = nullptr;
  std::vector<int64_t> shape;
  int input_dim_idx = 0;
  int output_dim_idx = 0;
  int dtype = 5;
  float value = 0.0f;
  std::string str_value;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Attr("shape", &shape);
    v.Attr("input_dim_idx", &input_dim_idx);
    v.Attr("output_dim_idx", &output_dim_idx);
    v.Attr("dtype", &dtype);
    v.Attr("value", &value);
    v.Attr("str_value", &str_value);
    v.Output("Out", &out);
  }
  bool ReadsData() const override { return false; }
  Status InferShape() override {
    std::vector<int64_t> dims = shape;
    if (output_dim_idx < 0 || output_dim_idx >= static_cast<int>(dims.size())) {
      return InvalidArgument("attribute output_dim_idx: ", output_dim_idx,
                             " is not a dimension of shape ", ListToString(shape));
    }
    // A batch of sequences counts sequences, not rows.
    const LoD& lod = input->lod();
    if (!lod.empty() && !lod.back().empty() && input_dim_idx == 0) {
      dims[output_dim_idx] = static_cast<int64_t>(lod.back().size()) - 1;
    } else {
      LITE_ASSIGN_OR_RETURN(const int i,
                            NormalizeAxis("input_dim_idx", input_dim_idx, input->dims().rank()));
      dims[output_dim_idx] = input->dims()[i];
    }
    out->set_lod(LoD());
    return SetShape("shape", dims, out);
  }
  Status InferType() override {
    LITE_ASSIGN_OR_RETURN(const PrecisionType precision, PrecisionOfDataType("dtype", dtype));
    out->set_precision(precision);
    return OkStatus();
  }
  Cost Estimate() const override { return {0, static_cast<double>(out->memory_size())}; }
};

LITE_OP(fill_constant, FillConstant);
LITE_OP(fill_constant_batch_size_like, FillConstantBatchSizeLike);

}  // namespace paddle::lite::operators
