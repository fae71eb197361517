#include "lite/operators/concat.h"

#include <cstring>

#include "lite/core/memory_order.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class ConcatKernel final : public KernelFor<operators::Concat> {
 public:
  Status RunOp(const operators::Concat& op, const RunContext& context) override {
    LITE_ASSIGN_OR_RETURN(const int along, op.Axis());
    const int axis = MemoryAxis(*op.out, along);
    const DDim shape = MemoryDims(*op.out);
    const size_t element = PrecisionTypeLength(op.out->precision());
    const size_t row = static_cast<size_t>(shape.Count(axis, shape.rank())) * element;
    const int64_t rows = shape.Count(0, axis);
    char* dst = static_cast<char*>(op.out->mutable_raw_data());
    constexpr size_t kGrain = 16384;  // bytes that justify a thread
    context.pool->ParallelFor(
        rows, static_cast<int64_t>(kGrain / (row + 1) + 1), [&](int64_t begin, int64_t end, int) {
          for (int64_t r = begin; r < end; ++r) {
            char* to = dst + static_cast<size_t>(r) * row;
            for (const Tensor* x : op.x) {
              const size_t piece =
                  static_cast<size_t>(MemoryDims(*x).Count(axis, shape.rank())) * element;
              if (piece == 0) continue;
              const char* const from =
                  static_cast<const char*>(x->raw_data()) + static_cast<size_t>(r) * piece;
              if (from != to)
                std::memcpy(to, from, piece);  // otherwise the memory plan has placed it there
              to += piece;
            }
          }
        });
    return OkStatus();
  }
};

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(concat, kHost, kAny, kAny, paddle::lite::kernels::host::ConcatKernel, def)
    .Finalize();
