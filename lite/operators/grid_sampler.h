#pragma once

#include <string>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Output[n, c, h, w] is X[n, c] at the position (x, y) = Grid[n, h, w], in coordinates from -1
// to 1, and 0 everywhere if X has no pixels.
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

  enum class Border { kZeros, kClamp, kReflect };
  // Valid after InferShape.
  bool nearest() const { return mode == "nearest"; }
  Border border() const {
    if (padding_mode == "border") return Border::kClamp;
    return padding_mode == "reflection" ? Border::kReflect : Border::kZeros;
  }

  Status InferShape() override {
    const DDim& in = x->dims();
    const DDim& at = grid->dims();
    if (in.rank() != 4) return InvalidArgument("X: expected rank 4, found shape ", in);
    if (at.rank() != 4 || at[0] != in[0] || at[3] != 2) {
      return InvalidArgument("Grid: expected shape [", in[0], ", height, width, 2], found ", at);
    }
    if (mode != "bilinear" && mode != "nearest") {
      return InvalidArgument("attribute mode: expected bilinear or nearest, found '", mode, "'");
    }
    if (padding_mode != "zeros" && padding_mode != "border" && padding_mode != "reflection") {
      return InvalidArgument(
          "attribute padding_mode: expected zeros, border or reflection, found '", padding_mode,
          "'");
    }
    output->set_lod(x->lod());
    return SetShape("Output", DDim{in[0], in[1], at[1], at[2]}, output);
  }
  Cost Estimate() const override {
    return {8.0 * static_cast<double>(output->numel()),
            static_cast<double>(grid->memory_size() + 2 * output->memory_size())};
  }
};

LITE_OP(grid_sampler, GridSampler);

}  // namespace paddle::lite::operators
