// Int8 fc and mul: pointwise convolutions with constant weights.

#include "lite/kernels/cpu/gemm_f32.h"
#include "lite/kernels/cpu/int8_plan.h"
#include "lite/operators/fc.h"
#include "lite/operators/mul.h"

namespace paddle::lite::kernels::LITE_CPU {
namespace {

class ConstantInt8Gemm {
 public:
  Status Prepare(const Tensor& weights, int64_t m, int64_t n, int64_t k, int64_t row_stride,
                 const operators::ProductScales& scales, const Activation& activation, bool to_int8,
                 PrepareContext* context) {
    empty_ = m == 0 || n == 0;
    if (empty_) return OkStatus();
    return plan_.Prepare(GemmShape(m, n, k), scales, activation, to_int8, false, weights,
                         MatrixStrides(row_stride, 1), StrCat("/kn", row_stride), context);
  }
  void Run(const Tensor& src, const Tensor* bias, Tensor* dst, const RunContext& context) const {
    if (!empty_) plan_.Run(src.data<int8_t>(), bias, nullptr, dst->mutable_raw_data(), context);
  }

 private:
  bool empty_ = false;
  Int8Plan plan_;
};

}  // namespace

// Out is float or int8_t.
template <typename Out>
class FcInt8Kernel final : public KernelFor<operators::Fc> {
 public:
  static Status Supports(const operators::Fc& op) {
    if (!op.w->persistable()) return Unsupported("W must be a constant weight");
    if (op.w->numel() == 0) return Unsupported("a W without elements");
    LITE_ASSIGN_OR_RETURN(const Activation activation, op.ResolveActivation());
    return MapActivationS8(activation, 1).status();
  }
  Status PrepareOp(const operators::Fc& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::Fc::GemmShape g, op.Gemm());
    LITE_ASSIGN_OR_RETURN(const Activation activation, op.ResolveActivation());
    LITE_ASSIGN_OR_RETURN(
        const operators::ProductScales scales,
        ScalesOfProduct(op, "Input", "W", "Out", std::is_same_v<Out, int8_t>, g.n));
    return gemm_.Prepare(*op.w, g.m, g.n, g.k, g.w_stride, scales, activation,
                         std::is_same_v<Out, int8_t>, context);
  }
  Status RunOp(const operators::Fc& op, const RunContext& context) override {
    op.out->mutable_data<Out>();
    gemm_.Run(*op.input, op.bias, op.out, context);
    return OkStatus();
  }

 private:
  ConstantInt8Gemm gemm_;
};

template <typename Out>
class MulInt8Kernel final : public KernelFor<operators::Mul> {
 public:
  static Status Supports(const operators::Mul& op) {
    if (!op.y->persistable()) return Unsupported("Y must be a constant weight");
    if (op.y->numel() == 0) return Unsupported("a Y without elements");
    return OkStatus();
  }
  Status PrepareOp(const operators::Mul& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::Mul::GemmShape g, op.Gemm());
    LITE_ASSIGN_OR_RETURN(const operators::ProductScales scales,
                          ScalesOfProduct(op, "X", "Y", "Out", std::is_same_v<Out, int8_t>, g.n));
    return gemm_.Prepare(*op.y, g.m, g.n, g.k, g.n, scales, Activation(),
                         std::is_same_v<Out, int8_t>, context);
  }
  Status RunOp(const operators::Mul& op, const RunContext& context) override {
    op.out->mutable_data<Out>();
    gemm_.Run(*op.x, nullptr, op.out, context);
    return OkStatus();
  }

 private:
  ConstantInt8Gemm gemm_;
};

LITE_KERNELS(LITE_CPU_TARGET, kInt8, kNCHW, fp32_out, FcInt8Kernel<float>, fc)
    .In({"Bias", "Alpha"}, PRECISION(kFloat))
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kNCHW, int8_out, FcInt8Kernel<int8_t>, fc)
    .In({"Bias", "Alpha"}, PRECISION(kFloat));
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kNCHW, fp32_out, MulInt8Kernel<float>, mul)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kNCHW, int8_out, MulInt8Kernel<int8_t>, mul);

}  // namespace paddle::lite::kernels::LITE_CPU
