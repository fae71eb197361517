#include "lite/operators/dot_product_attention.h"

#include "lite/kernels/cpu/attention_blocks.h"

namespace paddle::lite::kernels::LITE_CPU {

class DotProductAttentionKernel final : public KernelFor<operators::DotProductAttention> {
 public:
  Status PrepareOp(const operators::DotProductAttention& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::AttentionGeometry geometry, op.Geometry());
    return blocks_.Prepare(geometry, op.scale, op.mask != nullptr, context);
  }

  Status RunOp(const operators::DotProductAttention& op, const RunContext& context) override {
    blocks_.Run(
        {op.q->data<float>(), op.k->data<float>(), op.v->data<float>(),
         op.mask == nullptr ? nullptr : op.mask->data<float>(), op.out->mutable_data<float>()},
        context);
    return OkStatus();
  }

 private:
  AttentionBlocks blocks_;
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, DotProductAttentionKernel, dot_product_attention);

}  // namespace paddle::lite::kernels::LITE_CPU
