#pragma once

#include <vector>

#include "lite/operators/data_type.h"
#include "lite/operators/given_integers.h"
#include "lite/operators/op.h"

namespace paddle::lite::operators {

// A tensor of a given shape, from ShapeTensor, else ShapeTensorList, else the attribute, whose
// values do not depend on data.
struct GivenShape : Op {
  const Tensor* shape_tensor = nullptr;
  std::vector<const Tensor*> shape_tensor_list;
  std::vector<int64_t> shape;
  int dtype = 5;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) final {
    v.Input("ShapeTensor", &shape_tensor, Need::kOptional);
    v.Inputs("ShapeTensorList", &shape_tensor_list, Need::kOptional);
    v.Attr("shape", &shape);
    v.Attr("dtype", &dtype);
    Attributes(v);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(
        const std::vector<int64_t> dims,
        GivenIntegers("ShapeTensor", shape_tensor, "ShapeTensorList", shape_tensor_list, shape));
    out->set_lod(LoD());
    const char* const given = shape_tensor != nullptr      ? "ShapeTensor"
                              : !shape_tensor_list.empty() ? "ShapeTensorList"
                                                           : "shape";
    return SetShape(given, dims, out);
  }
  Status InferType() override {
    LITE_ASSIGN_OR_RETURN(const PrecisionType precision, PrecisionOfDataType("dtype", dtype));
    out->set_precision(precision);
    return OkStatus();
  }
  Cost Estimate() const final { return {0, static_cast<double>(out->memory_size())}; }
  bool ShapeDependsOnData() const final {
    return IsVariableData(shape_tensor) || IsVariableData(shape_tensor_list);
  }

 protected:
  virtual void Attributes(FieldVisitor& v) = 0;
};

// Zeros; Paddle leaves the values undefined.
struct Empty final : GivenShape {
 protected:
  void Attributes(FieldVisitor&) override {}
};

// Independent random numbers. A seed produces the same numbers in every run; with seed 0, each
// run draws new ones.
struct RandomNumbers : GivenShape {
  int seed = 0;

  Status InferType() final {
    LITE_RETURN_IF_ERROR(GivenShape::InferType());
    return CheckElementType<RealTypes>("attribute dtype", out->precision());
  }
};

// Uniform in [min, max). The elements k * (diag_step + 1) for k < diag_num are diag_val instead.
struct UniformRandom final : RandomNumbers {
  float min = -1.0f;
  float max = 1.0f;
  int diag_num = 0;
  int diag_step = 0;
  float diag_val = 1.0f;

  Status InferShape() override {
    LITE_RETURN_IF_ERROR(GivenShape::InferShape());
    const int64_t last = (static_cast<int64_t>(diag_num) - 1) * (int64_t{1} + diag_step);
    if (diag_num > 0 && (diag_step < 0 || last >= out->numel())) {
      return InvalidArgument("attribute diag_num: ", diag_num, " elements in steps of ",
                             int64_t{1} + diag_step, " exceed shape ", out->dims());
    }
    return OkStatus();
  }

 protected:
  void Attributes(FieldVisitor& v) override {
    v.Attr("min", &min);
    v.Attr("max", &max);
    v.Attr("seed", &seed);
    v.Attr("diag_num", &diag_num);
    v.Attr("diag_step", &diag_step);
    v.Attr("diag_val", &diag_val);
  }
};

// Normally distributed.
struct GaussianRandom final : RandomNumbers {
  float mean = 0.0f;
  float std = 1.0f;

 protected:
  void Attributes(FieldVisitor& v) override {
    v.Attr("mean", &mean);
    v.Attr("std", &std);
    v.Attr("seed", &seed);
  }
};

LITE_OP(empty, Empty);
LITE_OP(uniform_random, UniformRandom);
LITE_OP(gaussian_random, GaussianRandom);

}  // namespace paddle::lite::operators
