#include "lite/operators/roll.h"

#include "lite/kernels/host/element_bits.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class RollKernel final : public KernelFor<operators::Roll> {
 public:
  Status PrepareOp(const operators::Roll& op, PrepareContext*) override {
    // Shifts that are computed by the program are read in Run.
    return op.shifts_tensor != nullptr ? OkStatus() : FindPlan(op);
  }

  Status RunOp(const operators::Roll& op, const RunContext& context) override {
    if (op.shifts_tensor != nullptr) LITE_RETURN_IF_ERROR(FindPlan(op));
    const operators::Roll::Plan& plan = plan_;
    if (op.x->numel() == 0) return OkStatus();
    const DDim& dims = plan.dims;
    WithBitsOf(op.x->precision(), [&](auto zero) {
      using Bits = decltype(zero);
      GatherAlongAxes(op.x->data<Bits>(), dims, op.out->mutable_data<Bits>(), dims, context.pool,
                      [&](int axis, int64_t i) {
                        const int64_t from = i - plan.shifts[axis];
                        return from < 0 ? from + dims[axis] : from;
                      });
    });
    return OkStatus();
  }

 private:
  Status FindPlan(const operators::Roll& op) {
    LITE_ASSIGN_OR_RETURN(plan_, op.ResolvePlan());
    return OkStatus();
  }

  operators::Roll::Plan plan_;
};

LITE_KERNELS(kHost, kAny, kNCHW, def, RollKernel, roll)
    .In({"ShiftsTensor"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
