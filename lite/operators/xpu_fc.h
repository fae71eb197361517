#pragma once

#include "lite/base/checked_math.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"
#include "lite/operators/xpu_activation.h"

namespace paddle::lite::operators {

// Output = act(alpha * Input * Filter + Bias), with Input flattened to [m, k].
struct XpuFc final : Op {
  const Tensor* input = nullptr;
  const Tensor* filter = nullptr;     // [k, n]; with transpose_w [n, k]
  const Tensor* bias = nullptr;       // n numbers
  const Tensor* input_max = nullptr;  // for products of integers, which the host does not compute
  Tensor* output = nullptr;
  Tensor* output_max = nullptr;  // the largest absolute value of Output

  int in_num_col_dims = 1;  // leading dimensions of Input that are kept; -1: all but the last
  int act_type = 0;
  float act_param = 0.0f;
  float alpha = 1.0f;
  bool transpose_x = false;
  bool transpose_w = false;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Input("Filter", &filter);
    v.Input("Bias", &bias, Need::kOptional);
    v.Input("InputMax", &input_max, Need::kOptional);
    v.Attr("in_num_col_dims", &in_num_col_dims);
    v.Attr("act_type", &act_type);
    v.Attr("act_param", &act_param);
    v.Attr("alpha", &alpha);
    v.Attr("transpose_x", &transpose_x);
    v.Attr("transpose_w", &transpose_w);
    v.Output("Output", &output);
    v.Output("OutputMax", &output_max, Need::kOptional);
  }

  int col_dims() const {
    return in_num_col_dims == -1 ? input->dims().rank() - 1 : in_num_col_dims;
  }

  Status InferShape() override {
    if (transpose_x) return InvalidArgument("transpose_x: expected false, found true");
    LITE_RETURN_IF_ERROR(XpuActivation(act_type, act_param).status());
    const DDim& in = input->dims();
    const int split = col_dims();
    if (split < 1 || split >= in.rank()) {
      return InvalidArgument("in_num_col_dims: expected -1 or a value in [1, ", in.rank(),
                             ") for Input ", in, ", found ", in_num_col_dims);
    }
    const DDim& w = filter->dims();
    const int64_t k = in.Count(split, in.rank());
    if (w.rank() != 2 || w[transpose_w ? 1 : 0] != k) {
      return InvalidArgument("Filter: expected a matrix with ", k,
                             transpose_w ? " columns" : " rows", " for Input ", in, ", found ", w);
    }
    const int64_t n = w[transpose_w ? 0 : 1];
    if (bias != nullptr && bias->numel() != n) {
      return InvalidArgument("Bias: expected ", n, " elements, found shape ", bias->dims());
    }
    DDim dims;
    for (int i = 0; i < split; ++i) dims.push_back(in[i]);
    dims.push_back(n);
    output->set_lod(input->lod());
    if (output_max != nullptr) output_max->Resize(DDim({1}));
    return SetShape("Output", dims, output);
  }

  Cost Estimate() const override {
    const DDim& w = filter->dims();
    return {
        2.0 * static_cast<double>(output->numel()) * static_cast<double>(w[transpose_w ? 1 : 0]),
        static_cast<double>(input->memory_size() + filter->memory_size() + output->memory_size())};
  }
};

LITE_OP(__xpu__fc, XpuFc);

}  // namespace paddle::lite::operators
