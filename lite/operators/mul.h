#pragma once

#include "lite/base/checked_math.h"
#include "lite/core/bfloat16_use.h"
#include "lite/core/weight_bits.h"
#include "lite/operators/op.h"

namespace paddle::lite::operators {

// Out = X * Y, both flattened to matrices [m, k] and [k, n]. Out keeps the leading dimensions of X
// and the trailing ones of Y.
struct Mul final : Op {
  const Tensor* x = nullptr;
  const Tensor* y = nullptr;
  Tensor* out = nullptr;

  int x_num_col_dims = 1;
  int y_num_col_dims = 1;
  int bfloat16_products = kNoBFloat16;
  int quantize_weight_bits = 0;
  bool dynamic_int8 = false;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Y", &y);
    v.Attr("x_num_col_dims", &x_num_col_dims);
    v.Attr("y_num_col_dims", &y_num_col_dims);
    v.Attr(kBFloat16Attr, &bfloat16_products);
    v.Attr(kWeightBitsAttr, &quantize_weight_bits);
    v.Attr(kDynamicInt8Attr, &dynamic_int8);
    v.Output("Out", &out);
  }

  struct GemmShape {
    int64_t m = 0;
    int64_t n = 0;
    int64_t k = 0;
  };

  Result<GemmShape> Gemm() const {
    const DDim& a = x->dims();
    const DDim& b = y->dims();
    if (x_num_col_dims < 1 || x_num_col_dims >= a.rank()) {
      return InvalidArgument("x_num_col_dims: expected a value in [1, ", a.rank(), "), found ",
                             x_num_col_dims);
    }
    if (y_num_col_dims < 1 || y_num_col_dims >= b.rank()) {
      return InvalidArgument("y_num_col_dims: expected a value in [1, ", b.rank(), "), found ",
                             y_num_col_dims);
    }
    const GemmShape g{a.Count(0, x_num_col_dims), b.Count(y_num_col_dims, b.rank()),
                      a.Count(x_num_col_dims, a.rank())};
    if (b.Count(0, y_num_col_dims) != g.k) {
      return InvalidArgument("Y: expected ", g.k, " rows for X ", a, " with x_num_col_dims ",
                             x_num_col_dims, ", found ", b.Count(0, y_num_col_dims), " in ", b);
    }
    return g;
  }

  Status InferShape() override {
    LITE_RETURN_IF_ERROR(Gemm().status());
    const int kept = x_num_col_dims + y->dims().rank() - y_num_col_dims;
    if (kept > DDim::kMaxRank) return OutOfRange("Out: rank ", kept, " exceeds ", DDim::kMaxRank);
    DDim dims;
    for (int i = 0; i < x_num_col_dims; ++i) dims.push_back(x->dims()[i]);
    for (int i = y_num_col_dims; i < y->dims().rank(); ++i) dims.push_back(y->dims()[i]);
    LITE_RETURN_IF_ERROR(CheckedElementCount(dims).status());
    out->Resize(dims);
    out->set_lod(x->lod());
    return OkStatus();
  }

  Cost Estimate() const override {
    const Result<GemmShape> g = Gemm();
    const double k = g.ok() ? static_cast<double>(g->k) : 0;
    return {2.0 * static_cast<double>(out->numel()) * k,
            static_cast<double>(x->memory_size() + y->memory_size() + out->memory_size())};
  }
};

LITE_OP(mul, Mul);

}  // namespace paddle::lite::operators
