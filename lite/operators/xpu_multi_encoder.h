#pragma once

#include <string>
#include <vector>

#include "lite/base/checked_math.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"
#include "lite/operators/xpu_activation.h"

namespace paddle::lite::operators {

// Layers of a transformer's encoder, each of them
//   q, k, v = parts of Input * FCWeight[0]^T + FCBias[0], split into heads of size_per_head
//   a = LayerNorm(Input + heads(softmax(q * k^T / sqrt(size_per_head) + Mask) * v) * FCWeight[3]^T
//                 + FCBias[3])
//   Output = LayerNorm(a + act(a * FCWeight[4]^T + FCBias[4]) * FCWeight[5]^T + FCBias[5])
// A layer has 6 entries of FCWeight and FCBias and 2 of LNScale and LNBias. Weights are [n, k];
// that of q holds those of k and v as well, whose own entries are not read. With slice_axes [1],
// slice_starts [0] and slice_ends [1], Output is the first row of each sequence. An Input of batch
// 1 is repeated for each of Mask.
struct XpuMultiEncoder final : Op {
  static constexpr int kProducts = 6;
  static constexpr int kNorms = 2;

  const Tensor* input = nullptr;  // [batch or 1, rows, hidden]
  const Tensor* mask = nullptr;   // [batch, heads, rows, rows], or 1 where it is repeated
  std::vector<const Tensor*> fc_weight;
  std::vector<const Tensor*> fc_bias;
  std::vector<const Tensor*> ln_scale;
  std::vector<const Tensor*> ln_bias;
  const Tensor* fc_weight_max =
      nullptr;  // for products of integers, which the host does not compute
  const Tensor* seq_lod = nullptr;
  const Tensor* pad_seq_len = nullptr;
  Tensor* output = nullptr;

  int n_layers = 1;
  int head_num = 1;
  int size_per_head = 1;
  int hidden_dim = 0;  // the columns of Input, if stated
  std::string act_type = "gelu";
  std::string precision = "int16";  // of the weights
  float epsilon = 1e-5f;            // of all norms
  bool enable_qkv_fusion = true;
  bool norm_before = false;
  bool adaptive_seqlen = false;
  std::vector<int> slice_axes;
  std::vector<int> slice_starts;
  std::vector<int> slice_ends;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Input("Mask", &mask);
    v.Inputs("FCWeight", &fc_weight);
    v.Inputs("FCBias", &fc_bias);
    v.Inputs("LNScale", &ln_scale);
    v.Inputs("LNBias", &ln_bias);
    v.Input("FCWeightMax", &fc_weight_max, Need::kOptional);
    v.Input("SeqLod", &seq_lod, Need::kOptional);
    v.Input("PadSeqLen", &pad_seq_len, Need::kOptional);
    v.Attr("n_layers", &n_layers);
    v.Attr("head_num", &head_num);
    v.Attr("size_per_head", &size_per_head);
    v.Attr("hidden_dim", &hidden_dim);
    v.Attr("act_type", &act_type);
    v.Attr("precision", &precision);
    v.Attr("epsilon", &epsilon);
    v.Attr("enable_qkv_fusion", &enable_qkv_fusion);
    v.Attr("norm_before", &norm_before);
    v.Attr("adaptive_seqlen", &adaptive_seqlen);
    v.Attr("slice_axes", &slice_axes);
    v.Attr("slice_starts", &slice_starts);
    v.Attr("slice_ends", &slice_ends);
    v.Output("Output", &output);
  }

  struct Sizes {
    int64_t batch, rows, hidden;  // of the result, before the slice
    int64_t heads, depth;
    std::vector<int64_t> inner;  // columns between the last two products, by layer
    int64_t mask_stride[4];      // 0 where it is repeated
    int64_t width() const { return heads * depth; }
  };
  Result<Sizes> Geometry() const {
    LITE_RETURN_IF_ERROR(CheckForm());
    const DDim& in = input->dims();
    if (in.rank() != 3) return InvalidArgument("Input: expected rank 3, found shape ", in);
    if (hidden_dim != 0 && hidden_dim != in[2]) {
      return InvalidArgument("hidden_dim: expected ", in[2], " as of Input ", in, ", found ",
                             hidden_dim);
    }
    Sizes s{in[0], in[1], in[2], head_num, size_per_head, {}, {}};
    if (s.batch == 1 && mask->dims().rank() == 4) s.batch = mask->dims()[0];
    LITE_RETURN_IF_ERROR(CheckMask(&s));
    for (int layer = 0; layer < n_layers; ++layer) {
      const int first = layer * kProducts;
      LITE_RETURN_IF_ERROR(CheckProduct(first, 3 * s.width(), s.hidden));
      LITE_RETURN_IF_ERROR(CheckProduct(first + 3, s.hidden, s.width()));
      const DDim& inner = fc_weight[static_cast<size_t>(first + 4)]->dims();
      s.inner.push_back(inner.rank() == 2 ? inner[0] : 0);
      LITE_RETURN_IF_ERROR(CheckProduct(first + 4, s.inner.back(), s.hidden));
      LITE_RETURN_IF_ERROR(CheckProduct(first + 5, s.hidden, s.inner.back()));
      for (int norm = layer * kNorms; norm < (layer + 1) * kNorms; ++norm) {
        for (const auto& [slot, list] :
             {std::pair("LNScale", &ln_scale), std::pair("LNBias", &ln_bias)}) {
          const DDim& dims = (*list)[static_cast<size_t>(norm)]->dims();
          if (dims.production() == s.hidden) continue;
          return InvalidArgument(slot, "[", norm, "]: expected ", s.hidden, " elements, found ",
                                 dims);
        }
      }
    }
    return s;
  }

