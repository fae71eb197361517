#include "lite/operators/cast.h"

#include "lite/core/element.h"
#include "lite/kernels/cast_types.h"
#include "lite/kernels/xpu/call.h"
#include "lite/operators/element_types.h"

namespace paddle::lite::kernels::xpu {
namespace {

using CastTypes = IndexTypes::And<float>;

}  // namespace

class CastKernel final : public XpuKernel<operators::Cast> {
 public:
  static Status Supports(const operators::Cast& op) { return CheckCastTypes<CastTypes>(op); }

 protected:
  Status RunXpu(const operators::Cast& op, RawContext* context) override {
    return CheckCall(library::Cast(context, op.x->precision(), From<void>(op.x),
                                   op.out->precision(), To<void>(op.out), op.x->numel()),
                     "cast of XDNN");
  }
};

LITE_KERNELS(kXPU, kAny, kNCHW, def, CastKernel, cast);

}  // namespace paddle::lite::kernels::xpu
