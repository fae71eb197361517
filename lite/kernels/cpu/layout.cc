#include <cstring>

#include "lite/kernels/cpu/cpu_kernel.h"
#include "lite/kernels/cpu/transpose.h"
#include "lite/operators/type_conversion.h"

namespace paddle::lite::kernels::LITE_CPU {

// Moves images between NCHW and NHWC.
template <typename Types>
class LayoutKernel final : public CpuKernelFor<operators::Layout, Types> {
 public:
  using Element = typename Types::Element;
  using Real = typename Types::Real;

  Status PrepareOp(const operators::Layout& op, PrepareContext*) override {
    const bool from_channels_last = op.input->layout() == DataLayoutType::kNHWC;
    to_channels_last_ = op.out->layout() == DataLayoutType::kNHWC;
    convert_ =
        from_channels_last != to_channels_last_ && !operators::LayoutIsFree(op.input->dims());
    return OkStatus();
  }

  Status RunOp(const operators::Layout& op, const RunContext& context) override {
    if (op.input->numel() == 0) return OkStatus();
    const Real* src = op.input->data<Element>();
    Real* dst = op.out->mutable_data<Element>();
    if (convert_) {
      const DDim& dims = op.input->dims();
      ConvertLayout(this->tables_.vector, context.pool, src, dst, dims[0], dims[1],
                    dims[2] * dims[3], to_channels_last_);
    } else if (src != dst) {
      std::memcpy(dst, src, op.input->memory_size());
    }
    return OkStatus();
  }

 private:
  bool convert_ = false;
  bool to_channels_last_ = false;
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, nchw2nhwc, LayoutKernel<F32>, layout, layout_once)
    .Out({"Out"}, PRECISION(kFloat), DATALAYOUT(kNHWC));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, nhwc2nchw, LayoutKernel<F32>, layout, layout_once)
    .In({"Input"}, PRECISION(kFloat), DATALAYOUT(kNHWC));
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kNCHW, nchw2nhwc, LayoutKernel<F16>, layout, layout_once)
    .Out({"Out"}, PRECISION(kFP16), DATALAYOUT(kNHWC));
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kNCHW, nhwc2nchw, LayoutKernel<F16>, layout, layout_once)
    .In({"Input"}, PRECISION(kFP16), DATALAYOUT(kNHWC));

}  // namespace paddle::lite::kernels::LITE_CPU
