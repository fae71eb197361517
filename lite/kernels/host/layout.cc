#include "lite/core/memory_order.h"
#include "lite/kernels/host/copy_elements.h"
#include "lite/kernels/kernel.h"
#include "lite/kernels/transposition.h"
#include "lite/operators/type_conversion.h"

namespace paddle::lite::kernels::host {

// Moves the elements of a rank-4 tensor from the layout of Input to that of Out. Other ranks have
// no layout and are copied.
class LayoutKernel final : public KernelFor<operators::Layout> {
 public:
  Status PrepareOp(const operators::Layout& op, PrepareContext*) override {
    LITE_RETURN_IF_ERROR(CheckMemoryOrder(*op.input).WithContext("Input"));
    LITE_RETURN_IF_ERROR(CheckMemoryOrder(*op.out).WithContext("Out"));
    const bool from_channels_last = StoredChannelsLast(*op.input);
    const bool to_channels_last = StoredChannelsLast(*op.out);
    convert_ = from_channels_last != to_channels_last && !operators::LayoutIsFree(op.input->dims());
    if (!convert_) return OkStatus();
    const DDim& dims = op.input->dims();
    const int64_t channels = dims[1];
    const int64_t pixels = dims[2] * dims[3];
    constexpr int kSwap[] = {0, 2, 1};
    transposition_ = Transposition(
        to_channels_last ? DDim{dims[0], channels, pixels} : DDim{dims[0], pixels, channels},
        kSwap);
    return OkStatus();
  }
  Status RunOp(const operators::Layout& op, const RunContext& context) override {
    if (!convert_) {
      CopyElements(*op.input, op.out);
    } else if (op.input->numel() != 0) {
      transposition_.Run(op.input->raw_data(), op.out->mutable_raw_data(),
                         PrecisionTypeLength(op.input->precision()), context.pool);
    }
    return OkStatus();
  }

 private:
  bool convert_ = false;
  Transposition transposition_;
};

LITE_KERNELS(kHost, kAny, kNCHW, nchw2nhwc, LayoutKernel, layout, layout_once)
    .Out({"Out"}, PRECISION(kAny), DATALAYOUT(kNHWC));
LITE_KERNELS(kHost, kAny, kNCHW, nhwc2nchw, LayoutKernel, layout, layout_once)
    .In({"Input"}, PRECISION(kAny), DATALAYOUT(kNHWC));

}  // namespace paddle::lite::kernels::host
