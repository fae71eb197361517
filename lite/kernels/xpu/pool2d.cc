#include "lite/operators/pool2d.h"

#include "lite/kernels/xpu/pool.h"

namespace paddle::lite::kernels::xpu {

class Pool2dKernel final : public XpuKernel<operators::Pool2d> {
 public:
  static Status Supports(const operators::Pool2d& op) {
    if (op.data_format == "NHWC") return Unsupported("data_format NHWC");
    LITE_RETURN_IF_ERROR(operators::RequireNoCrop(op.paddings));
    if (op.adaptive) return Unsupported("adaptive windows");
    const Result<operators::PoolGeometry> g = op.Geometry();
    return g.ok() ? PoolOf(*g, op.is_max()).status() : OkStatus();  // shapes may be unknown
  }

 protected:
  Status PrepareXpu(const operators::Pool2d& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(const operators::PoolGeometry g, op.Geometry());
    LITE_ASSIGN_OR_RETURN(pool_, PoolOf(g, op.is_max()));
    return OkStatus();
  }
  Status RunXpu(const operators::Pool2d& op, RawContext* context) override {
    pool_.x = From<float>(op.x);
    pool_.y = To<float>(op.out);
    return CheckCall(library::Pool(context, pool_), "a pooling of XDNN");
  }

 private:
  lite::xpu::LibraryPool pool_;
};

LITE_KERNELS(kXPU, kFloat, kNCHW, def, Pool2dKernel, pool2d);

}  // namespace paddle::lite::kernels::xpu
