#pragma once

#include <string>

#include "lite/base/checked_math.h"
#include "lite/core/bfloat16_use.h"
#include "lite/core/weight_bits.h"
#include "lite/operators/fused_activation.h"
#include "lite/operators/op.h"

namespace paddle::lite::operators {

// Out = act(Input * W + Bias), with Input flattened to [m, k].
struct Fc final : Op {
  const Tensor* input = nullptr;
  const Tensor* w = nullptr;     // [k, n]; with padding_weights the leading part of [k + 4, n + 4]
  const Tensor* bias = nullptr;  // [n] or [1, n]
  const Tensor* prelu_alpha = nullptr;  // slopes of a fused prelu
  Tensor* out = nullptr;

  int in_num_col_dims = 1;  // leading dimensions of Input that are kept; see col_dims()
  std::string op_type;      // type of the fused operator: mul, matmul, matmul_v2
  std::string activation_type;
  float alpha = 6.0f;  // upper clip if activation_type is relu6
  std::string prelu_mode = "all";
  bool padding_weights = false;
  int bfloat16_products = kNoBFloat16;
  int quantize_weight_bits = 0;
  bool dynamic_int8 = false;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Input("W", &w);
    v.Input("Bias", &bias, Need::kOptional);
    v.Input("Alpha", &prelu_alpha, Need::kOptional);
    v.Attr("in_num_col_dims", &in_num_col_dims);
    v.Attr("op_type", &op_type);
    v.Attr("activation_type", &activation_type);
    v.Attr("alpha", &alpha);
    v.Attr("prelu_mode", &prelu_mode);
    v.Attr("padding_weights", &padding_weights);
    v.Attr(kBFloat16Attr, &bfloat16_products);
    v.Attr(kWeightBitsAttr, &quantize_weight_bits);
    v.Attr(kDynamicInt8Attr, &dynamic_int8);
    v.Output("Out", &out);
  }

  struct GemmShape {
    int64_t m = 0;
    int64_t n = 0;
    int64_t k = 0;
    int64_t w_stride = 0;  // elements between two rows of W
  };

  // Programs store in_num_col_dims 1 for every fused matmul; Input's rank is used instead.
  int col_dims() const {
    const bool from_matmul = op_type == "matmul" || op_type == "matmul_v2";
    return from_matmul ? input->dims().rank() - 1 : in_num_col_dims;
  }

  Result<GemmShape> Gemm() const {
    const DDim& in = input->dims();
    const DDim& weights = w->dims();
    if (weights.rank() != 2) return InvalidArgument("W: expected rank 2, found ", weights);
    const int split = col_dims();
    if (split < 1 || split >= in.rank()) {
      return InvalidArgument("in_num_col_dims: expected a value in [1, ", in.rank(), "), found ",
                             split);
    }
    const int64_t margin = padding_weights ? 4 : 0;
    GemmShape g{in.Count(0, split), weights[1] - margin, in.Count(split, in.rank()), weights[1]};
    if (g.n < 0 || weights[0] - margin != g.k) {
      return InvalidArgument("W: expected ", g.k + margin, " rows for Input ", in, ", found ",
                             weights);
    }
    return g;
  }

  // Type and parameters of the fused activation.
  Result<Activation> ResolveActivation() const {
    LITE_ASSIGN_OR_RETURN(Activation activation, ActivationByName(activation_type));
    if (activation.type == ActivationType::kRelu6) activation.a = alpha;
    return activation;
  }

  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const GemmShape g, Gemm());
    DDim dims;
    for (int i = 0; i < col_dims(); ++i) dims.push_back(input->dims()[i]);
    dims.push_back(g.n);
    LITE_RETURN_IF_ERROR(CheckedElementCount(dims).status());
    if (bias != nullptr && bias->numel() != g.n) {
      return InvalidArgument("Bias: expected ", g.n, " elements, found ", bias->dims());
    }
    LITE_ASSIGN_OR_RETURN(const Activation activation, ResolveActivation());
    if (activation.type == ActivationType::kPRelu) {
      LITE_RETURN_IF_ERROR(CheckPreluAlpha("Alpha", prelu_alpha, prelu_mode, dims, 1));
    }
    out->Resize(dims);
    out->set_lod(input->lod());
    return OkStatus();
  }

  Cost Estimate() const override {
    return {2.0 * static_cast<double>(out->numel()) * static_cast<double>(w->dims()[0]),
            static_cast<double>(input->memory_size() + w->memory_size() + out->memory_size())};
  }
};

LITE_OP(fc, Fc);

}  // namespace paddle::lite::operators
