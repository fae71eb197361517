#include "lite/operators/pixel_shuffle.h"

#include "lite/kernels/host/transposition.h"
#include "lite/kernels/kernel.h"
#include "lite/kernels/memory_order.h"

namespace paddle::lite::kernels::host {

class PixelShuffleKernel final : public KernelFor<operators::PixelShuffle> {
 public:
  Status PrepareOp(const operators::PixelShuffle& op, PrepareContext*) override {
    // From [image, channel, f, f, row, column], or [image, row, column, channel, f, f]: wherever
    // the channels lie in memory, two factors f follow them.
    const DDim dims = MemoryDims(*op.x);
    const int channel_axis = MemoryAxis(*op.x, op.channels_last() ? 3 : 1);
    const int64_t f = op.upscale_factor;
    DDim split;
    for (int i = 0; i < dims.rank(); ++i) {
      split.push_back(i == channel_axis ? dims[i] / (f * f) : dims[i]);
      if (i == channel_axis) {
        split.push_back(f);
        split.push_back(f);
      }
    }
    constexpr int kOrder[] = {0, 1, 4, 2, 5, 3};
    transposition_ = Transposition(split, kOrder);
    return OkStatus();
  }
  Status RunOp(const operators::PixelShuffle& op, const RunContext& context) override {
    if (op.x->numel() == 0) return OkStatus();
    transposition_.Run(op.x->raw_data(), op.out->mutable_raw_data(),
                       PrecisionTypeLength(op.x->precision()), context.pool);
    return OkStatus();
  }

 private:
  Transposition transposition_;
};

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(pixel_shuffle, kHost, kAny, kAny,
                     paddle::lite::kernels::host::PixelShuffleKernel, def)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .Finalize();
