#pragma once

#include "lite/core/element.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Where each element of Values belongs in an ascending sequence: after the smaller elements, and
// with `right` after the equal ones as well. SortedSequence is one sequence, or in its last
// dimension one for each row of Values.
struct Searchsorted final : Op {
  const Tensor* sequence = nullptr;
  const Tensor* values = nullptr;
  bool out_int32 = false;
  bool right = false;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("SortedSequence", &sequence);
    v.Input("Values", &values);
    v.Attr("out_int32", &out_int32);
    v.Attr("right", &right);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    const DDim& dims = sequence->dims();
    const int rank = dims.rank();
    if (rank < 1) return InvalidArgument("SortedSequence: expected rank 1 or more, found a scalar");
    bool fits = rank == 1 || values->dims().rank() == rank;
    for (int i = 0; fits && i < rank - 1; ++i) fits = values->dims()[i] == dims[i];
    if (!fits) {
      return InvalidArgument("Values: expected the dimensions before the last one of ",
                             "SortedSequence ", dims, ", found ", values->dims());
    }
    if (out_int32 && dims.at(-1) >= INT32_MAX) {
      return OutOfRange("SortedSequence: positions in ", dims, " exceed int32");
    }
    out->Resize(values->dims());
    out->set_lod(LoD());
    return OkStatus();
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<NumberTypes>("SortedSequence", sequence->precision()));
    LITE_RETURN_IF_ERROR(CheckElementType<NumberTypes>("Values", values->precision()));
    out->set_precision(out_int32 ? PrecisionType::kInt32 : PrecisionType::kInt64);
    return OkStatus();
  }
  Cost Estimate() const override {
    return {32.0 * static_cast<double>(values->numel()),
            static_cast<double>(sequence->memory_size() + values->memory_size())};
  }
};

LITE_OP(searchsorted, Searchsorted);

}  // namespace paddle::lite::operators
