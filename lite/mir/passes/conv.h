// What the convolution fusions have in common.
#pragma once

#include <string>
#include <vector>

#include "lite/mir/fusion.h"

namespace paddle::lite::mir {

inline bool IsTransposed(const OpNode& conv) {
  return conv.type() == "conv2d_transpose" || conv.type() == "depthwise_conv2d_transpose";
}

// Refuses a convolution (label `conv`, values %w and %old) that already does more than
// Input * Filter + Bias: its result is not linear, or not the last word.
inline Status CheckPlainConv(const Match& m) {
  if (m.attr<bool>("conv", "with_act") || m.attr<bool>("conv", "fuse_relu")) {
    return Refuse("the convolution already has an activation");
  }
  if (m.op("conv").FindAttr("quantize_weight_bits") != nullptr) {
    return Refuse("the filter's scales are stored under its name");
  }
  return OkStatus();
}

inline bool IsInt8(const Match& m) { return m.attr<bool>("conv", "enable_int8"); }

inline Result<int64_t> OutputChannels(const Match& m) {
  const ArgNode* filter = m.arg("w");
  if (!filter->dims.has_value() || filter->dims->rank() != 4)
    return Refuse("Filter has not rank 4");
  const DDim& dims = *filter->dims;
  if (dims[0] < 1 || dims[1] < 1) return Refuse("the number of channels is unknown");
  return IsTransposed(m.op("conv")) ? dims[1] * m.attr<int>("conv", "groups") : dims[0];
}

// The bias of label `conv` as numbers, zeros when there is none.
inline Result<std::vector<double>> OldBias(const Match& m, int64_t channels) {
  const Tensor* old = m.constant("old");
  if (old == nullptr) return std::vector<double>(static_cast<size_t>(channels), 0.0);
  if (old->numel() != channels) return Refuse("Bias has not one element for each output channel");
  return ToDoubles(*old);
}

// Whether the constant %y, which the binary operator `label` combines with the convolution's
// result, is one float for each channel. Checks every dimension of %y at the place where it is
// aligned.
inline Status CheckPerChannel(const Match& m, const std::string& label) {
  const DDim& dims = m.constant("y")->dims();
  const int axis = m.attr<int>(label, "axis");
  const int channel_axis = m.attr<std::string>("conv", "data_format") == "NHWC" ? 3 : 1;
  LITE_ASSIGN_OR_RETURN(const int64_t channels, OutputChannels(m));
  const int first = axis == -1 ? 4 - dims.rank() : axis;
  if (first < 0 || first + dims.rank() > 4) return Refuse("%y of shape ", dims, " raises the rank");
  for (int i = 0; i < dims.rank(); ++i) {
    const bool on_channels = first + i == channel_axis;
    if (dims[i] != 1 && (!on_channels || dims[i] != channels)) {
      return Refuse("the operand of shape ", dims, " at axis ", axis,
                    " is not one number a channel");
    }
  }
  if (m.constant("y")->precision() != PrecisionType::kFloat)
    return Refuse("the operand is no float");
  return OkStatus();
}

// The filter with everything that belongs to output channel c multiplied by factor[c].
inline Result<Tensor> ScaleFilter(const Match& m, const std::vector<double>& factor) {
  const Tensor& filter = *m.constant("w");
  LITE_ASSIGN_OR_RETURN(std::vector<double> weights, ToDoubles(filter));
  const DDim& dims = filter.dims();
  const auto rows = static_cast<size_t>(dims[0]);
  const auto inner = static_cast<size_t>(dims[1]);
  const auto area = static_cast<size_t>(dims[2] * dims[3]);
  const bool transposed = IsTransposed(m.op("conv"));
  const int groups = m.attr<int>("conv", "groups");
  if (groups < 1 || dims[0] % groups != 0)
    return Refuse("groups ", groups, " do not divide ", dims);
  const size_t rows_per_group = rows / static_cast<size_t>(groups);
  for (size_t row = 0; row < rows; ++row) {
    for (size_t i = 0; i < inner; ++i) {
      // A transposed filter is [Cin, Cout / groups, kh, kw].
      const double f = factor[transposed ? row / rows_per_group * inner + i : row];
      double* window = weights.data() + (row * inner + i) * area;
      for (size_t k = 0; k < area; ++k) window[k] *= f;
    }
  }
  return FromDoubles(dims, filter.precision(), weights);
}

}  // namespace paddle::lite::mir
