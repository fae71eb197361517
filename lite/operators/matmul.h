#pragma once

#include <algorithm>

#include "lite/base/checked_math.h"
#include "lite/core/bfloat16_use.h"
#include "lite/core/weight_bits.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// A batch of products of an [m, k] and a [k, n] matrix. With `transpose_x`, the matrices of X are
// stored as [k, m]; with `transpose_y`, those of Y as [n, k].
struct MatmulGeometry {
  int64_t m = 0;
  int64_t n = 0;
  int64_t k = 0;
  bool transpose_x = false;
  bool transpose_y = false;
  // Above 1, a product is this number of products side by side: X is [m, heads * k], and the block
  // of columns of each head is multiplied with its rows of Y [heads * k, n], or with its columns of
  // Y [k, heads * n] if `splits_columns`. The result is [m, heads * n].
  int64_t heads = 1;
  bool splits_columns = false;
  DDim batch;  // batch dimensions of the result
  // Step in X and Y, in matrices, per step along each dimension of `batch`; 0 if broadcast.
  int64_t x_steps[DDim::kMaxRank] = {};
  int64_t y_steps[DDim::kMaxRank] = {};
  DDim out;

  int64_t batch_count() const { return batch.production(); }
  // The matrices of X and Y whose product is matrix `index` of the result.
  void Locate(int64_t index, int64_t* x_index, int64_t* y_index) const {
    *x_index = 0;
    *y_index = 0;
    for (int i = batch.rank() - 1; i >= 0; --i) {
      const int64_t at = index % batch[i];
      index /= batch[i];
      *x_index += at * x_steps[i];
      *y_index += at * y_steps[i];
    }
  }
  // True if all products share Y, so that X is one matrix [batch_count * m, k].
  bool folds_into_one() const {
    if (transpose_x || heads > 1) return false;
    int64_t expected = 1;
    for (int i = batch.rank() - 1; i >= 0; --i) {
      if (y_steps[i] != 0 || (batch[i] != 1 && x_steps[i] != expected)) return false;
      expected *= batch[i];
    }
    return true;
  }
};

// Out = alpha * X * Y over the last two dimensions; the others are broadcast. Base of matmul and
// matmul_v2, which differ in attribute names and in the treatment of vectors.
struct MatmulBase : Op {
  const Tensor* x = nullptr;
  const Tensor* y = nullptr;
  Tensor* out = nullptr;

  bool transpose_x = false;
  bool transpose_y = false;
  float alpha = 1.0f;
  int bfloat16_products = kNoBFloat16;
  int quantize_weight_bits = 0;
  bool dynamic_int8 = false;

  virtual Result<MatmulGeometry> Geometry() const = 0;
  virtual bool keeps_lod() const = 0;
  // For kernels that compute one product per matrix of the result.
  virtual Status CheckOneHead() const { return OkStatus(); }
  // Whether X and Y have as many matrices in other batch dimensions, which then do not broadcast.
  virtual bool JoinsBatches() const { return false; }

  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const MatmulGeometry g, Geometry());
    LITE_RETURN_IF_ERROR(CheckedElementCount(g.out).status());
    if (g.out.rank() == 0) {
      SetScalarShape(out);
    } else {
      out->Resize(g.out);
    }
    out->set_lod(keeps_lod() ? x->lod() : LoD());
    return OkStatus();
  }

  Cost Estimate() const override {
    const Result<MatmulGeometry> g = Geometry();
    const double k = g.ok() ? static_cast<double>(g->k) : 0;
    return {2.0 * static_cast<double>(out->numel()) * k,
            static_cast<double>(x->memory_size() + y->memory_size() + out->memory_size())};
  }

 protected:
  // The general rule. `a` and `b` are the operands' shapes, with vectors already expanded to
  // matrices.
  static Result<MatmulGeometry> MatrixRule(const DDim& a, const DDim& b, bool transpose_x,
                                           bool transpose_y, int64_t heads = 1) {
    MatmulGeometry g;
    g.transpose_x = transpose_x;
    g.transpose_y = transpose_y;
    g.heads = heads;
    g.m = a.at(transpose_x ? -1 : -2);
    const int64_t x_columns = a.at(transpose_x ? -2 : -1);
    const int64_t y_rows = b.at(transpose_y ? -1 : -2);
    const int64_t y_columns = b.at(transpose_y ? -2 : -1);
    const auto transposed = [](bool is) { return is ? " transposed" : ""; };
    if (x_columns % heads != 0) {
      return InvalidArgument("X: expected columns for ", heads, " heads, found ", x_columns, " in ",
                             a, transposed(transpose_x));
    }
    g.k = x_columns / heads;
    g.splits_columns = heads > 1 && y_rows != x_columns;
    if (y_rows != (g.splits_columns ? g.k : x_columns)) {
      return InvalidArgument("Y: expected ", x_columns, " rows for X ", a, transposed(transpose_x),
                             ", found ", y_rows, " in ", b, transposed(transpose_y));
    }
    if (g.splits_columns && y_columns % heads != 0) {
      return InvalidArgument("Y: expected columns for ", heads, " heads, found ", y_columns, " in ",
                             b, transposed(transpose_y));
    }
    g.n = g.splits_columns ? y_columns / heads : y_columns;
    const int batch_rank = std::max(a.rank(), b.rank()) - 2;
    int64_t x_step = 1;
    int64_t y_step = 1;
    for (int i = 0; i < batch_rank; ++i) g.batch.push_back(1);
    for (int i = batch_rank - 1; i >= 0; --i) {
      const int from_end = batch_rank - i + 2;
      const int64_t from_x = from_end <= a.rank() ? a.at(-from_end) : 1;
      const int64_t from_y = from_end <= b.rank() ? b.at(-from_end) : 1;
      if (from_x != from_y && from_x != 1 && from_y != 1) {
        return InvalidArgument("Y: batch dimensions of ", b, " do not broadcast with X ", a);
      }
      g.batch[i] = from_x == 1 ? from_y : from_x;
      g.x_steps[i] = from_x == 1 ? 0 : x_step;
      g.y_steps[i] = from_y == 1 ? 0 : y_step;
      x_step *= from_x;
      y_step *= from_y;
    }
    g.out = g.batch;
    return g;
  }
};

