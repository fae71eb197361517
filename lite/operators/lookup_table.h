#pragma once

#include <vector>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// The rows of W selected by Ids; a row of zeros for the id `padding_idx`.
struct LookupTableBase : Op {
  const Tensor* w = nullptr;
  const Tensor* ids = nullptr;
  int64_t padding_idx = -1;  // -1 = none
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) final {
    v.Input("W", &w);
    v.Input("Ids", &ids);
    v.Attr("padding_idx", &padding_idx);
    v.Output("Out", &out);
  }
  Status InferShape() final {
    if (w->dims().rank() != 2)
      return InvalidArgument("W: expected rank 2, found shape ", w->dims());
    std::vector<int64_t> shape = ids->dims().Vectorize();
    if (DropsLastOne()) {
      if (shape.empty() || shape.back() != 1) {
        return InvalidArgument("Ids: expected a last dimension of 1, found shape ", ids->dims());
      }
      shape.pop_back();
    }
    shape.push_back(w->dims()[1]);
    out->set_lod(ids->lod());
    return SetShape("Out", shape, out);
  }
  Cost Estimate() const final { return {0, 2.0 * static_cast<double>(out->memory_size())}; }

 protected:
  virtual bool DropsLastOne() const = 0;
};

// Ids [..., 1] produce Out [..., D].
struct LookupTable final : LookupTableBase {
 protected:
  bool DropsLastOne() const override { return true; }
};

// Ids [...] produce Out [..., D].
struct LookupTableV2 final : LookupTableBase {
 protected:
  bool DropsLastOne() const override { return false; }
};

LITE_OP(lookup_table, LookupTable);
LITE_OP(lookup_table_v2, LookupTableV2);

}  // namespace paddle::lite::operators
