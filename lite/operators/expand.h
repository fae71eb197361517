#pragma once

#include <algorithm>
#include <vector>

#include "lite/operators/given_integers.h"
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
      LITE_ASSIGN_OR_RETURN(times, ReadFirstIntegers("expand_times_tensor", times_tensors));
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

// Repeats dimension i repeat_times[i] times; the shorter of the shape and the list is extended at
// the front with ones.
struct Tile final : RepeatBase {
  const Tensor* times_tensor = nullptr;
  std::vector<const Tensor*> times_tensors;
  std::vector<int> repeat_times;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("RepeatTimes", &times_tensor, Need::kOptional);
    v.Inputs("repeat_times_tensor", &times_tensors, Need::kOptional);
    v.Attr("repeat_times", &repeat_times);
    v.Output("Out", &out);
  }
  bool ShapeDependsOnData() const override {
    return IsVariableData(times_tensor) || IsVariableData(times_tensors);
  }

 protected:
  Result<DDim> OutputShape() const override {
    LITE_ASSIGN_OR_RETURN(std::vector<int64_t> times,
                          GivenIntegers("RepeatTimes", times_tensor, "repeat_times_tensor",
                                        times_tensors, repeat_times));
    std::vector<int64_t> shape = x->dims().Vectorize();
    const size_t rank = std::max(times.size(), shape.size());
    times.insert(times.begin(), rank - times.size(), 1);
    shape.insert(shape.begin(), rank - shape.size(), 1);
    for (size_t i = 0; i < rank; ++i) {
      if (times[i] < 1 || !CheckedMul(shape[i], times[i], &shape[i])) {
        return InvalidArgument("repeat_times: ", times[i], " is not a count for X ", x->dims());
      }
    }
    return DDim::FromVector(shape);
  }
};

// Repeats X to the shape of target_tensor, whose dimensions are multiples of those of X.
struct ExpandAs final : RepeatBase {
  const Tensor* target = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("target_tensor", &target);
    v.Output("Out", &out);
  }

 protected:
  Result<DDim> OutputShape() const override {
    const DDim& dims = x->dims();
    bool fits = target->dims().rank() == dims.rank();
    for (int i = 0; fits && i < dims.rank(); ++i) {
      fits = dims[i] > 0 && target->dims()[i] % dims[i] == 0;
    }
    if (!fits) {
      return InvalidArgument("target_tensor: X ", dims, " cannot be repeated to ", target->dims());
    }
    return target->dims();
  }
};

// Expands dimensions of size 1 to target_shape, or to the shape of Y if that has an unknown
// dimension or is absent.
struct ExpandAsV2 final : RepeatBase {
  const Tensor* y = nullptr;
  std::vector<int> target_shape;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Y", &y, Need::kOptional);
    v.Attr("target_shape", &target_shape);
    v.Output("Out", &out);
  }

 protected:
  Result<DDim> OutputShape() const override {
    const bool known = !target_shape.empty() && std::find(target_shape.begin(), target_shape.end(),
                                                          -1) == target_shape.end();
    const std::vector<int64_t> given(target_shape.begin(), target_shape.end());
    LITE_ASSIGN_OR_RETURN(const DDim shape,
                          known || y == nullptr ? DDim::FromVector(given) : y->dims());
    const DDim& dims = x->dims();
    const int added = shape.rank() - dims.rank();
    bool fits = added >= 0;
    for (int i = 0; fits && i < dims.rank(); ++i) {
      fits = dims[i] == shape[i + added] || dims[i] == 1;
    }
    if (!fits) return InvalidArgument("target_shape: X ", dims, " cannot be expanded to ", shape);
    return shape;
  }
};

LITE_OP(expand, Expand);
LITE_OP(tile, Tile);
LITE_OP(expand_as, ExpandAs);
LITE_OP(expand_as_v2, ExpandAsV2);
LITE_OP(expand_v2, ExpandV2);

}  // namespace paddle::lite::operators
