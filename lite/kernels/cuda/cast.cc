#include "lite/operators/cast.h"

#include "lite/backends/cuda/cast_body.h"
#include "lite/core/element.h"
#include "lite/kernels/cast_types.h"
#include "lite/kernels/cuda/call.h"

namespace paddle::lite::kernels::cuda {
namespace {

using CastTypes = IntegerTypes::And<bool, float>;

}  // namespace

class CastKernel final : public CudaKernel<operators::Cast> {
 public:
  static Status Supports(const operators::Cast& op) { return CheckCastTypes<CastTypes>(op); }

  Status RunOp(const operators::Cast& op, const RunContext& context) override {
    return VisitElementType<CastTypes>("X", op.x->precision(), [&](auto from) {
      return VisitElementType<CastTypes>("Out", op.out->precision(), [&](auto to) {
        using In = typename decltype(from)::Type;
        using Out = typename decltype(to)::Type;
        const lite::cuda::CastBody<In, Out> body = {From<In>(op.x), To<Out>(op.out)};
        return QueueOf(context)->Launch("cast", body, op.x->numel());
      });
    });
  }
};

LITE_KERNELS(kCUDA, kAny, kNCHW, def, CastKernel, cast);

}  // namespace paddle::lite::kernels::cuda
