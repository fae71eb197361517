#include "lite/operators/pool2d.h"

#include "lite/backends/cuda/pool2d_body.h"
#include "lite/kernels/cuda/rows.h"

namespace paddle::lite::kernels::cuda {
namespace {

lite::cuda::PoolAxis AxisOf(const operators::WindowAxis& axis) {
  return {Int(axis.in), Int(axis.out), Int(axis.kernel), Int(axis.stride), Int(axis.pad_begin)};
}

}  // namespace

// An average over the whole image is a reduction of a row.
class Pool2dKernel final : public CudaKernel<operators::Pool2d> {
 public:
  static Status Supports(const operators::Pool2d& op) {
    return op.data_format == "NHWC" ? Unsupported("data_format NHWC") : OkStatus();
  }

  Status PrepareCuda(const operators::Pool2d& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(const operators::PoolGeometry g, op.Geometry());
    whole_ = g.global && !op.is_max() && g.h.pad_end == 0 && g.w.pad_end == 0;
    if (whole_) {
      reduction_ = {lite::cuda::Reduction::kMean, {}, {}};
      reduction_.kept.Add(g.batch * g.channels, g.h.in * g.w.in);
      reduction_.reduced.Add(g.h.in * g.w.in, 1);
      return OkStatus();
    }
    body_ = {nullptr, nullptr, AxisOf(g.h), AxisOf(g.w), g.adaptive, g.exclusive, op.is_max()};
    return OkStatus();
  }

  Status RunOp(const operators::Pool2d& op, const RunContext& context) override {
    if (whole_) return reduction_.Run(context, op.x, op.out);
    lite::cuda::Pool2dBody body = body_;
    body.x = From<float>(op.x);
    body.out = To<float>(op.out);
    return QueueOf(context)->Launch("pool2d", body, op.out->numel());
  }

 private:
  bool whole_ = false;
  ReductionLaunch reduction_;
  lite::cuda::Pool2dBody body_ = {};
};

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, Pool2dKernel, pool2d);

}  // namespace paddle::lite::kernels::cuda
