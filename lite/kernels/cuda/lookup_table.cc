#include "lite/operators/lookup_table.h"

#include "lite/backends/cuda/select_body.h"
#include "lite/kernels/cuda/call.h"

namespace paddle::lite::kernels::cuda {

template <typename T>
class LookupTableKernel final : public CudaKernel<operators::LookupTableBase> {
 public:
  Status RunOp(const operators::LookupTableBase& op, const RunContext& context) override {
    const DDim& dims = op.w->dims();
    const lite::cuda::LookupBody<T, int64_t> body = {From<T>(op.w), From<int64_t>(op.ids),
                                                     To<T>(op.out), Int(dims[0]),
                                                     Int(dims[1]),  op.padding_idx};
    return QueueOf(context)->Launch("lookup_table", body, op.out->numel());
  }
};

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, LookupTableKernel<float>, lookup_table, lookup_table_v2)
    .In({"Ids"}, PRECISION(kInt64));
LITE_KERNELS(kCUDA, kFP16, kNCHW, def, LookupTableKernel<Half>, lookup_table, lookup_table_v2)
    .In({"Ids"}, PRECISION(kInt64));

}  // namespace paddle::lite::kernels::cuda
