#include "lite/operators/pad.h"

#include "lite/kernels/opencl/copy.h"

namespace paddle::lite::kernels::opencl {

class PadKernel final : public KernelFor<operators::PadBase> {
 public:
  static Status Supports(const operators::PadBase& op) {
    for (const auto& input : op.Bound().inputs) {
      if (std::string(input.slot) == "Paddings") return Unsupported("slot Paddings");
    }
    return OkStatus();
  }

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
    return function_.Load(*context, "copy", "pad", ElementOption(PrecisionType::kFloat));
  }
  Status RunOp(const operators::PadBase& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    return function_.On(context)
        .Add(&op.source())
        .Add(op.out)
        .Add(padding_)
        .Add(op.pad_value())  // its bits
        .Over({op.out->numel(), 1, 1}, kLine);
  }

 private:
  // Padding of copy.cl.
  struct Padding {
    int32_t rank = 0, mode = 0;
    int32_t in[DDim::kMaxRank] = {}, out[DDim::kMaxRank] = {}, before[DDim::kMaxRank] = {};
  };
  Padding padding_;
  LoadedFunction function_;
};

LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, PadKernel, pad, pad2d, pad3d, pad_constant_like);

}  // namespace paddle::lite::kernels::opencl
