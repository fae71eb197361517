#include "lite/operators/lookup_table.h"

#include "lite/backends/cuda/select_body.h"
#include "lite/kernels/cuda/call.h"

namespace paddle::lite::kernels::cuda {

class LookupTableKernel final : public CudaKernel<operators::LookupTableBase> {
 public:
  Status RunOp(const operators::LookupTableBase& op, const RunContext& context) override {
    const DDim& dims = op.w->dims();
    const lite::cuda::LookupBody<int64_t> body = {From<float>(op.w), From<int64_t>(op.ids),
                                                  To<float>(op.out), Int(dims[0]),
                                                  Int(dims[1]),      op.padding_idx};
    return QueueOf(context)->Launch("lookup_table", body, op.out->numel());
  }
};

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, LookupTableKernel, lookup_table, lookup_table_v2)
    .In({"Ids"}, PRECISION(kInt64));

}  // namespace paddle::lite::kernels::cuda
