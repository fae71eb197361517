#include "lite/operators/sequence_mask.h"

#include "lite/backends/cuda/sequence_body.h"
#include "lite/core/element.h"
#include "lite/kernels/cuda/call.h"

namespace paddle::lite::kernels::cuda {
namespace {

using LengthTypes = ElementTypes<float, int32_t, int64_t>;
using MaskTypes = ElementTypes<bool, float, int32_t, int64_t>;

}  // namespace

class SequenceMaskKernel final : public CudaKernel<operators::SequenceMask> {
 public:
  static Status Supports(const operators::SequenceMask& op) {
    if (op.max_len_tensor == nullptr && op.maxlen < 0) {
      return Unsupported("a number of columns that is the largest value of X");
    }
    if (op.x->precision() != PrecisionType::kUnk) {
      LITE_RETURN_IF_ERROR(CheckElementType<LengthTypes>("X", op.x->precision()));
    }
    LITE_ASSIGN_OR_RETURN(const PrecisionType type,
                          operators::PrecisionOfDataType("out_dtype", op.out_dtype));
    return CheckElementType<MaskTypes>("Y", type);
  }

  Status RunOp(const operators::SequenceMask& op, const RunContext& context) override {
    const int32_t width = Int(op.y->dims()[op.y->dims().rank() - 1]);
    return VisitElementType<LengthTypes>("X", op.x->precision(), [&](auto length) {
      return VisitElementType<MaskTypes>("Y", op.y->precision(), [&](auto type) {
        using Length = typename decltype(length)::Type;
        using T = typename decltype(type)::Type;
        const lite::cuda::LengthMaskBody<Length, T> body = {From<Length>(op.x), To<T>(op.y), width};
        return QueueOf(context)->Launch("sequence_mask", body, op.y->numel());
      });
    });
  }
};

}  // namespace paddle::lite::kernels::cuda

REGISTER_LITE_KERNEL(sequence_mask, kCUDA, kAny, kNCHW,
                     paddle::lite::kernels::cuda::SequenceMaskKernel, def)
    .BindInput("MaxLenTensor",
               {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .Finalize();
