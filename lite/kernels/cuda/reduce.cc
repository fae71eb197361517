#include "lite/operators/reduce.h"

#include <type_traits>

#include "lite/kernels/cuda/rows.h"

namespace paddle::lite::kernels::cuda {

using lite::cuda::Reduction;

template <typename T, Reduction kKind>
class ReduceKernel final : public CudaKernel<operators::Reduce> {
 public:
  static Status Supports(const operators::Reduce& op) {
    if (op.out_dtype < 0) return OkStatus();
    LITE_ASSIGN_OR_RETURN(const PrecisionType type,
                          operators::PrecisionOfDataType("out_dtype", op.out_dtype));
    // The optimiser chooses between real types.
    const bool plain = type == PrecisionType::kFloat && std::is_same_v<T, float>;
    return plain ? OkStatus() : Unsupported("out_dtype ", op.out_dtype);
  }

  Status PrepareCuda(const operators::Reduce& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(const auto is_reduced, op.Reduced());
    const DDim& dims = op.x->dims();
    launch_ = {kKind, {}, {}};
    int64_t step = op.x->numel();
    for (int i = 0; i < dims.rank(); ++i) {
      step = dims[i] == 0 ? 0 : step / dims[i];
      (is_reduced[i] ? launch_.reduced : launch_.kept).Add(dims[i], step);
    }
    return OkStatus();
  }
  Status RunOp(const operators::Reduce& op, const RunContext& context) override {
    return launch_.Run(context, op.x, op.out);
  }

 private:
  ReductionLaunch<T> launch_;
};

template <Reduction kKind>
using ReduceFloat = ReduceKernel<float, kKind>;
template <Reduction kKind>
using ReduceHalf = ReduceKernel<Half, kKind>;

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, ReduceFloat<Reduction::kSum>, reduce_sum);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, ReduceFloat<Reduction::kMean>, reduce_mean, mean);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, ReduceFloat<Reduction::kLargest>, reduce_max, max);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, ReduceFloat<Reduction::kSmallest>, reduce_min);
LITE_KERNELS(kCUDA, kFP16, kNCHW, def, ReduceHalf<Reduction::kSum>, reduce_sum);
LITE_KERNELS(kCUDA, kFP16, kNCHW, def, ReduceHalf<Reduction::kMean>, reduce_mean, mean);
LITE_KERNELS(kCUDA, kFP16, kNCHW, def, ReduceHalf<Reduction::kLargest>, reduce_max, max);
LITE_KERNELS(kCUDA, kFP16, kNCHW, def, ReduceHalf<Reduction::kSmallest>, reduce_min);

}  // namespace paddle::lite::kernels::cuda
