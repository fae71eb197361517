#include "lite/operators/cast.h"

#include "lite/core/element.h"
#include "lite/kernels/xpu/call.h"
#include "lite/operators/element_types.h"

namespace paddle::lite::kernels::xpu {
namespace {

using CastTypes = IndexTypes::And<float>;

Status CheckElement(const char* what, PrecisionType precision) {
  return precision == PrecisionType::kUnk ? OkStatus()
                                          : CheckElementType<CastTypes>(what, precision);
}

}  // namespace

class CastKernel final : public XpuKernel<operators::Cast> {
 public:
  static Status Supports(const operators::Cast& op) {
    LITE_RETURN_IF_ERROR(CheckElement("X", op.x->precision()));
    LITE_ASSIGN_OR_RETURN(const PrecisionType to,
                          operators::PrecisionOfDataType("out_dtype", op.out_dtype));
    return CheckElement("Out", to);
  }

 protected:
  Status RunXpu(const operators::Cast& op, RawContext* context) override {
    return CheckCall(library::Cast(context, op.x->precision(), From<void>(op.x),
                                   op.out->precision(), To<void>(op.out), op.x->numel()),
                     "cast of XDNN");
  }
};

LITE_KERNELS(kXPU, kAny, kNCHW, def, CastKernel, cast);

}  // namespace paddle::lite::kernels::xpu
