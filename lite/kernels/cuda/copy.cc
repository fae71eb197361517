// Operators that move elements without a change.

#include "lite/kernels/cuda/copy.h"

#include "lite/kernels/gpu/copies.h"

namespace paddle::lite::kernels::cuda {

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
LITE_KERNELS(kCUDA, kAny, kAny, def, Rearranging<operators::ShuffleChannel>, shuffle_channel);
LITE_KERNELS(kCUDA, kAny, kNCHW, def, MovingKernel<gpu::PixelShuffling<Copy>>, pixel_shuffle);
LITE_KERNELS(kCUDA, kAny, kNCHW, def, Rearranging<operators::ExpandV2>, expand_v2);
LITE_KERNELS(kCUDA, kAny, kNCHW, def, Rearranging<operators::ExpandAsV2>, expand_as_v2);
LITE_KERNELS(kCUDA, kAny, kAny, def, MovingKernel<gpu::Concatenation<Copy>>, concat);
LITE_KERNELS(kCUDA, kAny, kAny, def, MovingKernel<gpu::Splitting<Copy>>, split);
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
