#pragma once

#include <string>

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
    const DDim& dims = x->dims();
    const LoD& lod = x->lod();
    if (dims.rank() < 1 || lod.empty() || lod.back().empty()) {
      return InvalidArgument("X: expected a tensor of sequences, found shape ", dims, " with ",
                             lod.size(), " levels of detail");
    }
    const auto& offsets = lod.back();
    for (size_t i = 0; i + 1 < offsets.size(); ++i) {
      if (offsets[i] > offsets[i + 1])
        return InvalidArgument("X: the offsets of its sequences decrease");
    }
    if (offsets.front() != 0 || offsets.back() != static_cast<uint64_t>(dims[0])) {
      return InvalidArgument("X: its sequences cover rows ", offsets.front(), " to ",
                             offsets.back(), " of ", dims[0]);
    }
    DDim shape = dims;
    shape[0] = static_cast<int64_t>(offsets.size()) - 1;
    LITE_RETURN_IF_ERROR(SetShape("Out", shape, out));
    out->set_lod(LoD(lod.begin(), lod.end() - 1));
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
