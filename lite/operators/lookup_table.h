#pragma once

#include <vector>

#include "lite/core/weight_bits.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// The rows of W selected by Ids; a row of zeros for the id `padding_idx`.
struct LookupTableBase : Op {
  const Tensor* w = nullptr;
  const Tensor* ids = nullptr;
  int64_t padding_idx = -1;  // -1 = none
  int quantize_weight_bits = 0;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) final {
    v.Input("W", &w);
    v.Input("Ids", &ids);
    v.Attr("padding_idx", &padding_idx);
    v.Attr(kWeightBitsAttr, &quantize_weight_bits);
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
    LITE_ASSIGN_OR_RETURN(const int64_t width, Width());
    shape.push_back(width);
    out->set_lod(ids->lod());
    return SetShape("Out", shape, out);
  }
  Status InferType() final {
    out->set_precision(quantize_weight_bits == 0 ? w->precision() : PrecisionType::kFloat);
    return OkStatus();
  }
  Cost Estimate() const final { return {0, 2.0 * static_cast<double>(out->memory_size())}; }

 protected:
  virtual bool DropsLastOne() const = 0;
  // Columns of the result.
  virtual Result<int64_t> Width() const { return w->dims()[1]; }
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

// Ids [..., 1] produce Out [..., D]. A row of W is the smallest value, the largest value and bytes
// c in place of further floats: value = c * (largest - smallest) / 256 + smallest.
struct LookupTableDequant final : LookupTableBase {
  static constexpr int64_t kHeader = 2;

 protected:
  bool DropsLastOne() const override { return true; }
  Result<int64_t> Width() const override {
    int64_t width = 0;
    if (w->dims()[1] < kHeader || !CheckedMul<int64_t>(w->dims()[1] - kHeader, 4, &width)) {
      return InvalidArgument("W: expected rows of at least ", kHeader, " values, found shape ",
                             w->dims());
    }
    return width;
  }
};

LITE_OP(lookup_table, LookupTable);
LITE_OP(lookup_table_v2, LookupTableV2);
LITE_OP(lookup_table_dequant, LookupTableDequant);

}  // namespace paddle::lite::operators
