#include "lite/operators/roll.h"

#include <cstring>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

// The dimensions after the last shifted one move together, so a line along that one is two copies.
class RollKernel final : public KernelFor<operators::Roll> {
 public:
  Status PrepareOp(const operators::Roll& op, PrepareContext*) override {
    // Shifts that are computed by the program are read in Run.
    return op.shifts_tensor != nullptr ? OkStatus() : FindPlan(op);
  }

  Status RunOp(const operators::Roll& op, const RunContext& context) override {
    if (op.shifts_tensor != nullptr) LITE_RETURN_IF_ERROR(FindPlan(op));
    if (op.x->numel() == 0) return OkStatus();
    const DDim& dims = plan_.dims;
    int along = dims.rank() - 1;
    while (along > 0 && plan_.shifts[along] == 0) --along;
    const int64_t step =
        dims.Count(along + 1, dims.rank()) * PrecisionTypeLength(op.x->precision());
    const int64_t moved = plan_.shifts[along] * step;
    const int64_t bytes = dims[along] * step;
    const auto* src = static_cast<const char*>(op.x->raw_data());
    auto* dst = static_cast<char*>(op.out->mutable_raw_data());
    constexpr int64_t kGrain = 16 << 10;  // bytes that justify a thread
    context.pool->ForEach(dims.Count(0, along), kGrain / bytes + 1, [&](int64_t line) {
      const char* from = src + SourceOf(line, along) * bytes;
      char* to = dst + line * bytes;
      std::memcpy(to + moved, from, static_cast<size_t>(bytes - moved));
      std::memcpy(to, from + bytes - moved, static_cast<size_t>(moved));
    });
    return OkStatus();
  }

 private:
  Status FindPlan(const operators::Roll& op) {
    LITE_ASSIGN_OR_RETURN(plan_, op.ResolvePlan());
    return OkStatus();
  }

  // The line of the input that line `line` of the result is made of; lines are counted over the
  // dimensions before `along`.
  int64_t SourceOf(int64_t line, int along) const {
    int64_t source = 0;
    int64_t stride = 1;
    for (int i = along - 1; i >= 0; --i) {
      const int64_t size = plan_.dims[i];
      const int64_t from = line % size - plan_.shifts[i];
      source += (from < 0 ? from + size : from) * stride;
      line /= size;
      stride *= size;
    }
    return source;
  }

  operators::Roll::Plan plan_;
};

LITE_KERNELS(kHost, kAny, kNCHW, def, RollKernel, roll)
    .In({"ShiftsTensor"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
