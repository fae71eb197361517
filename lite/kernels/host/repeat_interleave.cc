#include "lite/operators/repeat_interleave.h"

#include <cstring>

#include "lite/core/element.h"
#include "lite/kernels/host/copy_elements.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class RepeatInterleaveKernel final : public KernelFor<operators::RepeatInterleave> {
 public:
  Status RunOp(const operators::RepeatInterleave& op, const RunContext& context) override {
    LITE_ASSIGN_OR_RETURN(const int axis, op.Axis());
    if (op.out->numel() == 0) return OkStatus();
    if (op.repeats_tensor == nullptr) {
      Repeat(
          op, axis, [&](int64_t) { return int64_t{op.repeats}; }, context);
      return OkStatus();
    }
    return VisitElementType<IndexTypes>(
        "RepeatsTensor", op.repeats_tensor->precision(), [&](auto type) {
          const auto* times = op.repeats_tensor->data<typename decltype(type)::Type>();
          Repeat(
              op, axis, [&](int64_t i) { return static_cast<int64_t>(times[i]); }, context);
        });
  }

 private:
  template <typename Times>
  static void Repeat(const operators::RepeatInterleave& op, int axis, const Times& times,
                     const RunContext& context) {
    const DDim& dims = op.x->dims();
    const DDim& shape = op.out->dims();
    const size_t slice = static_cast<size_t>(dims.Count(axis + 1, dims.rank())) *
                         PrecisionTypeLength(op.x->precision());
    const size_t from_row = static_cast<size_t>(dims[axis]) * slice;
    const size_t to_row = static_cast<size_t>(shape[axis]) * slice;
    constexpr size_t kGrain = 16384;  // bytes that justify a thread
    context.pool->ForEach(dims.Count(0, axis), static_cast<int64_t>(kGrain / to_row + 1),
                          [&](int64_t row) {
                            const char* from = BytesAt(*op.x, static_cast<size_t>(row) * from_row);
                            char* to = BytesAt(op.out, static_cast<size_t>(row) * to_row);
                            for (int64_t i = 0; i < dims[axis]; ++i, from += slice) {
                              for (int64_t n = times(i); n > 0; --n, to += slice)
                                std::memcpy(to, from, slice);
                            }
                          });
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, RepeatInterleaveKernel, repeat_interleave)
    .In({"RepeatsTensor"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
