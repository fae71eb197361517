#include "lite/operators/pad.h"

#include "lite/kernels/opencl/images.h"

namespace paddle::lite::kernels::opencl {

namespace {

Status RefusePaddingsInATensor(const operators::PadBase& op) {
  for (const auto& input : op.Bound().inputs) {
    if (std::string(input.slot) == "Paddings") return Unsupported("slot Paddings");
  }
  return OkStatus();
}

}  // namespace

class PadKernel final : public KernelFor<operators::PadBase> {
 public:
  static Status Supports(const operators::PadBase& op) { return RefusePaddingsInATensor(op); }

  Status PrepareOp(const operators::PadBase& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::PadPlan plan, op.Plan());
    const DDim& in = op.source().dims();
    padding_ = Padding();
    padding_.rank = in.rank();
    padding_.mode = static_cast<int32_t>(plan.mode);
    for (int i = 0; i < in.rank(); ++i) {
      padding_.in[i] = static_cast<int32_t>(in[i]);
      padding_.out[i] = static_cast<int32_t>(op.out->dims()[i]);
      padding_.before[i] = static_cast<int32_t>(plan.before[i]);
    }
    return function_.Load(*context, "pad", "pad");
  }
  Status RunOp(const operators::PadBase& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    return function_.On(context)
        .Add(&op.source())
        .Add(op.out)
        .Add(padding_)
        .Add(op.pad_value())
        .Over({op.out->numel(), 1, 1}, kLine);
  }

 private:
  // Padding of pad.cl.
  struct Padding {
    int32_t rank = 0, mode = 0;
    int32_t in[DDim::kMaxRank] = {}, out[DDim::kMaxRank] = {}, before[DDim::kMaxRank] = {};
  };
  Padding padding_;
  LoadedFunction function_;
};

class Pad2dImageKernel final : public KernelFor<operators::Pad2d> {
 public:
  static Status Supports(const operators::Pad2d& op) {
    LITE_RETURN_IF_ERROR(RefusePaddingsInATensor(op));
    return op.data_format == "NHWC" ? Unsupported("data_format NHWC") : OkStatus();
  }

  Status PrepareOp(const operators::Pad2d& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::PadPlan plan, op.Plan());
    before_ = {static_cast<int32_t>(plan.before[2]), static_cast<int32_t>(plan.before[3])};
    mode_ = static_cast<int32_t>(plan.mode);
    return function_.Load(*context, "pad", "pad_image");
  }
  Status RunOp(const operators::Pad2d& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    const ImageShape shape(op.out->dims());
    return function_.On(context)
        .Add(op.x)
        .Add(op.out)
        .Add(ImageShape(op.x->dims()))
        .Add(shape)
        .Add(before_)
        .Add(mode_)
        .Add(op.pad_value())
        .Over(shape.items(), kCube);
  }

 private:
  Int2 before_ = {};
  int32_t mode_ = 0;
  LoadedFunction function_;
};

LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, PadKernel, pad, pad2d, pad3d, pad_constant_like);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, Pad2dImageKernel, pad2d);

}  // namespace paddle::lite::kernels::opencl
