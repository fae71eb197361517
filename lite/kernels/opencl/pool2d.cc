#include "lite/operators/pool2d.h"

#include "lite/kernels/opencl/images.h"
#include "lite/kernels/opencl/rows.h"

namespace paddle::lite::kernels::opencl {
namespace {

// Pooling of pool2d.cl.
struct Pooling {
  int32_t in_height = 0, in_width = 0, out_height = 0, out_width = 0;
  int32_t kernel_height = 0, kernel_width = 0, stride_y = 0, stride_x = 0, top = 0, left = 0;
  int32_t adaptive = 0, exclusive = 0, is_max = 0;

  Pooling() = default;
  Pooling(const operators::PoolGeometry& g, bool max)
      : in_height(static_cast<int32_t>(g.h.in)),
        in_width(static_cast<int32_t>(g.w.in)),
        out_height(static_cast<int32_t>(g.h.out)),
        out_width(static_cast<int32_t>(g.w.out)),
        kernel_height(static_cast<int32_t>(g.h.kernel)),
        kernel_width(static_cast<int32_t>(g.w.kernel)),
        stride_y(static_cast<int32_t>(g.h.stride)),
        stride_x(static_cast<int32_t>(g.w.stride)),
        top(static_cast<int32_t>(g.h.pad_begin)),
        left(static_cast<int32_t>(g.w.pad_begin)),
        adaptive(g.adaptive),
        exclusive(g.exclusive),
        is_max(max) {}
};

Status RefuseChannelsLast(const operators::Pool2d& op) {
  return op.data_format == "NHWC" ? Unsupported("data_format NHWC") : OkStatus();
}

}  // namespace

// An average over the whole image is a reduction of a row.
class Pool2dKernel final : public KernelFor<operators::Pool2d> {
 public:
  static Status Supports(const operators::Pool2d& op) { return RefuseChannelsLast(op); }

  Status PrepareOp(const operators::Pool2d& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::PoolGeometry g, op.Geometry());
    whole_ = g.global && !op.is_max() && g.h.pad_end == 0 && g.w.pad_end == 0;
    if (whole_) {
      Walk kept, reduced;
      kept.Add(g.batch * g.channels, g.h.in * g.w.in);
      reduced.Add(g.h.in * g.w.in, 1);
      return reduction_.Prepare(*context, Reduction::kMean, kept, reduced);
    }
    pooling_ = Pooling(g, op.is_max());
    items_ = {g.w.out, g.h.out, g.batch * g.channels};
    return function_.Load(*context, "pool2d", "pool2d");
  }

  Status RunOp(const operators::Pool2d& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    if (whole_) return reduction_.Run(context, op.x, op.out);
    return function_.On(context).Add(op.x).Add(op.out).Add(pooling_).Over(items_, kCube);
  }

 private:
  bool whole_ = false;
  Reduction reduction_;
  Pooling pooling_;
  WorkSize items_ = {0, 0, 0};
  LoadedFunction function_;
};

class Pool2dImageKernel final : public KernelFor<operators::Pool2d> {
 public:
  static Status Supports(const operators::Pool2d& op) { return RefuseChannelsLast(op); }

  Status PrepareOp(const operators::Pool2d& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::PoolGeometry g, op.Geometry());
    pooling_ = Pooling(g, op.is_max());
    return function_.Load(*context, "pool2d", "pool2d_image");
  }
  Status RunOp(const operators::Pool2d& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    const ImageShape shape(op.out->dims());
    return function_.On(context).Add(op.x).Add(op.out).Add(pooling_).Add(shape.c).Over(
        shape.items(), kCube);
  }

 private:
  Pooling pooling_;
  LoadedFunction function_;
};

LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, Pool2dKernel, pool2d);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, Pool2dImageKernel, pool2d);

}  // namespace paddle::lite::kernels::opencl
