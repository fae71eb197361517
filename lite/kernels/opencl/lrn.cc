#include "lite/operators/lrn.h"

#include "lite/kernels/opencl/images.h"

namespace paddle::lite::kernels::opencl {

namespace {

// Neighbours of lrn.cl.
struct Neighbours {
  int32_t before, after;
  float k, alpha, beta;

  explicit Neighbours(const operators::Lrn& op)
      : before((op.n - 1) / 2), after(op.n - 1 - before), k(op.k), alpha(op.alpha), beta(op.beta) {}
};

}  // namespace

class LrnKernel final : public KernelFor<operators::Lrn> {
 public:
  Status PrepareOp(const operators::Lrn&, PrepareContext* context) override {
    return function_.Load(*context, "lrn", "lrn");
  }
  Status RunOp(const operators::Lrn& op, const RunContext& context) override {
    const DDim& dims = op.x->dims();
    if (op.x->numel() == 0) return OkStatus();
    const int axis = op.channel_axis();
    return function_.On(context)
        .Add(op.x)
        .Add(op.out)
        .Add(op.mid_out)
        .Add(static_cast<int32_t>(dims[axis]))
        .Add(static_cast<int32_t>(dims.Count(axis + 1, dims.rank())))
        .Add(Neighbours(op))
        .Over({op.x->numel(), 1, 1}, kLine);
  }

 private:
  LoadedFunction function_;
};

class LrnImageKernel final : public KernelFor<operators::Lrn> {
 public:
  static Status Supports(const operators::Lrn& op) {
    return op.data_format == "NHWC" ? Unsupported("data_format NHWC") : OkStatus();
  }

  Status PrepareOp(const operators::Lrn&, PrepareContext* context) override {
    return function_.Load(*context, "lrn", "lrn_image");
  }
  Status RunOp(const operators::Lrn& op, const RunContext& context) override {
    if (op.x->numel() == 0) return OkStatus();
    const ImageShape shape(op.x->dims());
    return function_.On(context)
        .Add(op.x)
        .Add(op.out)
        .Add(op.mid_out == nullptr ? op.out : op.mid_out)
        .Add(int32_t{op.mid_out != nullptr})
        .Add(shape)
        .Add(Neighbours(op))
        .Over(shape.items(), kCube);
  }

 private:
  LoadedFunction function_;
};

LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, LrnKernel, lrn);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, LrnImageKernel, lrn);

}  // namespace paddle::lite::kernels::opencl
