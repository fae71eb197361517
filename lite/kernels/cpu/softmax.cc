#include "lite/operators/softmax.h"

#include "lite/core/memory_order.h"
#include "lite/kernels/cpu/cpu_kernel.h"

namespace paddle::lite::kernels::LITE_CPU {

template <typename Types>
class SoftmaxKernel final : public CpuKernelFor<operators::Softmax, Types> {
 public:
  using Element = typename Types::Element;

  Status PrepareOp(const operators::Softmax& op, PrepareContext*) override {
    extents_ = op.Split();
    // An X of 1 x 1 pixels that is treated as a matrix is the same in both orders.
    if (StoredChannelsLast(*op.x) && op.out->dims().rank() == 4) {
      const DDim dims = MemoryDims(*op.x);
      const int at = MemoryAxis(*op.x, op.axis < 0 ? op.axis + 4 : op.axis);
      extents_ = {dims.Count(0, at), dims[at], dims.Count(at + 1, 4)};
    }
    return OkStatus();
  }

  Status RunOp(const operators::Softmax& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    const Element* src = op.x->data<Element>();
    Element* dst = op.out->mutable_data<Element>();
    if (op.x->dims().rank() == 0) {
      *dst = Element{1};  // also of NaN, as in Paddle
      return OkStatus();
    }
    const int64_t length = extents_.extent;
    if (extents_.inner == 1) {
      context.pool->ParallelFor(extents_.outer, std::max<int64_t>(1, kGrain / length),
                                [&](int64_t begin, int64_t end, int) {
                                  for (int64_t i = begin; i < end; ++i) {
                                    this->tables_.vector.softmax(src + i * length, dst + i * length,
                                                                 length);
                                  }
                                });
      return OkStatus();
    }
    const int64_t inner = extents_.inner;
    const int64_t blocks = (inner + kColumns - 1) / kColumns;
    context.pool->ParallelFor(
        extents_.outer * blocks, std::max<int64_t>(1, kGrain / (length * kColumns)),
        [&](int64_t begin, int64_t end, int) {
          for (int64_t i = begin; i < end; ++i) {
            const int64_t column = i % blocks * kColumns;
            const int64_t at = i / blocks * length * inner + column;
            this->tables_.vector.softmax_strided(src + at, dst + at, length, inner,
                                                 std::min(kColumns, inner - column));
          }
        });
    return OkStatus();
  }

 private:
  static constexpr int64_t kGrain = 4096;  // elements that justify a thread
  static constexpr int64_t kColumns = 64;  // neighbouring columns processed together

  operators::Softmax::Extents extents_;
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, SoftmaxKernel<F32>, softmax, search_seq_softmax);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, SoftmaxKernel<F16>, softmax);

}  // namespace paddle::lite::kernels::LITE_CPU
