#include "lite/operators/elementwise.h"

#include "lite/kernels/xpu/call.h"

namespace paddle::lite::kernels::xpu {

using lite::xpu::BinaryFunction;

template <BinaryFunction kFunction>
class ElementwiseKernel final : public XpuKernel<operators::ElementwiseBase> {
 public:
  static Status Supports(const operators::ElementwiseBase& op) {
    LITE_ASSIGN_OR_RETURN(const operators::Epilogue epilogue, op.ResolveEpilogue());
    return epilogue.empty() ? OkStatus() : Unsupported("an activation or a scale fused into it");
  }

 protected:
  Status PrepareXpu(const operators::ElementwiseBase& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(const operators::Broadcast shapes,
                          operators::BroadcastShapes(op.x->dims(), op.y->dims(), op.axis));
    // The library has no numbers of rank 0.
    const bool number = shapes.out.empty();
    x_dims_ = number ? std::vector<int>{1} : Ints(shapes.x);
    y_dims_ = number ? std::vector<int>{1} : Ints(shapes.y);
    return OkStatus();
  }
  Status RunXpu(const operators::ElementwiseBase& op, RawContext* context) override {
    return CheckCall(library::Binary(context, kFunction, From<float>(op.x), From<float>(op.y),
                                     To<float>(op.out), x_dims_, y_dims_),
                     "an elementwise function of XDNN");
  }

 private:
  std::vector<int> x_dims_, y_dims_;
};

LITE_KERNELS(kXPU, kFloat, kNCHW, def, ElementwiseKernel<BinaryFunction::kAdd>, elementwise_add);
LITE_KERNELS(kXPU, kFloat, kNCHW, def, ElementwiseKernel<BinaryFunction::kSubtract>,
             elementwise_sub);

}  // namespace paddle::lite::kernels::xpu
