#include "lite/operators/pool2d.h"

#include <algorithm>

#include "lite/kernels/nnadapter/converter.h"

namespace paddle::lite::kernels::nnadapter {
namespace {

// The padding at the end of an axis with which windows that fit count axis.out: rounding up is
// expressed as padding.
int64_t PoolPadEnd(const operators::WindowAxis& axis) {
  return std::max<int64_t>(0,
                           (axis.out - 1) * axis.stride + axis.kernel - axis.in - axis.pad_begin);
}

}  // namespace

struct Pool2dConverter {
  using OpClass = operators::Pool2d;
  static void Convert(const OpClass& op, Builder* b) {
    const auto geometry = op.Geometry();
    if (!geometry.ok()) return b->Fail(geometry.status());
    operators::PoolGeometry g = *geometry;
    if (g.channels_last) return b->Fail(Unsupported("data_format NHWC"));
    b->Fail(operators::RequireNoCrop(op.paddings));
    if (g.adaptive && g.global) {
      for (operators::WindowAxis* axis : {&g.h, &g.w}) axis->kernel = axis->in;
    } else if (g.adaptive) {
      return ConvertAdaptive(op, g, b);
    }
    for (const operators::WindowAxis& axis : {g.h, g.w}) {
      if (axis.in == 0) return b->Fail(Unsupported("an empty image"));
      if (!op.is_max() && g.HasEmptyWindow(axis)) {
        return b->Fail(Unsupported("an average over a window without elements"));
      }
    }
    if (!op.is_max() && !g.exclusive) {
      // Paddle divides by the part of the window up to the first padding after the image.
      for (const operators::WindowAxis& axis : {g.h, g.w}) {
        if (PoolPadEnd(axis) > axis.pad_begin) {
          return b->Fail(Unsupported("an average that counts windows beyond the padding"));
        }
      }
    }
    const auto pair = [b](int64_t height, int64_t width) {
      return b->Ints({static_cast<int32_t>(height), static_cast<int32_t>(width)});
    };
    std::vector<Operand> inputs = {
        b->In(op.x),
        b->Int(NNADAPTER_AUTO_PAD_NONE),
        b->Ints({static_cast<int32_t>(g.h.pad_begin), static_cast<int32_t>(PoolPadEnd(g.h)),
                 static_cast<int32_t>(g.w.pad_begin), static_cast<int32_t>(PoolPadEnd(g.w))}),
        pair(g.h.kernel, g.w.kernel),
        pair(g.h.stride, g.w.stride),
        b->Bool(false)};
    if (op.is_max()) {
      inputs.insert(inputs.end(), {b->Bool(false), b->Int(NNADAPTER_INT32)});
    } else {
      inputs.push_back(b->Bool(!g.exclusive));
    }
    inputs.push_back(b->Int(NNADAPTER_FUSED_NONE));
    const NNAdapterOperationType type =
        op.is_max() ? NNADAPTER_MAX_POOL_2D : NNADAPTER_AVERAGE_POOL_2D;
    b->Out(op.out, b->AddMany(type, inputs, 1, IndicesOf(op))[0]);
  }

 private:
  // A maximum has a second result, which is not requested.
  static size_t IndicesOf(const OpClass& op) { return op.is_max() ? 1 : 0; }

  static void ConvertAdaptive(const OpClass& op, const operators::PoolGeometry& g, Builder* b) {
    std::vector<Operand> inputs = {
        b->In(op.x), b->Ints({static_cast<int32_t>(g.h.out), static_cast<int32_t>(g.w.out)})};
    if (op.is_max()) inputs.insert(inputs.end(), {b->Bool(false), b->Int(NNADAPTER_INT32)});
    const NNAdapterOperationType type =
        op.is_max() ? NNADAPTER_ADAPTIVE_MAX_POOL_2D : NNADAPTER_ADAPTIVE_AVERAGE_POOL_2D;
    b->Out(op.out, b->AddMany(type, inputs, 1, IndicesOf(op))[0]);
  }
};

LITE_NNADAPTER_CONVERTER(Pool2dConverter, pool2d);

}  // namespace paddle::lite::kernels::nnadapter
