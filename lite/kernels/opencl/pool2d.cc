#include "lite/operators/pool2d.h"

#include "lite/kernels/opencl/rows.h"

namespace paddle::lite::kernels::opencl {

// An average over the whole image is a reduction of a row.
class Pool2dKernel final : public KernelFor<operators::Pool2d> {
 public:
  static Status Supports(const operators::Pool2d& op) {
    return op.data_format == "NHWC" ? Unsupported("data_format NHWC") : OkStatus();
  }

  Status PrepareOp(const operators::Pool2d& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::PoolGeometry g, op.Geometry());
    whole_ = g.global && !op.is_max() && g.h.pad_end == 0 && g.w.pad_end == 0;
    if (whole_) {
      Walk kept, reduced;
      kept.Add(g.batch * g.channels, g.h.in * g.w.in);
      reduced.Add(g.h.in * g.w.in, 1);
      return reduction_.Prepare(*context, Reduction::kMean, kept, reduced);
    }
    const auto number = [](int64_t value) { return static_cast<int32_t>(value); };
    pooling_ = {number(g.h.in),
                number(g.w.in),
                number(g.h.out),
                number(g.w.out),
                number(g.h.kernel),
                number(g.w.kernel),
                number(g.h.stride),
                number(g.w.stride),
                number(g.h.pad_begin),
                number(g.w.pad_begin),
                g.adaptive,
                g.exclusive,
                op.is_max()};
    items_ = {g.w.out, g.h.out, g.batch * g.channels};
    return function_.Load(*context, "pool2d", "pool2d");
  }

  Status RunOp(const operators::Pool2d& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    if (whole_) return reduction_.Run(context, op.x, op.out);
    return function_.On(context).Add(op.x).Add(op.out).Add(pooling_).Over(items_, kCube);
  }

 private:
  // Pooling of pool2d.cl.
  struct Pooling {
    int32_t in_height, in_width, out_height, out_width;
    int32_t kernel_height, kernel_width, stride_y, stride_x, top, left;
    int32_t adaptive, exclusive, is_max;
  };

  bool whole_ = false;
  Reduction reduction_;
  Pooling pooling_ = {};
  WorkSize items_ = {0, 0, 0};
  LoadedFunction function_;
};

LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, Pool2dKernel, pool2d);

}  // namespace paddle::lite::kernels::opencl