// A vector X is a row, or a column if transposed; a vector Y is a column, or a row if transposed.
// The added dimension is dropped from the result where it is 1. If X and Y have equally many
// matrices, they are multiplied one by one, and the result has X's batch dimensions.
struct Matmul final : MatmulBase {
  int head_number = 1;  // MatmulGeometry::heads

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Y", &y);
    v.Attr("transpose_X", &transpose_x);
    v.Attr("transpose_Y", &transpose_y);
    v.Attr("alpha", &alpha);
    v.Attr("head_number", &head_number);
    v.Attr(kBFloat16Attr, &bfloat16_products);
    v.Attr(kWeightBitsAttr, &quantize_weight_bits);
    v.Attr(kDynamicInt8Attr, &dynamic_int8);
    v.Output("Out", &out);
  }

  bool keeps_lod() const override { return true; }
  Status CheckOneHead() const override {
    return head_number > 1 ? Unsupported("head_number ", head_number) : OkStatus();
  }
  bool JoinsBatches() const override {
    const int a = x->dims().rank() - 2;
    const int b = y->dims().rank() - 2;
    if (a < 1 || b < 1 || x->dims().Count(0, a) != y->dims().Count(0, b)) return false;
    bool same = a == b;
    for (int i = 0; same && i < a; ++i) same = x->dims()[i] == y->dims()[i];
    return !same;
  }
  Result<MatmulGeometry> Geometry() const override {
    const DDim& a = x->dims();
    const DDim& b = y->dims();
    if (a.rank() < 1) return InvalidArgument("X: expected rank 1 or more, found a scalar");
    if (b.rank() < 1) return InvalidArgument("Y: expected rank 1 or more, found a scalar");
    const DDim row = a.rank() == 1 ? DDim({1, a[0]}) : a;
    DDim column = b.rank() == 1 ? DDim({b[0], 1}) : b;
    if (JoinsBatches()) {
      column = a;
      for (const int i : {1, 2}) column[a.rank() - i] = b.at(-i);
    }
    LITE_ASSIGN_OR_RETURN(MatmulGeometry g, MatrixRule(row, column, transpose_x, transpose_y,
                                                       std::max(head_number, 1)));
    if (a.rank() != 1 || g.m != 1) g.out.push_back(g.m);
    if (b.rank() != 1 || g.heads * g.n != 1) g.out.push_back(g.heads * g.n);
    return g;
  }
};

// A vector is a row as X and a column as Y, whatever the transposition flags.
struct MatmulV2 final : MatmulBase {
  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Y", &y);
    v.Attr("trans_x", &transpose_x);
    v.Attr("trans_y", &transpose_y);
    v.Attr("alpha", &alpha);
    v.Attr(kBFloat16Attr, &bfloat16_products);
    v.Attr(kWeightBitsAttr, &quantize_weight_bits);
    v.Attr(kDynamicInt8Attr, &dynamic_int8);
    v.Output("Out", &out);
  }

  bool keeps_lod() const override { return false; }
  Result<MatmulGeometry> Geometry() const override {
    const DDim& a = x->dims();
    const DDim& b = y->dims();
    if (a.rank() < 1) return InvalidArgument("X: expected rank 1 or more, found a scalar");
    if (b.rank() < 1) return InvalidArgument("Y: expected rank 1 or more, found a scalar");
    const DDim row = a.rank() == 1 ? DDim({1, a[0]}) : a;
    const DDim column = b.rank() == 1 ? DDim({b[0], 1}) : b;
    LITE_ASSIGN_OR_RETURN(MatmulGeometry g, MatrixRule(row, column, transpose_x && a.rank() > 1,
                                                       transpose_y && b.rank() > 1));
    if (a.rank() != 1) g.out.push_back(g.m);
    if (b.rank() != 1) g.out.push_back(g.n);
    return g;
  }
};

// X [b, m, k] and Y [b, k, n] without broadcasting.
struct Bmm final : MatmulBase {
  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Y", &y);
    v.Output("Out", &out);
  }

  bool keeps_lod() const override { return true; }
  Result<MatmulGeometry> Geometry() const override {
    const DDim& a = x->dims();
    const DDim& b = y->dims();
    if (a.rank() != 3) return InvalidArgument("X: expected rank 3, found shape ", a);
    if (b.rank() != 3 || b[0] != a[0]) {
      return InvalidArgument("Y: expected rank 3 and ", a[0], " matrices as in X, found shape ", b);
    }
    LITE_ASSIGN_OR_RETURN(MatmulGeometry g, MatrixRule(a, b, false, false));
    g.out.push_back(g.m);
    g.out.push_back(g.n);
    return g;
  }
};

LITE_OP(matmul, Matmul);
LITE_OP(matmul_v2, MatmulV2);
LITE_OP(bmm, Bmm);

}  // namespace paddle::lite::operators
