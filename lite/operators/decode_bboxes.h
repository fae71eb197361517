#pragma once

#include <string>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Boxes from locations that a network predicts relative to prior boxes (the SSD of Caffe). Loc is
// [N, P * 4]; Prior [1, 2, P * 4] holds boxes and then variances. See ops of `code_type`:
// corner        b = p + v * l
// center_size   the centre moves by v * l * size, the size is scaled by exp(v * l)
// corner_size   both corners move by v * l * size
struct DecodeBboxes final : Op {
  enum class Code { kCorner, kCenterSize, kCornerSize };

  const Tensor* loc = nullptr;
  const Tensor* prior = nullptr;
  int batch_num = 0;
  int num_priors = 0;
  int num_loc_classes = 1;
  int background_label_id = 0;
  bool share_location = true;
  bool variance_encoded_in_target = false;  // all variances are 1
  std::string code_type = "center_size";
  Tensor* bbox = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Loc", &loc);
    v.Input("Prior", &prior);
    v.Attr("batch_num", &batch_num);
    v.Attr("num_priors", &num_priors);
    v.Attr("num_loc_classes", &num_loc_classes);
    v.Attr("background_label_id", &background_label_id);
    v.Attr("share_location", &share_location);
    v.Attr("variance_encoded_in_target", &variance_encoded_in_target);
    v.Attr("code_type", &code_type);
    v.Output("Bbox", &bbox);
  }
  Result<Code> ReadCode() const {
    if (code_type == "corner") return Code::kCorner;
    if (code_type == "center_size") return Code::kCenterSize;
    if (code_type == "corner_size") return Code::kCornerSize;
    return InvalidArgument(
        "attribute code_type: expected corner, center_size or corner_size, found '", code_type,
        "'");
  }
  Status InferShape() override {
    LITE_RETURN_IF_ERROR(ReadCode().status());
    if (!share_location) {
      return Unsupported("attribute share_location: expected true, found false");
    }
    if (num_priors < 0) {
      return InvalidArgument("attribute num_priors: expected a number of boxes, found ",
                             num_priors);
    }
    const int64_t values = 4 * int64_t{num_priors};
    const DDim& dims = loc->dims();
    if (dims.rank() < 2 || dims.Count(1, dims.rank()) != values) {
      return InvalidArgument("Loc: expected ", values,
                             " values for each of the images, found shape ", dims);
    }
    if (prior->numel() != 2 * values) {
      return InvalidArgument("Prior: expected shape [1, 2, ", values, "], found ", prior->dims());
    }
    bbox->Resize(dims);
    bbox->set_lod(loc->lod());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {10.0 * static_cast<double>(loc->numel()),
            2.0 * static_cast<double>(loc->memory_size())};
  }
};

LITE_OP(decode_bboxes, DecodeBboxes);

}  // namespace paddle::lite::operators
