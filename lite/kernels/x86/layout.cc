#include <cstring>

#include "lite/backends/x86/kernel_tables.h"
#include "lite/kernels/kernel.h"
#include "lite/kernels/x86/transpose.h"
#include "lite/operators/type_conversion.h"

namespace paddle::lite::kernels::x86 {

namespace backend = ::paddle::lite::x86;

// Moves float32 images between NCHW and NHWC.
class LayoutKernel final : public KernelFor<operators::Layout> {
 public:
  Status PrepareOp(const operators::Layout& op, PrepareContext*) override {
    vector_ = &backend::VectorF32(backend::ActiveIsa());
    const bool from_channels_last = op.input->layout() == DataLayoutType::kNHWC;
    to_channels_last_ = op.out->layout() == DataLayoutType::kNHWC;
    convert_ =
        from_channels_last != to_channels_last_ && !operators::LayoutIsFree(op.input->dims());
    return OkStatus();
  }

  Status RunOp(const operators::Layout& op, const RunContext& context) override {
    if (op.input->numel() == 0) return OkStatus();
    const float* src = op.input->data<float>();
    float* dst = op.out->mutable_data<float>();
    if (convert_) {
      const DDim& dims = op.input->dims();
      ConvertLayout(*vector_, context.pool, src, dst, dims[0], dims[1], dims[2] * dims[3],
                    to_channels_last_);
    } else if (src != dst) {
      std::memcpy(dst, src, op.input->memory_size());
    }
    return OkStatus();
  }

 private:
  const backend::VectorF32Kernels* vector_ = nullptr;
  bool convert_ = false;
  bool to_channels_last_ = false;
};

}  // namespace paddle::lite::kernels::x86

REGISTER_LITE_KERNEL(layout, kX86, kFloat, kNCHW, paddle::lite::kernels::x86::LayoutKernel,
                     nchw2nhwc)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kX86), PRECISION(kFloat), DATALAYOUT(kNHWC))})
    .Finalize();

REGISTER_LITE_KERNEL(layout, kX86, kFloat, kNCHW, paddle::lite::kernels::x86::LayoutKernel,
                     nhwc2nchw)
    .BindInput("Input", {LiteType::GetTensorTy(TARGET(kX86), PRECISION(kFloat), DATALAYOUT(kNHWC))})
    .Finalize();

REGISTER_LITE_KERNEL(layout_once, kX86, kFloat, kNCHW, paddle::lite::kernels::x86::LayoutKernel,
                     nchw2nhwc)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kX86), PRECISION(kFloat), DATALAYOUT(kNHWC))})
    .Finalize();

REGISTER_LITE_KERNEL(layout_once, kX86, kFloat, kNCHW, paddle::lite::kernels::x86::LayoutKernel,
                     nhwc2nchw)
    .BindInput("Input", {LiteType::GetTensorTy(TARGET(kX86), PRECISION(kFloat), DATALAYOUT(kNHWC))})
    .Finalize();
