#pragma once

#include <string>
#include <vector>

#include "lite/operators/lod_items.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// One row per sequence of the innermost level.
struct SequencePool final : Op {
  const Tensor* x = nullptr;
  std::string pooltype = "AVERAGE";
  float pad_value = 0.0f;  // the row of an empty sequence
  Tensor* out = nullptr;
  Tensor* max_index = nullptr;  // used in training only

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("pooltype", &pooltype);
    v.Attr("pad_value", &pad_value);
    v.Output("Out", &out);
    v.Output("MaxIndex", &max_index, Need::kOptional);
  }
  Status InferShape() override {
    LITE_RETURN_IF_ERROR(CheckPoolType(pooltype));
    LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* offsets, SequenceOffsets("X", *x));
    DDim shape = x->dims();
    shape[0] = static_cast<int64_t>(offsets->size()) - 1;
    LITE_RETURN_IF_ERROR(SetShape("Out", shape, out));
    out->set_lod(LoD(x->lod().begin(), x->lod().end() - 1));
    if (max_index != nullptr) max_index->Resize(shape);
    return OkStatus();
  }
  static Status CheckPoolType(const std::string& type) {
    for (const char* name : {"AVERAGE", "SUM", "SQRT", "MAX", "MIN", "FIRST", "LAST"}) {
      if (type == name) return OkStatus();
    }
    return InvalidArgument(
        "attribute pooltype: expected AVERAGE, SUM, SQRT, MAX, MIN, FIRST or LAST, found '", type,
        "'");
  }
  Status InferType() override {
    out->set_precision(x->precision());
    if (max_index != nullptr) max_index->set_precision(PrecisionType::kInt32);
    return OkStatus();
  }
  Cost Estimate() const override {
    return {static_cast<double>(x->numel()),
            static_cast<double>(x->memory_size() + out->memory_size())};
  }
};

LITE_OP(sequence_pool, SequencePool);

}  // namespace paddle::lite::operators
