#include "lite/operators/arg_max.h"

#include "lite/kernels/opencl/call.h"

namespace paddle::lite::kernels::opencl {

template <bool kMax>
class ArgMinMaxKernel final : public KernelFor<operators::ArgMinMax> {
 public:
  static Status Supports(const operators::ArgMinMax& op) { return op.CheckIntegerResult(); }
  Status PrepareOp(const operators::ArgMinMax& op, PrepareContext* context) override {
    const bool narrow = op.out->precision() == PrecisionType::kInt32;
    return function_.Load(*context, "arg_max", "arg_extreme",
                          narrow ? "-DINDEX=int" : "-DINDEX=long");
  }
  Status RunOp(const operators::ArgMinMax& op, const RunContext& context) override {
    const DDim& dims = op.x->dims();
    int64_t count = op.x->numel();
    int64_t inner = 1;
    if (!op.flatten && dims.rank() > 0) {
      const int axis = static_cast<int>(op.axis < 0 ? op.axis + dims.rank() : op.axis);
      count = dims[axis];
      inner = dims.Count(axis + 1, dims.rank());
    }
    return function_.On(context)
        .Add(op.x)
        .Add(op.out)
        .Add(static_cast<int32_t>(count))
        .Add(static_cast<int32_t>(inner))
        .Add(kMax ? 1.0f : -1.0f)
        .Over({op.out->numel(), 1, 1}, kLine);
  }

 private:
  LoadedFunction function_;
};

LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, ArgMinMaxKernel<true>, arg_max)
    .Out({"Out"}, PRECISION(kAny));
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, ArgMinMaxKernel<false>, arg_min)
    .Out({"Out"}, PRECISION(kAny));

}  // namespace paddle::lite::kernels::opencl
