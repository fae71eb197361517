#include "lite/operators/elementwise.h"

#include <utility>

#include "lite/backends/cuda/elementwise_body.h"
#include "lite/kernels/cuda/call.h"
#include "lite/operators/prelu.h"

namespace paddle::lite::kernels::cuda {

using lite::cuda::Binary;
using lite::cuda::BinaryBody;

// Launches of functions of two elements.
class BinaryLaunch {
 public:
  // Dimensions of size 1 of x and y, which have the rank of the result, are repeated.
  void Prepare(const DDim& x, const DDim& y, const DDim& out) {
    walk_ = Walk();
    DDim steps[2] = {out, out};
    for (const DDim* dims : {&x, &y}) {
      DDim& into = steps[dims == &x ? 0 : 1];
      int64_t step = 1;
      for (int i = out.rank() - 1; i >= 0; --i) {
        into[i] = (*dims)[i] == 1 ? 0 : step;
        step *= (*dims)[i];
      }
    }
    for (int i = 0; i < out.rank(); ++i) walk_.Add(out[i], steps[0][i], steps[1][i]);
  }

  Status Run(const RunContext& context, Binary binary, const Tensor* x, const Tensor* y,
             const Tensor* out, const operators::Epilogue& epilogue = {}) const {
    const BinaryBody body = {From<float>(x), From<float>(y), To<float>(out), walk_,
                             binary,         epilogue.scale, epilogue.bias,  epilogue.activation};
    return QueueOf(context)->Launch("binary", body, out->numel());
  }

 private:
  Walk walk_;
};

template <Binary kBinary>
class ElementwiseKernel final : public CudaKernel<operators::ElementwiseBase> {
 public:
  Status PrepareCuda(const operators::ElementwiseBase& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(operators::Broadcast shapes,
                          operators::BroadcastShapes(op.x->dims(), op.y->dims(), op.axis));
    LITE_ASSIGN_OR_RETURN(epilogue_, op.ResolveEpilogue());
    if (Swaps(op)) std::swap(shapes.x, shapes.y);
    launch_.Prepare(shapes.x, shapes.y, shapes.out);
    return OkStatus();
  }
  Status RunOp(const operators::ElementwiseBase& op, const RunContext& context) override {
    const Tensor* first = Swaps(op) ? op.y : op.x;
    const Tensor* second = Swaps(op) ? op.x : op.y;
    return launch_.Run(context, kBinary, first, second, op.out, epilogue_);
  }

 private:
  static bool Swaps(const operators::ElementwiseBase& op) {
    return (kBinary == Binary::kMax || kBinary == Binary::kMin) && op.ComparesYWithX();
  }

  operators::Epilogue epilogue_;
  BinaryLaunch launch_;
};

// The slopes are broadcast like the operand of an elementwise operator.
class PreluKernel final : public CudaKernel<operators::Prelu> {
 public:
  Status PrepareCuda(const operators::Prelu& op, PrepareContext*) override {
    const DDim& x = op.x->dims();
    DDim slopes = x;
    for (int i = 0; i < x.rank(); ++i) {
      const bool varies = op.mode == "channel" ? i == op.ChannelAxis() : op.mode == "element" && i;
      if (!varies) slopes[i] = 1;
    }
    launch_.Prepare(x, slopes, x);
    return OkStatus();
  }
  Status RunOp(const operators::Prelu& op, const RunContext& context) override {
    return launch_.Run(context, Binary::kPrelu, op.x, op.alpha, op.out);
  }

 private:
  BinaryLaunch launch_;
};

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, ElementwiseKernel<Binary::kAdd>, elementwise_add,
             fusion_elementwise_add_activation);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, ElementwiseKernel<Binary::kSub>, elementwise_sub,
             fusion_elementwise_sub_activation);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, ElementwiseKernel<Binary::kMul>, elementwise_mul,
             fusion_elementwise_mul_activation);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, ElementwiseKernel<Binary::kDiv>, elementwise_div,
             fusion_elementwise_div_activation);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, ElementwiseKernel<Binary::kMax>, elementwise_max,
             fusion_elementwise_max_activation);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, ElementwiseKernel<Binary::kMin>, elementwise_min,
             fusion_elementwise_min_activation);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, ElementwiseKernel<Binary::kPow>, elementwise_pow,
             fusion_elementwise_pow_activation);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, ElementwiseKernel<Binary::kMod>, elementwise_mod);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, ElementwiseKernel<Binary::kFloorDiv>, elementwise_floordiv,
             fusion_elementwise_floordiv_activation);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, PreluKernel, prelu);

}  // namespace paddle::lite::kernels::cuda
