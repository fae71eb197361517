// Tensors between buffers in program order and images.
#include "lite/kernels/opencl/cl_kernel.h"
#include "lite/operators/type_conversion.h"

namespace paddle::lite::kernels::opencl {
namespace {

class ClLayout final : public ClKernel<operators::Layout> {
 public:
  Status PrepareOp(const operators::Layout& op, PrepareContext* context) override {
    to_image_ = IsImageLayout(op.out->layout());
    const DataLayoutType layout = to_image_ ? op.out->layout() : op.input->layout();
    LITE_ASSIGN_OR_RETURN(const ImagePacking packing, ImagePacking::Make(layout, op.input->dims()));
    width_ = static_cast<int>(packing.width());
    height_ = static_cast<int>(packing.height());
    const ImageDims dims(op.input->dims());
    const int area = dims.h * dims.w;
    if (layout == DataLayoutType::kImageFolder && op.input->dims().rank() < 3) {
      axes_ = {dims.w, 1, 1, dims.h, dims.w, 0};
    } else if (layout == DataLayoutType::kImageNW) {
      axes_ = {dims.n, dims.c * area, dims.w, dims.h, dims.w, area};
    } else {
      axes_ = {dims.c, area, dims.w, dims.h, dims.w, dims.c * area};
    }
    return Build(context, "layout", to_image_ ? "buffer_to_image" : "image_to_buffer");
  }

  Status RunOp(const operators::Layout& op, const RunContext& context) override {
    return Launch(context, {width_, height_}, *op.input, *op.out, axes_.packed, axes_.packed_stride,
                  axes_.columns, axes_.rows, axes_.row_stride, axes_.outer_stride, width_, height_);
  }

 private:
  // See layout.cl.
  struct Axes {
    int packed, packed_stride, columns, rows, row_stride, outer_stride;
  };
  Axes axes_ = {};
  int width_ = 0, height_ = 0;
  bool to_image_ = false;
};

}  // namespace

LITE_KERNELS(kOpenCL, kFloat, kNCHW, NCHW_to_ImageDefault, ClLayout, layout, layout_once)
    .Out({"Out"}, PRECISION(kFloat), DATALAYOUT(kImageDefault));
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, ImageDefault_to_NCHW, ClLayout, layout, layout_once)
    .Out({"Out"}, PRECISION(kFloat), DATALAYOUT(kNCHW));
LITE_KERNELS(kOpenCL, kFloat, kNCHW, NCHW_to_ImageFolder, ClLayout, layout, layout_once)
    .Out({"Out"}, PRECISION(kFloat), DATALAYOUT(kImageFolder));
LITE_KERNELS(kOpenCL, kFloat, kImageFolder, ImageFolder_to_NCHW, ClLayout, layout, layout_once)
    .Out({"Out"}, PRECISION(kFloat), DATALAYOUT(kNCHW));
LITE_KERNELS(kOpenCL, kFloat, kNCHW, NCHW_to_ImageNW, ClLayout, layout, layout_once)
    .Out({"Out"}, PRECISION(kFloat), DATALAYOUT(kImageNW));

}  // namespace paddle::lite::kernels::opencl
