#include "lite/operators/shuffle_channel.h"

#include "lite/kernels/host/transposition.h"
#include "lite/kernels/kernel.h"
#include "lite/kernels/memory_order.h"

namespace paddle::lite::kernels::host {

class ShuffleChannelKernel final : public KernelFor<operators::ShuffleChannel> {
 public:
  Status PrepareOp(const operators::ShuffleChannel& op, PrepareContext*) override {
    const DDim& dims = op.x->dims();
    const int64_t area = dims[2] * dims[3];
    const int64_t members = dims[1] / op.group;
    if (StoredChannelsLast(*op.x)) {
      constexpr int kSwap[] = {0, 2, 1};
      transposition_ = Transposition(DDim{dims[0] * area, op.group, members}, kSwap);
    } else {
      constexpr int kSwap[] = {0, 2, 1, 3};
      transposition_ = Transposition(DDim{dims[0], op.group, members, area}, kSwap);
    }
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

REGISTER_LITE_KERNEL(shuffle_channel, kHost, kAny, kAny,
                     paddle::lite::kernels::host::ShuffleChannelKernel, def)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .Finalize();
