#pragma once

#include <string>
#include <vector>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Attention of a transformer as Paddle Lite joins it: with Input * W + Bias split into q, k and v
// of N columns each, and each of these into heads of D columns,
//   Out = softmax(scale * q * k^T + Residual) * v      [batch, heads, rows, D]
// W is [K, 3 N]; `reshape_shape` is [batch, rows, heads, D], where 0 and -1 stand for the sizes of
// Input. Residual has the shape [batch, heads, rows, rows], or 1 where it is repeated.
struct FusedAttention final : Op {
  static constexpr int kParts = 3;

  const Tensor* input = nullptr;
  const Tensor* w = nullptr;
  const Tensor* bias = nullptr;
  const Tensor* residual = nullptr;
  float scale = 1.0f;
  int in_num_col_dims = 1;
  std::string op_type = "mul";
  std::vector<int> reshape_shape;
  int softmax_axis = -1;
  std::string activation_type;
  bool enable_int8 = false;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Input("W", &w);
    v.Input("Bias", &bias, Need::kOptional);
    v.Input("Residual", &residual);
    v.Attr("scale", &scale);
    v.Attr("in_num_col_dims", &in_num_col_dims);
    v.Attr("op_type", &op_type);
    v.Attr("reshape_shape", &reshape_shape);
    v.Attr("softmax_axis", &softmax_axis);
    v.Attr("activation_type", &activation_type);
    v.Attr("enable_int8", &enable_int8);
    v.Output("Out", &out);
  }

  struct Sizes {
    int64_t batch, rows, heads, depth;
    int64_t k;                   // columns of Input
    int64_t residual_stride[4];  // 0 where it is repeated
    int64_t width() const { return heads * depth; }
  };
  Result<Sizes> Geometry() const {
    if (enable_int8) {
      return Unsupported(
          "attribute enable_int8: expected false, found true; convert the model "
          "without the fusion of attention");
    }
    if (!activation_type.empty()) {
      return Unsupported("attribute activation_type: expected none, found '", activation_type, "'");
    }
    const DDim& dims = input->dims();
    const bool by_last = op_type == "matmul" || op_type == "matmul_v2";
    const int columns_from = by_last ? dims.rank() - 1 : in_num_col_dims;
    if (columns_from < 1 || columns_from >= dims.rank()) {
      return InvalidArgument("attribute in_num_col_dims: expected a number from 1 to ",
                             dims.rank() - 1, " for Input ", dims, ", found ", columns_from);
    }
    Sizes s{};
    LITE_ASSIGN_OR_RETURN(const int64_t lines, CountOf(dims, 0, columns_from));
    LITE_ASSIGN_OR_RETURN(s.k, CountOf(dims, columns_from, dims.rank()));
    if (w->dims().rank() != 2 || w->dims()[0] != s.k || w->dims()[1] % kParts != 0) {
      return InvalidArgument("W: expected shape [", s.k, ", 3 * N], found ", w->dims());
    }
    if (bias != nullptr && bias->numel() != w->dims()[1]) {
      return InvalidArgument("Bias: expected ", w->dims()[1], " values, found shape ",
                             bias->dims());
    }
    if (reshape_shape.size() != 4 || reshape_shape[2] <= 0 || reshape_shape[3] <= 0) {
      return InvalidArgument(
          "attribute reshape_shape: expected [batch, rows, heads, depth], found ",
          ListToString(reshape_shape));
    }
    s.batch = dims[0];
    s.heads = reshape_shape[2];
    s.depth = reshape_shape[3];
    s.rows = s.batch == 0 ? 0 : lines / s.batch;
    if (s.width() != w->dims()[1] / kParts ||
        (reshape_shape[0] > 0 && reshape_shape[0] != s.batch) ||
        (reshape_shape[1] > 0 && reshape_shape[1] != s.rows)) {
      return InvalidArgument("attribute reshape_shape: expected ", s.batch, ", ", s.rows,
                             " and heads of ", w->dims()[1] / kParts, " columns in all, found ",
                             ListToString(reshape_shape));
    }
    if (softmax_axis != -1 && softmax_axis != 3) {
      return InvalidArgument("attribute softmax_axis: expected the last axis, found ",
                             softmax_axis);
    }
    const int64_t whole[4] = {s.batch, s.heads, s.rows, s.rows};
    const DDim& given = residual->dims();
    int64_t stride = 1;
    for (int i = 3; i >= 0; --i) {
      const int at = given.rank() - 4 + i;
      const int64_t size = at < 0 ? 1 : given[at];
      if (given.rank() > 4 || (size != 1 && size != whole[i])) {
        return InvalidArgument("Residual: expected shape ", DDim{s.batch, s.heads, s.rows, s.rows},
                               ", or 1 where it is repeated, found ", given);
      }
      s.residual_stride[i] = size == 1 ? 0 : stride;
      stride *= size;
    }
    return s;
  }
  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const Sizes s, Geometry());
    out->set_lod(input->lod());
    return SetShape("Out", DDim{s.batch, s.heads, s.rows, s.depth}, out);
  }
  Cost Estimate() const override {
    const double rows = out->dims().rank() == 4 ? static_cast<double>(out->dims()[2]) : 0;
    return {2.0 * static_cast<double>(input->numel()) * static_cast<double>(w->dims()[1]) +
                4.0 * rows * static_cast<double>(out->numel()),
            static_cast<double>(input->memory_size() + w->memory_size() + out->memory_size())};
  }
};

LITE_OP(fused_attention, FusedAttention);

}  // namespace paddle::lite::operators
