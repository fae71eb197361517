// Pieces of a tensor in any layout: along the channels of channels-last tensors, every pixel is a
// row. A piece that the memory plan has placed inside the input is not copied.

#include "lite/operators/split.h"

#include "lite/core/memory_order.h"
#include "lite/kernels/cpu/cpu_kernel.h"

namespace paddle::lite::kernels::LITE_CPU {

class SplitKernel final : public CpuKernelFor<operators::Split> {
 public:
  Status RunOp(const operators::Split& op, const RunContext& context) override {
    if (op.x->numel() == 0) return OkStatus();
    LITE_ASSIGN_OR_RETURN(const int program_axis, op.Axis());
    const int axis = MemoryAxis(*op.x, program_axis);
    const DDim shape = MemoryDims(*op.x);
    const int64_t row = shape.Count(axis, shape.rank());
    const float* const src = op.x->data<float>();
    context.pool->ParallelFor(shape.Count(0, axis), kGrain / row + 1,
                              [&](int64_t begin, int64_t end, int) {
                                const float* from = src + begin * row;
                                for (Tensor* out : op.out) {
                                  const int64_t piece = MemoryDims(*out).Count(axis, shape.rank());
                                  if (piece == 0) continue;
                                  float* const to = out->mutable_data<float>() + begin * piece;
                                  if (from != to) {
                                    tables_.vector.copy(from, row, to, piece, end - begin, piece);
                                  }
                                  from += piece;
                                }
                              });
    return OkStatus();
  }

 private:
  static constexpr int64_t kGrain = 8192;  // elements that justify a thread
};

}  // namespace paddle::lite::kernels::LITE_CPU

REGISTER_CPU_KERNEL(split, kFloat, kAny, SplitKernel, def)
    .BindInput("AxisTensor", CpuTensor(PRECISION(kAny), DATALAYOUT(kNCHW)))
    .BindInput("SectionsTensorList", CpuTensor(PRECISION(kAny), DATALAYOUT(kNCHW)))
    .Finalize();
