// Casts between bytes in a buffer, such as pixels, and numbers in an image: a copy of pixels has a
// quarter of the bytes, and needs no layout beside the cast.
#include "lite/kernels/opencl/images.h"
#include "lite/operators/cast.h"

namespace paddle::lite::kernels::opencl {

template <bool kToImage>
class CastImageKernel final : public KernelFor<operators::Cast> {
 public:
  static Status Supports(const operators::Cast& op) {
    constexpr PrecisionType kTo = kToImage ? PrecisionType::kFloat : PrecisionType::kUInt8;
    LITE_ASSIGN_OR_RETURN(const PrecisionType to,
                          operators::PrecisionOfDataType("out_dtype", op.out_dtype));
    return to == kTo ? OkStatus() : Unsupported("a cast to ", PrecisionToStr(to));
  }

  Status PrepareOp(const operators::Cast& op, PrepareContext* context) override {
    constexpr DataLayoutType kLayout = DataLayoutType::kImageDefault;
    LITE_ASSIGN_OR_RETURN(const ImagePacking packing, ImagePacking::Make(kLayout, op.x->dims()));
    items_ = {packing.width(), packing.height(), 1};
    axes_ = LayoutAxes(kLayout, op.x->dims());
    return function_.Load(*context, "layout", kToImage ? "bytes_to_image" : "image_to_bytes");
  }
  Status RunOp(const operators::Cast& op, const RunContext& context) override {
    if (op.x->numel() == 0) return OkStatus();
    return function_.On(context).Add(op.x).Add(op.out).Add(axes_).Over(items_, kSquare);
  }

 private:
  LayoutAxes axes_;
  WorkSize items_ = {0, 0, 0};
  LoadedFunction function_;
};

LITE_KERNELS(kOpenCL, kFloat, kImageDefault, uint8_to_image, CastImageKernel<true>, cast)
    .In({"X"}, PRECISION(kUInt8), DATALAYOUT(kNCHW));
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, image_to_uint8, CastImageKernel<false>, cast)
    .Out({"Out"}, PRECISION(kUInt8), DATALAYOUT(kNCHW));

}  // namespace paddle::lite::kernels::opencl
