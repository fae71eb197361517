// Operators that move elements without a change.

#include "lite/backends/cuda/copy_body.h"
#include "lite/kernels/cuda/call.h"
#include "lite/kernels/gpu/copies.h"

namespace paddle::lite::kernels::cuda {

// Launches of the body that moves elements.
class Copy {
 public:
  Status Prepare(const PrepareContext&, PrecisionType precision) {
    bytes_ = PrecisionTypeLength(precision);
    return OkStatus();
  }
  Status Run(const RunContext& context, const Tensor* from, const Tensor* to, const Walk& walk,
             int64_t skip_from = 0, int64_t skip_to = 0) const {
    const auto launch = [&](auto element) {
      using Element = decltype(element);
      const lite::cuda::CopyBody<Element> body = {From<Element>(from) + skip_from,
                                                  To<Element>(to) + skip_to, walk};
      return QueueOf(context)->Launch("copy", body, walk.count());
    };
    switch (bytes_) {
      case 1:
        return launch(uint8_t());
      case 2:
        return launch(uint16_t());
      case 4:
        return launch(uint32_t());
      default:
        return launch(uint64_t());
    }
  }

 private:
  size_t bytes_ = 0;
};

template <typename Work>
class MovingKernel final : public CudaKernel<typename Work::Op> {
 public:
  using Op = typename Work::Op;

  static Status Supports(const Op& op) { return Work::Supports(op); }
  Status PrepareCuda(const Op& op, PrepareContext* context) override {
    return work_.Prepare(op, *context);
  }
  Status RunOp(const Op& op, const RunContext& context) override { return work_.Run(op, context); }

 private:
  Work work_;
};

template <typename OpType>
using Rearranging = MovingKernel<gpu::Rearrangement<OpType, Copy>>;
using ReshapeKernel = MovingKernel<gpu::Reshaping<Copy>>;
using SliceKernel = MovingKernel<gpu::Slicing<Copy>>;

LITE_KERNELS(kCUDA, kAny, kNCHW, def, Rearranging<operators::View>, reshape, flatten, flatten2,
             flatten_contiguous_range, squeeze, squeeze2, unsqueeze, unsqueeze2);
LITE_KERNELS(kCUDA, kAny, kNCHW, def, Rearranging<operators::Assign>, assign, share_data);
LITE_KERNELS(kCUDA, kAny, kNCHW, def, Rearranging<operators::Transpose>, transpose, transpose2);
LITE_KERNELS(kCUDA, kAny, kNCHW, def, Rearranging<operators::ShuffleChannel>, shuffle_channel);
LITE_KERNELS(kCUDA, kAny, kNCHW, def, MovingKernel<gpu::PixelShuffling<Copy>>, pixel_shuffle);
LITE_KERNELS(kCUDA, kAny, kNCHW, def, Rearranging<operators::ExpandV2>, expand_v2);
LITE_KERNELS(kCUDA, kAny, kNCHW, def, Rearranging<operators::ExpandAsV2>, expand_as_v2);
LITE_KERNELS(kCUDA, kAny, kNCHW, def, MovingKernel<gpu::Concatenation<Copy>>, concat);
LITE_KERNELS(kCUDA, kAny, kNCHW, def, MovingKernel<gpu::Splitting<Copy>>, split);
LITE_KERNELS(kCUDA, kAny, kNCHW, def, MovingKernel<gpu::Stacking<Copy>>, stack);

}  // namespace paddle::lite::kernels::cuda

REGISTER_LITE_KERNEL(reshape2, kCUDA, kAny, kNCHW, paddle::lite::kernels::cuda::ReshapeKernel, def)
    .BindInput("Shape", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("ShapeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(slice, kCUDA, kAny, kNCHW, paddle::lite::kernels::cuda::SliceKernel, def)
    .BindInput("StartsTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("EndsTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("StartsTensorList", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("EndsTensorList", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
