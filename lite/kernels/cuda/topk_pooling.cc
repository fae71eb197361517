#include "lite/operators/topk_pooling.h"

#include <vector>

#include "lite/backends/cuda/sequence_body.h"
#include "lite/kernels/cuda/sequences.h"

namespace paddle::lite::kernels::cuda {

class TopkPoolingKernel final : public CudaKernel<operators::TopkPooling> {
  using Operator = operators::TopkPooling;
  using Part = lite::cuda::TopkValuesBody::Part;

 public:
  Status PrepareCuda(const Operator& op, PrepareContext* context) override {
    std::vector<Part> parts;
    for (int64_t n = 0; n < op.x->dims()[0]; ++n) {
      parts.push_back({Int(Operator::SizeOf(*op.y, n)), Int(Operator::SizeOf(*op.x, n))});
    }
    LITE_ASSIGN_OR_RETURN(parts_, UploadTable(*context, parts));
    return OkStatus();
  }
  Status RunOp(const Operator& op, const RunContext& context) override {
    const DDim& dims = op.x->dims();
    const lite::cuda::TopkValuesBody body = {
        From<float>(op.x), To<float>(op.out), From<Part>(parts_), Int(dims[1]), Int(dims[2]),
        Int(dims[3]),      op.top_k};
    return QueueOf(context)->Launch("topk_pooling", body, dims[0] * dims[1]);
  }

 private:
  Block parts_;
};

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, TopkPoolingKernel, topk_pooling)
    .In({"Y"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::cuda
