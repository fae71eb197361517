#include "lite/operators/lrn.h"

#include "lite/backends/cuda/rows_body.h"
#include "lite/core/memory_order.h"
#include "lite/kernels/cuda/call.h"

namespace paddle::lite::kernels::cuda {

class LrnKernel final : public CudaKernel<operators::Lrn> {
 public:
  Status RunOp(const operators::Lrn& op, const RunContext& context) override {
    const DDim dims = MemoryDims(*op.x);
    const int axis = MemoryAxis(*op.x, op.channel_axis());
    const int32_t before = (op.n - 1) / 2;
    const lite::cuda::ChannelWindowBody body = {From<float>(op.x),
                                                To<float>(op.out),
                                                To<float>(op.mid_out),
                                                Int(dims[axis]),
                                                Int(dims.Count(axis + 1, dims.rank())),
                                                before,
                                                op.n - 1 - before,
                                                op.k,
                                                op.alpha,
                                                op.beta};
    return QueueOf(context)->Launch("lrn", body, op.x->numel());
  }
};

LITE_KERNELS(kCUDA, kFloat, kAny, def, LrnKernel, lrn);

}  // namespace paddle::lite::kernels::cuda
