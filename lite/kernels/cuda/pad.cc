#include "lite/operators/pad.h"

#include "lite/backends/cuda/copy_body.h"
#include "lite/kernels/cuda/call.h"

namespace paddle::lite::kernels::cuda {

template <typename T>
class PadKernel final : public CudaKernel<operators::PadBase> {
 public:
  static Status Supports(const operators::PadBase& op) {
    for (const auto& input : op.Bound().inputs) {
      if (std::string(input.slot) == "Paddings") return Unsupported("slot Paddings");
    }
    return OkStatus();
  }

  Status PrepareCuda(const operators::PadBase& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(const operators::PadPlan plan, op.Plan());
    const DDim& in = op.source().dims();
    body_ = {};
    body_.rank = in.rank();
    body_.mode = static_cast<typename lite::cuda::PadBody<T>::Mode>(plan.mode);
    for (int i = 0; i < in.rank(); ++i) {
      body_.in[i] = Int(in[i]);
      body_.out[i] = Int(op.out->dims()[i]);
      body_.before[i] = Int(plan.before[i]);
    }
    return OkStatus();
  }
  Status RunOp(const operators::PadBase& op, const RunContext& context) override {
    lite::cuda::PadBody<T> body = body_;
    body.from = From<T>(&op.source());
    body.to = To<T>(op.out);
    body.fill = op.pad_value();
    return QueueOf(context)->Launch("pad", body, op.out->numel());
  }

 private:
  lite::cuda::PadBody<T> body_ = {};
};

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, PadKernel<float>, pad, pad2d, pad3d, pad_constant_like);
LITE_KERNELS(kCUDA, kFP16, kNCHW, def, PadKernel<Half>, pad, pad2d, pad3d, pad_constant_like);

}  // namespace paddle::lite::kernels::cuda
