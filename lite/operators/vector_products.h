// dot, mv, addmm, kron and cross.
#pragma once

#include <algorithm>

#include "lite/base/checked_math.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// What the products of two tensors X and Y of one element type have.
struct ProductOfTwo : Op {
  const Tensor* x = nullptr;
  const Tensor* y = nullptr;
  Tensor* out = nullptr;

  virtual const char* second_slot() const { return "Y"; }

  Status InferType() override {
    if (x->precision() != y->precision()) {
      return InvalidArgument(second_slot(), ": expected element type ",
                             PrecisionToStr(x->precision()), " of X, found ",
                             PrecisionToStr(y->precision()));
    }
    out->set_precision(x->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {2.0 * static_cast<double>(std::max(x->numel(), out->numel())),
            static_cast<double>(x->memory_size() + y->memory_size() + out->memory_size())};
  }
};

// The scalar product of two vectors, or of each row of two matrices.
struct Dot final : ProductOfTwo {
  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Y", &y);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    const DDim& dims = x->dims();
    if (dims.rank() != 1 && dims.rank() != 2)
      return InvalidArgument("X: expected rank 1 or 2, found shape ", dims);
    if (y->dims() != dims)
      return InvalidArgument("Y: expected shape ", dims, " of X, found ", y->dims());
    out->set_lod(LoD());
    if (dims.rank() == 1) {
      SetScalarShape(out);
    } else {
      // Programs of Paddle 1.8 keep the last dimension.
      out->Resize(out->dims().rank() == 2 ? DDim{dims[0], 1} : DDim{dims[0]});
    }
    return OkStatus();
  }
};

// Out = X * Vec for a matrix and a vector.
struct MatrixVector final : ProductOfTwo {
  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Vec", &y);
    v.Output("Out", &out);
  }
  const char* second_slot() const override { return "Vec"; }

  Status InferShape() override {
    const DDim& dims = x->dims();
    if (dims.rank() != 2) return InvalidArgument("X: expected rank 2, found shape ", dims);
    if (y->dims() != DDim{dims[1]})
      return InvalidArgument("Vec: expected shape [", dims[1], "], found ", y->dims());
    out->Resize(DDim{dims[0]});
    out->set_lod(x->lod());
    return OkStatus();
  }
};

// Out = Alpha * X * Y + Beta * Input for matrices; Input is broadcast, and is not read if Beta is
// 0.
struct AddMatrixProduct final : ProductOfTwo {
  const Tensor* input = nullptr;
  float alpha = 1.0f;
  float beta = 1.0f;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Input("X", &x);
    v.Input("Y", &y);
    v.Attr("Alpha", &alpha);
    v.Attr("Beta", &beta);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    const DDim& a = x->dims();
    const DDim& b = y->dims();
    if (a.rank() != 2) return InvalidArgument("X: expected rank 2, found shape ", a);
    if (b.rank() != 2 || b[0] != a[1])
      return InvalidArgument("Y: expected rank 2 and ", a[1], " rows, found shape ", b);
    const DDim& added = input->dims();
    const DDim result{a[0], b[1]};
    bool fits = added.rank() == 1 || added.rank() == 2;
    for (int i = 1; fits && i <= added.rank(); ++i)
      fits = added.at(-i) == 1 || added.at(-i) == result.at(-i);
    if (!fits) return InvalidArgument("Input: shape ", added, " does not broadcast to ", result);
    out->set_lod(input->lod());
    return SetShape("Out", result, out);
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(ProductOfTwo::InferType());
    if (input->precision() == x->precision()) return OkStatus();
    return InvalidArgument("Input: expected element type ", PrecisionToStr(x->precision()),
                           " of X, found ", PrecisionToStr(input->precision()));
  }
  Cost Estimate() const override {
    const double depth = static_cast<double>(x->dims()[1]);
    return {2.0 * depth * static_cast<double>(out->numel()),
            static_cast<double>(input->memory_size() + x->memory_size() + y->memory_size() +
                                out->memory_size())};
  }
};

// The Kronecker product: every element of X times the whole of Y. The shape of lower rank begins
// with dimensions of 1.
struct Kron final : ProductOfTwo {
  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Y", &y);
    v.Output("Out", &out);
  }
  // Dimension i of `rank` dimensions.
  static int64_t Extent(const DDim& dims, int rank, int i) {
    const int own = i - (rank - dims.rank());
    return own < 0 ? 1 : dims[own];
  }
  Status InferShape() override {
    const int rank = std::max(x->dims().rank(), y->dims().rank());
    DDim dims;
    for (int i = 0; i < rank; ++i) {
      int64_t extent = 0;
      if (!CheckedMul(Extent(x->dims(), rank, i), Extent(y->dims(), rank, i), &extent))
        return OutOfRange("Y: the product of ", x->dims(), " and ", y->dims(), " is too large");
      dims.push_back(extent);
    }
    out->set_lod(LoD());
    return SetShape("Out", dims, out);
  }
};

// The vector product along a dimension of 3 elements; 9 means the first one.
struct Cross final : ProductOfTwo {
  int dim = 9;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Y", &y);
    v.Attr("dim", &dim);
    v.Output("Out", &out);
  }
  Result<int> Axis() const {
    const DDim& dims = x->dims();
    if (dim != DDim::kMaxRank) {
      LITE_ASSIGN_OR_RETURN(const int axis, NormalizeAxis("dim", dim, dims.rank()));
      if (dims[axis] == 3) return axis;
      return InvalidArgument("X: expected 3 elements in dimension ", axis, ", found ", dims);
    }
    for (int i = 0; i < dims.rank(); ++i) {
      if (dims[i] == 3) return i;
    }
    return InvalidArgument("X: expected a dimension of 3, found ", dims);
  }
  Status InferShape() override {
    if (y->dims() != x->dims())
      return InvalidArgument("Y: expected shape ", x->dims(), " of X, found ", y->dims());
    LITE_RETURN_IF_ERROR(Axis().status());
    out->Resize(x->dims());
    out->set_lod(x->lod());
    return OkStatus();
  }
};

LITE_OP(dot, Dot);
LITE_OP(mv, MatrixVector);
LITE_OP(addmm, AddMatrixProduct);
LITE_OP(kron, Kron);
LITE_OP(cross, Cross);

}  // namespace paddle::lite::operators
