#pragma once

#include <vector>

#include "lite/operators/element_types.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Concatenates the tensors of X along `axis`. As in Paddle, those without elements may have another
// element type than the first.
struct Concat final : Op {
  std::vector<const Tensor*> x;
  const Tensor* axis_tensor = nullptr;  // the first integer, instead of `axis`
  int axis = 0;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Inputs("X", &x);
    v.Input("AxisTensor", &axis_tensor, Need::kOptional);
    v.Attr("axis", &axis);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const int along, Axis());
    DDim shape = x[0]->dims();
    for (size_t i = 1; i < x.size(); ++i) {
      const DDim& dims = x[i]->dims();
      bool fits = dims.rank() == shape.rank();
      for (int d = 0; fits && d < dims.rank(); ++d) fits = d == along || dims[d] == shape[d];
      if (!fits || !CheckedAdd(shape[along], dims[along], &shape[along])) {
        return InvalidArgument("X[", i, "]: shape ", dims, " does not fit X[0] ", x[0]->dims(),
                               " along axis ", along);
      }
    }
    LITE_RETURN_IF_ERROR(CheckOneElementType("X", x, EmptyTensors::kHaveAnyType));
    LITE_RETURN_IF_ERROR(SetShape("Out", shape, out));
    out->set_lod(along == 0 ? JoinedLoD() : x[0]->lod());
    return OkStatus();
  }
  Status InferType() override {
    out->set_precision(x[0]->precision());
    return OkStatus();
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(out->memory_size())}; }
  OutputReuse output_reuse() const override { return OutputReuse::kJoin; }
  int reuse_axis() const override {
    const Result<int> along = Axis();
    return along.ok() ? *along : -1;
  }
  bool ShapeDependsOnData() const override { return IsVariableData(axis_tensor); }

  // The axis, counted from the front.
  Result<int> Axis() const {
    int64_t value = axis;
    if (axis_tensor != nullptr) {
      LITE_ASSIGN_OR_RETURN(value, ReadFirstInteger("AxisTensor", *axis_tensor));
    }
    return NormalizeAxis("axis", value, x[0]->dims().rank());
  }

 private:
  // The sequences of all inputs, concatenated; empty if the inputs differ in their number of
  // levels.
  LoD JoinedLoD() const {
    LoD lod = x[0]->lod();
    for (size_t i = 1; i < x.size(); ++i) {
      const LoD& next = x[i]->lod();
      if (next.size() != lod.size()) return LoD();
      for (size_t level = 0; level < lod.size(); ++level) {
        const uint64_t base = lod[level].empty() ? 0 : lod[level].back();
        for (size_t k = 1; k < next[level].size(); ++k) lod[level].push_back(base + next[level][k]);
      }
    }
    return lod;
  }
};

LITE_OP(concat, Concat);

}  // namespace paddle::lite::operators
