#include "lite/operators/interpolate.h"

#include "lite/kernels/nnadapter/converter.h"

namespace paddle::lite::kernels::nnadapter {

struct InterpolateConverter {
  using OpClass = operators::InterpolateBase;
  static void Convert(const OpClass& op, Builder* b) {
    if (!op.IsImage() || op.method() == OpClass::Method::kCubic)
      return b->Fail(Unsupported("interp_method ", op.interp_method, " of X ", op.x->dims()));
    if (op.channels_last()) return b->Fail(Unsupported("data_layout NHWC"));
    const auto geometry = op.ResolveGeometry();
    if (!geometry.ok()) return b->Fail(geometry.status());
    for (const OpClass::Axis& axis : {geometry->h, geometry->w}) {
      const float ratio = static_cast<float>(axis.in) / static_cast<float>(axis.out);
      if (!op.align_corners && axis.out > 1 && axis.step != ratio) {
        return b->Fail(Unsupported("a scale that does not divide the size ", axis.out));
      }
    }
    const Operand size =
        b->Ints({static_cast<int32_t>(geometry->h.out), static_cast<int32_t>(geometry->w.out)});
    std::vector<Operand> inputs = {b->In(op.x), size, kAbsent, b->Bool(op.align_corners)};
    const bool linear = op.method() == OpClass::Method::kLinear;
    if (linear) inputs.push_back(b->Int(op.align_corners ? 1 : op.align_mode));
    b->Out(op.out, b->Add(linear ? NNADAPTER_RESIZE_LINEAR : NNADAPTER_RESIZE_NEAREST, inputs));
  }
};

LITE_NNADAPTER_CONVERTER(InterpolateConverter, nearest_interp, nearest_interp_v2, bilinear_interp,
                         bilinear_interp_v2);

}  // namespace paddle::lite::kernels::nnadapter
