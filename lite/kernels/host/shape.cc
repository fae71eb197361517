#include "lite/operators/shape.h"

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class ShapeKernel final : public KernelFor<operators::Shape> {
 public:
  Status RunOp(const operators::Shape& op, const RunContext&) override {
    int32_t* dst = op.out->mutable_data<int32_t>();
    for (const int64_t d : op.input->dims()) *dst++ = static_cast<int32_t>(d);
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kAny, def, ShapeKernel, shape)
    .Out({"Out"}, PRECISION(kInt32), DATALAYOUT(kNCHW));

}  // namespace paddle::lite::kernels::host
