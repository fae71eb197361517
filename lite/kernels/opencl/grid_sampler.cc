#include "lite/operators/grid_sampler.h"

#include "lite/kernels/opencl/call.h"

namespace paddle::lite::kernels::opencl {

class GridSamplerKernel final : public KernelFor<operators::GridSampler> {
 public:
  static Status Supports(const operators::GridSampler& op) {
    if (!op.samples()) return Unsupported("mode ", op.mode);
    const int rank = op.x->dims().rank();
    return rank == 0 || op.IsImage() ? OkStatus() : Unsupported("images of rank ", rank);
  }
  Status PrepareOp(const operators::GridSampler&, PrepareContext* context) override {
    return function_.Load(*context, "sampling", "grid_sampler");
  }
  Status RunOp(const operators::GridSampler& op, const RunContext& context) override {
    if (op.output->numel() == 0) return OkStatus();
    const DDim& in = op.x->dims();
    const int64_t pixels = op.output->dims().Count(2, 4);
    const Int4 size{static_cast<int32_t>(in[2]), static_cast<int32_t>(in[3]),
                    static_cast<int32_t>(in[1]), static_cast<int32_t>(pixels)};
    return function_.On(context)
        .Add(op.x)
        .Add(op.grid)
        .Add(op.output)
        .Add(size)
        .Add(int32_t{op.nearest()})
        .Add(int32_t{op.align_corners})
        .Add(static_cast<int32_t>(op.border()))
        .Over({pixels, in[0] * in[1], 1}, kSquare);
  }

 private:
  LoadedFunction function_;
};

LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, GridSamplerKernel, grid_sampler);

}  // namespace paddle::lite::kernels::opencl
