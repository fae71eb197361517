#include "lite/operators/elementwise.h"

#include <cstdlib>
#include <utility>

#include "lite/backends/gpu/functions.h"
#include "lite/kernels/opencl/images.h"
#include "lite/operators/pow.h"
#include "lite/operators/prelu.h"

namespace paddle::lite::kernels::opencl {
namespace {

using lite::gpu::Binary;

// Launches of the function `binary`. The walk has the steps in both operands; there must be a
// dimension, and the steps of the innermost one are 0 or 1.
class BinaryCall {
 public:
  Status Prepare(const PrepareContext& context, const DDim& x, const DDim& y, const DDim& out) {
    walk_ = Walk();
    DDim steps[2];
    for (const DDim* dims : {&x, &y}) {
      DDim& into = steps[dims == &x ? 0 : 1];
      into = out;
      int64_t step = 1;
      for (int i = out.rank() - 1; i >= 0; --i) {
        into[i] = (*dims)[i] == 1 ? 0 : step;
        step *= (*dims)[i];
      }
    }
    for (int i = 0; i < out.rank(); ++i) walk_.Add(out[i], steps[0][i], steps[1][i]);
    if (walk_.rank == 0) {
      walk_.rank = 1;
      walk_.size[0] = 1;
    }
    return function_.Load(context, "elementwise", "binary");
  }

  Status Run(const RunContext& context, Binary binary, const Tensor* x, const Tensor* y,
             const Tensor* out, const operators::Epilogue& epilogue = {}) const {
    if (out->numel() == 0) return OkStatus();
    const int64_t width = walk_.size[walk_.rank - 1];
    const int64_t rows = out->numel() / width;
    return function_.On(context)
        .Add(x)
        .Add(y)
        .Add(out)
        .Add(walk_)
        .Add(binary)
        .Add(epilogue.scale)
        .Add(epilogue.bias)
        .Add(epilogue.activation)
        .Over({Quarters(width), rows, 1}, rows == 1 ? kLine : kSquare);
  }

 private:
  Walk walk_;
  LoadedFunction function_;
};

// Operand of elementwise.cl.
struct ImageOperand {
  ImageShape shape;
  int32_t shift = 0;
};

template <Binary kBinary>
bool Swaps(const operators::ElementwiseBase& op) {
  return (kBinary == Binary::kMax || kBinary == Binary::kMin) && op.ComparesYWithX();
}

}  // namespace

template <Binary kBinary>
class ElementwiseKernel final : public KernelFor<operators::ElementwiseBase> {
 public:
  Status PrepareOp(const operators::ElementwiseBase& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(operators::Broadcast shapes,
                          operators::BroadcastShapes(op.x->dims(), op.y->dims(), op.axis));
    LITE_ASSIGN_OR_RETURN(epilogue_, op.ResolveEpilogue());
    if (Swaps<kBinary>(op)) std::swap(shapes.x, shapes.y);
    return call_.Prepare(*context, shapes.x, shapes.y, shapes.out);
  }
  Status RunOp(const operators::ElementwiseBase& op, const RunContext& context) override {
    const bool swaps = Swaps<kBinary>(op);
    return call_.Run(context, kBinary, swaps ? op.y : op.x, swaps ? op.x : op.y, op.out, epilogue_);
  }

 private:
  operators::Epilogue epilogue_;
  BinaryCall call_;
};

template <Binary kBinary>
class ElementwiseImageKernel final : public KernelFor<operators::ElementwiseBase> {
 public:
  Status PrepareOp(const operators::ElementwiseBase& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(epilogue_, op.ResolveEpilogue());
    const DDim& x = op.x->dims();
    const DDim& y = op.y->dims();
    x_ = {ImageShape(x), 0};
    y_ = {ImageShape(y), 0};
    // Images align last dimensions, the operator the first one of the shorter operand with an axis.
    const int added = std::abs(x.rank() - y.rank());
    const int axis = op.axis == -1 || x == y ? added : op.axis;
    (x.rank() >= y.rank() ? y_ : x_).shift = added - axis;
    return function_.Load(*context, "elementwise", "binary_image");
  }
  Status RunOp(const operators::ElementwiseBase& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    const ImageShape shape(op.out->dims());
    const bool swaps = Swaps<kBinary>(op);
    return function_.On(context)
        .Add(swaps ? op.y : op.x)
        .Add(swaps ? op.x : op.y)
        .Add(op.out)
        .Add(swaps ? y_ : x_)
        .Add(swaps ? x_ : y_)
        .Add(shape)
        .Add(kBinary)
        .Add(epilogue_.scale)
        .Add(epilogue_.bias)
        .Add(epilogue_.activation)
        .Over(shape.items(), kCube);
  }

