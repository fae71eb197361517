#pragma once

#include <vector>

#include "lite/operators/lod_items.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// The elements of X [T, D] as rows of new_dim elements. X has one level of detail; no row may span
// two sequences.
struct SequenceReshape final : Op {
  const Tensor* x = nullptr;
  int new_dim = 0;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("new_dim", &new_dim);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    if (new_dim < 1) {
      return InvalidArgument("attribute new_dim: expected a positive value, found ", new_dim);
    }
    LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* offsets, OnlyLevel("X", *x));
    const DDim& dims = x->dims();
    if (dims.rank() != 2) return InvalidArgument("X: expected rank 2, found shape ", dims);
    const uint64_t from = static_cast<uint64_t>(dims[1]);
    const uint64_t to = static_cast<uint64_t>(new_dim);
    LoD lod(1, {0});
    for (size_t s = 0; s + 1 < offsets->size(); ++s) {
      uint64_t elements = 0;
      if (!CheckedMul((*offsets)[s + 1] - (*offsets)[s], from, &elements))
        return OutOfRange("X: dimensions of ", dims, " are too large");
      if (elements % to != 0) {
        return InvalidArgument("attribute new_dim: sequence ", s, " of X has ", elements,
                               " elements, which are not rows of ", new_dim);
      }
      lod[0].push_back(lod[0].back() + elements / to);
    }
    DDim shape{0, new_dim};
    if (!CheckedCast(lod[0].back(), &shape[0])) return OutOfRange("X: too many rows");
    out->set_lod(std::move(lod));
    return SetShape("Out", shape, out);
  }
  OutputReuse output_reuse() const override { return OutputReuse::kView; }
};

LITE_OP(sequence_reshape, SequenceReshape);

}  // namespace paddle::lite::operators
