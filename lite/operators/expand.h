#pragma once

#include <algorithm>
#include <vector>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Base of the operators that repeat an array along its dimensions: element [i, j, ...] of Out is
// element [i % X.dims[0], j % X.dims[1], ...] of X, with shapes aligned at the end.
struct RepeatBase : Op {
  const Tensor* x = nullptr;
  Tensor* out = nullptr;

  Status InferShape() final {
    LITE_ASSIGN_OR_RETURN(const DDim shape, OutputShape());
    LITE_RETURN_IF_ERROR(SetShape("Out", shape, out));
    ShareLoDIfRowsKept(*x, out);
    return OkStatus();
  }
  Status InferType() final {
    out->set_precision(x->precision());
    return OkStatus();
  }
  Cost Estimate() const final {
    return {0, static_cast<double>(x->memory_size() + out->memory_size())};
  }

 protected:
  virtual Result<DDim> OutputShape() const = 0;
};

// Repeats dimension i expand_times[i] times.
struct Expand final : RepeatBase {
  const Tensor* times_tensor = nullptr;
  std::vector<const Tensor*> times_tensors;
  std::vector<int> expand_times;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("ExpandTimes", &times_tensor, Need::kOptional);
    v.Inputs("expand_times_tensor", &times_tensors, Need::kOptional);
    v.Attr("expand_times", &expand_times);
    v.Output("Out", &out);
  }
  bool ShapeDependsOnData() const override {
    return IsVariableData(times_tensor) || IsVariableData(times_tensors);
  }

 protected:
  Result<DDim> OutputShape() const override {
    std::vector<int64_t> times(expand_times.begin(), expand_times.end());
    if (times_tensor != nullptr) {
      LITE_ASSIGN_OR_RETURN(times, ReadIntegers("ExpandTimes", *times_tensor));
    } else if (!times_tensors.empty()) {
      LITE_ASSIGN_OR_RETURN(times, ReadIntegers("expand_times_tensor", times_tensors));
    }
    const DDim& dims = x->dims();
    if (times.size() != dims.size()) {
      return InvalidArgument("expand_times: expected ", dims.rank(), " values for X ", dims,
                             ", found ", ListToString(times));
    }
    DDim shape;
    for (int i = 0; i < dims.rank(); ++i) {
      int64_t size = 0;
      if (times[i] < 1 || !CheckedMul(dims[i], times[i], &size))
        return InvalidArgument("expand_times: ", times[i], " is not a count for X ", dims);
      shape.push_back(size);
    }
    return shape;
  }
};

// Expands X to a shape that repeats dimensions of size 1; -1 keeps a dimension.
struct ExpandV2 final : RepeatBase {
  const Tensor* shape_tensor = nullptr;
  std::vector<const Tensor*> shape_tensors;
  std::vector<int> shape;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Shape", &shape_tensor, Need::kOptional);
    v.Inputs("expand_shapes_tensor", &shape_tensors, Need::kOptional);
    v.Attr("shape", &shape);
    v.Output("Out", &out);
  }
  bool ShapeDependsOnData() const override {
    return IsVariableData(shape_tensor) || IsVariableData(shape_tensors);
  }

 protected:
  Result<DDim> OutputShape() const override {
    std::vector<int64_t> target(shape.begin(), shape.end());
    if (shape_tensor != nullptr) {
      LITE_ASSIGN_OR_RETURN(target, ReadIntegers("Shape", *shape_tensor));
    } else if (!shape_tensors.empty()) {
      LITE_ASSIGN_OR_RETURN(target, ReadIntegers("expand_shapes_tensor", shape_tensors));
    }
    LITE_ASSIGN_OR_RETURN(DDim result, DDim::FromVector(target));
    const DDim& dims = x->dims();
    const int added = result.rank() - dims.rank();
    bool fits = added >= 0;
    for (int i = 0; i < result.rank() && fits; ++i) {
      if (i >= added && result[i] == -1) result[i] = dims[i - added];
      fits = result[i] >= 0 && (i < added || dims[i - added] == result[i] || dims[i - added] == 1);
    }
    if (!fits)
      return InvalidArgument("shape: X ", dims, " cannot be expanded to ", ListToString(target));
    return result;
  }
};

LITE_OP(expand, Expand);
LITE_OP(expand_v2, ExpandV2);

}  // namespace paddle::lite::operators