 private:
  operators::Epilogue epilogue_;
  ImageOperand x_, y_;
  LoadedFunction function_;
};

// The slopes are broadcast like the operand of an elementwise operator.
class PreluKernel final : public KernelFor<operators::Prelu> {
 public:
  Status PrepareOp(const operators::Prelu& op, PrepareContext* context) override {
    const DDim& x = op.x->dims();
    DDim slopes = x;
    for (int i = 0; i < x.rank(); ++i) {
      const bool varies = op.mode == "channel" ? i == op.ChannelAxis() : op.mode == "element" && i;
      if (!varies) slopes[i] = 1;
    }
    return call_.Prepare(*context, x, slopes, x);
  }
  Status RunOp(const operators::Prelu& op, const RunContext& context) override {
    return call_.Run(context, Binary::kPrelu, op.x, op.alpha, op.out);
  }

 private:
  BinaryCall call_;
};

// With FactorTensor, whose only element is broadcast; activation.cc has the other form.
class PowByTensorKernel final : public KernelFor<operators::Pow> {
 public:
  static Status Supports(const operators::Pow& op) {
    return op.factor_tensor != nullptr ? OkStatus() : Unsupported("no FactorTensor");
  }

  Status PrepareOp(const operators::Pow& op, PrepareContext* context) override {
    const DDim& x = op.x->dims();
    DDim factor = x;
    for (int i = 0; i < x.rank(); ++i) factor[i] = 1;
    return call_.Prepare(*context, x, factor, x);
  }
  Status RunOp(const operators::Pow& op, const RunContext& context) override {
    return call_.Run(context, Binary::kPow, op.x, op.factor_tensor, op.out);
  }

 private:
  BinaryCall call_;
};

LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, ElementwiseKernel<Binary::kAdd>, elementwise_add,
             fusion_elementwise_add_activation);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, ElementwiseKernel<Binary::kSub>, elementwise_sub,
             fusion_elementwise_sub_activation);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, ElementwiseKernel<Binary::kMul>, elementwise_mul,
             fusion_elementwise_mul_activation);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, ElementwiseKernel<Binary::kDiv>, elementwise_div,
             fusion_elementwise_div_activation);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, ElementwiseKernel<Binary::kMax>, elementwise_max,
             fusion_elementwise_max_activation);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, ElementwiseKernel<Binary::kMin>, elementwise_min,
             fusion_elementwise_min_activation);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, ElementwiseKernel<Binary::kPow>, elementwise_pow,
             fusion_elementwise_pow_activation);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, ElementwiseKernel<Binary::kMod>, elementwise_mod);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, ElementwiseKernel<Binary::kFloorDiv>,
             elementwise_floordiv, fusion_elementwise_floordiv_activation);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, PreluKernel, prelu);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, factor_tensor, PowByTensorKernel, pow);

LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, ElementwiseImageKernel<Binary::kAdd>,
             elementwise_add, fusion_elementwise_add_activation);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, ElementwiseImageKernel<Binary::kSub>,
             elementwise_sub, fusion_elementwise_sub_activation);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, ElementwiseImageKernel<Binary::kMul>,
             elementwise_mul, fusion_elementwise_mul_activation);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, ElementwiseImageKernel<Binary::kDiv>,
             elementwise_div, fusion_elementwise_div_activation);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, ElementwiseImageKernel<Binary::kMax>,
             elementwise_max, fusion_elementwise_max_activation);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, ElementwiseImageKernel<Binary::kMin>,
             elementwise_min, fusion_elementwise_min_activation);

}  // namespace paddle::lite::kernels::opencl
