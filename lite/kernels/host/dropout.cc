#include "lite/operators/dropout.h"

#include "lite/core/element.h"
#include "lite/kernels/host/copy_elements.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class DropoutKernel final : public KernelFor<operators::Dropout> {
 public:
  Status RunOp(const operators::Dropout& op, const RunContext& context) override {
    if (op.dropout_implementation == "upscale_in_train") {
      CopyElements(*op.x, op.out);
      return OkStatus();
    }
    return VisitElementType<RealTypes>("X", op.x->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      constexpr int64_t kGrain = 4096;  // elements that justify a thread
      const T keep = 1.0f - op.dropout_prob;
      const T* src = op.x->data<T>();
      T* dst = op.out->mutable_data<T>();
      context.pool->ParallelFor(op.x->numel(), kGrain, [=](int64_t begin, int64_t end, int) {
        for (int64_t i = begin; i < end; ++i) dst[i] = src[i] * keep;
      });
    });
  }
};

LITE_KERNELS(kHost, kFloat, kAny, def, DropoutKernel, dropout)
    .In({"Seed"}, PRECISION(kAny))
    .Out({"Mask"}, PRECISION(kUInt8));
LITE_KERNELS(kHost, kFP64, kAny, def, DropoutKernel, dropout)
    .In({"Seed"}, PRECISION(kAny))
    .Out({"Mask"}, PRECISION(kUInt8));

}  // namespace paddle::lite::kernels::host
