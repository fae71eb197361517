#include "lite/operators/reduce.h"

#include "lite/kernels/opencl/rows.h"

namespace paddle::lite::kernels::opencl {

template <Reduction::Kind kKind>
class ReduceKernel final : public KernelFor<operators::Reduce> {
 public:
  static Status Supports(const operators::Reduce& op) {
    if (op.out_dtype < 0) return OkStatus();
    LITE_ASSIGN_OR_RETURN(const PrecisionType type,
                          operators::PrecisionOfDataType("out_dtype", op.out_dtype));
    return type == PrecisionType::kFloat ? OkStatus() : Unsupported("out_dtype ", op.out_dtype);
  }

  Status PrepareOp(const operators::Reduce& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const auto is_reduced, op.Reduced());
    const DDim& dims = op.x->dims();
    Walk kept, reduced;
    int64_t step = op.x->numel();
    for (int i = 0; i < dims.rank(); ++i) {
      step = dims[i] == 0 ? 0 : step / dims[i];
      (is_reduced[i] ? reduced : kept).Add(dims[i], step);
    }
    return reduction_.Prepare(*context, kKind, kept, reduced);
  }
  Status RunOp(const operators::Reduce& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    return reduction_.Run(context, op.x, op.out);
  }

 private:
  Reduction reduction_;
};

LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, ReduceKernel<Reduction::kSum>, reduce_sum);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, ReduceKernel<Reduction::kMean>, reduce_mean, mean);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, ReduceKernel<Reduction::kLargest>, reduce_max, max);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, ReduceKernel<Reduction::kSmallest>, reduce_min);

}  // namespace paddle::lite::kernels::opencl
