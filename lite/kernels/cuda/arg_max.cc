#include "lite/operators/arg_max.h"

#include "lite/backends/cuda/select_body.h"
#include "lite/kernels/cuda/call.h"

namespace paddle::lite::kernels::cuda {

template <typename T, bool kMax>
class ArgMinMaxKernel final : public CudaKernel<operators::ArgMinMax> {
 public:
  static Status Supports(const operators::ArgMinMax& op) { return op.CheckIntegerResult(); }
  Status RunOp(const operators::ArgMinMax& op, const RunContext& context) override {
    return op.out->precision() == PrecisionType::kInt32 ? RunWith<int32_t>(op, context)
                                                        : RunWith<int64_t>(op, context);
  }

 private:
  template <typename Index>
  static Status RunWith(const operators::ArgMinMax& op, const RunContext& context) {
    const DDim& dims = op.x->dims();
    int64_t count = op.x->numel();
    int64_t inner = 1;
    if (!op.flatten && dims.rank() > 0) {
      const int axis = static_cast<int>(op.axis < 0 ? op.axis + dims.rank() : op.axis);
      count = dims[axis];
      inner = dims.Count(axis + 1, dims.rank());
    }
    const lite::cuda::ArgExtremeBody<T, Index> body = {From<T>(op.x), To<Index>(op.out), Int(count),
                                                       Int(inner), kMax ? 1.0f : -1.0f};
    return QueueOf(context)->Launch("arg_max", body, op.out->numel());
  }
};

template <bool kMax>
using ArgFloat = ArgMinMaxKernel<float, kMax>;
template <bool kMax>
using ArgHalf = ArgMinMaxKernel<Half, kMax>;

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, ArgFloat<true>, arg_max).Out({"Out"}, PRECISION(kAny));
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, ArgFloat<false>, arg_min).Out({"Out"}, PRECISION(kAny));
LITE_KERNELS(kCUDA, kFP16, kNCHW, def, ArgHalf<true>, arg_max).Out({"Out"}, PRECISION(kAny));
LITE_KERNELS(kCUDA, kFP16, kNCHW, def, ArgHalf<false>, arg_min).Out({"Out"}, PRECISION(kAny));

}  // namespace paddle::lite::kernels::cuda
