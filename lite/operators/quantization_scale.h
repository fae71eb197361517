// Scales of simulated quantisation: one, or one for each index of an axis.
#pragma once

#include <cstdint>

#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// The largest integer of a signed type of that many bits.
inline float LargestInteger(int bits) { return static_cast<float>((1 << (bits - 1)) - 1); }

inline Status CheckBits(const char* attribute, int bits) {
  if (bits >= 1 && bits <= 16) return OkStatus();
  return InvalidArgument("attribute ", attribute, ": expected 1 to 16 bits, found ", bits);
}

// Paddle ignores numbers after those that some operators read.
enum class MoreScales { kRefused, kIgnored };

inline Status CheckScaleCount(const char* slot, const Tensor& scale, int64_t count,
                              MoreScales more) {
  const bool ignored = more == MoreScales::kIgnored;
  if (scale.numel() == count || (ignored && scale.numel() > count)) return OkStatus();
  return InvalidArgument(slot, ": expected ", ignored ? "at least " : "", count,
                         count == 1 ? " value" : " values", ", found shape ", scale.dims());
}

// Element i of a tensor belongs to channel i / inner % count.
struct ChannelLayout {
  int64_t count = 1;
  int64_t inner = 1;

  // Axis -1: one channel.
  static Result<ChannelLayout> Of(const DDim& dims, const char* attribute, int axis) {
    ChannelLayout layout;
    if (axis == -1) {
      layout.inner = dims.production();
      return layout;
    }
    if (axis < 0 || axis >= dims.rank()) {
      return InvalidArgument("attribute ", attribute, ": expected an axis of X, found ", axis,
                             " for shape ", dims);
    }
    layout.count = dims[axis];
    LITE_ASSIGN_OR_RETURN(layout.inner, CountOf(dims, axis + 1, dims.rank()));
    return layout;
  }
};

}  // namespace paddle::lite::operators
