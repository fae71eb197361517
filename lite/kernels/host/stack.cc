#include "lite/operators/stack.h"

#include <cstring>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class StackKernel final : public KernelFor<operators::Stack> {
 public:
  Status RunOp(const operators::Stack& op, const RunContext& context) override {
    const DDim& dims = op.x[0]->dims();
    const int axis = op.axis < 0 ? op.axis + dims.rank() + 1 : op.axis;
    const size_t row = static_cast<size_t>(dims.Count(axis, dims.rank())) *
                       PrecisionTypeLength(op.x[0]->precision());
    if (op.y->numel() == 0) return OkStatus();
    char* dst = static_cast<char*>(op.y->mutable_raw_data());
    const size_t count = op.x.size();
    constexpr size_t kGrain = 16384;  // bytes that justify a thread
    context.pool->ParallelFor(dims.Count(0, axis),
                              static_cast<int64_t>(kGrain / (row * count + 1) + 1),
                              [&](int64_t begin, int64_t end, int) {
                                for (int64_t r = begin; r < end; ++r) {
                                  for (size_t i = 0; i < count; ++i) {
                                    std::memcpy(dst + (static_cast<size_t>(r) * count + i) * row,
                                                static_cast<const char*>(op.x[i]->raw_data()) +
                                                    static_cast<size_t>(r) * row,
                                                row);
                                  }
                                }
                              });
    return OkStatus();
  }
};

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(stack, kHost, kAny, kNCHW, paddle::lite::kernels::host::StackKernel, def)
    .Finalize();
