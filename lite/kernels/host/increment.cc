#include "lite/operators/increment.h"

#include "lite/kernels/host/number_conversion.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class IncrementKernel final : public KernelFor<operators::Increment> {
 public:
  Status RunOp(const operators::Increment& op, const RunContext&) override {
    switch (op.x->precision()) {
      case PrecisionType::kFloat:
        *op.out->mutable_data<float>() = *op.x->data<float>() + op.step;
        return OkStatus();
      case PrecisionType::kFP64:
        *op.out->mutable_data<double>() = *op.x->data<double>() + static_cast<double>(op.step);
        return OkStatus();
      // Unsigned, so that overflow wraps around.
      case PrecisionType::kInt32:
        *op.out->mutable_data<uint32_t>() =
            *op.x->data<uint32_t>() + static_cast<uint32_t>(RealToInteger<int32_t>(op.step));
        return OkStatus();
      case PrecisionType::kInt64:
        *op.out->mutable_data<uint64_t>() =
            *op.x->data<uint64_t>() + static_cast<uint64_t>(RealToInteger<int64_t>(op.step));
        return OkStatus();
      default:
        return Unsupported("X: element type ", PrecisionToStr(op.x->precision()));
    }
  }
};

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(increment, kHost, kAny, kAny, paddle::lite::kernels::host::IncrementKernel,
                     def)
    .Finalize();
