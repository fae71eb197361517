#include "lite/operators/softmax.h"

#include "lite/core/memory_order.h"
#include "lite/kernels/cuda/rows.h"
#include "lite/operators/type_conversion.h"

namespace paddle::lite::kernels::cuda {

template <typename T>
class SoftmaxKernel final : public CudaKernel<operators::Softmax> {
 public:
  Status RunOp(const operators::Softmax& op, const RunContext& context) override {
    if (op.x->numel() == 0) return OkStatus();
    const DDim dims = MemoryDims(*op.x);
    operators::Softmax::Extents e = op.Split();
    if (StoredChannelsLast(*op.x) && !operators::LayoutIsFree(op.x->dims())) {
      const int axis = MemoryAxis(*op.x, op.axis < 0 ? op.axis + dims.rank() : op.axis);
      e = {dims.Count(0, axis), dims[axis], dims.Count(axis + 1, dims.rank())};
    }
    return LaunchRows<T, lite::cuda::SoftmaxBody>(context, "softmax", e.outer * e.inner, e.extent,
                                                  From<T>(op.x), To<T>(op.out), Int(e.extent),
                                                  Int(e.inner));
  }
};

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, SoftmaxKernel<float>, softmax, search_seq_softmax);
LITE_KERNELS(kCUDA, kFP16, kAny, def, SoftmaxKernel<Half>, softmax);

}  // namespace paddle::lite::kernels::cuda
