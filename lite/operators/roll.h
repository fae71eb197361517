#pragma once

#include <vector>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Shifts the elements along some axes by `shifts` places, cyclically. Without axes, the array is
// treated as one line.
struct Roll final : Op {
  const Tensor* x = nullptr;
  const Tensor* shifts_tensor = nullptr;
  std::vector<int64_t> shifts;
  std::vector<int64_t> axis;
  std::vector<int64_t> dims;  // the same as axis in programs of Paddle 1.x
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("ShiftsTensor", &shifts_tensor, Need::kOptional);
    v.Attr("shifts", &shifts);
    v.Attr("axis", &axis);
    v.Attr("dims", &dims);
    v.Output("Out", &out);
  }

  // The shape that is rolled, and the shift along each of its axes, from 0 to its dimension - 1.
  struct Plan {
    DDim dims;
    DDim shifts;
  };
  Result<Plan> ResolvePlan() const {
    std::vector<int64_t> distances = shifts;
    if (shifts_tensor != nullptr) {
      LITE_ASSIGN_OR_RETURN(distances, ReadIntegers("ShiftsTensor", *shifts_tensor));
    }
    const std::vector<int64_t>& axes = axis.empty() ? dims : axis;
    Plan plan;
    plan.dims = axes.empty() ? DDim{x->numel()} : x->dims();
    for (int i = 0; i < plan.dims.rank(); ++i) plan.shifts.push_back(0);
    if (distances.size() != (axes.empty() ? 1 : axes.size())) {
      return InvalidArgument("shifts: ", ListToString(distances), " for axes ", ListToString(axes));
    }
    for (size_t i = 0; i < distances.size(); ++i) {
      int along = 0;
      if (!axes.empty()) {
        LITE_ASSIGN_OR_RETURN(along, NormalizeAxis("axis", axes[i], plan.dims.rank()));
      }
      const int64_t size = plan.dims[along];
      if (size == 0) continue;
      plan.shifts[along] = ((distances[i] % size + size) % size + plan.shifts[along]) % size;
    }
    return plan;
  }

  Status InferShape() override {
    if (shifts_tensor == nullptr) LITE_RETURN_IF_ERROR(ResolvePlan().status());
    out->Resize(x->dims());
    out->set_lod(x->lod());
    return OkStatus();
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(x->memory_size())}; }
};

LITE_OP(roll, Roll);

}  // namespace paddle::lite::operators
