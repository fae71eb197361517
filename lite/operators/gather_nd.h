#pragma once

#include "lite/core/element.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// The shape of the blocks that `index` [..., k] selects: each of its rows is a position in the
// first k dimensions of `x`, and selects the block of the other dimensions there.
inline Result<DDim> BlocksShape(const Tensor& x, const Tensor& index) {
  const DDim& dims = x.dims();
  const DDim& which = index.dims();
  if (which.rank() < 1) return InvalidArgument("Index: expected rank 1 or more, found a scalar");
  const int64_t depth = which.at(-1);
  if (depth > dims.rank()) {
    return InvalidArgument("Index: rows of shape ", which, " have more than ", dims.rank(),
                           " positions for X ", dims);
  }
  std::vector<int64_t> shape(which.begin(), which.end() - 1);
  shape.insert(shape.end(), dims.begin() + depth, dims.end());
  const Result<DDim> result = DDim::FromVector(shape);
  return result.ok() ? result : result.status().WithContext("Index");
}

// Out consists of the blocks of X that Index selects. A position out of range is an error.
struct GatherNd final : Op {
  const Tensor* x = nullptr;
  const Tensor* index = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Index", &index);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const DDim shape, BlocksShape(*x, *index));
    LITE_RETURN_IF_ERROR(SetShape("Out", shape, out));
    ShareLoDIfRowsKept(*x, out);
    return OkStatus();
  }
  Status InferType() override {
    out->set_precision(x->precision());
    return CheckElementType<IndexTypes>("Index", index->precision());
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(out->memory_size())}; }
};

// Out is X, with each block of Updates added where Index says. A position out of range is an error.
struct ScatterNdAdd final : Op {
  const Tensor* x = nullptr;
  const Tensor* index = nullptr;
  const Tensor* updates = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Index", &index);
    v.Input("Updates", &updates);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const DDim shape, BlocksShape(*x, *index));
    if (updates->dims() != shape) {
      return InvalidArgument("Updates: expected shape ", shape, " for Index ", index->dims(),
                             ", found ", updates->dims());
    }
    out->Resize(x->dims());
    out->set_lod(x->lod());
    return OkStatus();
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<IndexTypes>("Index", index->precision()));
    if (updates->precision() != x->precision()) {
      return InvalidArgument("Updates has element type ", PrecisionToStr(updates->precision()),
                             ", expected that of X, ", PrecisionToStr(x->precision()));
    }
    out->set_precision(x->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {static_cast<double>(updates->numel()),
            2.0 * static_cast<double>(out->memory_size() + updates->memory_size())};
  }
  OutputReuse output_reuse() const override { return OutputReuse::kInplace; }
};

LITE_OP(gather_nd, GatherNd);
LITE_OP(scatter_nd_add, ScatterNdAdd);

}  // namespace paddle::lite::operators
