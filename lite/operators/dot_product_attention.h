#pragma once

#include <algorithm>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// How the operands of dot_product_attention are traversed. Offsets are in elements; a stride is 0
// where an operand is repeated.
struct AttentionGeometry {
  int64_t m = 0;      // rows of the result
  int64_t n = 0;      // scores of a row
  int64_t depth = 0;  // columns of Q and K
  int64_t width = 0;  // columns of V and of the result
  int64_t q_row = 0, k_row = 0, v_row = 0;
  int64_t mask_row = 0, mask_column = 0;
  DDim batch;  // the dimensions of the result before the last two
  struct Offsets {
    int64_t q = 0, k = 0, v = 0, mask = 0;
  };
  Offsets strides[DDim::kMaxRank];  // by dimension of `batch`

  int64_t batch_count() const { return batch.production(); }
  // Where product `index` of the batch begins.
  Offsets Locate(int64_t index) const {
    Offsets at;
    for (int i = batch.rank() - 1; i >= 0; --i) {
      const int64_t position = index % batch[i];
      index /= batch[i];
      at.q += position * strides[i].q;
      at.k += position * strides[i].k;
      at.v += position * strides[i].v;
      at.mask += position * strides[i].mask;
    }
    return at;
  }
};

// Out = softmax(scale * Q * K^T + Mask) * V, the softmax over the last dimension, as in
// matmul_v2, elementwise_add and softmax one after the other.
// Q [..., M, D], K [..., N, D], V [..., N, W], Mask broadcast with [..., M, N]; Out [..., M, W].
// The dimensions before the last two are broadcast. Made by the optimiser; PaddlePaddle has no
// operator of this form.
struct DotProductAttention final : Op {
  const Tensor* q = nullptr;
  const Tensor* k = nullptr;
  const Tensor* v = nullptr;
  const Tensor* mask = nullptr;
  float scale = 1.0f;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& visitor) override {
    visitor.Input("Q", &q);
    visitor.Input("K", &k);
    visitor.Input("V", &v);
    visitor.Input("Mask", &mask, Need::kOptional);
    visitor.Attr("scale", &scale);
    visitor.Output("Out", &out);
  }

  Result<AttentionGeometry> Geometry() const {
    AttentionGeometry g;
    LITE_RETURN_IF_ERROR(CheckRank("Q", *q));
    LITE_RETURN_IF_ERROR(CheckRank("K", *k));
    LITE_RETURN_IF_ERROR(CheckRank("V", *v));
    g.depth = q->dims().at(-1);
    g.width = v->dims().at(-1);
    if (k->dims().at(-1) != g.depth) {
      return InvalidArgument("K: expected ", g.depth, " columns as in Q ", q->dims(), ", found ",
                             k->dims());
    }
    const DDim scalar{1, 1};
    const DDim& given = mask == nullptr ? scalar : mask->dims();
    // The four operands at a dimension counted from the end; a missing dimension is 1.
    const auto size = [](const DDim& dims, int from_end) {
      return from_end <= dims.rank() ? dims.at(-from_end) : 1;
    };
    const int rank = std::max({q->dims().rank(), k->dims().rank(), v->dims().rank(), given.rank()});
    LITE_RETURN_IF_ERROR(Join(size(q->dims(), 2), size(given, 2), 2, &g.m));
    LITE_RETURN_IF_ERROR(Join(size(k->dims(), 2), size(given, 1), 1, &g.n));
    if (v->dims().at(-2) != g.n) {
      return InvalidArgument("V: expected ", g.n, " rows, one for each score, found ", v->dims());
    }
    g.q_row = size(q->dims(), 2) == 1 ? 0 : g.depth;
    g.k_row = size(k->dims(), 2) == 1 ? 0 : g.depth;
    g.v_row = g.width;
    g.mask_column = size(given, 1) == 1 ? 0 : 1;
    g.mask_row = size(given, 2) == 1 ? 0 : size(given, 1);
    AttentionGeometry::Offsets step{size(q->dims(), 2) * g.depth, size(k->dims(), 2) * g.depth,
                                    g.n * g.width, size(given, 1) * size(given, 2)};
    for (int i = 0; i < rank - 2; ++i) g.batch.push_back(1);
    for (int i = rank - 3; i >= 0; --i) {
      const int from_end = rank - i;
      int64_t joined = 1;
      const auto join = [&](const DDim& dims, int64_t* stride, int64_t* step_of) -> Status {
        const int64_t own = size(dims, from_end);
        *stride = own == 1 ? 0 : *step_of;
        if (!CheckedMul(*step_of, own, step_of)) return OutOfRange("the operands are too large");
        return Join(joined, own, from_end, &joined);
      };
      LITE_RETURN_IF_ERROR(join(q->dims(), &g.strides[i].q, &step.q));
      LITE_RETURN_IF_ERROR(join(k->dims(), &g.strides[i].k, &step.k));
      LITE_RETURN_IF_ERROR(join(v->dims(), &g.strides[i].v, &step.v));
      LITE_RETURN_IF_ERROR(join(given, &g.strides[i].mask, &step.mask));
      g.batch[i] = joined;
    }
    return g;
  }
  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const AttentionGeometry g, Geometry());
    DDim dims = g.batch;
    dims.push_back(g.m);
    dims.push_back(g.width);
    out->set_lod(LoD());
    return SetShape("Out", dims, out);
  }
  Cost Estimate() const override {
    const double n = static_cast<double>(v->dims().rank() < 2 ? 0 : v->dims().at(-2));
    const double columns =
        q->dims().rank() < 2 ? 0 : static_cast<double>(q->dims().at(-1) + v->dims().at(-1));
    const double rows =
        static_cast<double>(out->numel()) /
        std::max(1.0, static_cast<double>(out->dims().empty() ? 1 : out->dims().at(-1)));
    return {rows * n * (2 * columns + 8),
            static_cast<double>(q->memory_size() + k->memory_size() + v->memory_size() +
                                out->memory_size())};
  }

 private:
  static Status CheckRank(const char* slot, const Tensor& tensor) {
    if (tensor.dims().rank() >= 2) return OkStatus();
    return InvalidArgument(slot, ": expected rank 2 or more, found shape ", tensor.dims());
  }
  // The size of two operands that are broadcast.
  static Status Join(int64_t a, int64_t b, int from_end, int64_t* joined) {
    *joined = a == 1 ? b : a;
    if (a == b || a == 1 || b == 1) return OkStatus();
    return InvalidArgument("the operands cannot be broadcast: dimension ", -from_end,
                           " of the scores would be ", a, " and ", b);
  }
};

LITE_OP(dot_product_attention, DotProductAttention);

}  // namespace paddle::lite::operators
