// yolo_box, grid_sampler.
#include "lite/kernels/nnadapter/converter.h"
#include "lite/operators/grid_sampler.h"
#include "lite/operators/yolo_box.h"

namespace paddle::lite::kernels::nnadapter {

struct YoloBoxConverter {
  using OpClass = operators::YoloBox;
  static constexpr bool kAnyElements = true;  // sizes of images are integers
  static void Convert(const OpClass& op, Builder* b) {
    if (op.grid_height_only) return b->Fail(Unsupported("attribute grid_height_only"));
    if (op.x->precision() != PrecisionType::kFloat) {
      return b->Fail(Unsupported("X is ", PrecisionToStr(op.x->precision()), ", expected float"));
    }
    const std::vector<Operand> results =
        b->AddMany(NNADAPTER_YOLO_BOX,
                   {b->In(op.x), b->In(op.img_size),
                    b->Ints({op.anchors.begin(), op.anchors.end()}), b->Int(op.class_num),
                    b->Float(op.conf_thresh), b->Int(op.downsample_ratio), b->Bool(op.clip_bbox),
                    b->Float(op.scale_x_y), b->Bool(op.iou_aware), b->Float(op.iou_aware_factor)},
                   2);
    b->Out(op.boxes, results[0]);
    b->Out(op.scores, results[1]);
  }
};

struct GridSamplerConverter {
  using OpClass = operators::GridSampler;
  static void Convert(const OpClass& op, Builder* b) {
    using Border = OpClass::Border;
    const int mode =
        op.nearest() ? NNADAPTER_INTERPOLATE_MODE_NEAREST : NNADAPTER_INTERPOLATE_MODE_BILINEAR;
    const int border = op.border() == Border::kClamp     ? NNADAPTER_PAD_MODE_EDGE
                       : op.border() == Border::kReflect ? NNADAPTER_PAD_MODE_REFLECT
                                                         : NNADAPTER_PAD_MODE_CONSTANT;
    b->Out(op.output,
           b->Add(NNADAPTER_GRID_SAMPLE, {b->In(op.x), b->In(op.grid), b->Bool(op.align_corners),
                                          b->Int(mode), b->Int(border)}));
  }
};

LITE_NNADAPTER_CONVERTER(YoloBoxConverter, yolo_box);
LITE_NNADAPTER_CONVERTER(GridSamplerConverter, grid_sampler);

}  // namespace paddle::lite::kernels::nnadapter
