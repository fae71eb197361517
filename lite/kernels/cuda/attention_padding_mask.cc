#include "lite/operators/attention_padding_mask.h"

#include <vector>

#include "lite/backends/cuda/sequence_body.h"
#include "lite/kernels/cuda/call.h"

namespace paddle::lite::kernels::cuda {

class AttentionPaddingMaskKernel final : public CudaKernel<operators::AttentionPaddingMask> {
 public:
  Status RunOp(const operators::AttentionPaddingMask& op, const RunContext& context) override {
    const int32_t columns = Int(op.x->dims()[1]);
    const lite::cuda::FindPaddingBody find = {From<float>(op.y), To<int32_t>(op.pad_begin), columns,
                                              op.pad_id};
    LITE_RETURN_IF_ERROR(QueueOf(context)->Launch("begin of padding", find, op.pad_begin->numel()));
    if (op.out->numel() == 0) return OkStatus();
    const lite::cuda::MaskPaddingBody mask = {From<float>(op.x),
                                              From<int32_t>(op.pad_begin),
                                              To<float>(op.out),
                                              columns,
                                              Int(operators::LengthOf(op.x->lod()[0], 0)),
                                              Int(op.pad_begin->numel()),
                                              op.mask};
    return QueueOf(context)->Launch("attention_padding_mask", mask, op.out->numel());
  }
};

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, AttentionPaddingMaskKernel, attention_padding_mask,
             search_attention_padding_mask)
    .Out({"pad_begin"}, PRECISION(kInt32));

}  // namespace paddle::lite::kernels::cuda
