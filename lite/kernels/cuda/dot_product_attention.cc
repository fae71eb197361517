#include "lite/operators/dot_product_attention.h"

#include "lite/backends/cuda/attention_body.h"
#include "lite/kernels/cuda/call.h"

namespace paddle::lite::kernels::cuda {

template <typename T>
class DotProductAttentionKernel final : public CudaKernel<operators::DotProductAttention> {
 public:
  Status PrepareCuda(const operators::DotProductAttention& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(const operators::AttentionGeometry g, op.Geometry());
    body_ = {};
    body_.rows = Int(g.m);
    body_.keys = Int(g.n);
    body_.depth = Int(g.depth);
    body_.width = Int(g.width);
    body_.q_row = Int(g.q_row);
    body_.k_row = Int(g.k_row);
    body_.v_row = Int(g.v_row);
    body_.mask_row = Int(g.mask_row);
    body_.mask_column = Int(g.mask_column);
    body_.scale = op.scale;
    for (int i = 0; i < g.batch.rank(); ++i) {
      const auto& stride = g.strides[i];
      body_.queries_and_keys.Add(g.batch[i], stride.q, stride.k);
      body_.values_and_masks.Add(g.batch[i], stride.v, stride.mask);
    }
    return OkStatus();
  }
  Status RunOp(const operators::DotProductAttention& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    lite::cuda::AttentionBody<T> body = body_;
    body.q = From<T>(op.q);
    body.k = From<T>(op.k);
    body.v = From<T>(op.v);
    body.mask = From<T>(op.mask);
    body.out = To<T>(op.out);
    return QueueOf(context)->LaunchInGroups("dot_product_attention", body, body.groups());
  }

 private:
  lite::cuda::AttentionBody<T> body_ = {};
};

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, DotProductAttentionKernel<float>, dot_product_attention);
LITE_KERNELS(kCUDA, kFP16, kNCHW, def, DotProductAttentionKernel<Half>, dot_product_attention);

}  // namespace paddle::lite::kernels::cuda
