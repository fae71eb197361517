#include "lite/operators/pool2d.h"

#include "lite/backends/cuda/pool2d_body.h"
#include "lite/core/memory_order.h"
#include "lite/kernels/cuda/rows.h"

namespace paddle::lite::kernels::cuda {
namespace {

lite::cuda::PoolAxis AxisOf(const operators::WindowAxis& axis) {
  return {Int(axis.in), Int(axis.out), Int(axis.kernel), Int(axis.stride), Int(axis.pad_begin)};
}

}  // namespace

// An average over the whole image is a reduction of a row, unless the channels are last.
template <typename T>
class Pool2dKernel final : public CudaKernel<operators::Pool2d> {
 public:
  static Status Supports(const operators::Pool2d& op) {
    return op.data_format == "NHWC" ? Unsupported("data_format NHWC") : OkStatus();
  }

  Status PrepareCuda(const operators::Pool2d& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(const operators::PoolGeometry g, op.Geometry());
    const bool last = StoredChannelsLast(*op.x);
    whole_ = g.global && !op.is_max() && g.h.pad_end == 0 && g.w.pad_end == 0 && !last;
    if (whole_) {
      reduction_ = {lite::cuda::Reduction::kMean, {}, {}};
      reduction_.kept.Add(g.batch * g.channels, g.h.in * g.w.in);
      reduction_.reduced.Add(g.h.in * g.w.in, 1);
      return OkStatus();
    }
    body_ = {nullptr,    nullptr,     AxisOf(g.h), AxisOf(g.w), last ? Int(g.channels) : 1,
             g.adaptive, g.exclusive, op.is_max()};
    return OkStatus();
  }

  Status RunOp(const operators::Pool2d& op, const RunContext& context) override {
    if (whole_) return reduction_.Run(context, op.x, op.out);
    lite::cuda::Pool2dBody<T> body = body_;
    body.x = From<T>(op.x);
    body.out = To<T>(op.out);
    return QueueOf(context)->Launch("pool2d", body, op.out->numel());
  }

 private:
  bool whole_ = false;
  ReductionLaunch<T> reduction_;
  lite::cuda::Pool2dBody<T> body_ = {};
};

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, Pool2dKernel<float>, pool2d);
LITE_KERNELS(kCUDA, kFloat, kNHWC, def, Pool2dKernel<float>, pool2d);
LITE_KERNELS(kCUDA, kFP16, kAny, def, Pool2dKernel<Half>, pool2d);

}  // namespace paddle::lite::kernels::cuda
