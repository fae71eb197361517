#pragma once

#include "lite/operators/image_info.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Clips boxes to their image, whose size before scaling follows from ImInfo [N, 3]: height, width
// and scale. The innermost level of detail assigns boxes to images; without one, dimension 0 of a
// rank-3 tensor does, or all boxes belong to one image.
struct BoxClip final : Op {
  const Tensor* input = nullptr;
  const Tensor* im_info = nullptr;
  Tensor* output = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Input("ImInfo", &im_info);
    v.Output("Output", &output);
  }

  int64_t images() const {
    if (!input->lod().empty() && !input->lod().back().empty())
      return static_cast<int64_t>(input->lod().back().size()) - 1;
    return input->dims().rank() == 3 ? input->dims()[0] : 1;
  }

  Status InferShape() override {
    const DDim& dims = input->dims();
    if (dims.empty() || dims.at(-1) != 4)
      return InvalidArgument("Input: expected shape [..., 4], found ", dims);
    LITE_RETURN_IF_ERROR(CheckImageInfo("ImInfo", *im_info, images(), 3));
    output->Resize(dims);
    output->set_lod(input->lod());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {2.0 * static_cast<double>(input->numel()),
            2.0 * static_cast<double>(input->memory_size())};
  }
  OutputReuse output_reuse() const override { return OutputReuse::kInplace; }
};

LITE_OP(box_clip, BoxClip);

}  // namespace paddle::lite::operators
