#include "lite/operators/box_coder.h"

#include <algorithm>

#include "lite/backends/cuda/boxes_body.h"
#include "lite/kernels/cuda/call.h"

namespace paddle::lite::kernels::cuda {

class BoxCoderKernel final : public CudaKernel<operators::BoxCoder> {
 public:
  Status RunOp(const operators::BoxCoder& op, const RunContext& context) override {
    lite::cuda::BoxCoderBody body = {From<float>(op.prior_box),
                                     From<float>(op.prior_box_var),
                                     From<float>(op.target_box),
                                     To<float>(op.output_box),
                                     {1, 1, 1, 1},
                                     op.box_normalized ? 0.0f : 1.0f,
                                     Int(op.output_box->dims()[1]),
                                     op.decodes(),
                                     op.decodes() && op.axis == 1};
    if (!op.variance.empty()) std::copy_n(op.variance.begin(), 4, body.common);
    return QueueOf(context)->Launch("box_coder", body, op.output_box->numel() / 4);
  }
};

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, BoxCoderKernel, box_coder);

}  // namespace paddle::lite::kernels::cuda
