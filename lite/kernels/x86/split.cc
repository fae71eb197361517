// Pieces of a tensor in any layout: along the channels of channels-last tensors, every pixel is a
// row. A piece that the memory plan has placed inside the input is not copied.

#include "lite/operators/split.h"

#include "lite/backends/x86/kernel_tables.h"
#include "lite/core/memory_order.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::x86 {

namespace backend = ::paddle::lite::x86;

class SplitKernel final : public KernelFor<operators::Split> {
 public:
  Status RunOp(const operators::Split& op, const RunContext& context) override {
    if (op.x->numel() == 0) return OkStatus();
    const backend::VectorF32Kernels& vector = backend::VectorF32(backend::ActiveIsa());
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
                                    vector.copy(from, row, to, piece, end - begin, piece);
                                  }
                                  from += piece;
                                }
                              });
    return OkStatus();
  }

 private:
  static constexpr int64_t kGrain = 8192;  // elements that justify a thread
};

}  // namespace paddle::lite::kernels::x86

REGISTER_LITE_KERNEL(split, kX86, kFloat, kAny, paddle::lite::kernels::x86::SplitKernel, def)
    .BindInput("AxisTensor",
               {LiteType::GetTensorTy(TARGET(kX86), PRECISION(kAny), DATALAYOUT(kNCHW))})
    .BindInput("SectionsTensorList",
               {LiteType::GetTensorTy(TARGET(kX86), PRECISION(kAny), DATALAYOUT(kNCHW))})
    .Finalize();
