#include "lite/operators/pixel_shuffle.h"

#include "lite/kernels/host/transposition.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class PixelShuffleKernel final : public KernelFor<operators::PixelShuffle> {
 public:
  Status PrepareOp(const operators::PixelShuffle& op, PrepareContext*) override {
    const DDim& dims = op.x->dims();
    const int64_t f = op.upscale_factor;
    // From [image, channel, f, f, row, column], or [image, row, column, channel, f, f].
    constexpr int kOrder[] = {0, 1, 4, 2, 5, 3};
    transposition_ =
        Transposition(op.channels_last() ? DDim{dims[0], dims[1], dims[2], dims[3] / (f * f), f, f}
                                         : DDim{dims[0], dims[1] / (f * f), f, f, dims[2], dims[3]},
                      kOrder);
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

REGISTER_LITE_KERNEL(pixel_shuffle, kHost, kAny, kNCHW,
                     paddle::lite::kernels::host::PixelShuffleKernel, def)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kNCHW))})
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kNCHW))})
    .Finalize();
