#pragma once

#include "lite/operators/op.h"
#include "lite/operators/packed_sequences.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// The products alpha * op(X_s) * op(Y_s) of the sequences of two matrices, where all sequences of
// one matrix have the same length and op transposes.
struct SearchAlignedMatMul final : Op {
  const Tensor* x = nullptr;
  const Tensor* y = nullptr;
  bool transpose_x = false;
  bool transpose_y = false;
  float alpha = 1.0f;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Y", &y);
    v.Attr("transpose_X", &transpose_x);
    v.Attr("transpose_Y", &transpose_y);
    v.Attr("alpha", &alpha);
    v.Output("Out", &out);
  }
  // Of one product.
  struct Sizes {
    int64_t count, m, n, k;
  };
  Result<Sizes> Products() const {
    LITE_RETURN_IF_ERROR(CheckMatrix("X", *x));
    LITE_RETURN_IF_ERROR(CheckMatrix("Y", *y));
    LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* of_x, PackedOffsets("X", *x));
    LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* of_y, PackedOffsets("Y", *y));
    LITE_RETURN_IF_ERROR(CheckSequenceCounts("Y", *of_y, "X", *of_x));
    LITE_ASSIGN_OR_RETURN(const int64_t x_length, UniformLength("X", *of_x));
    LITE_ASSIGN_OR_RETURN(const int64_t y_length, UniformLength("Y", *of_y));
    const int64_t x_width = x->dims()[1];
    const int64_t y_width = y->dims()[1];
    const Sizes sizes{static_cast<int64_t>(of_x->size()) - 1, transpose_x ? x_width : x_length,
                      transpose_y ? y_length : y_width, transpose_x ? x_length : x_width};
    const int64_t y_inner = transpose_y ? y_width : y_length;
    if (sizes.count != 0 && sizes.k != y_inner) {
      return InvalidArgument("Y: expected matrices with an inner size of ", sizes.k,
                             " as those of X, found ", y_inner);
    }
    return sizes;
  }
  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const Sizes sizes, Products());
    int64_t rows = 0;
    if (!CheckedMul(sizes.count, sizes.m, &rows)) return OutOfRange("Out: too many rows");
    out->set_lod({UniformOffsets(sizes.count, sizes.m)});
    return SetShape("Out", DDim{rows, sizes.n}, out);
  }
  Cost Estimate() const override {
    const Result<Sizes> sizes = Products();
    const double k = sizes.ok() ? static_cast<double>(sizes->k) : 0;
    return {2.0 * static_cast<double>(out->numel()) * k,
            static_cast<double>(x->memory_size() + y->memory_size() + out->memory_size())};
  }
};

LITE_OP(search_aligned_mat_mul, SearchAlignedMatMul);

}  // namespace paddle::lite::operators
