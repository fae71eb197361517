#pragma once

#include "lite/operators/op.h"

namespace paddle::lite::operators {

// Out = exp(t) / sum(exp(t)) along `axis`, where t = max(X - max(X), -64). The lower bound is
// Paddle's.
struct Softmax final : Op {
  const Tensor* x = nullptr;
  Tensor* out = nullptr;

  int axis = -1;
  // A neighbouring reshape was removed: X [N, C, 1, 1] is treated as [N, C].
  bool eleminate_success = false;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("axis", &axis);
    v.Attr("eleminate_success", &eleminate_success);
    v.Output("Out", &out);
  }

  // X viewed as [outer, extent, inner] with the softmax over `extent`. Valid after InferShape.
  struct Extents {
    int64_t outer = 1;
    int64_t extent = 1;
    int64_t inner = 1;
  };
  Extents Split() const {
    const DDim& dims = x->dims();
    const int rank = Rank();
    if (rank == 0) return {};
    const int at = axis < 0 ? axis + rank : axis;
    return {dims.Count(0, at), dims[at], dims.Count(at + 1, dims.rank())};
  }

  Status InferShape() override {
    const DDim& dims = x->dims();
    const int rank = Rank();
    const int bound = rank == 0 ? 1 : rank;
    if (axis < -bound || axis >= bound) {
      return InvalidArgument("axis: expected a value in [", -bound, ", ", bound, ") for X of rank ",
                             rank, ", found ", axis);
    }
    out->Resize(eleminate_success && rank == 2 ? DDim({dims[0], dims[1]}) : dims);
    out->set_lod(x->lod());
    return OkStatus();
  }

  Cost Estimate() const override {
    return {8.0 * static_cast<double>(x->numel()),
            static_cast<double>(x->memory_size() + out->memory_size())};
  }
  // Each row is read completely before it is written.
  OutputReuse output_reuse() const override { return OutputReuse::kInplace; }

 private:
  int Rank() const {
    const DDim& dims = x->dims();
    const bool flattened = eleminate_success && dims.rank() == 4 && dims[2] == 1 && dims[3] == 1;
    return flattened ? 2 : dims.rank();
  }
};

LITE_OP(softmax, Softmax);
LITE_OP(search_seq_softmax, Softmax);

}  // namespace paddle::lite::operators
