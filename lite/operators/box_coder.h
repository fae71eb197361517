#pragma once

#include <string>
#include <vector>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Encodes boxes as offsets from prior boxes ("encode_center_size": [R, 4] and M priors produce [R,
// M, 4]), or decodes offsets to boxes ("decode_center_size": [R, M, 4] is kept, with one prior per
// column, or per row if axis is 1).
struct BoxCoder final : Op {
  const Tensor* prior_box = nullptr;
  const Tensor* prior_box_var = nullptr;
  const Tensor* target_box = nullptr;
  std::string code_type = "encode_center_size";
  bool box_normalized = true;
  int axis = 0;
  std::vector<float> variance;  // for all priors; PriorBoxVar takes precedence
  Tensor* output_box = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("PriorBox", &prior_box);
    v.Input("PriorBoxVar", &prior_box_var, Need::kOptional);
    v.Input("TargetBox", &target_box);
    v.Attr("code_type", &code_type);
    v.Attr("box_normalized", &box_normalized);
    v.Attr("axis", &axis);
    v.Attr("variance", &variance);
    v.Output("OutputBox", &output_box);
  }

  bool decodes() const { return code_type == "decode_center_size"; }

  Status InferShape() override {
    const DDim& prior = prior_box->dims();
    const DDim& target = target_box->dims();
    if (!decodes() && code_type != "encode_center_size") {
      return InvalidArgument(
          "attribute code_type: expected encode_center_size or decode_center_size, found '",
          code_type, "'");
    }
    if (prior.rank() != 2 || prior[1] != 4)
      return InvalidArgument("PriorBox: expected shape [M, 4], found ", prior);
    if (prior_box_var != nullptr && prior_box_var->dims() != prior) {
      return InvalidArgument("PriorBoxVar: expected the shape of PriorBox ", prior, ", found ",
                             prior_box_var->dims());
    }
    if (!variance.empty() && variance.size() != 4)
      return InvalidArgument("attribute variance: expected 4 values, found ", variance.size());
    if (!decodes()) {
      if (target.rank() != 2 || target[1] != 4)
        return InvalidArgument("TargetBox: expected shape [R, 4], found ", target);
      output_box->set_lod(target_box->lod());
      return SetShape("OutputBox", DDim{target[0], prior[0], 4}, output_box);
    }
    if (axis != 0 && axis != 1)
      return InvalidArgument("attribute axis: expected 0 or 1, found ", axis);
    if (target.rank() != 3 || target[2] != 4 || target[axis == 0 ? 1 : 0] != prior[0]) {
      return InvalidArgument(
          "TargetBox: expected shape ",
          axis == 0 ? StrCat("[R, ", prior[0], ", 4]") : StrCat("[", prior[0], ", M, 4]"),
          " for PriorBox ", prior, " and axis ", axis, ", found ", target);
    }
    output_box->set_lod(axis == 1 ? prior_box->lod() : target_box->lod());
    output_box->Resize(target);
    return OkStatus();
  }
  Status InferType() override {
    output_box->set_precision(target_box->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {10.0 * static_cast<double>(output_box->numel()),
            2.0 * static_cast<double>(output_box->memory_size())};
  }
};

LITE_OP(box_coder, BoxCoder);

}  // namespace paddle::lite::operators
