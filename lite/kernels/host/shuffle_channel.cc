#include "lite/operators/shuffle_channel.h"

#include "lite/kernels/host/transposition.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class ShuffleChannelKernel final : public KernelFor<operators::ShuffleChannel> {
 public:
  Status PrepareOp(const operators::ShuffleChannel& op, PrepareContext*) override {
    const DDim& dims = op.x->dims();
    constexpr int kSwap[] = {0, 2, 1, 3};
    transposition_ =
        Transposition(DDim{dims[0], op.group, dims[1] / op.group, dims[2] * dims[3]}, kSwap);
    return OkStatus();
  }
  Status RunOp(const operators::ShuffleChannel& op, const RunContext& context) override {
    if (op.x->numel() == 0) return OkStatus();
    transposition_.Run(op.x->raw_data(), op.out->mutable_raw_data(),
                       PrecisionTypeLength(op.x->precision()), context.pool);
    return OkStatus();
  }

 private:
  Transposition transposition_;
};

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(shuffle_channel, kHost, kAny, kNCHW,
                     paddle::lite::kernels::host::ShuffleChannelKernel, def)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kNCHW))})
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kNCHW))})
    .Finalize();
