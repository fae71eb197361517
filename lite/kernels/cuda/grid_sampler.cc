#include "lite/operators/grid_sampler.h"

#include "lite/backends/cuda/sampling_body.h"
#include "lite/kernels/cuda/call.h"

namespace paddle::lite::kernels::cuda {

class GridSamplerKernel final : public CudaKernel<operators::GridSampler> {
  using Body = lite::cuda::GridSampleBody;

 public:
  static Status Supports(const operators::GridSampler& op) {
    if (!op.samples()) return Unsupported("mode ", op.mode);
    const int rank = op.x->dims().rank();
    return rank == 0 || op.IsImage() ? OkStatus() : Unsupported("images of rank ", rank);
  }
  Status RunOp(const operators::GridSampler& op, const RunContext& context) override {
    using Border = operators::GridSampler::Border;
    const DDim& in = op.x->dims();
    const DDim& out = op.output->dims();
    const Body::Border border = op.border() == Border::kZeros   ? Body::kZeros
                                : op.border() == Border::kClamp ? Body::kClamp
                                                                : Body::kReflect;
    const Body body = {From<float>(op.x), From<float>(op.grid), To<float>(op.output), Int(in[1]),
                       Int(in[2]),        Int(in[3]),           Int(out[2] * out[3]), border,
                       op.nearest(),      op.align_corners};
    return QueueOf(context)->Launch("grid_sampler", body, op.output->numel());
  }
};

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, GridSamplerKernel, grid_sampler);

}  // namespace paddle::lite::kernels::cuda
