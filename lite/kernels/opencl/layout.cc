// Tensors between buffers in program order and images, and between images.
#include "lite/kernels/opencl/images.h"
#include "lite/operators/type_conversion.h"

namespace paddle::lite::kernels::opencl {

class LayoutKernel final : public KernelFor<operators::Layout> {
 public:
  Status PrepareOp(const operators::Layout& op, PrepareContext* context) override {
    const bool to_image = IsImageLayout(op.out->layout());
    const DataLayoutType layout = to_image ? op.out->layout() : op.input->layout();
    LITE_ASSIGN_OR_RETURN(const ImagePacking packing, ImagePacking::Make(layout, op.input->dims()));
    items_ = {packing.width(), packing.height(), 1};
    axes_ = LayoutAxes(layout, op.input->dims());
    return function_.Load(*context, "layout", to_image ? "buffer_to_image" : "image_to_buffer");
  }

  Status RunOp(const operators::Layout& op, const RunContext& context) override {
    if (op.input->numel() == 0) return OkStatus();
    return function_.On(context).Add(op.input).Add(op.out).Add(axes_).Over(items_, kSquare);
  }

 private:
  LayoutAxes axes_;
  WorkSize items_ = {0, 0, 0};
  LoadedFunction function_;
};

// Between images, whose texels differ for one and two dimensions only.
class ImageLayoutKernel final : public KernelFor<operators::Layout> {
 public:
  Status PrepareOp(const operators::Layout& op, PrepareContext* context) override {
    const DDim& dims = op.input->dims();
    LITE_ASSIGN_OR_RETURN(const ImagePacking packing, ImagePacking::Make(op.out->layout(), dims));
    items_ = {packing.width(), packing.height(), 1};
    width_ = ImageShape(dims).w;
    const bool folds = op.out->layout() == DataLayoutType::kImageFolder;
    return function_.Load(*context, "layout",
                          dims.rank() > 2 ? "copy_image"
                          : folds         ? "fold_image"
                                          : "unfold_image");
  }

  Status RunOp(const operators::Layout& op, const RunContext& context) override {
    if (op.input->numel() == 0) return OkStatus();
    return function_.On(context).Add(op.input).Add(op.out).Add(width_).Over(items_, kSquare);
  }

 private:
  int32_t width_ = 0;
  WorkSize items_ = {0, 0, 0};
  LoadedFunction function_;
};

LITE_KERNELS(kOpenCL, kFloat, kNCHW, NCHW_to_ImageDefault, LayoutKernel, layout, layout_once)
    .Out({"Out"}, PRECISION(kFloat), DATALAYOUT(kImageDefault));
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, ImageDefault_to_NCHW, LayoutKernel, layout,
             layout_once)
    .Out({"Out"}, PRECISION(kFloat), DATALAYOUT(kNCHW));
LITE_KERNELS(kOpenCL, kFloat, kNCHW, NCHW_to_ImageFolder, LayoutKernel, layout, layout_once)
    .Out({"Out"}, PRECISION(kFloat), DATALAYOUT(kImageFolder));
LITE_KERNELS(kOpenCL, kFloat, kImageFolder, ImageFolder_to_NCHW, LayoutKernel, layout, layout_once)
    .Out({"Out"}, PRECISION(kFloat), DATALAYOUT(kNCHW));
LITE_KERNELS(kOpenCL, kFloat, kNCHW, NCHW_to_ImageNW, LayoutKernel, layout, layout_once)
    .Out({"Out"}, PRECISION(kFloat), DATALAYOUT(kImageNW));
LITE_KERNELS(kOpenCL, kFloat, kImageNW, ImageNW_to_NCHW, LayoutKernel, layout, layout_once)
    .Out({"Out"}, PRECISION(kFloat), DATALAYOUT(kNCHW));
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, ImageDefault_to_ImageFolder, ImageLayoutKernel, layout,
             layout_once)
    .Out({"Out"}, PRECISION(kFloat), DATALAYOUT(kImageFolder));
LITE_KERNELS(kOpenCL, kFloat, kImageFolder, ImageFolder_to_ImageDefault, ImageLayoutKernel, layout,
             layout_once)
    .Out({"Out"}, PRECISION(kFloat), DATALAYOUT(kImageDefault));

}  // namespace paddle::lite::kernels::opencl
