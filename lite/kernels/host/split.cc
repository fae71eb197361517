#include "lite/operators/split.h"

#include <cstring>

#include "lite/core/memory_order.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class SplitKernel final : public KernelFor<operators::Split> {
 public:
  Status RunOp(const operators::Split& op, const RunContext& context) override {
    LITE_ASSIGN_OR_RETURN(const int along, op.Axis());
    const int axis = MemoryAxis(*op.x, along);
    const DDim shape = MemoryDims(*op.x);
    const size_t element = PrecisionTypeLength(op.x->precision());
    const size_t row = static_cast<size_t>(shape.Count(axis, shape.rank())) * element;
    const int64_t rows = shape.Count(0, axis);
    const char* src = static_cast<const char*>(op.x->raw_data());
    constexpr size_t kGrain = 16384;  // bytes that justify a thread
    context.pool->ParallelFor(
        rows, static_cast<int64_t>(kGrain / (row + 1) + 1), [&](int64_t begin, int64_t end, int) {
          for (int64_t r = begin; r < end; ++r) {
            const char* from = src + static_cast<size_t>(r) * row;
            for (Tensor* out : op.out) {
              const size_t piece =
                  static_cast<size_t>(MemoryDims(*out).Count(axis, shape.rank())) * element;
              if (piece == 0) continue;
              char* const to =
                  static_cast<char*>(out->mutable_raw_data()) + static_cast<size_t>(r) * piece;
              if (from != to)
                std::memcpy(to, from, piece);  // otherwise the memory plan has placed it there
              from += piece;
            }
          }
        });
    return OkStatus();
  }
};

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(split, kHost, kAny, kAny, paddle::lite::kernels::host::SplitKernel, def)
    .Finalize();
