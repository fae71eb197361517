#include "lite/operators/arg_max.h"

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

template <bool kMax>
class ArgMinMaxKernel final : public KernelFor<operators::ArgMinMax> {
 public:
  Status RunOp(const operators::ArgMinMax& op, const RunContext& context) override {
    switch (op.x->precision()) {
      case PrecisionType::kFloat:
        return RunTyped<float>(op, context);
      case PrecisionType::kFP64:
        return RunTyped<double>(op, context);
      case PrecisionType::kInt32:
        return RunTyped<int32_t>(op, context);
      case PrecisionType::kInt64:
        return RunTyped<int64_t>(op, context);
      case PrecisionType::kUInt8:
        return RunTyped<uint8_t>(op, context);
      default:
        return Unsupported("X: element type ", PrecisionToStr(op.x->precision()));
    }
  }

 private:
  template <typename T>
  Status RunTyped(const operators::ArgMinMax& op, const RunContext& context) const {
    const DDim& dims = op.x->dims();
    int64_t count = op.x->numel();
    int64_t inner = 1;
    if (!op.flatten && dims.rank() > 0) {
      const int axis = static_cast<int>(op.axis < 0 ? op.axis + dims.rank() : op.axis);
      count = dims[axis];
      inner = dims.Count(axis + 1, dims.rank());
    }
    const T* src = op.x->data<T>();
    const bool narrow = op.out->precision() == PrecisionType::kInt32;
    constexpr int64_t kGrain = 4096;  // elements that justify a thread
    context.pool->ParallelFor(
        op.out->numel(), kGrain / count + 1, [&](int64_t begin, int64_t end, int) {
          for (int64_t o = begin; o < end; ++o) {
            const T* line = src + o / inner * count * inner + o % inner;
            int64_t best = -1;
            for (int64_t i = 0; i < count; ++i) {
              const T value = line[i * inner];
              if (!(value == value)) continue;  // NaN
              if (best < 0 || (kMax ? value > line[best * inner] : value < line[best * inner]))
                best = i;
            }
            if (best < 0) best = 0;
            if (narrow) {
              op.out->mutable_data<int32_t>()[o] = static_cast<int32_t>(best);
            } else {
              op.out->mutable_data<int64_t>()[o] = best;
            }
          }
        });
    return OkStatus();
  }
};

using ArgMaxKernel = ArgMinMaxKernel<true>;
using ArgMinKernel = ArgMinMaxKernel<false>;

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(arg_max, kHost, kFloat, kNCHW, paddle::lite::kernels::host::ArgMaxKernel, def)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kNCHW))})
    .Finalize();

REGISTER_LITE_KERNEL(arg_max, kHost, kAny, kNCHW, paddle::lite::kernels::host::ArgMaxKernel, def)
    .Finalize();

REGISTER_LITE_KERNEL(arg_min, kHost, kFloat, kNCHW, paddle::lite::kernels::host::ArgMinKernel, def)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kNCHW))})
    .Finalize();

REGISTER_LITE_KERNEL(arg_min, kHost, kAny, kNCHW, paddle::lite::kernels::host::ArgMinKernel, def)
    .Finalize();
