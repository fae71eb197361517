#include "lite/operators/fused_attention.h"

#include "lite/kernels/cpu/attention_blocks.h"
#include "lite/kernels/cpu/constant_gemm.h"

namespace paddle::lite::kernels::LITE_CPU {

// One product computes Q, K and V of all heads; their rows are then read where they are.
class FusedAttentionKernel final : public KernelFor<operators::FusedAttention> {
 public:
  static Status Supports(const operators::FusedAttention& op) {
    if (!op.w->persistable()) return Unsupported("W must be a constant weight");
    return op.w->numel() == 0 ? Unsupported("a W without elements") : OkStatus();
  }

  Status PrepareOp(const operators::FusedAttention& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::FusedAttention::Sizes s, op.Geometry());
    width_ = s.width();
    const int64_t columns = operators::FusedAttention::kParts * width_;
    int64_t rows = 0;
    size_t floats = 0;
    if (!CheckedMul(s.batch, s.rows, &rows) ||
        !CheckedMul(static_cast<size_t>(rows), static_cast<size_t>(columns), &floats) ||
        floats > SIZE_MAX / 8) {
      return OutOfRange("Input: ", op.input->dims(), " has too many rows");
    }
    projected_ = context->BookScratch(floats * sizeof(float));
    LITE_RETURN_IF_ERROR(projection_.Prepare({&op, "W", columns}, *op.w, rows, columns, s.k,
                                             {columns}, backend::ActivationF32(), context));
    operators::AttentionGeometry g;
    g.m = g.n = s.rows;
    g.depth = g.width = s.depth;
    g.q_row = g.k_row = g.v_row = columns;
    g.mask_row = s.residual_stride[2];
    g.mask_column = s.residual_stride[3];
    g.batch = DDim{s.batch, s.heads};
    const int64_t image = s.rows * columns;
    g.strides[0] = {image, image, image, s.residual_stride[0]};
    g.strides[1] = {s.depth, s.depth, s.depth, s.residual_stride[1]};
    return blocks_.Prepare(g, op.scale, true, context);
  }

  Status RunOp(const operators::FusedAttention& op, const RunContext& context) override {
    auto* const projected = reinterpret_cast<float*>(context.scratch + projected_);
    projection_.Run(op.input->data<float>(), op.bias == nullptr ? nullptr : op.bias->data<float>(),
                    nullptr, projected, context);
    blocks_.Run({projected, projected + width_, projected + 2 * width_, op.residual->data<float>(),
                 op.out->mutable_data<float>()},
                context);
    return OkStatus();
  }

  Span<const char> constants() const override { return projection_.constants(); }

 private:
  int64_t width_ = 0;
  size_t projected_ = 0;
  ConstantGemm<F32> projection_;
  AttentionBlocks blocks_;
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, FusedAttentionKernel, fused_attention);

}  // namespace paddle::lite::kernels::LITE_CPU