  bool is_sliced() const { return !slice_axes.empty(); }

  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const Sizes s, Geometry());
    output->set_lod(input->lod());
    return SetShape("Output", DDim{s.batch, is_sliced() ? 1 : s.rows, s.hidden}, output);
  }

  Cost Estimate() const override {
    const DDim& in = input->dims();
    double columns = 0;
    double bytes = static_cast<double>(input->memory_size() + output->memory_size());
    for (size_t i = 0; i < fc_weight.size(); ++i) {
      if (i % kProducts == 1 || i % kProducts == 2) continue;  // part of that of q
      columns += static_cast<double>(fc_weight[i]->numel());
      bytes += static_cast<double>(fc_weight[i]->memory_size());
    }
    const auto scores = static_cast<double>(n_layers) * head_num * size_per_head * 2 *
                        static_cast<double>(in.rank() == 3 ? in[1] : 0);
    const double rows =
        in.rank() == 3 ? static_cast<double>(in[0]) * static_cast<double>(in[1]) : 0;
    return {2.0 * rows * (columns + scores), bytes};
  }

 private:
  Status CheckForm() const {
    for (const auto& [name, value] :
         {std::pair("n_layers", n_layers), std::pair("head_num", head_num),
          std::pair("size_per_head", size_per_head)}) {
      if (value < 1) return InvalidArgument(name, ": expected a positive value, found ", value);
    }
    int64_t columns = 0;
    if (!CheckedMul<int64_t>(head_num, size_per_head, &columns) ||
        !CheckedMul<int64_t>(columns, 3, &columns)) {
      return OutOfRange("head_num: ", head_num, " heads of ", size_per_head, " are too large");
    }
    if (act_type != "gelu" && act_type != "relu") {
      return InvalidArgument("act_type: expected gelu or relu, found '", act_type, "'");
    }
    if (!(epsilon >= 0.0f)) return InvalidArgument("epsilon: ", epsilon, " is negative");
    // int31 stands for weights of floats; the others are integers for units of the device.
    if (precision != "int31") {
      return InvalidArgument("precision: expected int31, found '", precision,
                             "'; convert the model with this library's opt");
    }
    if (!enable_qkv_fusion) return InvalidArgument("enable_qkv_fusion: expected true, found false");
    if (norm_before) return InvalidArgument("norm_before: expected false, found true");
    if (adaptive_seqlen) return InvalidArgument("adaptive_seqlen: expected false, found true");
    if (seq_lod != nullptr || pad_seq_len != nullptr) {
      return Unsupported("slots SeqLod and PadSeqLen, sequences of different lengths");
    }
    const std::vector<int> axes = {1}, starts = {0}, ends = {1};
    if (is_sliced() && (slice_axes != axes || slice_starts != starts || slice_ends != ends)) {
      return InvalidArgument("slice_axes: expected none, or [1] from [0] to [1], found ",
                             ListToString(slice_axes), " from ", ListToString(slice_starts), " to ",
                             ListToString(slice_ends));
    }
    LITE_RETURN_IF_ERROR(CheckCount("FCWeight", fc_weight.size(), kProducts));
    LITE_RETURN_IF_ERROR(CheckCount("FCBias", fc_bias.size(), kProducts));
    LITE_RETURN_IF_ERROR(CheckCount("LNScale", ln_scale.size(), kNorms));
    return CheckCount("LNBias", ln_bias.size(), kNorms);
  }

  Status CheckCount(const char* slot, size_t found, int of_layer) const {
    const int64_t expected = int64_t{n_layers} * of_layer;
    if (static_cast<int64_t>(found) == expected) return OkStatus();
    return InvalidArgument(slot, ": expected ", expected, " tensors for n_layers ", n_layers,
                           ", found ", found);
  }

  Status CheckMask(Sizes* s) const {
    const DDim& dims = mask->dims();
    const DDim whole{s->batch, s->heads, s->rows, s->rows};
    bool fits = dims.rank() == 4;
    int64_t step = 1;
    for (int i = 3; fits && i >= 0; --i) {
      fits = dims[i] == 1 || dims[i] == whole[i];
      s->mask_stride[i] = dims[i] == 1 ? 0 : step;
      step *= dims[i];
    }
    if (fits) return OkStatus();
    return InvalidArgument("Mask: expected a shape that broadcasts to ", whole, ", found ", dims);
  }

  Status CheckProduct(int index, int64_t n, int64_t k) const {
    const DDim& weight = fc_weight[static_cast<size_t>(index)]->dims();
    if (weight != DDim{n, k}) {
      return InvalidArgument("FCWeight[", index, "]: expected shape ", DDim{n, k}, ", found ",
                             weight);
    }
    const DDim& bias = fc_bias[static_cast<size_t>(index)]->dims();
    if (bias.production() == n) return OkStatus();
    return InvalidArgument("FCBias[", index, "]: expected ", n, " elements, found ", bias);
  }
};

LITE_OP(__xpu__multi_encoder, XpuMultiEncoder);

}  // namespace paddle::lite::operators
