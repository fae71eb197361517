// What the convolution fusions have in common.
#pragma once

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

}  // namespace paddle::lite::mir
