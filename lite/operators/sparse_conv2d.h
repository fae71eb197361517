#pragma once

#include <algorithm>
#include <vector>

#include "lite/operators/fused_activation.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// A 1x1 convolution that only stores the weights other than 0: Output = act(W * Input + Bias).
// NonZeroWeights lists them by output channel; OcNonZeros [Cout] counts them up to and including
// each output channel. The first one belongs to input channel `first_ic`; Diffs[k] is the distance
// from the input channel of weight k to that of the next one, times the bytes of a channel of the
// image that the model was converted for: channel_bytes, or those of Input if it is 0.
struct SparseConv2d final : Op {
  const Tensor* input = nullptr;
  const Tensor* weights = nullptr;
  const Tensor* counts = nullptr;
  const Tensor* diffs = nullptr;
  const Tensor* bias = nullptr;
  int first_ic = 0;
  int flag_semi = 0;  // 1 = pairs of output channels share their zeros
  int channel_bytes = 0;
  FusedActivation act;
  Tensor* output = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Input("NonZeroWeights", &weights);
    v.Input("OcNonZeros", &counts);
    v.Input("Diffs", &diffs);
    v.Input("Bias", &bias, Need::kOptional);
    v.Attr("first_ic", &first_ic);
    v.Attr("flag_semi", &flag_semi);
    v.Attr("channel_bytes", &channel_bytes);
    act.Fields(v);
    v.Output("Output", &output);
  }
  Status InferShape() override {
    const DDim& in = input->dims();
    if (in.rank() != 4) return InvalidArgument("Input: expected rank 4, found shape ", in);
    if (flag_semi != 0) {
      return Unsupported("attribute flag_semi: expected 0, found ", flag_semi,
                         "; convert the model without sparse_model");
    }
    LITE_ASSIGN_OR_RETURN(const Activation activation, act.Resolve());
    if (activation.type == ActivationType::kPRelu)
      return Unsupported("attribute act_type: prelu; convert the model without sparse_model");
    if (act.has_affine()) {
      return Unsupported(
          "a scale or a bias after the activation; convert the model without "
          "sparse_model");
    }
    const int64_t channels = counts->numel();
    if (bias != nullptr && bias->numel() != channels) {
      return InvalidArgument("Bias: expected ", channels, " elements, found ", bias->dims());
    }
    if (counts->IsInitialized() && diffs->IsInitialized()) {
      for (const Tensor* tensor : {counts, diffs}) {
        LITE_RETURN_IF_ERROR(CheckElementType<ElementTypes<int32_t>>(
            tensor == counts ? "OcNonZeros" : "Diffs", tensor->precision()));
      }
      std::vector<int64_t> unused;
      LITE_RETURN_IF_ERROR(FindChannels(&unused));
    }
    output->set_lod(input->lod());
    return SetShape("Input", DDim{in[0], channels, in[2], in[3]}, output);
  }
  // The input channel of every weight.
  Status FindChannels(std::vector<int64_t>* found) const {
    const DDim& in = input->dims();
    const int64_t channels = counts->numel();
    const int32_t* ends = counts->data<int32_t>();
    const int32_t* steps = diffs->data<int32_t>();
    if (channel_bytes < 0) {
      return InvalidArgument("attribute channel_bytes: expected at least 0, found ", channel_bytes);
    }
    const int64_t bytes =
        channel_bytes > 0 ? channel_bytes : in[2] * in[3] * static_cast<int64_t>(sizeof(float));
    constexpr const char* kOtherSize =
        "; the model was converted for another image size, convert it for this one or without "
        "sparse_model";
    found->clear();
    if (bytes == 0) return OkStatus();
    int64_t from = first_ic;
    for (int64_t c = 0; c < channels; ++c) {
      const int64_t begin = static_cast<int64_t>(found->size());
      const int64_t limit = std::min(weights->numel(), diffs->numel());
      if (ends[c] < begin || ends[c] > limit) {
        return InvalidArgument("OcNonZeros: ", ends[c], " at channel ", c, ", expected ", begin,
                               " to ", limit);
      }
      for (int64_t k = begin; k < ends[c]; ++k) {
        if (from < 0 || from >= in[1] || (k > begin && from <= found->back())) {
          return InvalidArgument("Diffs: weight ", k, " belongs to channel ", from, " of Input ",
                                 in, kOtherSize);
        }
        if (steps[k] % bytes != 0) {
          return InvalidArgument("Diffs: ", steps[k], " is not a multiple of ", bytes,
                                 ", the bytes of a channel of Input ", in, kOtherSize);
        }
        found->push_back(from);
        from += steps[k] / bytes;
      }
    }
    if (static_cast<int64_t>(found->size()) != weights->numel()) {
      return InvalidArgument("NonZeroWeights: expected ", found->size(),
                             " elements, as many as OcNonZeros counts, found ", weights->numel());
    }
    return OkStatus();
  }
  bool ShapeDependsOnData() const override { return IsVariableData({counts, diffs}); }
  Cost Estimate() const override {
    const DDim& in = input->dims();
    // Kernels compute whole vectors of pixels.
    constexpr int64_t kLanes = 16;
    const int64_t vectors = (in.Count(2, 4) + kLanes - 1) / kLanes;
    const double pixels = static_cast<double>(vectors) * kLanes * static_cast<double>(in[0]);
    return {2.0 * pixels * static_cast<double>(weights->numel()),
            static_cast<double>(input->memory_size() + output->memory_size())};
  }
};

LITE_OP(sparse_conv2d, SparseConv2d);

}  // namespace paddle::lite::operators
