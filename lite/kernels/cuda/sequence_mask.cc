#include "lite/operators/sequence_mask.h"

#include "lite/backends/cuda/sequence_body.h"
#include "lite/core/element.h"
#include "lite/kernels/cuda/call.h"

namespace paddle::lite::kernels::cuda {
namespace {

using LengthTypes = ElementTypes<float, int32_t, int64_t>;
using MaskTypes = ElementTypes<bool, float, int32_t, int64_t>;

bool IsLargestLength(const operators::SequenceMask& op) {
  return op.max_len_tensor == nullptr && op.maxlen < 0;
}

Status CheckTypes(const operators::SequenceMask& op) {
  if (op.x->precision() != PrecisionType::kUnk) {
    LITE_RETURN_IF_ERROR(CheckElementType<LengthTypes>("X", op.x->precision()));
  }
  LITE_ASSIGN_OR_RETURN(const PrecisionType type,
                        operators::PrecisionOfDataType("out_dtype", op.out_dtype));
  return CheckElementType<MaskTypes>("Y", type);
}

// `lengths` are in the device's memory.
Status LaunchMask(const operators::SequenceMask& op, const void* lengths,
                  const RunContext& context) {
  const int32_t width = Int(op.y->dims()[op.y->dims().rank() - 1]);
  return VisitElementType<LengthTypes>("X", op.x->precision(), [&](auto length) {
    return VisitElementType<MaskTypes>("Y", op.y->precision(), [&](auto type) {
      using Length = typename decltype(length)::Type;
      using T = typename decltype(type)::Type;
      const lite::cuda::LengthMaskBody<Length, T> body = {static_cast<const Length*>(lengths),
                                                          To<T>(op.y), width};
      return QueueOf(context)->Launch("sequence_mask", body, op.y->numel());
    });
  });
}

}  // namespace

class SequenceMaskKernel final : public CudaKernel<operators::SequenceMask> {
 public:
  static Status Supports(const operators::SequenceMask& op) {
    if (IsLargestLength(op)) {
      return Unsupported("a number of columns that is the largest value of X");
    }
    return CheckTypes(op);
  }

  Status RunOp(const operators::SequenceMask& op, const RunContext& context) override {
    return LaunchMask(op, From<char>(op.x), context);
  }
};

// The largest length is a dimension of the result, so that the host needs the lengths before
// anything is launched. They are an input on the host, and travel to the device: the mask, which is
// many times as large, is computed there.
class LargestLengthMaskKernel final : public CudaKernel<operators::SequenceMask> {
 public:
  static Status Supports(const operators::SequenceMask& op) {
    if (!IsLargestLength(op)) return Unsupported("a number of columns that is given");
    // A recording would repeat the copy without the host's part of it; an operator whose shape
    // depends on data is never recorded.
    if (!op.ShapeDependsOnData()) return Unsupported("X must not be a constant");
    return CheckTypes(op);
  }

  Status PrepareCuda(const operators::SequenceMask& op, PrepareContext* context) override {
    lengths_ = context->BookScratch(op.x->memory_size());
    return OkStatus();
  }

  Status RunOp(const operators::SequenceMask& op, const RunContext& context) override {
    if (op.y->numel() == 0) return OkStatus();
    LITE_RETURN_IF_ERROR(QueueOf(context)->CopyFromHost(context.device_scratch, lengths_,
                                                        op.x->raw_data(), op.x->memory_size()));
    return LaunchMask(op, static_cast<const char*>(context.device_scratch) + lengths_, context);
  }

 private:
  size_t lengths_ = 0;  // in scratch memory
};

}  // namespace paddle::lite::kernels::cuda

REGISTER_LITE_KERNEL(sequence_mask, kCUDA, kAny, kNCHW,
                     paddle::lite::kernels::cuda::SequenceMaskKernel, def)
    .BindInput("MaxLenTensor",
               {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(sequence_mask, kCUDA, kAny, kNCHW,
                     paddle::lite::kernels::cuda::LargestLengthMaskKernel, largest_length)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .Finalize();
