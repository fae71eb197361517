#pragma once

#include "lite/operators/op.h"
#include "lite/operators/packed_sequences.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// The similarity of all rows of sequence b of X with all rows of sequence b of Y, in `dim_t` forms:
// X_b * W[:, t, :] * Y_b^T for W [D, dim_t, D']. Out [total, 1] holds the maps one after another,
// by b and then t; its level of detail is the end of the maps of each b, as in Paddle. `fuse_relu`
// is of programs that Paddle Lite has optimised.
struct MatchMatrixTensor final : Op {
  const Tensor* x = nullptr;
  const Tensor* y = nullptr;
  const Tensor* w = nullptr;
  int dim_t = 1;
  bool fuse_relu = false;
  Tensor* out = nullptr;
  Tensor* tmp = nullptr;  // scratch of the original kernels, left empty

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Y", &y);
    v.Input("W", &w);
    v.Attr("dim_t", &dim_t);
    v.Attr("fuse_relu", &fuse_relu);
    v.Output("Out", &out);
    v.Output("Tmp", &tmp, Need::kOptional);
  }
  Status InferShape() override {
    if (dim_t <= 0) {
      return InvalidArgument("attribute dim_t: expected a positive number, found ", dim_t);
    }
    LITE_RETURN_IF_ERROR(CheckMatrix("X", *x));
    LITE_RETURN_IF_ERROR(CheckMatrix("Y", *y));
    const DDim expected{x->dims()[1], dim_t, y->dims()[1]};
    if (w->dims() != expected) {
      return InvalidArgument("W: expected shape ", expected, ", found ", w->dims());
    }
    LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* of_x, PackedOffsets("X", *x));
    LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* of_y, PackedOffsets("Y", *y));
    LITE_RETURN_IF_ERROR(CheckSequenceCounts("Y", *of_y, "X", *of_x));
    std::vector<uint64_t> ends(of_x->size());
    int64_t total = 0;
    for (size_t b = 0; b + 1 < of_x->size(); ++b) {
      int64_t size = 0;
      if (!CheckedMul(LengthOf(*of_x, b), LengthOf(*of_y, b), &size) ||
          !CheckedMul<int64_t>(size, dim_t, &size) || !CheckedAdd(total, size, &total)) {
        return OutOfRange("Out: the maps are too large");
      }
      ends[b + 1] = static_cast<uint64_t>(total);
    }
    if (tmp != nullptr) tmp->Resize(DDim{0});
    out->set_lod({std::move(ends)});
    return SetShape("Out", DDim{total, 1}, out);
  }
  Status InferType() override {
    out->set_precision(x->precision());
    if (tmp != nullptr) tmp->set_precision(x->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    const double products = static_cast<double>(x->numel()) * static_cast<double>(w->numel()) /
                            std::max(1.0, static_cast<double>(x->dims()[1]));
    return {
        2.0 * (products + static_cast<double>(out->numel()) * static_cast<double>(y->dims()[1])),
        static_cast<double>(x->memory_size() + y->memory_size() + w->memory_size() +
                            out->memory_size())};
  }
};

LITE_OP(match_matrix_tensor, MatchMatrixTensor);

}  // namespace paddle::lite::operators
