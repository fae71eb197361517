#pragma once

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"
#include "lite/operators/window.h"

namespace paddle::lite::operators {

// How well the surroundings of a position of Input1 agree with those of displaced positions of
// Input2 (FlowNet). Both maps are extended by `pad_size` zeros. The centres are `stride1` apart and
// as far from the edge as displacement and window reach; channel (i, j) of Output is the mean over
// channels and window of Input1 at the centre times Input2 displaced by (i, j) * stride2.
struct Correlation final : Op {
  const Tensor* input1 = nullptr;
  const Tensor* input2 = nullptr;
  int pad_size = 0;
  int kernel_size = 1;
  int max_displacement = 1;
  int stride1 = 1;
  int stride2 = 1;
  int corr_type_multiply = 1;  // not used, as in Paddle
  Tensor* output = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Input1", &input1);
    v.Input("Input2", &input2);
    v.Attr("pad_size", &pad_size);
    v.Attr("kernel_size", &kernel_size);
    v.Attr("max_displacement", &max_displacement);
    v.Attr("stride1", &stride1);
    v.Attr("stride2", &stride2);
    v.Attr("corr_type_multiply", &corr_type_multiply);
    v.Output("Output", &output);
  }
  int64_t radius() const { return (kernel_size - 1) / 2; }
  // Displacements to each side, in steps of stride2.
  int64_t steps() const { return max_displacement / stride2; }

  Status InferShape() override {
    const DDim& dims = input1->dims();
    if (dims.rank() != 4) return InvalidArgument("Input1: expected rank 4, found shape ", dims);
    if (input2->dims() != dims) {
      return InvalidArgument("Input2: expected shape ", dims, " of Input1, found ", input2->dims());
    }
    const struct {
      const char* name;
      int value;
      int least;
    } sizes[] = {{"pad_size", pad_size, 0},
                 {"kernel_size", kernel_size, 1},
                 {"max_displacement", max_displacement, 0},
                 {"stride1", stride1, 1},
                 {"stride2", stride2, 1}};
    constexpr int kMax = 1 << 15;
    for (const auto& size : sizes) {
      if (size.value >= size.least && size.value <= kMax) continue;
      return InvalidArgument("attribute ", size.name, ": expected a number from ", size.least,
                             " to ", kMax, ", found ", size.value);
    }
    if (kernel_size % 2 == 0) {
      return InvalidArgument("attribute kernel_size: expected an odd number, found ", kernel_size);
    }
    const int64_t displacements = 2 * steps() + 1;
    const int64_t border = 2 * (radius() + max_displacement);
    DDim shape{dims[0], displacements * displacements, 0, 0};
    for (int i = 2; i < 4; ++i) {
      const int64_t extent = dims[i] + 2 * int64_t{pad_size} - border;
      if (dims[i] > kMaxExtent || extent <= 0) {
        return InvalidArgument("Input1: the padded map of ", dims, " is smaller than the reach ",
                               border + 1, " of displacement and window");
      }
      shape[i] = (extent + stride1 - 1) / stride1;
    }
    output->set_lod(input1->lod());
    return SetShape("Output", shape, output);
  }
  Cost Estimate() const override {
    const double window = static_cast<double>(kernel_size) * kernel_size;
    return {2.0 * window * static_cast<double>(output->numel()) *
                static_cast<double>(input1->dims()[1]),
            2.0 * static_cast<double>(input1->memory_size() + output->memory_size())};
  }
};

LITE_OP(correlation, Correlation);

}  // namespace paddle::lite::operators
