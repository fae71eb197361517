#pragma once

#include <string>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Output[n, c, h, w] is X[n, c] at the position (x, y) = Grid[n, h, w], in coordinates from -1
// to 1, and 0 everywhere if X has no pixels. Likewise for volumes, with (x, y, z) =
// Grid[n, d, h, w]; mode bilinear is then linear in all three.
struct GridSampler final : Op {
  const Tensor* x = nullptr;
  const Tensor* grid = nullptr;
  std::string mode = "bilinear";
  std::string padding_mode = "zeros";
  bool align_corners = true;  // -1 and 1 are the centres of the outermost pixels, not the edges
  Tensor* output = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Grid", &grid);
    v.Attr("mode", &mode);
    v.Attr("padding_mode", &padding_mode);
    v.Attr("align_corners", &align_corners);
    v.Output("Output", &output);
  }

  // Whether Output has values of X. As in Paddle, it is 0 with every other mode, such as `Nearest`.
  bool samples() const { return mode == "bilinear" || mode == "nearest"; }
  enum class Border { kZeros, kClamp, kReflect };
  bool IsImage() const { return x->dims().rank() == 4; }
  // Valid after InferShape.
  bool nearest() const { return mode == "nearest"; }
  Border border() const {  // as in Paddle, every other text stands for zeros
    if (padding_mode == "border") return Border::kClamp;
    return padding_mode == "reflection" ? Border::kReflect : Border::kZeros;
  }

  Status InferShape() override {
    const DDim& in = x->dims();
    const DDim& at = grid->dims();
    if (in.rank() != 4 && in.rank() != 5)
      return InvalidArgument("X: expected rank 4 or 5, found shape ", in);
    const int axes = in.rank() - 2;
    if (at.rank() != in.rank() || at[0] != in[0] || at[in.rank() - 1] != axes) {
      return InvalidArgument("Grid: expected shape [", in[0], axes == 3 ? ", depth" : "",
                             ", height, width, ", axes, "], found ", at);
    }
    output->set_lod(x->lod());
    DDim out = in;
    for (int i = 0; i < axes; ++i) out[2 + i] = at[1 + i];
    return SetShape("Output", out, output);
  }
  Cost Estimate() const override {
    return {8.0 * static_cast<double>(output->numel()),
            static_cast<double>(grid->memory_size() + 2 * output->memory_size())};
  }
};

LITE_OP(grid_sampler, GridSampler);

}  // namespace paddle::lite::operators
