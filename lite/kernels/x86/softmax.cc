#include "lite/operators/softmax.h"

#include "lite/backends/x86/kernel_tables.h"
#include "lite/core/memory_order.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::x86 {

namespace backend = ::paddle::lite::x86;

class SoftmaxKernel final : public KernelFor<operators::Softmax> {
 public:
  Status PrepareOp(const operators::Softmax& op, PrepareContext*) override {
    extents_ = op.Split();
    // An X of 1 x 1 pixels that is treated as a matrix is the same in both orders.
    if (StoredChannelsLast(*op.x) && op.out->dims().rank() == 4) {
      const DDim dims = MemoryDims(*op.x);
      const int at = MemoryAxis(*op.x, op.axis < 0 ? op.axis + 4 : op.axis);
      extents_ = {dims.Count(0, at), dims[at], dims.Count(at + 1, 4)};
    }
    vector_ = &backend::VectorF32(backend::ActiveIsa());
    return OkStatus();
  }

  Status RunOp(const operators::Softmax& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    const float* src = op.x->data<float>();
    float* dst = op.out->mutable_data<float>();
    const int64_t length = extents_.extent;
    if (extents_.inner == 1) {
      context.pool->ParallelFor(extents_.outer, std::max<int64_t>(1, kGrain / length),
                                [&](int64_t begin, int64_t end, int) {
                                  for (int64_t i = begin; i < end; ++i) {
                                    vector_->softmax(src + i * length, dst + i * length, length);
                                  }
                                });
      return OkStatus();
    }
    const int64_t inner = extents_.inner;
    const int64_t blocks = (inner + kColumns - 1) / kColumns;
    context.pool->ParallelFor(extents_.outer * blocks,
                              std::max<int64_t>(1, kGrain / (length * kColumns)),
                              [&](int64_t begin, int64_t end, int) {
                                for (int64_t i = begin; i < end; ++i) {
                                  const int64_t column = i % blocks * kColumns;
                                  const int64_t at = i / blocks * length * inner + column;
                                  vector_->softmax_strided(src + at, dst + at, length, inner,
                                                           std::min(kColumns, inner - column));
                                }
                              });
    return OkStatus();
  }

 private:
  static constexpr int64_t kGrain = 4096;  // elements that justify a thread
  static constexpr int64_t kColumns = 64;  // neighbouring columns processed together

  operators::Softmax::Extents extents_;
  const backend::VectorF32Kernels* vector_ = nullptr;
};

}  // namespace paddle::lite::kernels::x86

REGISTER_LITE_KERNEL(softmax, kX86, kFloat, kAny, paddle::lite::kernels::x86::SoftmaxKernel, def)
    .Finalize();
