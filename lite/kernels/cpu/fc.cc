#include "lite/operators/fc.h"

#include <algorithm>

#include "lite/kernels/cpu/activation_map.h"
#include "lite/kernels/cpu/bfloat16_rule.h"
#include "lite/kernels/cpu/cpu_kernel.h"
#include "lite/kernels/cpu/weight8_rule.h"
#include "lite/operators/mul.h"

namespace paddle::lite::kernels::LITE_CPU {
namespace {

// A product with a constant right side, packed once.
template <typename Types>
class ConstantGemm {
 public:
  Status Prepare(const SlotOfWeight& slot, const Tensor& weights, int64_t m, int64_t n, int64_t k,
                 int64_t row_stride, const backend::ActivationF32& activation,
                 PrepareContext* context) {
    empty_ = m == 0 || n == 0;
    if (empty_) return OkStatus();
    LITE_ASSIGN_OR_RETURN(
        plan_, PlanConstantGemm<Types>(slot, m, n, k, context->pool->threads(), activation));
    if (plan_ == nullptr) return NoPlan();
    LITE_ASSIGN_OR_RETURN(
        packed_, context->packed->Get(weights, StrCat(plan_->form(), "/kn", row_stride),
                                      plan_->packed_bytes(), [&](void* packed) {
                                        backend::PackFlushed<PlanTypes<Types>>(
                                            *plan_, weights.data<typename Types::Weight>(),
                                            MatrixStrides(row_stride, 1), context->pool, packed);
                                      }));
    scratch_ = context->BookScratch(plan_->scratch_bytes());
    return OkStatus();
  }

  void Run(const Tensor& src, const Tensor* bias, const Tensor* slopes, Tensor* dst,
           const RunContext& context) const {
    if (empty_) return;
    backend::ConvBuffersOf<PlanTypes<Types>> buffers;
    buffers.src = src.data<Element>();
    buffers.weights = packed_;
    buffers.bias = bias == nullptr ? nullptr : bias->data<Element>();
    if (slopes != nullptr) buffers.slopes = slopes->data<Element>();
    buffers.dst = dst->mutable_data<Element>();
    buffers.scratch = context.scratch + scratch_;
    buffers.pool = context.pool;
    buffers.ahead = context.ahead;
    plan_->Run(buffers);
  }

  Span<const char> constants() const { return ConstantsOf(plan_.get(), packed_); }

 private:
  using Element = typename Types::Element;

  bool empty_ = false;
  std::unique_ptr<backend::ConvPlanOf<PlanTypes<Types>>> plan_;
  const void* packed_ = nullptr;
  size_t scratch_ = 0;
};

}  // namespace

template <typename Types>
class FcKernel final : public KernelFor<operators::Fc> {
 public:
  static Status Supports(const operators::Fc& op) {
    if (!op.w->persistable()) return Unsupported("W must be a constant weight");
    if (op.w->numel() == 0) return Unsupported("a W without elements");
    LITE_RETURN_IF_ERROR(CheckWeightBits<Types>(op));
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
    return gemm_.Prepare({&op, "W", g.w_stride}, *op.w, g.m, g.n, g.k, g.w_stride, map, context);
  }
  Status RunOp(const operators::Fc& op, const RunContext& context) override {
    gemm_.Run(*op.input, op.bias, op.prelu_alpha, op.out, context);
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
    LITE_RETURN_IF_ERROR(CheckWeightBits<Types>(op));
    const DDim& y = op.y->dims();
    const int split = std::clamp(op.y_num_col_dims, 0, y.rank());
    LITE_RETURN_IF_ERROR(
        CheckBFloat16<Types>(op.bfloat16_products, y.Count(0, split), y.Count(split, y.rank())));
    return OkStatus();
  }
  Status PrepareOp(const operators::Mul& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::Mul::GemmShape g, op.Gemm());
    return gemm_.Prepare({&op, "Y", g.n}, *op.y, g.m, g.n, g.k, g.n, backend::ActivationF32(),
                         context);
  }
  Status RunOp(const operators::Mul& op, const RunContext& context) override {
    gemm_.Run(*op.x, nullptr, nullptr, op.out, context);
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
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, dynamic, FcKernel<D8>, fc).In({"W"}, PRECISION(kInt8));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, dynamic, MulKernel<D8>, mul)
    .In({"Y"}, PRECISION(kInt8));
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kNCHW, def, FcKernel<F16>, fc);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kNCHW, def, MulKernel<F16>, mul);

}  // namespace paddle::lite::kernels::LITE_CPU
