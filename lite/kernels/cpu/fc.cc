#include "lite/operators/fc.h"

#include <algorithm>

#include "lite/kernels/cpu/activation_map.h"
#include "lite/kernels/cpu/bfloat16_rule.h"
#include "lite/kernels/cpu/constant_gemm.h"
#include "lite/kernels/cpu/cpu_kernel.h"
#include "lite/operators/mul.h"

namespace paddle::lite::kernels::LITE_CPU {

template <typename Types>
class FcKernel final : public KernelFor<operators::Fc> {
 public:
  static Status Supports(const operators::Fc& op) {
    if (!op.w->persistable()) return Unsupported("W must be a constant weight");
    if (op.w->numel() == 0) return Unsupported("a W without elements");
    LITE_RETURN_IF_ERROR(CheckWeightBits<Types>(op.quantize_weight_bits, op.dynamic_int8));
    const DDim& w = op.w->dims();
    LITE_RETURN_IF_ERROR(CheckBFloat16<Types>(op.bfloat16_products, w.Count(0, 1), w.at(-1)));
    LITE_ASSIGN_OR_RETURN(const Activation activation, op.ResolveActivation());
    if (activation.type == ActivationType::kPRelu && op.col_dims() != 1)
      return Unsupported("prelu slopes other than one per column");
    return MapActivation(activation, op.prelu_mode).status();
  }
  Status PrepareOp(const operators::Fc& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::Fc::GemmShape g, op.Gemm());
    LITE_ASSIGN_OR_RETURN(const Activation activation, op.ResolveActivation());
    LITE_ASSIGN_OR_RETURN(const backend::ActivationF32 map,
                          MapActivation(activation, op.prelu_mode));
    return gemm_.Prepare({&op, "W", g.w_stride}, *op.w, g.m, g.n, g.k, {g.w_stride}, map, context);
  }
  Status RunOp(const operators::Fc& op, const RunContext& context) override {
    using Element = typename Types::Element;
    const auto elements = [](const Tensor* tensor) {
      return tensor == nullptr ? nullptr : tensor->data<Element>();
    };
    gemm_.Run(elements(op.input), elements(op.bias), elements(op.prelu_alpha),
              op.out->mutable_data<Element>(), context);
    return OkStatus();
  }
  Span<const char> constants() const override { return gemm_.constants(); }

 private:
  ConstantGemm<Types> gemm_;
};

template <typename Types>
class MulKernel final : public KernelFor<operators::Mul> {
 public:
  static Status Supports(const operators::Mul& op) {
    if (!op.y->persistable()) return Unsupported("Y must be a constant weight");
    if (op.y->numel() == 0) return Unsupported("a Y without elements");
    LITE_RETURN_IF_ERROR(CheckWeightBits<Types>(op.quantize_weight_bits, op.dynamic_int8));
    const DDim& y = op.y->dims();
    const int split = std::clamp(op.y_num_col_dims, 0, y.rank());
    LITE_RETURN_IF_ERROR(
        CheckBFloat16<Types>(op.bfloat16_products, y.Count(0, split), y.Count(split, y.rank())));
    return OkStatus();
  }
  Status PrepareOp(const operators::Mul& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::Mul::GemmShape g, op.Gemm());
    return gemm_.Prepare({&op, "Y", g.n}, *op.y, g.m, g.n, g.k, {g.n}, backend::ActivationF32(),
                         context);
  }
  Status RunOp(const operators::Mul& op, const RunContext& context) override {
    using Element = typename Types::Element;
    gemm_.Run(op.x->data<Element>(), nullptr, nullptr, op.out->mutable_data<Element>(), context);
    return OkStatus();
  }
  Span<const char> constants() const override { return gemm_.constants(); }

 private:
  ConstantGemm<Types> gemm_;
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, FcKernel<F32>, fc);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, MulKernel<F32>, mul);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, bf16, FcKernel<BF16>, fc);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, bf16, MulKernel<BF16>, mul);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, w8, FcKernel<W8>, fc).In({"W"}, PRECISION(kInt8));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, w8, MulKernel<W8>, mul).In({"Y"}, PRECISION(kInt8));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, w16, FcKernel<W16>, fc).In({"W"}, PRECISION(kInt16));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, w16, MulKernel<W16>, mul).In({"Y"}, PRECISION(kInt16));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, dynamic, FcKernel<D8>, fc).In({"W"}, PRECISION(kInt8));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, dynamic, MulKernel<D8>, mul)
    .In({"Y"}, PRECISION(kInt8));
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kNCHW, def, FcKernel<F16>, fc);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kNCHW, def, MulKernel<F16>, mul);

}  // namespace paddle::lite::kernels::LITE_CPU
