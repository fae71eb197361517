#pragma once

#include <string>

#include "lite/core/element.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Row s of Out is the sum, mean, maximum or minimum of the rows of X whose SegmentIds, which
// ascend, are s; 0 without such rows. SummedIds [rows, 1] counts them.
struct SegmentPool final : Op {
  const Tensor* x = nullptr;
  const Tensor* segment_ids = nullptr;
  std::string pooltype = "SUM";
  Tensor* out = nullptr;
  Tensor* summed_ids = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("SegmentIds", &segment_ids);
    v.Attr("pooltype", &pooltype);
    v.Output("Out", &out);
    v.Output("SummedIds", &summed_ids, Need::kOptional);
  }
  Status InferShape() override {
    bool known = false;
    for (const char* name : {"SUM", "MEAN", "MAX", "MIN"}) known = known || pooltype == name;
    if (!known) {
      return InvalidArgument("attribute pooltype: expected SUM, MEAN, MAX or MIN, found '",
                             pooltype, "'");
    }
    const DDim& dims = x->dims();
    if (dims.rank() < 1) return InvalidArgument("X: expected rank 1 or more, found shape ", dims);
    const DDim& ids = segment_ids->dims();
    if (ids.rank() < 1 || ids[0] != dims[0] || segment_ids->numel() != dims[0]) {
      return InvalidArgument("SegmentIds: expected shape [", dims[0], "], found ",
                             segment_ids->dims());
    }
    return OkStatus();
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<NumberTypes>("X", x->precision()));
    LITE_RETURN_IF_ERROR(CheckElementType<IndexTypes>("SegmentIds", segment_ids->precision()));
    out->set_precision(x->precision());
    if (summed_ids != nullptr) summed_ids->set_precision(x->precision());
    return OkStatus();
  }
  bool KernelAllocatesOutput() const override { return true; }
};

LITE_OP(segment_pool, SegmentPool);

}  // namespace paddle::lite::operators
