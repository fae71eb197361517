#include "lite/operators/search_fc.h"

#include "lite/kernels/cpu/constant_gemm.h"

namespace paddle::lite::kernels::LITE_CPU {

class SearchFcKernel final : public KernelFor<operators::SearchFcBase> {
 public:
  static Status Supports(const operators::SearchFcBase& op) {
    if (!op.w->persistable()) return Unsupported("W must be a constant weight");
    return op.w->numel() != 0 ? OkStatus() : Unsupported("a W without elements");
  }
  Status PrepareOp(const operators::SearchFcBase& op, PrepareContext* context) override {
    const int64_t k = op.w->dims()[1];
    backend::ActivationF32 activation;
    if (op.fuse_relu) activation.low = 0;
    return gemm_.Prepare({&op, "W", k}, *op.w, op.x->dims()[0], op.w->dims()[0], k, {k, true},
                         activation, context);
  }
  Status RunOp(const operators::SearchFcBase& op, const RunContext& context) override {
    const float* const bias = op.bias() == nullptr ? nullptr : op.bias()->data<float>();
    gemm_.Run(op.x->data<float>(), bias, nullptr, op.out->mutable_data<float>(), context);
    return OkStatus();
  }
  Span<const char> constants() const override { return gemm_.constants(); }

 private:
  ConstantGemm<F32> gemm_;
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, SearchFcKernel, search_fc, search_seq_fc);

}  // namespace paddle::lite::kernels::LITE_CPU
