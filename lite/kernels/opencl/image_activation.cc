// Elementwise functions of one image.
#include "lite/kernels/opencl/cl_kernel.h"
#include "lite/operators/activation.h"

namespace paddle::lite::kernels::opencl {
namespace {

class ClImageActivation final : public ClKernel<operators::Unary> {
 public:
  Status PrepareOp(const operators::Unary&, PrepareContext* context) override {
    return Build(context, "activation", "activation_image", "-DF=RELU");
  }

  Status RunOp(const operators::Unary& op, const RunContext& context) override {
    const ImageDims dims(op.x->dims());
    return Launch(context, {dims.width(), dims.height()}, *op.x, *op.out, dims.width(),
                  dims.height());
  }
};

}  // namespace

LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, ClImageActivation, relu);

}  // namespace paddle::lite::kernels::opencl
