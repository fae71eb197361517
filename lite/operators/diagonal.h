#pragma once

#include <algorithm>
#include <cstdlib>

#include "lite/operators/data_type.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Where the diagonals of the matrices are that two axes of an array, the rows and the columns,
// span: one diagonal for each index of the other axes.
struct DiagonalPlan {
  DDim others;  // sizes of the other axes
  DDim steps;   // elements from one index of another axis to the next
  int64_t length = 0;
  int64_t first = 0;  // position of the first element of the first diagonal
  int64_t step = 0;   // elements from one element of a diagonal to the next

  DiagonalPlan() = default;
  // `offset` counts diagonals from the main one towards higher columns. The axes are different and
  // not negative.
  DiagonalPlan(const DDim& dims, int rows, int columns, int64_t offset) {
    length = LengthOf(dims[rows], dims[columns], offset);
    int64_t stride = 1;
    DDim reversed_others, reversed_steps;
    for (int i = dims.rank() - 1; i >= 0; --i) {
      if (i == rows || i == columns) {
        step += stride;
        if (length > 0 && i == (offset < 0 ? rows : columns)) first = std::abs(offset) * stride;
      } else {
        reversed_others.push_back(dims[i]);
        reversed_steps.push_back(stride);
      }
      if (length > 0) stride *= dims[i];
    }
    for (int i = reversed_others.rank() - 1; i >= 0; --i) {
      others.push_back(reversed_others[i]);
      steps.push_back(reversed_steps[i]);
    }
  }

  static int64_t LengthOf(int64_t rows, int64_t columns, int64_t offset) {
    return std::max<int64_t>(
        0, std::min(rows + std::min<int64_t>(offset, 0), columns - std::max<int64_t>(offset, 0)));
  }
  // Position of the first element of a diagonal, which are numbered in the order of the other axes.
  int64_t At(int64_t diagonal) const {
    int64_t at = first;
    for (int i = others.rank() - 1; i >= 0; --i) {
      at += diagonal % others[i] * steps[i];
      diagonal /= others[i];
    }
    return at;
  }
};

// Adds |offset| to the size of a matrix that has `length` elements in a diagonal.
inline Result<int64_t> SizeForDiagonal(int64_t length, int offset) {
  int64_t size = 0;
  if (!CheckedAdd(length, std::abs(static_cast<int64_t>(offset)), &size))
    return OutOfRange("attribute offset: ", offset, " is too large for ", length, " elements");
  return size;
}

// Ones on the main diagonal of a matrix, zeros elsewhere.
struct Eye final : Op {
  int64_t num_rows = 0;
  int64_t num_columns = -1;  // -1: as many as rows
  int dtype = 5;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Attr("num_rows", &num_rows);
    v.Attr("num_columns", &num_columns);
    v.Attr("dtype", &dtype);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    if (num_rows < 0)
      return InvalidArgument("attribute num_rows: expected 0 or more, found ", num_rows);
    if (num_columns < -1)
      return InvalidArgument("attribute num_columns: expected -1 or more, found ", num_columns);
    out->set_lod(LoD());
    return SetShape("Out", DDim{num_rows, num_columns == -1 ? num_rows : num_columns}, out);
  }
  Status InferType() override {
    LITE_ASSIGN_OR_RETURN(const PrecisionType precision, PrecisionOfDataType("dtype", dtype));
    out->set_precision(precision);
    return OkStatus();
  }
  Cost Estimate() const override { return {0, static_cast<double>(out->memory_size())}; }

  DiagonalPlan Plan() const { return DiagonalPlan(out->dims(), 0, 1, 0); }
};

// The diagonal of a matrix; or the square matrix that has the vector X as a diagonal, and
// padding_value elsewhere.
struct DiagV2 final : Op {
  const Tensor* x = nullptr;
  int offset = 0;
  float padding_value = 0.0f;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("offset", &offset);
    v.Attr("padding_value", &padding_value);
    v.Output("Out", &out);
  }
  bool extracts() const { return x->dims().rank() == 2; }
  Status InferShape() override {
    const DDim& dims = x->dims();
    out->set_lod(LoD());
    if (dims.rank() > 2) return InvalidArgument("X: expected rank 0, 1 or 2, found shape ", dims);
    if (extracts()) {
      if (offset < -dims[0] || offset > dims[1])
        return InvalidArgument("X: shape ", dims, " does not have a diagonal ", offset);
      return SetShape("Out", DDim{DiagonalPlan::LengthOf(dims[0], dims[1], offset)}, out);
    }
    LITE_ASSIGN_OR_RETURN(const int64_t size, SizeForDiagonal(x->numel(), offset));
    return SetShape("Out", DDim{size, size}, out);
  }
  Cost Estimate() const override { return {0, static_cast<double>(out->memory_size())}; }

  DiagonalPlan Plan() const {
    return DiagonalPlan(extracts() ? x->dims() : out->dims(), 0, 1, offset);
  }
};

