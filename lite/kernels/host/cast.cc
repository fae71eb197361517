#include "lite/operators/cast.h"

#include "lite/kernels/host/number_conversion.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class CastKernel final : public KernelFor<operators::Cast> {
 public:
  Status PrepareOp(const operators::Cast& op, PrepareContext*) override {
    convert_ = FindNumberConversion(op.x->precision(), op.out->precision());
    if (convert_ == nullptr) {
      return Unsupported("from ", PrecisionToStr(op.x->precision()), " to ",
                         PrecisionToStr(op.out->precision()));
    }
    return OkStatus();
  }
  Status RunOp(const operators::Cast& op, const RunContext& context) override {
    convert_(op.x->raw_data(), op.out->mutable_raw_data(), op.x->numel(), context.pool);
    return OkStatus();
  }

 private:
  NumberConversion convert_ = nullptr;
};

LITE_KERNELS(kHost, kAny, kAny, def, CastKernel, cast);

}  // namespace paddle::lite::kernels::host
