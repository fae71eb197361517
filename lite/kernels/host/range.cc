#include "lite/operators/range.h"

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class RangeKernel final : public KernelFor<operators::Range> {
 public:
  Status RunOp(const operators::Range& op, const RunContext&) override {
    switch (op.start->precision()) {
      case PrecisionType::kFloat:
        Fill<float>(op);
        return OkStatus();
      case PrecisionType::kFP64:
        Fill<double>(op);
        return OkStatus();
      case PrecisionType::kInt32:
        Fill<int32_t>(op);
        return OkStatus();
      default:
        Fill<int64_t>(op);
        return OkStatus();
    }
  }

 private:
  // Adds one step at a time, to round like Paddle.
  template <typename T>
  static void Fill(const operators::Range& op) {
    const int64_t count = op.out->numel();
    T* dst = op.out->mutable_data<T>();
    T value = *op.start->data<T>();
    for (int64_t i = 0; i < count; ++i) {
      dst[i] = value;
      if (i + 1 < count) value += *op.step->data<T>();
    }
  }
};

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(range, kHost, kAny, kNCHW, paddle::lite::kernels::host::RangeKernel, def)
    .BindInput("Start", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .BindInput("End", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .BindInput("Step", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .Finalize();