// Base of the operators that read diagonals of the matrices in two axes.
struct DiagonalBase : Op {
  const Tensor* input = nullptr;
  int offset = 0;
  int axis1 = 0;
  int axis2 = 1;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) final {
    v.Input("Input", &input);
    v.Attr("offset", &offset);
    v.Attr("axis1", &axis1);
    v.Attr("axis2", &axis2);
    v.Output("Out", &out);
  }
  Result<DiagonalPlan> Plan() const {
    const DDim& dims = input->dims();
    if (dims.rank() < 2)
      return InvalidArgument("Input: expected rank 2 or more, found shape ", dims);
    LITE_ASSIGN_OR_RETURN(const int rows, NormalizeAxis("axis1", axis1, dims.rank()));
    LITE_ASSIGN_OR_RETURN(const int columns, NormalizeAxis("axis2", axis2, dims.rank()));
    if (rows == columns)
      return InvalidArgument("attribute axis2: expected another axis than axis1, found ", axis2);
    if (rows > columns && SortsAxes()) return DiagonalPlan(dims, columns, rows, offset);
    return DiagonalPlan(dims, rows, columns, offset);
  }

 protected:
  // Whether the rows are the first of the two axes, regardless of their order in the attributes.
  virtual bool SortsAxes() const { return false; }
};

// The diagonals, as a last axis after the other ones.
struct Diagonal final : DiagonalBase {
  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const DiagonalPlan plan, Plan());
    DDim shape = plan.others;
    shape.push_back(plan.length);
    out->set_lod(LoD());
    return SetShape("Out", shape, out);
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(out->memory_size())}; }
};

// The sums of the diagonals. As in Paddle, the order of the axes does not matter.
struct Trace final : DiagonalBase {
  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const DiagonalPlan plan, Plan());
    out->set_lod(LoD());
    if (plan.others.rank() > 0) return SetShape("Out", plan.others, out);
    SetScalarShape(out);
    return OkStatus();
  }
  Cost Estimate() const override {
    return {static_cast<double>(input->numel()), static_cast<double>(input->memory_size())};
  }

 protected:
  bool SortsAxes() const override { return true; }
};

// The vectors of the last axis as diagonals of square matrices in the axes dim1 and dim2 of Out,
// with zeros elsewhere.
struct DiagEmbed final : Op {
  const Tensor* input = nullptr;
  int offset = 0;
  int dim1 = -2;
  int dim2 = -1;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Attr("offset", &offset);
    v.Attr("dim1", &dim1);
    v.Attr("dim2", &dim2);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    const DDim& dims = input->dims();
    if (dims.rank() < 1 || dims.rank() >= DDim::kMaxRank) {
      return InvalidArgument("Input: expected rank 1 to ", DDim::kMaxRank - 1, ", found shape ",
                             dims);
    }
    LITE_ASSIGN_OR_RETURN(const int rows, NormalizeAxis("dim1", dim1, dims.rank() + 1));
    LITE_ASSIGN_OR_RETURN(const int columns, NormalizeAxis("dim2", dim2, dims.rank() + 1));
    if (rows == columns)
      return InvalidArgument("attribute dim2: expected another axis than dim1, found ", dim2);
    LITE_ASSIGN_OR_RETURN(const int64_t size, SizeForDiagonal(dims.at(-1), offset));
    DDim shape;
    int next = 0;
    for (int i = 0; i <= dims.rank(); ++i)
      shape.push_back(i == rows || i == columns ? size : dims[next++]);
    out->set_lod(LoD());
    return SetShape("Out", shape, out);
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(out->memory_size())}; }

  // Valid after InferShape.
  DiagonalPlan Plan() const {
    const int rank = out->dims().rank();
    return DiagonalPlan(out->dims(), dim1 < 0 ? dim1 + rank : dim1, dim2 < 0 ? dim2 + rank : dim2,
                        offset);
  }
};

// X with `value` at the positions i * step + offset, where step is that from [0, 0, ..] to
// [1, 1, ..] and the offset does not leave the line of dims[1] elements of the position. Without
// `wrap`, only the first dims[1] * dims[1] elements count: a matrix then has one diagonal, and
// otherwise, if it has many rows, several ones below each other.
struct FillDiagonal final : Op {
  const Tensor* x = nullptr;
  float value = 0.0f;
  int offset = 0;
  bool wrap = false;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("value", &value);
    v.Attr("offset", &offset);
    v.Attr("wrap", &wrap);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    const DDim& dims = x->dims();
    if (dims.rank() < 2) return InvalidArgument("X: expected rank 2 or more, found shape ", dims);
    out->Resize(dims);
    out->set_lod(LoD());
    return OkStatus();
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(x->memory_size())}; }
  OutputReuse output_reuse() const override { return OutputReuse::kInplace; }
};

LITE_OP(fill_diagonal, FillDiagonal);
LITE_OP(eye, Eye);
LITE_OP(diag_v2, DiagV2);
LITE_OP(diagonal, Diagonal);
LITE_OP(trace, Trace);
LITE_OP(diag_embed, DiagEmbed);

}  // namespace paddle::lite::operators
