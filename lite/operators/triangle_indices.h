#pragma once

#include <algorithm>

#include "lite/operators/data_type.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// The positions [2, n] of the elements of a triangle of a matrix, in memory order: their rows, then
// their columns. The triangle includes the diagonal `offset`, counted upwards from the main one.
struct TriangleIndices : Op {
  int rows = 0;
  int columns = 0;
  int offset = 0;
  int dtype = 3;
  Tensor* out = nullptr;

  // Whether the triangle is below its diagonal.
  virtual bool is_lower() const = 0;
  virtual const char* rows_name() const = 0;
  virtual const char* columns_name() const = 0;

  void Fields(FieldVisitor& v) final {
    v.Attr(rows_name(), &rows);
    v.Attr(columns_name(), &columns);
    v.Attr("offset", &offset);
    v.Attr("dtype", &dtype);
    v.Output("out", &out);
  }
  Status InferShape() final {
    if (rows < 0)
      return InvalidArgument("attribute ", rows_name(), ": expected 0 or more, found ", rows);
    if (columns < 0)
      return InvalidArgument("attribute ", columns_name(), ": expected 0 or more, found ", columns);
    const int64_t count = is_lower() ? CountTo(offset)
                                     : static_cast<int64_t>(rows) * columns -
                                           CountTo(static_cast<int64_t>(offset) - 1);
    out->set_lod(LoD());
    return SetShape("out", DDim{2, count}, out);
  }
  Status InferType() final {
    LITE_ASSIGN_OR_RETURN(const PrecisionType precision, PrecisionOfDataType("dtype", dtype));
    out->set_precision(precision);
    return CheckElementType<IndexTypes>("attribute dtype", precision);
  }
  Cost Estimate() const final { return {0, static_cast<double>(out->memory_size())}; }

 private:
  // Elements on the diagonal `last` and below it.
  int64_t CountTo(int64_t last) const {
    // Rows [some, all) have last + row + 1 elements, and later ones have all columns.
    const int64_t some = std::clamp<int64_t>(-last, 0, rows);
    const int64_t all = std::clamp<int64_t>(columns - 1 - last, some, rows);
    return (2 * last + 1 + some + all) * (all - some) / 2 + (rows - all) * columns;
  }
};

struct TrilIndices final : TriangleIndices {
  bool is_lower() const override { return true; }
  const char* rows_name() const override { return "rows"; }
  const char* columns_name() const override { return "cols"; }
};

struct TriuIndices final : TriangleIndices {
  bool is_lower() const override { return false; }
  const char* rows_name() const override { return "row"; }
  const char* columns_name() const override { return "col"; }
};

LITE_OP(tril_indices, TrilIndices);
LITE_OP(triu_indices, TriuIndices);

}  // namespace paddle::lite::operators
