// Concatenation in any layout: along the channels of channels-last tensors, every pixel is a row. A
// piece that the memory plan has placed in the result is not copied.

#include "lite/operators/concat.h"

#include "lite/core/memory_order.h"
#include "lite/kernels/cpu/cpu_kernel.h"

namespace paddle::lite::kernels::LITE_CPU {

class ConcatKernel final : public CpuKernelFor<operators::Concat> {
 public:
  Status RunOp(const operators::Concat& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    LITE_ASSIGN_OR_RETURN(const int program_axis, op.Axis());
    const int axis = MemoryAxis(*op.out, program_axis);
    const DDim shape = MemoryDims(*op.out);
    const int64_t row = shape.Count(axis, shape.rank());
    float* const dst = op.out->mutable_data<float>();
    context.pool->ParallelFor(shape.Count(0, axis), kGrain / row + 1,
                              [&](int64_t begin, int64_t end, int) {
                                float* to = dst + begin * row;
                                for (const Tensor* x : op.x) {
                                  const int64_t piece = MemoryDims(*x).Count(axis, shape.rank());
                                  if (piece == 0) continue;
                                  const float* const from = x->data<float>() + begin * piece;
                                  if (from != to)
                                    tables_.vector.copy(from, piece, to, row, end - begin, piece);
                                  to += piece;
                                }
                              });
    return OkStatus();
  }

 private:
  static constexpr int64_t kGrain = 8192;  // elements that justify a thread
};

}  // namespace paddle::lite::kernels::LITE_CPU

REGISTER_CPU_KERNEL(concat, kFloat, kAny, ConcatKernel, def)
    .BindInput("AxisTensor", CpuTensor(PRECISION(kAny), DATALAYOUT(kNCHW)))
    .Finalize();
