#pragma once

#include <vector>

#include "lite/operators/element_types.h"
#include "lite/operators/lod_items.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Sequence i of Out is sequence i of every X, one after another. Each X has the same number of
// sequences; rows have the same number of elements, and the shape of X[0]. As in Paddle, sequences
// are those of the outermost level of detail, whose offsets count rows even if there are other
// levels.
struct SequenceConcat final : Op {
  std::vector<const Tensor*> x;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Inputs("X", &x);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    LITE_RETURN_IF_ERROR(CheckOneElementType("X", x));
    LoD lod(1);
    DDim shape;
    int64_t width = 0, rows = 0;
    for (size_t i = 0; i < x.size(); ++i) {
      const std::string slot = StrCat("X[", i, "]");
      LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* offsets,
                            OuterOffsets(slot.c_str(), *x[i]));
      const DDim& dims = x[i]->dims();
      LITE_ASSIGN_OR_RETURN(const int64_t count, CountOf(dims, 1, dims.rank()));
      if (i == 0) {
        lod[0].resize(offsets->size());
        shape = dims;
        width = count;
      }
      if (offsets->size() != lod[0].size() || count != width) {
        return InvalidArgument(slot, ": expected ", lod[0].size() - 1, " sequences of rows of ",
                               width, " elements as in X[0], found ", offsets->size() - 1,
                               " sequences in shape ", dims);
      }
      if (!CheckedAdd(rows, dims[0], &rows)) return OutOfRange("X: too many rows");
      for (size_t s = 0; s < offsets->size(); ++s) lod[0][s] += (*offsets)[s];
    }
    shape[0] = rows;
    out->set_lod(std::move(lod));
    return SetShape("Out", shape, out);
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(out->memory_size())}; }
};

LITE_OP(sequence_concat, SequenceConcat);

}  // namespace paddle::lite::operators
